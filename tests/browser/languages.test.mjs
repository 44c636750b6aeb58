// The page in another language: chosen by the browser or by hand, changed in sight, kept; nothing said in English is left.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { assertClean, callTool, settled, shown, start } from './support/browser.mjs';

const TAIWAN = { locale: 'zh-TW' };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const texts = JSON.parse(readFileSync(new URL('../../locales/zh-Hant.json', import.meta.url), 'utf8'));
/** Names that are the same in every language: of this and other projects, of keys, of languages. */
const NAMES = ['GeoJSON', 'GPX', 'KML', 'CSV', 'PNG', 'glassmap', 'OpenStreetMap', 'Ctrl', 'Shift', 'Enter', 'Esc', 'Space', 'Backspace', 'Del', 'English'];

let site;
before(async () => { site = await start({ server: { base: '/here/' } }); });
after(() => site?.close());

async function opened(options) {
  const page = await site.openPage(options);
  await shown(page);
  await page.locator('#language-choice').waitFor({ state: 'attached' });
  return page;
}

const said = (page) => page.evaluate(() => document.documentElement.lang);
const field = (page) => page.getByRole('combobox').and(page.locator('#search'));
const lane = (page) => page.locator('.lane');
const choose = (page, tag) => page.locator('#language-choice').selectOption(tag);

/** Everything that is written on the page or read out, with the element it is on; keys, code and names of tools apart. */
const written = (page) => page.evaluate(() => {
  const apart = 'kbd, code, .mono, script, style, #add-note';
  const found = [];
  const shows = (element) => element.checkVisibility({ visibilityProperty: true });
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: on, data } = walker.currentNode;
    if (data.trim() && !on.closest(apart) && (shows(on) || on.closest('.sr'))) found.push([data.trim(), on.className || on.tagName]);
  }
  for (const on of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
    if (on.closest(apart) || !shows(on)) continue;
    for (const name of ['aria-label', 'title', 'placeholder']) if (on.getAttribute(name)) found.push([on.getAttribute(name), `${on.className || on.tagName}[${name}]`]);
  }
  return found;
});

/** The words in Latin letters, of three letters or more. */
const latin = (text) => text.match(/[A-Za-zÀ-ſ]{3,}/g) ?? [];

/** Fails when a word in Latin letters is on the page that `data`, what the map holds, does not have. */
async function assertNoEnglish(page, view, data) {
  const known = new Set([...NAMES, ...latin(JSON.stringify(data))].map((word) => word.toLowerCase()));
  const left = (await written(page)).map(([text, on]) => [text, on, latin(text).filter((word) => !known.has(word.toLowerCase()))]);
  assert.deepEqual(left.filter(([, , words]) => words.length), [], view);
}

test('the browser says which language the page opens in', async () => {
  const chinese = await opened({ context: TAIWAN });
  assert.equal(await said(chinese), 'zh-Hant');
  assert.equal(await field(chinese).getAttribute('placeholder'), '搜尋地點');
  assert.equal(await chinese.title(), texts.glassmap);
  assertClean(chinese);
  const english = await opened({ context: { locale: 'mt-MT' } });
  assert.equal(await said(english), 'en');
  assert.equal(await field(english).getAttribute('placeholder'), 'Search places');
  assertClean(english);
});

test('another language is taken in sight, without a reload, and stays', async () => {
  const page = await opened();
  await page.evaluate(() => { window.before = true; });
  await callTool(page, 'draw_shape', { type: 'circle', center: 'Valletta', radius_m: 300, label: 'Here' });
  await page.keyboard.press('g');
  await lane(page).getByText('Drew a circle “Here”, 0.28 km²').waitFor();
  await choose(page, 'zh-Hant');
  await lane(page).getByText('繪製了一個圓形「Here」，0.28 平方公里').waitFor();
  await page.waitForFunction(() => document.activeElement?.id === 'language-choice');
  assert.equal(await page.evaluate(() => window.before), true);
  assert.equal(await said(page), 'zh-Hant');
  assert.equal(await page.title(), texts.glassmap);
  assert.equal(await page.locator('#map').getAttribute('aria-label'), 'Malta 地圖');
  // What an agent is told of its own errors stays English; sentences to read out are in the human's language.
  const compared = await callTool(page, 'compare_areas', { a: 'Valletta', b: 'Sliema', categories: ['park'] });
  assert.match(compared.summary, /^在 800 公尺內，Valletta 有/);
  assert.match((await callTool(page, 'find_features', { near: 'Nowhereville' })).error, /^No place here is called/);
  await page.reload({ waitUntil: 'commit' });
  await shown(page);
  await page.locator('#language-choice').waitFor({ state: 'attached' });
  assert.equal(await said(page), 'zh-Hant');
  assert.equal(await field(page).getAttribute('placeholder'), '搜尋地點');
  await choose(page, 'en');
  await page.getByPlaceholder('Search places').waitFor();
  assert.equal(await said(page), 'en');
  assertClean(page);
});

