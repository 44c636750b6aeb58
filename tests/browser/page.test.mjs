// What people and agents meet on the built page: progress, failures, the camera, a server that lacks something.

import assert from 'node:assert/strict';
import { after, beforeEach, before, describe, test } from 'node:test';
import { assertClean, callTool, eventually, listTools, rest, settled, shown, start } from './support/browser.mjs';
import { gate } from './support/server.mjs';

let site;
before(async () => { site = await start(); });
after(() => site?.close());
beforeEach(() => Object.assign(site.server.options, { failures: [], throttle: [], ranges: true }));

describe('on the way in', () => {
  test('tools are listed before the WebAssembly has arrived, and an early call is answered by it', async () => {
    const { until, open } = gate();
    site.server.options.throttle = [{ match: /\.wasm$/, until }];
    const page = await site.openPage();
    const names = (await listTools(page)).map(({ name }) => name);
    const wasm = () => page.evaluate(() => performance.getEntriesByType('resource').some(({ name, responseEnd }) => name.endsWith('.wasm') && responseEnd > 0));
    assert.equal(await wasm(), false, 'the WebAssembly was there too soon to show anything');
    assert.ok(names.includes('find_features'), names.join());
    const early = callTool(page, 'find_features', { query: 'san anton' });
    await page.waitForTimeout(300);
    open();
    const answer = await early;
    assert.equal(answer.total, 2, JSON.stringify(answer));
    assert.equal(await wasm(), true);
    await shown(page);
    assertClean(page);
  });

  test('progress is said in words while the city is on its way', async () => {
    const { until, open } = gate();
    site.server.options.throttle = [{ match: /base\.glm$/, until }];
    const page = await site.openPage();
    const status = page.getByRole('status');
    await status.getByText('Loading places').waitFor();
    assert.equal(await callTool(page, 'get_map_state').then(({ code }) => code), 'map_data_not_ready');
    open();
    await shown(page);
    await status.getByRole('progressbar').waitFor({ state: 'detached' });
    assertClean(page);
  });

  test('the title and the credit are on the page', async () => {
    const page = await site.openPage();
    await shown(page);
    await page.getByRole('heading', { name: 'Malta' }).waitFor();
    const credit = page.getByRole('link', { name: '© OpenStreetMap contributors' });
    assert.equal(await credit.getAttribute('href'), 'https://www.openstreetmap.org/copyright');
    assertClean(page);
  });
});

describe('what is missing is said', () => {
  const failing = [/status 50\d|status 404|net::ERR|Failed to load resource/];

  test('base data: the human gets a sentence and a way on, the agent the code', async () => {
    site.server.options.failures = [{ match: /base\.glm$/, status: 404 }];
    const page = await site.openPage();
    await page.getByRole('alert').getByText('This site does not have the file malta/base.glm').waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    const answer = await callTool(page, 'find_features', {});
    assert.equal(answer.code, 'map_data_not_ready');
    assertClean(page, { allow: failing });
  });

  test('a city that is not there: its name and those that are', async () => {
    const page = await site.openPage({ query: 'city=atlantis' });
    await page.getByRole('alert').getByText('This site has no city "atlantis". It has: malta').waitFor();
    assert.equal((await callTool(page, 'get_map_state')).code, 'map_data_not_ready');
    assertClean(page);
  });

  test('a category: 404 is final, 503 is tried again', async () => {
    site.server.options.failures = [{ match: /cafe\.glm$/, status: 404 }, { match: /bar\.glm$/, status: 503, times: 1 }];
    const page = await site.openPage();
    await shown(page);
    const cafe = await callTool(page, 'find_features', { categories: ['cafe'] });
    assert.deepEqual([cafe.code, cafe.reason], ['category_unavailable', 'missing']);
    const bar = await callTool(page, 'find_features', { categories: ['bar'] });
    assert.deepEqual([bar.code, bar.reason], ['category_unavailable', 'temporary']);
    assert.equal((await callTool(page, 'find_features', { categories: ['bar'] })).total, 168);
    assertClean(page, { allow: failing });
  });

  test('a category that the human wants: a notice, and the chip springs back', async () => {
    site.server.options.failures = [{ match: /museum\.glm$/, status: 503 }];
    const page = await site.openPage();
    await shown(page);
    const chip = page.getByRole('button', { name: 'Museums' });
    await chip.click();
    await page.getByRole('alert').getByText('museum could not be loaded').waitFor();
    assert.equal(await chip.getAttribute('aria-pressed'), 'false');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    assertClean(page, { allow: failing });
  });

  test('WebGL: a sentence, and the tools work all the same', async () => {
    const page = await site.openPage({
      before: (page) => page.addInitScript(() => {
        const getContext = HTMLCanvasElement.prototype.getContext;
        HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
          return kind.startsWith('webgl') ? null : getContext.call(this, kind, ...rest);
        };
      }),
    });
    await page.getByRole('alert').getByText('WebGL is switched off or missing').waitFor();
    assert.equal((await callTool(page, 'find_features', { categories: ['library'] })).total, 10);
    assertClean(page, { allow: [/WebGL/i] });
  });

  test('range requests: the basemap is fetched whole, once, and shows', async () => {
    site.server.options.ranges = false;
    const page = await site.openPage();
    await shown(page);
    const picture = await settled(page);
    assert.ok(picture.length > 60_000, `a picture of ${picture.length} bytes shows no map`);
    assertClean(page);
  });
});

