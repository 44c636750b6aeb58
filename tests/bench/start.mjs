// How soon the page is there, beside a page with the map library and the same style alone, and what a call costs beside
// a tool that does nothing: `cargo xtask bench start` builds the page and calls this. Both pages come from one server,
// compressed as a static host does, in turns; ratios count, times of another machine say nothing.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { callTool, shown, start } from '../browser/support/browser.mjs';

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));
const OUT = fileURLToPath(new URL('../../.cache/bench/', import.meta.url));
const ROUNDS = Number(process.env.GLASSMAP_ROUNDS ?? 15);
const CALLS = 200;
/** What must be reached, as ratios of medians. */
const MOST = { interactive: 1.25, tools: 1.1, call: 1.5 };
/** Networks: none to speak of, and a good one in a city. */
const NETWORKS = { loopback: undefined, '40 ms, 20 Mbit/s': { latency: 40, downloadThroughput: 2.5e6, uploadThroughput: 1e6, offline: false } };
const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.wasm': 'application/wasm', '.svg': 'image/svg+xml', '.png': 'image/png' };

const files = new Map();
/** The page that does nothing but show the map; written once the style is known. */
let bare = '';
const { server, browser, close } = await start({ server: { programs: [{ match: /^(?!.*\.pmtiles$)/, answer }] } });
const missed = [];
const results = { date: new Date().toISOString(), rounds: ROUNDS, start: {}, calls: [] };
try {
  bare = await barePage();
  for (const [name, network] of Object.entries(NETWORKS)) await measureStart(name, network);
  await measureCalls();
} finally {
  await close();
}
mkdirSync(OUT, { recursive: true });
writeFileSync(join(OUT, 'start.json'), `${JSON.stringify(results, null, 1)}\n`);
if (missed.length > 0) {
  console.log(`missed: ${missed.join(', ')}`);
  process.exitCode = 1;
}

/** Both pages in turns, each in a fresh profile. */
async function measureStart(name, network) {
  const times = { ours: [], bare: [] };
  for (let round = -1; round < ROUNDS; round++) {
    for (const which of round % 2 ? ['ours', 'bare'] : ['bare', 'ours']) {
      const once = await open(which === 'ours' ? '' : 'bare.html', network);
      if (round >= 0) times[which].push(once);
    }
  }
  const of = (which, what) => median(times[which].map((once) => once[what]));
  console.log(`\nStart, ${name}: median of ${ROUNDS} [ms]`);
  console.log(`  ${'the map library alone'.padEnd(40)} document ${of('bare', 'document').toFixed(0)}, first frame ${of('bare', 'interactive').toFixed(0)}, whole map ${of('bare', 'whole').toFixed(0)}`);
  console.log(`  ${'this page'.padEnd(40)} document ${of('ours', 'document').toFixed(0)}, tools ${of('ours', 'tools').toFixed(0)}, first frame ${of('ours', 'interactive').toFixed(0)}, whole map ${of('ours', 'whole').toFixed(0)}, interface ${of('ours', 'controls').toFixed(0)}`);
  const ratios = {
    interactive: of('ours', 'interactive') / of('bare', 'interactive'),
    whole: of('ours', 'whole') / of('bare', 'whole'),
    tools: of('ours', 'tools') / of('bare', 'document'),
  };
  judge(`an interactive map, ${name}`, ratios.interactive, MOST.interactive);
  judge(`the whole map, ${name}`, ratios.whole, MOST.interactive);
  judge(`tools listed, beside its DOMContentLoaded, ${name}`, ratios.tools, MOST.tools);
  results.start[name] = { ratios, times };
}

/** Opens a page, and tells when what was there, in milliseconds from the start of its navigation. */
async function open(path, network) {
  const profile = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await profile.newPage();
  if (network) {
    const session = await profile.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', network);
  }
  await page.addInitScript(watchMap);
  await page.goto(`${server.url}${path}`, { waitUntil: 'commit' });
  const ours = path === '';
  await page.waitForFunction((ours) => window.seen?.whole && (!ours || document.querySelector('.dock')), ours, { polling: 20 });
  const once = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation');
    return { ...window.seen, document: navigation.domContentLoadedEventStart };
  });
  await profile.close();
  return once;
}