test('names on the map follow the language, with the local name below', async () => {
  const page = await opened({ query: 'city=helsinki' });
  // The page's own map: whatever it is told next tells which one it is.
  await page.evaluate(async () => {
    const { Map } = await import('maplibre-gl');
    const set = Map.prototype.setGlobalStateProperty;
    Map.prototype.setGlobalStateProperty = function (...state) {
      window.map = this;
      return set.apply(this, state);
    };
  });
  const names = () => page.evaluate(async () => {
    if (!window.map.loaded()) await new Promise((done) => window.map.once('idle', done));
    const drawn = window.map.queryRenderedFeatures().filter(({ layer, properties }) => layer.type === 'symbol' && layer.source === 'basemap' && properties.name);
    const of = ({ layer }) => (layer.layout['text-field']?.sections ?? []).map(({ text }) => text);
    return drawn.map((feature) => [of(feature).join(''), feature.properties]);
  });
  await callTool(page, 'set_map_view', { place: 'Helsinki', zoom: 11 }).catch(() => {});
  await choose(page, 'zh-Hant');
  await settled(page);
  const chinese = await names();
  assert.ok(chinese.length > 0, 'some names are drawn');
  const lang = () => page.evaluate(() => window.map.getGlobalState().lang);
  assert.equal(await lang(), 'zh-Hant');
  for (const [text, properties] of chinese) {
    const wanted = properties['name:zh-Hant'] ?? properties['name:zh'] ?? properties.name;
    assert.ok(text.startsWith(wanted), `${text} of ${JSON.stringify(properties)}`);
  }
  await choose(page, 'en');
  await settled(page);
  assert.equal(await lang(), 'en');
  for (const [text, properties] of await names()) {
    const english = properties['name:en'];
    if (english) assert.ok(text.startsWith(english), `${text} of ${JSON.stringify(properties)}`);
    if (english && text.includes('\n')) assert.ok(text.endsWith(properties.name), text);
  }
  assertClean(page);
});

