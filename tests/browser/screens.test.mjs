// Pictures of the map at four zooms, in both themes, at both sizes; they go to docs/screens when GLASSMAP_BLESS is set.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { assertClean, callTool, settled, shown, start } from './support/browser.mjs';

const folder = new URL(process.env.GLASSMAP_BLESS ? '../../docs/screens/' : '../../.cache/screens/', import.meta.url);
const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

let site;
before(async () => {
  mkdirSync(folder, { recursive: true });
  site = await start();
});
after(() => site?.close());

for (const theme of ['light', 'dark']) {
  for (const [size, viewport] of Object.entries(sizes)) {
    test(`Malta, ${theme}, ${size}`, async () => {
      const page = await site.openPage({ context: { colorScheme: theme, viewport } });
      await shown(page);
      for (const zoom of [10, 12.5, 14, 16]) {
        await callTool(page, 'set_map_view', { center: zoom === 10 ? { lng: 14.4, lat: 35.93 } : { lng: 14.512, lat: 35.898 }, zoom });
        if (zoom === 14) {
          await callTool(page, 'find_features', { categories: ['museum'], near: 'Valletta', radius_m: 1200 });
        } else if (zoom === 16) {
          await callTool(page, 'find_features', { categories: ['cafe'], near: 'Valletta', radius_m: 400 });
        }
        const picture = await settled(page, { type: 'jpeg', quality: 72 });
        assert.ok(picture.length > 15_000, `${picture.length} bytes at zoom ${zoom} show nothing`);
        writeFileSync(new URL(`malta-${theme}-${size}-z${zoom}.jpg`, folder), picture);
      }
      assertClean(page);
    });
  }
}