describe('the camera', () => {
  test('bounds are those that MapLibre itself gives, turned and tilted too', async () => {
    const page = await site.openPage();
    await shown(page);
    for (const view of [{ zoom: 14 }, { bearing: 33 }, { pitch: 50 }, { pitch: 80, bearing: 200, zoom: 12.5 }]) {
      const state = await callTool(page, 'set_map_view', view);
      const reference = await page.evaluate(async ({ center, zoom, bearing, pitch }) => {
        const { Map } = await import('maplibre-gl');
        const container = document.createElement('div');
        container.style.width = '1280px';
        container.style.height = '800px';
        document.body.append(container);
        const style = { version: 8, sources: {}, layers: [] };
        const map = new Map({ container, style, center, zoom, bearing, pitch, maxPitch: 85, attributionControl: false });
        const bounds = map.getBounds();
        map.remove();
        container.remove();
        return { west: bounds.getWest(), south: bounds.getSouth(), east: bounds.getEast(), north: bounds.getNorth() };
      }, state);
      const size = state.bounds.east - state.bounds.west;
      for (const edge of Object.keys(reference)) {
        const off = Math.abs(reference[edge] - state.bounds[edge]) / size;
        assert.ok(off < 0.002, `${JSON.stringify(view)} ${edge}: ${state.bounds[edge]} against ${reference[edge]}`);
      }
    }
    assertClean(page);
  });

  test('what the human does by hand is in the state, and said to be theirs', async () => {
    const page = await site.openPage();
    const before = await shown(page);
    await page.mouse.move(640, 400);
    await page.mouse.down();
    await page.mouse.move(500, 330, { steps: 8 });
    await page.mouse.up();
    await rest(page, 900);
    const after = await eventually(async () => {
      const after = await callTool(page, 'get_map_state');
      assert.ok(after.center.lng > before.center.lng && after.center.lat < before.center.lat, JSON.stringify(after.center));
      return after;
    });
    assert.equal(after.changed_by_user, true);
    assert.ok(after.state_version > before.state_version);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    const zoomed = await callTool(page, 'get_map_state');
    assert.ok(Math.abs(zoomed.zoom - after.zoom - 1) < 0.02, `${after.zoom} ${zoomed.zoom}`);
    assert.equal((await callTool(page, 'get_map_state')).changed_by_user, undefined);
    assertClean(page);
  });

  test('the answer is the camera asked for, at once, and the map ends there', async () => {
    const page = await site.openPage();
    await shown(page);
    const answer = await callTool(page, 'set_map_view', { place: 'Valletta', zoom: 16 });
    assert.deepEqual([answer.zoom, answer.state_version], [16, 1]);
    await settled(page);
    const later = await callTool(page, 'get_map_state');
    assert.deepEqual([later.center, later.zoom, later.state_version], [answer.center, 16, 1]);
    assert.equal(later.changed_by_user, undefined);
    assertClean(page);
  });

  test('a hidden page answers as any other', async () => {
    const page = await site.openPage({
      before: (page) => page.addInitScript(() => {
        Object.defineProperty(document, 'hidden', { get: () => true });
        Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
        window.requestAnimationFrame = () => 0;
      }),
    });
    await shown(page);
    const answer = await callTool(page, 'set_map_view', { center: { lng: 14.24, lat: 36.04 }, zoom: 15 });
    assert.equal(answer.zoom, 15);
    assert.ok((await callTool(page, 'list_features_in_view', {})).total > 0);
    assertClean(page);
  });
});

describe('the page', () => {
  test('the theme follows the system, then the human, who is remembered', async () => {
    const page = await site.openPage({ context: { colorScheme: 'dark' } });
    await shown(page);
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    assert.equal(await theme(), 'dark');
    const button = page.getByRole('button', { name: 'Theme' });
    await button.click();
    assert.equal(await theme(), 'light');
    await page.reload();
    await shown(page);
    assert.equal(await theme(), 'light');
    await button.click();
    await button.click();
    assert.equal(await theme(), 'dark', 'the system’s again');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'light');
    assertClean(page);
  });

  test('a kind of place shows at one tap and hides at another', async () => {
    const page = await site.openPage();
    await shown(page);
    const without = await settled(page);
    const chip = page.getByRole('button', { name: 'Restaurants' });
    await chip.click();
    await page.waitForFunction(() => document.querySelector('.chip[aria-pressed=true]:not(.busy)'));
    const state = await callTool(page, 'get_map_state');
    assert.deepEqual(state.tier2.loaded, ['restaurant']);
    const picture = await settled(page);
    assert.ok(!picture.equals(without));
    assertClean(page);
  });

  test('a browser without WebMCP can be driven with ?shim=1', async () => {
    const other = await start({ webmcp: false });
    try {
      const page = await other.openPage({ query: 'shim=1' });
      const state = await shown(page);
      assert.equal(state.city.id, 'malta');
      assertClean(page);
    } finally {
      await other.close();
    }
  });
});