for (const [size, context] of Object.entries({ desktop: TAIWAN, phone: { ...TAIWAN, ...PHONE } })) {
  test(`nothing said in English is left in any view (${size})`, async () => {
    const page = await opened({ query: 'city=malta', context });
    const key = async (letter) => {
      await page.locator('canvas.maplibregl-canvas').focus();
      await page.keyboard.press(letter);
    };
    await callTool(page, 'set_map_view', { place: 'Valletta', zoom: 15 });
    const cafes = await callTool(page, 'find_features', { categories: ['cafe'], near: 'Valletta', limit: 100 });
    const data = [cafes, await callTool(page, 'get_map_state'), 'Malta Helsinki Taipei', 'Valletta Nowhereville'];
    const check = async (view, more = []) => assertNoEnglish(page, view, [...data, ...more]);
    await check('at rest');

    await key('p');
    await page.locator('.tray').waitFor();
    await check('kinds of places');
    await page.locator('.seg button').first().click();
    await check('kinds of places in view');
    await key('Escape');

    await field(page).click();
    await field(page).pressSequentially('咖啡', { delay: 20 });
    await page.locator('#suggestions [role=option]').first().waitFor();
    await check('suggestions');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('.results .row').first().waitFor();
    const listed = await page.evaluate(() => [...document.querySelectorAll('.results .row strong')].map((row) => row.textContent));
    const near = await callTool(page, 'list_features_in_view', { categories: ['cafe'], limit: 100 });
    const districts = await callTool(page, 'find_features', { categories: ['district'], limit: 100 });
    await page.waitForTimeout(1500);
    const rows = [listed, near, districts, await page.evaluate(() => [...document.querySelectorAll('.results .row small')].map((row) => row.textContent.split(' · ').at(-1)))];
    await check('results', rows);

    await page.locator('.results .row').first().click();
    await page.locator('.place .facts').first().waitFor();
    const id = near.features.find(({ name }) => name === listed[0])?.id ?? cafes.features.find(({ name }) => name === listed[0])?.id;
    const details = id ? await callTool(page, 'get_place_details', { id }) : {};
    await check('a place', [...rows, details]);
    await page.locator('.place .go button').nth(2).click();
    await check('a note at a place', [...rows, details]);
    await key('Escape');

    await callTool(page, 'draw_shape', { type: 'circle', center: 'Valletta', radius_m: 300 });
    await callTool(page, 'draw_shape', { type: 'reachable', center: 'Valletta', minutes: 5 });
    await callTool(page, 'annotate', { at: 'Valletta', note: '集合' });
    await callTool(page, 'plan_route', { from: 'Valletta', to: 'Floriana' });
    await callTool(page, 'plan_route', { from: 'Nowhereville', to: 'Valletta' });
    await callTool(page, 'select_features', { categories: ['museum'], near: 'Valletta', radius_m: 500 });
    await callTool(page, 'summarize_features', { categories: ['cafe'], group_by: 'category' });
    const state = await callTool(page, 'get_map_state');
    const museums = [state, 'Floriana', await callTool(page, 'find_features', { categories: ['museum'], near: 'Valletta', radius_m: 500, limit: 100 })];
    await page.locator('.presence').click();
    await lane(page).waitFor();
    await check('the lane', museums);
    await lane(page).locator('header button').first().click();
    await check('the lane, paused', museums);
    await lane(page).locator('header button').first().click();
    if (size === 'desktop') {
      await lane(page).locator('button.row.agent', { hasText: '圓形' }).first().click();
      await page.locator('.mark-card').waitFor();
      await check('a drawing', museums);
      await lane(page).locator('button.row.agent', { hasText: '集合' }).first().click();
      await page.locator('.mark-card textarea').waitFor();
      await check('a note', museums);
    }
    await key('Escape');

    for (const [letter, view] of Object.entries({ n: 'writing a note', a: 'an area', c: 'a circle', l: 'a line', f: 'freehand', r: 'a reachable area', d: 'a route' })) {
      await key(letter);
      await page.locator('.hand-bar').waitFor();
      await check(view, museums);
      await page.keyboard.press('Escape');
      await page.locator('.hand-bar').waitFor({ state: 'detached' });
    }
    await key('a');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await check('an area with two points', museums);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');

    for (const letter of ['s', '?']) {
      await key(letter);
      await page.locator('.sheet').waitFor();
      await page.waitForTimeout(300);
      await check(letter === 's' ? 'the link' : 'the keys', museums);
      await page.keyboard.press('Escape');
    }
    await key('Control+y');
    await page.locator('.notice').waitFor();
    await check('nothing to redo', museums);
    assertClean(page);
  });
}

test('a refusal that a hand causes is in its language', async () => {
  const page = await opened({ query: 'city=malta', context: TAIWAN });
  await page.locator('canvas.maplibregl-canvas').focus();
  await page.keyboard.press('d');
  await page.locator('#route-0').fill('Nowhereville');
  await page.locator('#route-1').fill('Valletta');
  await page.locator('.route button[type=submit]').click();
  await page.locator('.notice').getByText('這裡找不到「Nowhereville」').waitFor();
  assertClean(page);
});

test('without the file of its language the page speaks English and says so', async () => {
  const page = await site.openPage({
    context: TAIWAN,
    before: (page) => page.route(/zh-Hant\.json$/, (route) => route.fulfill({ status: 503, body: '' })),
  });
  await shown(page);
  await page.locator('.notice').getByText('The texts of that language did not load').waitFor();
  assert.equal(await said(page), 'en');
  await page.unroute(/zh-Hant\.json$/);
  await choose(page, 'zh-Hant');
  await page.getByPlaceholder('搜尋地點').waitFor();
  assertClean(page, { allow: [/zh-Hant\.json/, /Failed to load resource/] });
});

test('numbers, lengths and days are written as the language writes them', async () => {
  const page = await opened({ query: 'city=malta', context: TAIWAN });
  await page.locator('.scale').getByText(/^\d+ (公尺|公里)$/).waitFor();
  const place = (await callTool(page, 'find_features', { categories: ['park'], near: 'Valletta', limit: 1 })).features[0];
  await callTool(page, 'select_features', { ids: [place.id] });
  await page.locator('.presence').click();
  await lane(page).locator('button.row').first().click();
  const source = page.locator('.place .source');
  await source.getByText(/資料來自 OpenStreetMap，\d{4}年\d{1,2}月\d{1,2}日/).waitFor();
  assertClean(page);
});