/** Runs in both pages, before anything of theirs: notes when the map is there and when the tools are. */
function watchMap() {
  const seen = window.seen = {};
  const context = document.modelContext ?? navigator.modelContext;
  if (context?.registerTool) {
    const register = context.registerTool.bind(context);
    context.registerTool = async (...all) => {
      await register(...all);
      if (!seen.controls) seen.tools = performance.now();
    };
  }
  new MutationObserver((_, observer) => {
    if (!document.querySelector('.dock')) return;
    seen.controls = performance.now();
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
  document.addEventListener('DOMContentLoaded', async () => {
    const { imports } = JSON.parse(document.querySelector('script[type=importmap]').textContent);
    const { Map } = await import(new URL(imports['maplibre-gl'], location.href).href);
    const fire = Map.prototype.fire;
    Map.prototype.fire = function (event, ...rest) {
      const type = event?.type ?? event;
      // A frame of the map with its style, at which it follows the hand; then one with all its tiles and names.
      if (type === 'render' && this.isStyleLoaded !== undefined && this.style?._loaded) seen.interactive ??= performance.now();
      if (type === 'load') { seen.whole ??= performance.now(); window.seenMap = this; }
      return fire.call(this, event, ...rest);
    };
  });
}

/** A page with the map library and the same style over the same place, as one would write it who wants no more. */
async function barePage() {
  const profile = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await profile.newPage();
  await page.addInitScript(watchMap);
  await page.goto(server.url);
  await page.waitForFunction(() => window.seenMap);
  const { style, camera } = await page.evaluate(() => {
    const map = window.seenMap;
    const { lng, lat } = map.getCenter();
    return { style: map.getStyle(), camera: { center: [lng, lat], zoom: map.getZoom() } };
  });
  await profile.close();
  files.set('bare-style.json', Buffer.from(JSON.stringify(style)));
  const index = readFileSync(join(DIST, 'index.html'), 'utf8');
  const importMap = /<script type="importmap">(.*?)<\/script>/s.exec(index)[1];
  const library = JSON.parse(importMap).imports['maplibre-gl'];
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>The map alone</title>
<script type="importmap">${importMap}</script>
<link rel="stylesheet" href="${library.replace(/mjs$/, 'css')}">
<link rel="modulepreload" href="${library}">
<link rel="preload" as="fetch" crossorigin="anonymous" href="bare-style.json">
<style>html, body, #map { margin: 0; height: 100% }</style></head>
<body><main id="map"></main>
<script type="module">
import { Map, addProtocol } from 'maplibre-gl';
import { Protocol } from 'pmtiles';
addProtocol('pmtiles', new Protocol().tile);
const style = await (await fetch('bare-style.json')).json();
new Map({ container: 'map', style, attributionControl: false, fadeDuration: 0, ...${JSON.stringify(camera)} });
</script></body></html>`;
}

/** Calls through the browser, beside a tool that answers a text of the same length at once. */
async function measureCalls() {
  const profile = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await profile.newPage();
  await page.goto(server.url);
  await shown(page);
  await callTool(page, 'set_map_view', { bounds: { west: 14.505, south: 35.89, east: 14.525, north: 35.905 } });
  console.log(`\nA call through the browser, beside a tool that returns a constant of the same size: median of ${CALLS}`);
  for (const [name, input] of [
    ['get_map_state', {}],
    ['list_features_in_view', { categories: ['cafe', 'museum'] }],
    ['find_features', { categories: ['cafe'], near: { lng: 14.51, lat: 35.9 }, radius_m: 500 }],
    ['find_features', { query: 'palace' }],
    ['describe_surroundings', { near: { lng: 14.51, lat: 35.9 } }],
    ['measure', { from: { lng: 14.51, lat: 35.9 }, to: { lng: 14.4, lat: 35.88 } }],
  ]) {
    const { ours, constant, bytes, failed } = await page.evaluate(async ([name, input, count]) => {
      const context = document.modelContext ?? navigator.modelContext;
      const find = async (wanted) => (await context.getTools()).find((tool) => tool.name === wanted);
      const tool = await find(name);
      const text = await context.executeTool(tool, input);
      const answer = JSON.parse(text);
      const controller = new AbortController();
      await context.registerTool({
        name: 'constant', description: 'The same each time.', inputSchema: typeof tool.inputSchema === 'string' ? JSON.parse(tool.inputSchema) : tool.inputSchema,
        execute: async () => answer,
      }, { signal: controller.signal });
      const other = await find('constant');
      const times = { ours: [], constant: [] };
      for (let round = -20; round < count; round++) {
        for (const which of round % 2 ? ['ours', 'constant'] : ['constant', 'ours']) {
          const began = performance.now();
          await context.executeTool(which === 'ours' ? tool : other, input);
          if (round >= 0) times[which].push(performance.now() - began);
        }
      }
      controller.abort();
      return { ...times, bytes: text.length, failed: answer.isError === true ? text : undefined };
    }, [name, input, CALLS]);
    if (failed) throw new Error(`${name}: ${failed}`);
    const ratio = median(ours) / median(constant);
    judge(`${name} ${JSON.stringify(input).slice(0, 60)}, ${bytes} bytes: ${median(ours).toFixed(2)} and ${median(constant).toFixed(2)} ms`, ratio, MOST.call);
    results.calls.push({ name, input, bytes, ratio, ours: spread(ours), constant: spread(constant) });
  }
  await profile.close();
}

async function answer(request, response) {
  const { pathname } = new URL(request.url, 'http://localhost');
  const path = decodeURIComponent(pathname.slice(1)) || 'index.html';
  const type = TYPES[extname(path)] ?? 'application/octet-stream';
  const body = path === 'bare.html' ? Buffer.from(bare) : await contents(path);
  if (!body) return response.writeHead(404).end();
  // The map's own parts are compressed already.
  const packed = extname(path) === '.png' ? body : compressed(path, body);
  const encoding = packed === body ? {} : { 'content-encoding': 'br' };
  return response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store', 'content-length': packed.length, ...encoding }).end(packed);
}

async function contents(path) {
  if (!files.has(path)) files.set(path, await readFile(join(DIST, normalize(`/${path}`))).catch(() => undefined));
  return files.get(path);
}

function compressed(path, body) {
  const key = `br:${path}`;
  if (!files.has(key)) files.set(key, brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
  return files.get(key);
}

function judge(name, ratio, most) {
  if (!(ratio <= most)) missed.push(name);
  console.log(`  ${ratio <= most ? '✔' : '✖'} ${ratio.toFixed(2)} (at most ${most})  ${name}`);
}

function spread(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return { median_ms: median(values), p99_ms: sorted[Math.floor((sorted.length - 1) * 0.99)] };
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.ceil((sorted.length - 1) / 2)]) / 2;
}
