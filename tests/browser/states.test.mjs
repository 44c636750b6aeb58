// Pictures of the page in each of its states, in both themes, at both sizes; they go to docs/screens when
// GLASSMAP_BLESS is set. Without it only the phone's dark ones are made.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { assertClean, callTool, settled, shown, start } from './support/browser.mjs';

const isBlessing = Boolean(process.env.GLASSMAP_BLESS);
const folder = new URL(isBlessing ? '../../docs/screens/' : '../../.cache/screens/', import.meta.url);
const SIZES = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};
const valletta = (page, zoom = 15) => callTool(page, 'set_map_view', { place: 'Valletta', zoom });
const button = (page, name) => page.getByRole('button', { name, exact: true });

async function type(page, text) {
  await page.locator('#search').click();
  await page.locator('#search').pressSequentially(text, { delay: 12 });
  await page.locator('.suggest .option').first().waitFor();
}

/** What an agent does before the picture is taken. */
async function agentAtWork(page) {
  await valletta(page, 14.5);
  await callTool(page, 'draw_shape', { type: 'circle', center: 'Valletta', radius_m: 500, label: 'Five minutes' });
  await callTool(page, 'find_features', { categories: ['cafe'], within: 'drawing:1' });
  await callTool(page, 'select_features', { categories: ['museum'], within: 'drawing:1' });
  await callTool(page, 'annotate', { at: 'Valletta', note: 'Quietest terrace at noon' });
  await callTool(page, 'plan_route', { from: { lng: 14.5085, lat: 35.8955 }, to: 'Upper Barracca Gardens' });
}

const STATES = {
  start: () => undefined,
  suggestions: async (page) => { await valletta(page); await type(page, 'barrak'); },
  results: async (page) => {
    await valletta(page);
    await type(page, 'pharmacies');
    await page.keyboard.press('Enter');
    await page.locator('.results .row').first().waitFor();
  },
  'nothing-found': async (page) => {
    await type(page, 'zzqy');
    await page.keyboard.press('Enter');
  },
  place: async (page) => {
    await valletta(page);
    await type(page, 'starbucks');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('.place .facts').first().waitFor();
  },
  places: async (page) => {
    await valletta(page, 14.5);
    await button(page, 'Places of every kind').click();
    await page.locator('.cat').filter({ hasText: 'Cafes' }).click();
    await page.locator('.cat[aria-pressed="true"]').waitFor();
  },
  lane: async (page) => {
    await agentAtWork(page);
    await page.locator('.presence').click();
  },
  presence: agentAtWork,
  'lane-empty': async (page) => { await page.locator('.presence').click(); },
  paused: async (page) => {
    await agentAtWork(page);
    await page.locator('.presence').click();
    await button(page, 'Pause').click();
  },
  mark: async (page) => {
    await valletta(page);
    await callTool(page, 'draw_shape', { type: 'circle', center: 'Valletta', radius_m: 300, label: 'Five minutes' });
    await page.locator('.presence').click();
    await page.locator('.inspect .row').first().click();
    await page.locator('.mark-card').waitFor();
  },
  drawing: async (page, { hasTouch }) => {
    await valletta(page);
    await button(page, 'Area').click();
    await page.locator('.hand-bar, .measure').first().waitFor();
    await page.waitForTimeout(800);
    const points = hasTouch ? [[120, 300], [300, 320], [280, 500]] : [[500, 300], [760, 320], [720, 520]];
    for (const [x, y] of points) {
      await (hasTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
      await page.waitForTimeout(300);
    }
    if (!hasTouch) await page.mouse.move(560, 560, { steps: 4 });
  },
  walk: async (page) => { await valletta(page); await button(page, 'Route on foot').click(); },
  share: async (page) => { await agentAtWork(page); await button(page, 'Share this map').click(); },
  keys: async (page) => { await page.keyboard.press('?'); },
  'link-arrived': async (page) => {
    await callTool(page, 'annotate', { at: 'Valletta', note: 'Meet here' });
    const { url } = await callTool(page, 'get_share_link');
    await callTool(page, 'undo');
    await callTool(page, 'annotate', { at: 'Upper Barracca Gardens', note: 'Here before' });
    await page.evaluate((hash) => { location.hash = hash; }, new URL(url).hash);
    await page.getByRole('button', { name: 'Add to this map' }).waitFor();
  },
};

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
