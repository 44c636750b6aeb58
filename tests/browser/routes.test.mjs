// Walks by a router that is as good or as bad as a test wants it: the page draws one, or says why there is none.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { assertClean, callTool, settled, shown, start } from './support/browser.mjs';
import { serve } from './support/server.mjs';

const MANIFEST = new URL('../../dist/cities/malta/manifest.json', import.meta.url);
const ATTRIBUTION = 'Routes by the tests <b>themselves</b>';
/** Two corners of Valletta, about 450 m apart. */
const ENDS = { from: { lng: 14.51, lat: 35.8975 }, to: { lng: 14.5146, lat: 35.8993 } };
/** What a browser writes to its console of an answer that failed. */
const FAILURES = [/route\/v1\/foot/, /Failed to load resource/];

let site;
let elsewhere;
/** What the router does with a request; set by each test. */
let router;
/** When each request to the router came, and its path and query. */
let asked = [];

const json = (response, value, status = 200) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(typeof value === 'string' ? value : JSON.stringify(value));
};

/** Malta, its walks left to the test's own router. */
async function manifest(request, response) {
  const pack = JSON.parse(await readFile(MANIFEST, 'utf8'));
  delete pack.files.walking;
  json(response, { ...pack, router: { url: 'route/v1/foot', attribution: ATTRIBUTION } });
}

before(async () => {
  elsewhere = await serve();
  const programs = [
    { match: /^cities\/malta\/manifest\.json$/, answer: manifest },
    {
      match: /^route\/v1\/foot\//,
      answer: (request, response) => {
        asked.push({ at: performance.now(), url: request.url });
        return router(request, response);
      },
    },
  ];
  site = await start({ server: { base: '/here/', programs } });
});
after(async () => {
  await site?.close();
  await elsewhere?.close();
});

async function opened() {
  asked = [];
  const page = await site.openPage({ query: 'city=malta' });
  await shown(page);
  return page;
}

/** A true answer to a request, with changes. */
function honest(request, change = (route) => route) {
  const [from, to] = /foot\/([^?]*)/.exec(request.url)[1].split(';').map((pair) => pair.split(',').map(Number));
  const middle = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  const metres = Math.hypot((to[0] - from[0]) * 111_320 * Math.cos((from[1] * Math.PI) / 180), (to[1] - from[1]) * 110_950);
  const step = (distance, name, type, after) => ({
    distance, name, mode: 'walking', maneuver: { type, bearing_before: 60, bearing_after: after },
  });
  const route = {
    distance: metres * 1.02, duration: metres / 1.3,
    geometry: { type: 'LineString', coordinates: [from, middle, to] },
    legs: [{ steps: [step(metres / 2, 'Triq <i>Merkanti</i>', 'depart', 60), step(metres / 2, '', 'turn', 150), step(0, '', 'arrive', 0)] }],
  };
  return { code: 'Ok', routes: [change(route)] };
}

const lie = (change) => (request, response) => json(response, honest(request, change));

