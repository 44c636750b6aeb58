// Walks in the page against a real router over loopback, in one run: `cargo xtask bench routes` builds the page, fetches
// the router and calls this. Times of another machine say nothing; ratios do.

import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { shown, start } from '../browser/support/browser.mjs';

const ROUTERS = process.env.GLASSMAP_ROUTERS;
/** Pairs of places, each asked once of both. */
const PAIRS = 60;
/** A route takes at most as long as the router's answer; an area at most so many times that. */
const MOST = { route: 1, area: 10 };

const port = await freePort();
const router = spawn(join(ROUTERS, 'bin/osrm-routed'), [
  '--algorithm', 'mld', '-i', '127.0.0.1', '-p', String(port), join(ROUTERS, 'malta/malta.osrm'),
], { stdio: 'ignore' });
const { openPage, close } = await start();
const missed = [];
try {
  const page = await openPage({ query: 'city=malta' });
  await shown(page);
  const pairs = pairsAcrossMalta(PAIRS);
  const first = await inPage(page, [pairs[0]], 'route');
  const [ours, theirs, areas, idle] = [[], [], [], []];
  // In turns, so that whatever else the machine does slows down both alike.
  for (const [index, pair] of pairs.entries()) {
    ours.push(...await inPage(page, [pair], 'route'));
    theirs.push(await overLoopback(...pair));
    if (index % 3 === 0) areas.push(...await inPage(page, [pair], 'area'));
    idle.push(...await inPage(page, [pair], 'state'));
  }
  const found = ours.filter((call) => !call.failed);
  const lengths = found.map((call) => call.distance_m);
  const router_ms = median(theirs.map((call) => call.ms));
  const route_ms = median(found.map((call) => call.ms));
  const area_ms = median(areas.filter((call) => !call.failed).map((call) => call.ms));
  const agree = found.filter((call) => Math.abs(call.distance_m / theirs[ours.indexOf(call)].distance_m - 1) <= 0.02);
  console.log(`${found.length} of ${PAIRS} walks across Malta, median ${Math.round(median(lengths) / 100) / 10} km`);
  console.log(`  ${agree.length} of them as long as the router's, within 2 %`);
  console.log(`router over loopback, with the same line and steps  ${router_ms.toFixed(2)} ms`);
  console.log(`get_map_state in the page, for comparison            ${median(idle.map((call) => call.ms)).toFixed(2)} ms`);
  row('plan_route in the page', route_ms, router_ms, MOST.route);
  row('a reachable area of 15 minutes', area_ms, router_ms, MOST.area);
  console.log(`first call, which fetches and readies the graph      ${first[0].ms.toFixed(0)} ms`);
} finally {
  await close();
  router.kill('SIGKILL');
}
if (missed.length > 0) {
  console.log(`missed: ${missed.join(', ')}`);
  process.exitCode = 1;
}

function row(name, ms, router_ms, most) {
  const ratio = ms / router_ms;
  if (!(ratio <= most)) missed.push(name);
  console.log(`${name.padEnd(52)} ${ms.toFixed(2)} ms  ${ratio.toFixed(2)} times the router's (at most ${most})`);
}

/** Calls a tool in the page for each pair and takes its time there; what was drawn is removed outside of it. */
function inPage(page, pairs, what) {
  return page.evaluate(async ([pairs, what]) => {
    const context = document.modelContext ?? navigator.modelContext;
    const tools = await context.getTools();
    const tool = (name) => tools.find((tool) => tool.name === name);
    const call = async (name, input) => JSON.parse(await context.executeTool(tool(name), input));
    const calls = [];
    for (const [from, to] of pairs) {
      const [lng, lat] = from;
      const [name, input] = {
        route: ['plan_route', { from: { lng, lat }, to: { lng: to[0], lat: to[1] }, steps: true }],
        area: ['draw_shape', { type: 'reachable', center: { lng, lat }, minutes: 15 }],
        state: ['get_map_state', {}],
      }[what];
      const began = performance.now();
      const answer = await call(name, input);
      calls.push({ ms: performance.now() - began, failed: answer.isError === true, distance_m: answer.distance_m });
      if (answer.drawing_id) await call('remove_from_map', { ids: [answer.drawing_id] });
      await new Promise((done) => setTimeout(done, 30));
    }
    return calls;
  }, [pairs, what]);
}

async function overLoopback([a, b], [c, d]) {
  const began = performance.now();
  const path = `route/v1/foot/${a},${b};${c},${d}?overview=full&geometries=geojson&steps=true&alternatives=false`;
  const answer = await (await fetch(`http://127.0.0.1:${port}/${path}`)).json();
  return { ms: performance.now() - began, distance_m: answer.routes?.[0]?.distance };
}

/** Places in the north-west of the island and in the south-east, the same each time. */
function pairsAcrossMalta(count) {
  let state = 7;
  const random = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  const within = (west, south, east, north) => [west + random() * (east - west), south + random() * (north - south)];
  const rounded = (place) => place.map((value) => Math.round(value * 1e5) / 1e5);
  return Array.from({ length: count }, () =>
    [within(14.35, 35.92, 14.42, 35.96), within(14.5, 35.84, 14.54, 35.89)].map(rounded));
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.length % 2 ? sorted[(sorted.length - 1) / 2] : (sorted[sorted.length / 2 - 1] + sorted[sorted.length / 2]) / 2;
}

function freePort() {
  return new Promise((done, fail) => {
    const server = createServer().once('error', fail).listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}
