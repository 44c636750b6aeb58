// Pictures of the page in each of its states, in both themes, at both sizes; they go to docs/screens when
// GLASSMAP_BLESS is set. Without it only the phone's dark ones are made.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { assertClean, settled, shown, start } from './support/browser.mjs';
import { SIZES, STATES } from './support/states.mjs';

const isBlessing = Boolean(process.env.GLASSMAP_BLESS);
const folder = new URL(isBlessing ? '../../docs/screens/' : '../../.cache/screens/', import.meta.url);
let site;
before(async () => {
  mkdirSync(folder, { recursive: true });
  site = await start({ server: { base: '/here/' } });
});
after(() => site?.close());

for (const [size, context] of Object.entries(SIZES)) {
  for (const theme of isBlessing ? ['light', 'dark'] : ['dark'].filter(() => size === 'phone')) {
    test(`every state, ${theme}, ${size}`, async (t) => {
      for (const [name, reach] of Object.entries(STATES)) {
        await t.test(name, async () => {
          const page = await site.openPage({ context: { ...context, colorScheme: theme } });
          await shown(page);
          await reach(page, context);
          const picture = await settled(page, { type: 'jpeg', quality: 62 });
          assert.ok(picture.length > 12_000, `${picture.length} bytes show nothing`);
          writeFileSync(new URL(`state-${name}-${theme}-${size}.jpg`, folder), picture);
          assertClean(page);
          await page.context().close();
        });
      }
    });
  }
}

test('a city that does not come, and a browser without graphics', async () => {
  for (const theme of isBlessing ? ['light', 'dark'] : ['dark']) {
    for (const [size, context] of Object.entries(SIZES)) {
      const broken = await start({ server: { failures: [{ match: /base\.glm$/, status: 404 }] } });
      const page = await broken.openPage({ context: { ...context, colorScheme: theme } });
      await page.locator('#failure:not([hidden])').waitFor();
      writeFileSync(new URL(`state-failure-${theme}-${size}.jpg`, folder), await settled(page, { type: 'jpeg', quality: 62 }));
      await broken.close();
    }
  }
});
