// The page's states, and how to reach each from a page that shows its map.

import { callTool, follow } from './browser.mjs';

/** The sizes that the page is looked at. */
export const SIZES = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};
const valletta = (page, zoom = 15) => callTool(page, 'set_map_view', { place: 'Valletta', zoom });
const button = (page, name) => page.getByRole('button', { name, exact: true });

/** Chooses the page's language, whatever is open over its button. */
export async function speak(page, language) {
  if (await page.evaluate(() => document.documentElement.lang) === language) return;
  await page.locator('#language-choice').evaluate((select, language) => {
    select.value = language;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }, language);
  await page.waitForFunction((language) => document.documentElement.lang === language, language);
}

async function type(page, text) {
  await page.locator('#search').click();
  await page.locator('#search').pressSequentially(text, { delay: 12 });
  await page.locator('.suggest .option').first().waitFor();
  // The list is that of the whole text once it stays the same.
  const list = () => page.locator('.suggest').innerText();
  for (let last = '', now = await list(); last !== now; now = await list()) {
    last = now;
    await page.waitForTimeout(250);
  }
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

/** Files as a reader would choose them: places of every form, and one of which half is left out. */
const TREES = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    { type: 'Feature', properties: { name: 'Carob by the gate', kind: 'Ceratonia', height: 7, page: 'https://example.org/carob' }, geometry: { type: 'Point', coordinates: [14.512, 35.8985] } },
    { type: 'Feature', properties: { name: 'Fig' }, geometry: { type: 'Point', coordinates: [14.5135, 35.8965] } },
    { type: 'Feature', properties: { name: 'Avenue' }, geometry: { type: 'LineString', coordinates: [[14.508, 35.8975], [14.5125, 35.8995], [14.516, 35.9005]] } },
    { type: 'Feature', properties: { name: 'Grove' }, geometry: { type: 'Polygon', coordinates: [[[14.509, 35.8945], [14.5125, 35.8945], [14.5125, 35.8965], [14.509, 35.8945]]] } },
  ],
});
const BENCHES = 'name;lat;lng;seats\nBy the fountain;35,8975;14,5105;3\nIn the shade;35,8990;14,5140;2\n';
const DAMAGED = 'name,lat,lng\nBy the fountain,35.8975,14.5105\nNowhere,,\nBy word,north,east\nFar off,135.2,14.5\nToo many,35.9,14.51,and,more\n';

/** Brings a file onto the map, by the field behind the button. */
async function bring(page, name, content) {
  if (!await page.locator('.own').count()) await button(page, 'Places of every kind').click();
  const layers = await page.locator('.own .layer').count();
  await page.locator('.own input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
  await page.locator('.own .layer').nth(layers).waitFor();
  await page.locator('.own .reading').waitFor({ state: 'detached' });
}
async function withLayers(page) {
  await valletta(page);
  await bring(page, 'Trees of the old town and of the gardens below it.geojson', TREES);
  await bring(page, 'Benches.csv', BENCHES);
}

/** By name: what brings an English page there. `context` is that of its size. */
export const STATES = {
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
    // Places are suggested by name once their kind is loaded.
    await callTool(page, 'find_features', { categories: ['cafe'], limit: 1 });
    await type(page, 'starbucks');
    await page.locator('.suggest .option').filter({ hasText: 'Starbucks' }).filter({ hasText: 'Cafe' }).first().click();
    await page.locator('.place .facts').first().waitFor();
  },
  places: async (page) => {
    await valletta(page, 14.5);
    await button(page, 'Places of every kind').click();
    await page.locator('.cat').filter({ hasText: 'Cafes' }).click();
    await page.locator('.cat[aria-pressed="true"]').filter({ hasText: 'Cafes' }).waitFor();
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
  'in-words': async (page) => {
    await agentAtWork(page);
    await page.keyboard.press('i');
    await page.locator('.in-words .row').first().waitFor();
  },
  note: async (page, { hasTouch }) => {
    await valletta(page);
    await button(page, 'Note').click();
    await (hasTouch ? page.touchscreen.tap(200, 300) : page.mouse.click(640, 300));
    await page.locator('.note-form textarea').fill('The quiet end of the garden');
  },
  share: async (page) => { await agentAtWork(page); await button(page, 'Share this map').click(); },
  keys: async (page) => { await page.keyboard.press('?'); },
  layers: withLayers,
  'layer-place': async (page) => {
    await withLayers(page);
    await type(page, 'carob by');
    await page.locator('.suggest .option').filter({ hasText: 'Carob by the gate' }).first().click();
    await page.locator('.place .tags').waitFor();
  },
  'import-report': async (page) => {
    await valletta(page);
    await bring(page, 'Benches, as typed.csv', DAMAGED);
    await page.locator('.own .report li').nth(2).waitFor();
  },
  'import-refused': async (page) => {
    await button(page, 'Places of every kind').click();
    await page.locator('.own input[type=file]').setInputFiles({ name: 'notes.csv', mimeType: 'text/plain', buffer: Buffer.from('day,what\nMonday,rain\n') });
    await page.locator('.own .bad').waitFor();
  },
  export: async (page) => {
    await withLayers(page);
    await callTool(page, 'draw_shape', { type: 'circle', center: 'Valletta', radius_m: 300, label: 'Five minutes' });
    await callTool(page, 'select_features', { ids: ['layer:benches/1'] });
    await button(page, 'Share this map').click();
    await page.getByRole('button', { name: 'Save file' }).scrollIntoViewIfNeeded();
    await page.getByLabel('Format').selectOption('GPX');
  },
  'link-arrived': async (page) => {
    await callTool(page, 'annotate', { at: 'Valletta', note: 'Meet here' });
    const { url } = await callTool(page, 'get_share_link');
    await callTool(page, 'undo');
    await callTool(page, 'annotate', { at: 'Upper Barracca Gardens', note: 'Here before' });
    await follow(page, url);
    await page.getByRole('button', { name: 'Add to this map' }).waitFor();
  },
};
