// The part of the interface that is a WebAssembly of its own: when it is fetched, and what the page does without it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, beforeEach, describe, test } from 'node:test';
import { assertClean, shown, start } from './support/browser.mjs';

const PANELS = /_panels\.wasm$/;

describe('the panels', () => {
  let site;
  before(async () => { site = await start(); });
  after(() => site?.close());
  beforeEach(() => Object.assign(site.server.options, { failures: [], throttle: [], programs: [] }));

  const fetched = (from) => site.server.log.slice(from).filter(({ path }) => PANELS.test(path)).length;
  const panel = (page) => page.getByRole('button', { name: 'Zoom in' });
  const sentence = (page) => page.getByRole('alert').filter({ hasText: 'panels did not load' });

  test('they are fetched behind the map, once', async () => {
    const before = site.server.log.length;
    const page = await site.openPage();
    await panel(page).waitFor();
    const paths = site.server.log.slice(before).map(({ path }) => path);
    const at = (pattern) => paths.findIndex((path) => pattern.test(path));
    assert.ok(at(PANELS) > at(/basemap\.pmtiles$/) && at(/basemap\.pmtiles$/) > 0, paths.join('\n'));
    await panel(page).click();
    await shown(page);
    assert.equal(fetched(before), 1);
    assertClean(page);
  });

  for (const [what, failure] of [['a host that has them not', { status: 404 }], ['a connection that breaks', {}]]) {
    test(`${what}: the page says so, works, and tries again when it is told to`, async () => {
      const before = site.server.log.length;
      site.server.options.failures = [{ match: PANELS, ...failure }];
      const page = await site.openPage();
      await sentence(page).waitFor();
      const state = await shown(page);
      assert.ok(state.bounds);
      assert.equal(await panel(page).count(), 0);
      const asked = fetched(before);
      await sentence(page).getByRole('button', { name: 'Try again' }).click();
      for (let tries = 0; tries < 50 && fetched(before) === asked; tries++) await page.waitForTimeout(100);
      assert.ok(fetched(before) > asked, 'it did not try again');
      await sentence(page).waitFor();
      site.server.options.failures = [];
      await sentence(page).getByRole('button', { name: 'Try again' }).click();
      await panel(page).waitFor();
      assert.equal(await sentence(page).count(), 0);
      await panel(page).click();
      let { zoom } = state;
      for (let tries = 0; tries < 50 && zoom === state.zoom; tries++) {
        await page.waitForTimeout(100);
        ({ zoom } = await shown(page));
      }
      assert.ok(zoom > state.zoom, 'the button does nothing');
      assertClean(page, { allow: [/_panels\.wasm/, /Failed to load resource/, /Failed to fetch/] });
    });
  }

  test('a host that calls them by a wrong media type is good enough', async () => {
    const answer = (request, response) => {
      const file = new URL(`../../dist/${request.url.split('/').pop()}`, import.meta.url);
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(readFileSync(file));
    };
    site.server.options.programs = [{ match: PANELS, answer }];
    const page = await site.openPage();
    await panel(page).waitFor();
    assertClean(page);
  });
});
