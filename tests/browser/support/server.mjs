// A static host for the built page, as good or as bad as a test wants it. Each has a port of its own.

import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';

const DIST = fileURLToPath(new URL('../../../dist/', import.meta.url));
const TYPES = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css',
  '.json': 'application/json', '.wasm': 'application/wasm', '.svg': 'image/svg+xml', '.png': 'image/png',
};
const CHUNK = 16 * 1024;

/**
 * Serves a folder. Every option may be changed later through the answer's `options`; each `match` is tried on the
 * path below `base`, without its query.
 * @param {object} [options]
 * @param {string} [options.root] the folder; dist/ unless given
 * @param {string} [options.base] the path that it is served below, '/' or '/some/where/'
 * @param {boolean} [options.ranges] whether it answers Range requests
 * @param {{match: RegExp, until?: Promise, delayMs?: number, bytesPerSecond?: number}[]} [options.throttle]
 * @param {{match: RegExp, status?: number, times?: number}[]} [options.failures] without a status the connection breaks
 * @param {(path: string, text: string) => string} [options.rewrite] changes index.html on its way
 * @param {{match: RegExp, answer: (request: object, response: object) => unknown}[]} [options.programs] answer in place of files
 */
export async function serve(options = {}) {
  options = { root: DIST, base: '/', ranges: true, throttle: [], failures: [], programs: [], rewrite: undefined, ...options };
  /** @type {{method: string, path: string, range?: string, status: number}[]} what was asked, in order */
  const log = [];
  const server = createServer((request, response) => {
    answer(request, response, options, log).catch((error) => response.destroy(error));
  });
  await new Promise((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}${options.base}`,
    options,
    log,
    /** Ends it, open connections too. */
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Something to wait for, and what ends the wait. */
export function gate() {
  let open;
  const until = new Promise((resolve) => { open = resolve; });
  return { until, open };
}

async function answer(request, response, options, log) {
  const { pathname } = new URL(request.url, 'http://localhost');
  const entry = { method: request.method, path: pathname, range: request.headers.range, status: 0 };
  log.push(entry);
  const end = (status, text = '') => {
    entry.status = status;
    response.writeHead(status, { 'content-type': 'text/plain' }).end(text);
  };
  if (request.method !== 'GET' && request.method !== 'HEAD') return end(405);
  if (!pathname.startsWith(options.base)) return end(404, 'outside the base path');
  const path = decodeURIComponent(pathname.slice(options.base.length)) || 'index.html';

  const failure = options.failures.find(({ match, times = Infinity }) => times > 0 && match.test(path));
  if (failure) {
    if (failure.times !== undefined) failure.times -= 1;
    return failure.status ? end(failure.status) : response.destroy();
  }
  const throttle = options.throttle.find(({ match }) => match.test(path));
  await throttle?.until;
  if (throttle?.delayMs) await sleep(throttle.delayMs, undefined, { ref: false });
  if (response.destroyed) return undefined;

  const program = options.programs.find(({ match }) => match.test(path));
  if (program) return program.answer(request, response);
  const file = join(options.root, normalize(`/${path}`));
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) {
    // As static hosts do: a person who navigates gets the site's own page.
    const lost = request.headers.accept?.includes('text/html') && await readFile(join(options.root, '404.html')).catch(() => undefined);
    if (!lost) return end(404, 'not found');
    entry.status = 404;
    return response.writeHead(404, { 'content-type': TYPES['.html'] }).end(lost);
  }
  const headers = { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream', 'cache-control': 'no-store' };
  if (options.rewrite && path === 'index.html') {
    entry.status = 200;
    return response.writeHead(200, headers).end(options.rewrite(path, await readFile(file, 'utf8')));
  }
  const range = options.ranges ? rangeOf(request.headers.range, found.size) : undefined;
  if (range === 'unsatisfiable') return end(416);
  const { start, last } = range ?? { start: 0, last: found.size - 1 };
  entry.status = range ? 206 : 200;
  response.writeHead(entry.status, {
    ...headers,
    'content-length': last - start + 1,
    ...(options.ranges && { 'accept-ranges': 'bytes' }),
    ...(range && { 'content-range': `bytes ${start}-${last}/${found.size}` }),
  });
  if (request.method === 'HEAD' || found.size === 0) return response.end();
  for await (const chunk of createReadStream(file, { start, end: last, highWaterMark: CHUNK })) {
    if (response.destroyed) return undefined;
    response.write(chunk);
    if (throttle?.bytesPerSecond) await sleep((chunk.length / throttle.bytesPerSecond) * 1000, undefined, { ref: false });
  }
  return response.end();
}

/** The one range that was asked for, both ends included; undefined when none was, or one that is not understood. */
function rangeOf(header, size) {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (!first && !last) return undefined;
  const start = first ? Number(first) : Math.max(0, size - Number(last));
  const end = first && last ? Math.min(Number(last), size - 1) : size - 1;
  return start > end ? 'unsatisfiable' : { start, last: end };
}
