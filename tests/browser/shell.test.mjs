// The shell round the map: cities, links in the address, graphics lost and back, the human's position, frames.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { assertClean, callTool, eventually, settled, shown, start } from './support/browser.mjs';
import { scriptPerFrame } from './support/frames.mjs';

let site;
before(async () => { site = await start({ server: { base: '/maps/city/' } }); });
after(() => site?.close());

const link = (body, version = 1) => `v${version}.${Buffer.from(JSON.stringify(body)).toString('base64url')}`;

describe('cities', () => {
  test('the query names one, the switcher leads to another', async () => {
    const page = await site.openPage({ query: 'city=helsinki' });
    const state = await shown(page);
    assert.deepEqual([state.city.id, state.features_loaded], ['helsinki', 21]);
    await page.getByLabel('City').selectOption('taipei');
    await page.getByRole('heading', { name: 'Taipei' }).waitFor();
    const taipei = await shown(page);
    assert.deepEqual([taipei.city.id, taipei.features_loaded], ['taipei', 12]);
    await page.getByRole('link', { name: 'Ministry of the Interior' }).waitFor();
    assertClean(page);
  });

  test('a link finds its city by its centre', async () => {
    const page = await site.openPage({ hash: link({ c: [24.94, 60.17], z: 16 }) });
    const state = await shown(page);
    assert.deepEqual([state.city.id, state.center, state.zoom], ['helsinki', { lng: 24.94, lat: 60.17 }, 16]);
    assertClean(page);
  });

  test('a link into a place that no city covers says so and shows the camera', async () => {
    const page = await site.openPage({ hash: link({ c: [2.35, 48.85], z: 12 }) });
    const state = await shown(page);
    assert.deepEqual([state.city.id, state.center], ['malta', { lng: 2.35, lat: 48.85 }]);
    await page.getByRole('alert').getByText('No city of this site covers the place').waitFor();
    assertClean(page);
  });
});

describe('links in the address', () => {
  const marks = {
    c: [14.51, 35.9], z: 15, s: ['district:valletta'], su: ['district:valletta'],
    d: [{ k: 'circle', o: 'agent', l: 'Five minutes', c: [14.5126, 35.8997], r: 400 }, { k: 'polygon', o: 'user', g: [14.5, 35.9, 14.51, 35.9, 14.51, 35.91] }],
    a: [{ o: 'user', p: [14.5126, 35.8997], n: 'Meet <b>here</b>' }], t: ['cafe'],
  };

  test('what a link holds is on the map, and the bar keeps it', async () => {
    const page = await site.openPage({ hash: link(marks, 2) });
    await shown(page);
    await page.waitForFunction(async () => {
      const context = document.modelContext;
      const tool = (await context.getTools()).find(({ name }) => name === 'get_map_state');
      return JSON.parse(await context.executeTool(tool, {})).tier2?.loaded?.includes('cafe');
    });
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.waitForFunction(() => location.hash.startsWith('#v2.') && atob(location.hash.slice(4).replaceAll('-', '+').replaceAll('_', '/')).includes('"z":16'));
    const kept = JSON.parse(Buffer.from((await page.evaluate(() => location.hash)).slice(4), 'base64url').toString());
    assert.deepEqual(kept, { ...marks, z: 16, c: kept.c });
    assert.ok((await settled(page)).length > 50_000);
    assertClean(page);
  });

  test('opening a link on the open page applies it; a broken one says so', async () => {
    const page = await site.openPage();
    await shown(page);
    await page.evaluate((hash) => { location.hash = hash; }, link({ c: [14.24, 36.04], z: 14 }));
    await eventually(async () => assert.deepEqual((await callTool(page, 'get_map_state')).center, { lng: 14.24, lat: 36.04 }));
    await page.evaluate(() => { location.hash = 'v1.@@@'; });
    await page.getByRole('alert').getByText('The link could not be read').waitFor();
    assertClean(page);
  });

  test('a link whose # a chat wrote as %23 finds its way', async () => {
    const page = await site.openPage();
    await page.goto(`${site.server.url}%23${link({ c: [14.24, 36.04], z: 14 })}`);
    const state = await shown(page);
    assert.deepEqual([state.center, new URL(page.url()).pathname], [{ lng: 14.24, lat: 36.04 }, '/maps/city/']);
    assertClean(page, { allow: [/404/] });
  });

  test('a link of a newer version stays in the bar untouched', async () => {
    const page = await site.openPage({ hash: 'v9.abc' });
    await shown(page);
    await callTool(page, 'set_map_view', { zoom: 12 });
    await page.waitForTimeout(1200);
    assert.equal(await page.evaluate(() => location.hash), '#v9.abc');
    await page.getByRole('alert').getByText('made by a newer version').waitFor();
    assertClean(page);
  });
});

