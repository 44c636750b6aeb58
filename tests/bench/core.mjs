// The core against what one would use instead, in one run: `cargo xtask bench core` builds everything and calls this.
// Times of another machine say nothing; ratios of medians do.

import { execFileSync } from 'node:child_process';
import { createReadStream, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { FLAGS, executable } from '../browser/support/browser.mjs';
import { chart } from './core/chart.mjs';
import { judged, table } from './core/judge.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PROGRAM = process.env.GLASSMAP_BENCH;
const WASM = process.env.GLASSMAP_BENCH_WASM;
const JSON_FILE = join(ROOT, 'docs/bench.json');
const TEXTS = ['pizza', 'lidl', 'school', 'garden', 'kiosk', 'grill'];

/** The cities: the radius holds about as many places in both of the large ones. */
const ALL = [
  { name: '33,000', count: 33_000, spread: '0.05', radius_m: 600, each: 40, rounds: 5, slow_rounds: 1, text: true },
  // Places of one's own, as many as a file may have, over Malta.
  { name: 'a layer of 200,000', count: 200_000, spread: '0.05', radius_m: 0, each: 12, rounds: 3, slow_rounds: 1, text: true, layer: true },
  // Over Switzerland and its neighbours.
  { name: '1,000,000', count: 1_000_000, spread: '5.96,45.82,10.49,47.81', radius_m: 0, each: 12, rounds: 3, slow_rounds: 1, text: false },
];
const CITIES = ALL.filter(({ name }) => (process.env.GLASSMAP_BENCH_SIZES ?? '33,000;a layer of 200,000;1,000,000').split(';').includes(name));

const scratch = join(tmpdir(), `glassmap-bench-${process.pid}`);
mkdirSync(scratch, { recursive: true });
const begun = { date: new Date().toISOString().slice(0, 16), load: loadavg()[0] };
const cities = {};
const script = (await build({
  entryPoints: [join(ROOT, 'tests/bench/core/page.mjs')], bundle: true, format: 'iife', minify: true, write: false,
})).outputFiles[0].contents;
const server = await serve();
const browser = await chromium.launch({ executablePath: executable(), args: [...FLAGS, '--js-flags=--max-old-space-size=8192'] });
try {
  for (const city of CITIES) {
    const folder = join(scratch, String(city.count));
    say(`making ${city.name} places`);
    execFileSync(PROGRAM, ['make', join(ROOT, 'assets/cities'), String(city.count), city.spread, 'whole', folder]);
    // As many places round a point as round one of the smallest city: by how thinly they are spread.
    city.radius_m ||= Math.round(ALL[0].radius_m * Math.sqrt(thinness(city) / thinness(ALL[0])));
    if (city.layer) {
      cities[city.name] = await inPage(city, folder);
      delete cities[city.name].queries;
      continue;
    }
    const bare = `${folder}-bare`;
    execFileSync(PROGRAM, ['make', join(ROOT, 'assets/cities'), String(city.count), city.spread, 'bare', bare]);
    cities[city.name] = await inPage(city, folder);
    const queries = join(scratch, 'queries.json');
    writeFileSync(queries, JSON.stringify(cities[city.name].queries));
    delete cities[city.name].queries;
    say(`${city.name}: natively`);
    cities[city.name].native = natively(folder, queries);
    cities[city.name].bare_bytes_per_feature = JSON.parse(execFileSync(PROGRAM, ['weigh', bare])).per_feature;
  }
} finally {
  await browser.close();
  server.close();
  rmSync(scratch, { recursive: true, force: true });
}
const report = {
  machine: { processor: cpus()[0].model, cores: cpus().length, load_before: begun.load, load_after: loadavg()[0] },
  chromium: browser.version(), date: begun.date, wasm_bytes: statSync(WASM).size, cities,
};
writeFileSync(JSON_FILE, `${JSON.stringify(report, (_, value) => (typeof value === 'number' ? Number(value.toPrecision(5)) : value), 1)}\n`);
writeFileSync(join(ROOT, 'docs/bench.svg'), chart(report));
console.log(table(report));
const missed = judged(report).filter(({ met }) => !met);
const wrong = Object.values(cities).flatMap(({ check }) => check.wrong);
wrong.slice(0, 20).forEach((line) => console.log(`answers differ: ${line}`));
if (wrong.length > 0) process.exitCode = 1;
if (missed.length > 0) {
  console.log(`missed: ${missed.map(({ what }) => what).join('; ')}`);
  process.exitCode = 1;
}

async function inPage(city, folder) {
  const page = await browser.newPage();
  page.setDefaultTimeout(0);
  await page.goto(server.url);
  const files = readdirSync(join(folder, 'made')).map((file) => `made/${file}`);
  server.folder = folder;
  say(`${city.name}: loading, and building everybody's index`);
  const loaded = await page.evaluate((options) => window.load(options), { wasm: 'core.wasm', files, texts: TEXTS, ...city });
  say(`${city.name}: comparing answers`);
  const check = await page.evaluate((options) => window.check(options), { queries: city.count > 100_000 ? 2 : 4 });
  say(`${city.name}: measuring`);
  const core = await page.evaluate((options) => window.measure(options), city);
  say(`${city.name}: tools`);
  const tools = await page.evaluate((options) => window.tools(options), { rounds: city.each > 12 ? 12 : 4, radius_m: Math.min(city.radius_m, 10_000), layer: city.layer });
  const others = city.layer ? undefined : await page.evaluate(() => window.others({ rounds: 3 }));
  await page.close();
  return { radius_m: city.radius_m, bytes: bytes(folder), ...loaded, check, core, tools, others };
}

function natively(folder, queries) {
  const answer = JSON.parse(execFileSync(PROGRAM, ['run', folder, queries, '5'], { maxBuffer: 1 << 28 }));
  const by = {};
  for (const { work, ns } of answer.queries) (by[work] ??= []).push(ns / 1e6);
  const middle = (ms) => ms.sort((a, b) => a - b)[Math.floor(ms.length / 2)];
  return { open_ms: answer.open_ms, ...Object.fromEntries(Object.entries(by).map(([work, ms]) => [work, middle(ms)])) };
}

function bytes(folder) {
  return readdirSync(join(folder, 'made')).reduce((sum, file) => sum + statSync(join(folder, 'made', file)).size, 0);
}

/** Square degrees, about, for each place. */
function thinness({ spread, count }) {
  const [west, south, east, north] = spread.split(',').map(Number);
  // Malta's own places keep to the 0.27 degrees square that most of it lies in.
  const area = north === undefined ? 0.27 * 0.27 * 0.81 : (east - west) * (north - south) * 0.68;
  return area / count;
}

async function serve() {
  const types = { js: 'text/javascript', wasm: 'application/wasm', html: 'text/html' };
  const http = createServer((request, response) => {
    const path = new URL(request.url, 'http://localhost').pathname.slice(1);
    // Isolated pages have a finer clock.
    const head = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };
    response.writeHead(200, { 'content-type': types[path.split('.').pop()] ?? (path === '' ? types.html : 'application/octet-stream'), ...head });
    if (path === '') response.end('<!doctype html><meta charset="utf-8"><title>bench</title><script src="bench.js"></script>');
    else if (path === 'bench.js') response.end(script);
    else if (path !== 'core.wasm' && !path.startsWith('made/')) response.end();
    else createReadStream(path === 'core.wasm' ? WASM : join(http.folder, path)).on('error', () => response.end()).pipe(response);
  });
  await new Promise((done) => http.listen(0, '127.0.0.1', done));
  http.url = `http://127.0.0.1:${http.address().port}/`;
  return http;
}

function say(what) {
  console.error(`bench: ${what}`);
}