const BAD = {
  'it cuts the connection': [(request, response) => response.destroy(), 'unreachable'],
  'it cuts the connection in the middle of its answer': [(request, response) => {
    response.writeHead(200, { 'content-length': 5000 });
    response.write('{"code":"Ok",');
    setTimeout(() => response.destroy(), 100);
  }, 'unreachable'],
  'it answers 404': [(request, response) => json(response, { message: 'not found' }, 404), 'failed'],
  'it answers 500': [(request, response) => json(response, honest(request), 500), 'failed'],
  'it answers 429': [(request, response) => json(response, '', 429), 'failed'],
  'it knows no way': [(request, response) => json(response, { code: 'NoRoute', message: 'Impossible' }, 400), 'no_way'],
  'it sends the page to another host': [(request, response) => {
    response.writeHead(302, { location: `${elsewhere.url}route` }).end();
  }, 'unreachable'],
  'it sends the page round in its own': [(request, response) => response.writeHead(302, { location: request.url }).end(), 'unreachable'],
  'it answers in HTML': [(request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Busy</h1>'), 'nonsense'],
  'it answers nothing': [(request, response) => json(response, ''), 'nonsense'],
  'it answers 3 MB and says so': [(request, response) => {
    const body = JSON.stringify(honest(request)) + ' '.repeat(3 << 20);
    response.writeHead(200, { 'content-length': body.length }).end(body);
  }, 'nonsense'],
  'it answers 3 MB and does not say so': [(request, response) => {
    response.writeHead(200).end(JSON.stringify(honest(request)) + ' '.repeat(3 << 20));
  }, 'nonsense'],
  'its distance is NaN': [(request, response) => {
    json(response, JSON.stringify(honest(request)).replace(/"distance":[\d.]+/, '"distance":NaN'));
  }, 'nonsense'],
  'its distance is negative': [lie((route) => ({ ...route, distance: -route.distance })), 'nonsense'],
  'its distance is not that of its line': [lie((route) => ({ ...route, distance: route.distance * 3 })), 'nonsense'],
  'its time is negative': [lie((route) => ({ ...route, duration: -1 })), 'nonsense'],
  'nobody walks so fast': [lie((route) => ({ ...route, duration: 10 })), 'nonsense'],
  'its line is nowhere': [lie((route) => ({ ...route, geometry: { type: 'LineString', coordinates: [[400, 0], [0, 400]] } })), 'nonsense'],
  'its line is in Sicily': [lie((route) => ({ ...route, geometry: { type: 'LineString', coordinates: [[14.5, 37], [14.505, 37]] } })), 'too_far'],
};

test('whatever a router does wrong, nothing is drawn and the answer says why', async (t) => {
  const page = await opened();
  const before = await callTool(page, 'get_map_state');
  for (const [what, [answer, reason]] of Object.entries(BAD)) {
    await t.test(what, async () => {
      router = answer;
      const count = asked.length;
      const refused = await callTool(page, 'plan_route', ENDS);
      assert.deepEqual([refused.code, refused.reason, refused.isError], ['route_unavailable', reason, true], JSON.stringify(refused));
      assert.match(refused.error, /\.$/);
      assert.ok(asked.length > count, 'it was asked');
      assert.deepEqual(await callTool(page, 'get_map_state'), before);
    });
  }
  assert.deepEqual(elsewhere.log, [], 'no other host was asked');
  assertClean(page, { allow: FAILURES });
});

test('a router that is silent is given up after eight seconds, and its request with it', async () => {
  const page = await opened();
  const before = await callTool(page, 'get_map_state');
  const ended = new Promise((resolve) => { router = (request, response) => response.on('close', resolve); });
  const start = performance.now();
  const refused = await callTool(page, 'plan_route', ENDS);
  const seconds = (performance.now() - start) / 1000;
  assert.deepEqual([refused.code, refused.reason], ['route_unavailable', 'slow']);
  assert.ok(seconds > 7.9 && seconds < 9.5, `${seconds} s`);
  await ended;
  assert.deepEqual(await callTool(page, 'get_map_state'), before);
  assertClean(page, { allow: FAILURES });
});

test('a walk that its agent takes back is asked for no longer, and changes nothing', async () => {
  const page = await opened();
  const before = await callTool(page, 'get_map_state');
  const ended = new Promise((resolve) => { router = (request, response) => response.on('close', resolve); });
  const outcome = page.evaluate(async (input) => {
    const context = document.modelContext ?? navigator.modelContext;
    const tool = (await context.getTools()).find(({ name }) => name === 'plan_route');
    const taken = new AbortController();
    setTimeout(() => taken.abort(), 500);
    return context.executeTool(tool, input, { signal: taken.signal }).then(() => 'answered', (error) => error.name);
  }, ENDS);
  assert.equal(await outcome, 'AbortError');
  await ended;
  assert.deepEqual(await callTool(page, 'get_map_state'), before);
  assertClean(page, { allow: FAILURES });
});

test('a walk is drawn with what the router said, and its text stays text', async () => {
  const page = await opened();
  await callTool(page, 'set_map_view', { center: { lng: 14.5123, lat: 35.8984 }, zoom: 16 });
  const bare = await settled(page);
  router = (request, response) => json(response, honest(request));
  const route = await callTool(page, 'plan_route', { ...ENDS, label: 'to the <b>gate</b>', steps: true });
  assert.deepEqual([route.drawing_id, route.label, route.attribution, route.points], ['drawing:1', 'to the <b>gate</b>', ATTRIBUTION, 3]);
  assert.ok(route.distance_m > 400 && route.distance_m < 520 && route.duration_s > 300, JSON.stringify(route));
  assert.deepEqual(route.from, ENDS.from);
  assert.deepEqual(route.steps.map(({ text }) => text), [
    'Head north-east on Triq <i>Merkanti</i>', 'Turn right onto the path', 'Arrive at 14.5146, 35.8993',
  ]);
  const wanted = '/here/route/v1/foot/14.510000,35.897500;14.514600,35.899300?overview=full&geometries=geojson&steps=true&alternatives=false';
  assert.deepEqual(asked.map(({ url }) => url), [wanted]);
  assert.deepEqual(route.state.drawings.items.map(({ kind, source }) => [kind, source]), [['line', 'agent']]);
  assert.ok(!(await settled(page)).equals(bare), 'it shows');
  const { length_m: length } = await callTool(page, 'measure', { target: 'drawing:1' });
  assert.ok(Math.abs(length - route.distance_m) < 0.1 * length, `${length}`);
  assert.equal((await callTool(page, 'undo')).state.drawings.count, 0);
  assertClean(page);
});

test('a link with a reachable area opens where it cannot be computed, and the page says so', async () => {
  const area = { k: 'reachable', o: 'user', l: 'Ten minutes', c: [14.51, 35.9], m: 10 };
  const hash = `v1.${Buffer.from(JSON.stringify({ c: [14.51, 35.9], z: 14, d: [area] })).toString('base64url')}`;
  const page = await site.openPage({ hash });
  await shown(page);
  await page.getByText('Malta has no walking data, which a reachable area is computed from').waitFor();
  const { drawings, state_version: version } = await callTool(page, 'get_map_state');
  assert.deepEqual(drawings.items, [{ id: 'drawing:1', kind: 'reachable', label: 'Ten minutes', source: 'user' }]);
  const refused = await callTool(page, 'find_features', { within: 'drawing:1' });
  assert.deepEqual([refused.code, refused.reason], ['route_unavailable', 'no_walking_data']);
  assert.equal((await callTool(page, 'get_map_state')).state_version, version);
  assertClean(page);
});

test('two walks at once are asked for a second apart', async () => {
  const page = await opened();
  router = (request, response) => json(response, honest(request));
  const walks = await Promise.all([callTool(page, 'plan_route', ENDS), callTool(page, 'plan_route', { from: ENDS.to, to: ENDS.from })]);
  assert.deepEqual(walks.map(({ drawing_id: id }) => id).sort(), ['drawing:1', 'drawing:2']);
  const [first, second] = asked.map(({ at }) => at);
  assert.ok(second - first >= 950, `${second - first} ms`);
  assertClean(page);
});