describe('what may happen to a page', () => {
  test('its graphics are lost and come back', async () => {
    const page = await site.openPage();
    await shown(page);
    const before = await settled(page);
    await page.evaluate(() => {
      const gl = document.querySelector('#map canvas').getContext('webgl2');
      window.lose = gl.getExtension('WEBGL_lose_context');
      window.lose.loseContext();
    });
    await page.getByRole('status').getByText('took the map’s graphics away').waitFor();
    assert.equal((await callTool(page, 'find_features', { query: 'lidl' })).code, undefined);
    await page.evaluate(() => window.lose.restoreContext());
    await page.getByRole('status').getByText('graphics away').waitFor({ state: 'hidden' });
    const after = await settled(page);
    assert.ok(Math.abs(after.length - before.length) < before.length / 5, `${before.length} ${after.length}`);
    assertClean(page, { allow: [/WebGL|CONTEXT_LOST/i] });
  });

  test('the human asks where they are: shown inside the city, said outside of it', async () => {
    const inside = { geolocation: { longitude: 14.5, latitude: 35.9 }, permissions: ['geolocation'] };
    const page = await site.openPage({ context: inside });
    await shown(page);
    await page.getByRole('button', { name: 'Show where I am' }).click();
    await eventually(async () => {
      const state = await callTool(page, 'get_map_state');
      assert.deepEqual([state.center, state.zoom, state.changed_by_user], [{ lng: 14.5, lat: 35.9 }, 15, true]);
    });
    await page.context().setGeolocation({ longitude: 2.35, latitude: 48.85 });
    await page.getByRole('button', { name: 'Show where I am' }).click();
    await page.getByRole('alert').getByText('You are outside the map of Malta').waitFor();
    assert.deepEqual((await callTool(page, 'get_map_state')).center, { lng: 14.5, lat: 35.9 });
    assertClean(page);
  });

  test('no request leaves the page’s own origin, whatever is done', async () => {
    const asked = [];
    const page = await site.openPage({ before: async (page) => { page.on('request', (request) => asked.push(new URL(request.url()))); } });
    await shown(page);
    await callTool(page, 'find_features', { near: 'Valletta', categories: ['restaurant', 'cafe', 'bar'] });
    await callTool(page, 'set_map_view', { place: 'Valletta', zoom: 17 });
    for (let click = 0; click < 2; click++) await page.getByRole('button', { name: 'Theme' }).click();
    await settled(page);
    const own = new URL(site.server.url).origin;
    const foreign = asked.filter((url) => !['data:', 'blob:'].includes(url.protocol) && url.origin !== own);
    assert.ok(asked.length > 30, `${asked.length} requests`);
    assert.deepEqual(foreign.map(String), []);
    assertClean(page);
  });

  test('the page fits a phone', async () => {
    const page = await site.openPage({ context: { viewport: { width: 390, height: 844 }, hasTouch: true } });
    await shown(page);
    const outside = await page.evaluate(() => {
      const boxes = [...document.querySelectorAll('.panel, .credit > *')].map((element) => [element.className, element.getBoundingClientRect()]);
      return boxes.filter(([, box]) => box.width > 0 && (box.left < 0 || box.right > innerWidth || box.top < 0 || box.bottom > innerHeight)).map(([name]) => name);
    });
    assert.deepEqual(outside, []);
    await page.getByRole('button', { name: 'Note', exact: true }).click();
    await page.getByPlaceholder('Note at the middle').fill('Here');
    await page.getByRole('button', { name: 'Pin' }).click();
    assert.equal((await callTool(page, 'get_map_state')).annotations.count, 1);
    const small = await page.evaluate(() => [...document.querySelectorAll('button, a, select')]
      .filter((element) => element.offsetParent !== null)
      .map((element) => [element.getAttribute('aria-label') ?? element.textContent, element.getBoundingClientRect()])
      .filter(([, box]) => box.width < 24 || box.height < 24).map(([name]) => name));
    assert.deepEqual(small, []);
    assertClean(page);
  });
});

test('with all restaurants, cafes and bars shown our script per frame is at most half more than that of the bare map', async (t) => {
  const page = await site.openPage();
  await shown(page);
  await callTool(page, 'set_map_view', { place: 'Valletta', zoom: 15 });
  const script = await scriptPerFrame(page);
  /** The map is dragged to and fro and zoomed. */
  const gesture = async () => {
    for (let turn = 0; turn < 3; turn++) {
      await page.mouse.move(640, 400);
      await page.mouse.down();
      await page.mouse.move(760, 330, { steps: 12 });
      await page.mouse.move(640, 400, { steps: 12 });
      await page.mouse.up();
      await page.mouse.wheel(0, turn % 2 ? 240 : -240);
      await page.waitForTimeout(500);
    }
  };
  await settled(page);
  const bare = await script(gesture);
  for (const kind of ['Cafes', 'Restaurants']) await page.getByRole('button', { name: kind }).click();
  await callTool(page, 'find_features', { categories: ['restaurant', 'cafe', 'bar'], limit: 1 });
  await settled(page);
  const full = await script(gesture);
  t.diagnostic(`script per frame: bare ${bare.toFixed(2)} ms, with 1,158 places ${full.toFixed(2)} ms`);
  assert.ok(full <= 1.5 * bare, `${full} ms against ${bare} ms`);
  assertClean(page);
});
