// Walks and reachable areas by the pack's own graph: nobody else is asked, and what is drawn shows.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertClean, callTool, settled, shown, start } from './support/browser.mjs';

const GATE = { lng: 14.5085, lat: 35.8955 };
const FORT = { lng: 14.5185, lat: 35.9018 };

let site;
before(async () => { site = await start({ server: { base: '/here/' } }); });
after(async () => { await site?.close(); });

const fetched = () => site.server.log.filter(({ path }) => /walking\.glm/.test(path)).length;

test('a walk is planned by the graph of the city, which is fetched when it is first needed and once', async () => {
  const page = await site.openPage({ query: 'city=malta' });
  await shown(page);
  const before = fetched();
  await callTool(page, 'set_map_view', { center: { lng: 14.5135, lat: 35.8987 }, zoom: 15 });
  const bare = await settled(page);
  assert.equal(fetched(), before, 'not before it is needed');
  const calls = [callTool(page, 'plan_route', { from: GATE, to: FORT, steps: true }), callTool(page, 'plan_route', { from: FORT, to: GATE })];
  const [there, back] = await Promise.all(calls);
  assert.equal(fetched(), before + 1);
  assert.ok(there.distance_m > 1000 && there.distance_m < 1600, JSON.stringify(there));
  assert.ok(Math.abs(there.duration_s / there.distance_m - 0.72) < 0.05);
  assert.ok(there.steps.length > 2 && there.steps[0].text.startsWith('Head '));
  assert.ok(Math.abs(back.distance_m / there.distance_m - 1) < 0.1);
  assert.equal(there.attribution, '© OpenStreetMap contributors');
  assert.ok(!(await settled(page)).equals(bare), 'it shows');
  assertClean(page);
});

test('a reachable area is drawn, searched, and computed again when its link is opened', async () => {
  const page = await site.openPage({ query: 'city=malta' });
  await shown(page);
  const area = await callTool(page, 'draw_shape', { type: 'reachable', center: GATE, minutes: 10, label: 'Ten minutes' });
  assert.ok(area.area_m2 > 300_000 && area.area_m2 < 2_180_000, JSON.stringify(area));
  await callTool(page, 'set_map_view', { fit: area.drawing_id });
  const found = await callTool(page, 'find_features', { categories: ['cafe'], within: area.drawing_id });
  assert.ok(found.total > 5, JSON.stringify(found));
  const { url } = await callTool(page, 'get_share_link');
  const bare = await site.openPage({ hash: url.split('#')[1] });
  await shown(bare);
  await bare.waitForFunction(async () => {
    const context = document.modelContext ?? navigator.modelContext;
    const tool = (await context.getTools()).find(({ name }) => name === 'get_map_state');
    return JSON.parse(await context.executeTool(tool, {})).drawings.items[0]?.area_m2 > 0;
  });
  const again = await callTool(bare, 'measure', { target: 'drawing:1' });
  assert.ok(Math.abs(again.area_m2 / area.area_m2 - 1) < 0.003, `${again.area_m2}`);
  assertClean(page);
  assertClean(bare);
});
