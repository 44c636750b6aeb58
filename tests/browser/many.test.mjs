// Thirty thousand places in memory, ten thousand of them selected: what the map costs then.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { assertClean, callTool, settled, shown, start } from './support/browser.mjs';
import { scriptPerFrame } from './support/frames.mjs';
import { manyPack } from '../support/many.mjs';

const COUNTS = { park: 10_000, school: 3_000, supermarket: 3_000, restaurant: 8_000, cafe: 6_000, bar: 3_000 };
const skip = process.env.GLASSMAP_CITY || process.env.CI ? false : 'GLASSMAP_CITY names no glassmap-city';

let site;
before(async () => {
  if (skip) return;
  const pack = manyPack(process.env.GLASSMAP_CITY, COUNTS);
  const answer = async (request, response) => {
    const file = join(pack, basename(new URL(request.url, 'http://localhost').pathname));
    response.writeHead(200, { 'content-type': file.endsWith('.json') ? 'application/json' : 'application/octet-stream' });
    response.end(await readFile(file));
  };
  site = await start({ server: { programs: [{ match: /^cities\/malta\//, answer }] } });
});
after(() => site?.close());

test('with 30,000 places loaded and 10,000 selected our script per frame is at most half more than that of the bare map', { skip }, async (t) => {
  // A small window: what is compared is script, and the rest of a frame is drawn by the processor here.
  const page = await site.openPage({ context: { viewport: { width: 900, height: 640 } } });
  await shown(page);
  const script = await scriptPerFrame(page);
  /** The map is dragged to and fro and zoomed. */
  const gesture = async () => {
    await page.mouse.move(450, 320);
    await page.mouse.down();
    await page.mouse.move(570, 250, { steps: 12 });
    await page.mouse.move(450, 320, { steps: 12 });
    await page.mouse.up();
    for (const turn of [-240, 240]) {
      await page.mouse.wheel(0, turn);
      await page.waitForTimeout(500);
    }
  };
  await settled(page);
  const bare = await script(gesture);

  const loaded = await callTool(page, 'find_features', { categories: ['restaurant', 'cafe', 'bar'], limit: 1 });
  assert.equal(loaded.total, 17_000);
  const { state } = await callTool(page, 'select_features', { categories: ['park'] });
  assert.equal(state.selection.count, 10_000);
  await settled(page);
  const selected = await script(gesture);
  t.diagnostic(`script per frame: bare map ${bare.toFixed(2)} ms, with 10,000 selected ${selected.toFixed(2)} ms`);
  assert.ok(selected <= 1.5 * bare, `${selected} ms against ${bare} ms`);
  assertClean(page);
});
