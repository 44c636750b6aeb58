// The left column by hand: search, the tray of kinds, place cards, mark cards; with real keys, pointer and touch.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { deflateSync, inflateSync } from 'node:zlib';
import { assertClean, callTool, eventually, shown, start } from './support/browser.mjs';

let site;
before(async () => { site = await start(); });
after(() => site?.close());

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

async function opened(options) {
  const page = await site.openPage(options);
  await shown(page);
  // The panels wait for the map.
  await page.waitForFunction(() => document.querySelector('#search')?.getAttribute('role') === 'combobox');
  await callTool(page, 'set_map_view', { place: 'Valletta', zoom: 15 });
  return page;
}

const field = (page) => page.getByRole('combobox', { name: 'Search places and addresses' });
const options = (page) => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
const column = (page) => page.locator('.column');
const heading = (page) => column(page).getByRole('heading', { level: 2 });

/** Resolves once `read` gives that value; five seconds at most. */
async function becomes(read, value) {
  let found;
  for (let tries = 0; tries < 50; tries++) {
    found = await read();
    if (found === value) return;
    await new Promise((wait) => setTimeout(wait, 100));
  }
  assert.equal(found, value);
}

/** Types key by key, as a person does. */
async function type(page, text) {
  await field(page).click();
  await field(page).press('ControlOrMeta+a');
  await field(page).pressSequentially(text, { delay: 12 });
}

test('search suggests a kind, and Enter shows it and lists it', async () => {
  const page = await opened();
  await type(page, 'caf');
  const first = options(page).first();
  await first.filter({ hasText: 'Cafes' }).waitFor();
  await becomes(() => field(page).getAttribute('aria-expanded'), 'true');
  await page.keyboard.press('ArrowDown');
  await becomes(() => first.getAttribute('aria-selected'), 'true');
  await becomes(() => field(page).getAttribute('aria-activedescendant'), await first.getAttribute('id'));
  await page.keyboard.press('Enter');
  await heading(page).filter({ hasText: 'Cafes' }).waitFor();
  await column(page).locator('.row').first().waitFor();
  assert.deepEqual((await callTool(page, 'get_map_state')).tier2.loaded, ['cafe']);
  await becomes(() => field(page).getAttribute('aria-expanded'), 'false');
  await becomes(() => page.evaluate(() => document.activeElement.id), 'results-title');
  await column(page).getByRole('status').filter({ hasText: '208 places' }).waitFor();
  assertClean(page);
});

test('a place is found by a damaged name, opens its card, and Escape closes it and leads to the map', async () => {
  const page = await opened();
  await type(page, 'uper baraca gardns');
  await options(page).filter({ hasText: 'Upper Barracca Gardens' }).first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await heading(page).filter({ hasText: 'Upper Barracca Gardens' }).waitFor();
  await page.waitForFunction(() => document.activeElement?.id === 'place-title');
  await page.keyboard.press('Escape');
  await column(page).waitFor({ state: 'detached' });
  // Not back into the field, where the next key would be text, and which on a phone would open its keyboard.
  await page.waitForFunction(() => document.activeElement?.matches('.maplibregl-canvas'));
  assert.equal(await field(page).inputValue(), 'Upper Barracca Gardens');
  assertClean(page);
});

test('coordinates are gone to', async () => {
  const page = await opened();
  await type(page, '35.9022, 14.5133');
  await options(page).filter({ hasText: '35.90220, 14.51330' }).waitFor();
  await page.keyboard.press('Enter');
  await eventually(async () => {
    const { center } = await callTool(page, 'get_map_state');
    assert.deepEqual([center.lng, center.lat], [14.5133, 35.9022]);
  });
  assertClean(page);
});

test('text that fits places of kinds not loaded says how many, and lists them once chosen', async () => {
  const page = await opened();
  await type(page, 'pizza');
  const waiting = options(page).filter({ hasText: 'Not loaded yet' }).filter({ hasText: 'Restaurants' });
  await waiting.waitFor();
  const count = Number(await waiting.locator('.num').textContent());
  assert.ok(count > 5, String(count));
  await page.keyboard.press('Enter');
  await heading(page).filter({ hasText: 'pizza' }).waitFor();
  await column(page).getByRole('button', { name: /Restaurants/ }).click();
  await column(page).locator('.found .row').nth(4).waitFor();
  const { tier2 } = await callTool(page, 'get_map_state');
  assert.ok(tier2.loaded.includes('restaurant'));
  // A list shows sixty rows, and more at the press of a button.
  assert.ok(await column(page).locator('.found .row').count() >= Math.min(count, 60));
  await column(page).getByRole('button', { name: 'Show more' }).click();
  await column(page).locator('.found .row').nth(60).waitFor();
  assertClean(page);
});

test('a row and the map light up together, all of a list can be selected and undone, and there is a way back to it', async () => {
  const page = await opened();
  await type(page, 'museums');
  await page.keyboard.press('Enter');
  const row = column(page).locator('.found .row').first();
  await row.waitFor();
  await row.hover();
  await page.locator('.found .row.lit').first().waitFor();
  assert.equal(await page.locator('#map canvas').first().evaluate((canvas) => canvas.style.cursor), 'pointer');
  await column(page).getByRole('button', { name: 'Select all' }).click();
  const { selection } = await callTool(page, 'get_map_state');
  assert.equal(selection.count, 56);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Undo' }).click();
  assert.equal((await callTool(page, 'get_map_state')).selection.count, 0);
  await page.keyboard.press('/');
  await page.keyboard.press('Enter');
  await row.waitFor();
  const name = await row.locator('strong').textContent();
  await row.click();
  await heading(page).filter({ hasText: name }).waitFor();
  await column(page).getByRole('button', { name: /results/ }).click();
  await row.waitFor();
  assertClean(page);
});

test('nothing found says so and what to try', async () => {
  const page = await opened();
  await type(page, 'qqzzxx');
  await page.keyboard.press('Enter');
  await column(page).getByText('Nothing called “qqzzxx”').waitFor();
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await column(page).waitFor({ state: 'detached' });
  assert.equal(await field(page).inputValue(), '');
  assertClean(page);
});

test('a list that does not come says so, and comes at Try again', async () => {
  const page = await opened();
  site.server.options.failures = [{ match: /museum\.glm/, status: 503, times: 1 }];
  await type(page, 'museums');
  await page.keyboard.press('Enter');
  await column(page).getByRole('button', { name: 'Try again' }).click();
  await column(page).locator('.found .row').first().waitFor();
  site.server.options.failures = [];
  assertClean(page, { allow: [/503/] });
});

test('the tray loads several kinds at once, tries again what failed, and clears', async () => {
  const page = await opened();
  site.server.options.failures = [{ match: /hotel\.glm/, status: 503, times: 1 }];
  await page.keyboard.press('p');
  const tray = page.getByRole('region', { name: 'Places' });
  await tray.waitFor();
  assert.equal(await tray.locator('.cat').count(), 24);
  for (const kind of ['Bakeries', 'Libraries', 'Hotels']) await tray.getByRole('button', { name: kind }).click();
  await tray.getByRole('button', { name: /Hotels.*Try again/ }).waitFor();
  await tray.getByText('2 kinds on the map').waitFor();
  await tray.getByRole('button', { name: /Hotels/ }).click();
  await tray.getByText('3 kinds on the map').waitFor();
  await tray.getByRole('button', { name: /Hotels 2\d\d/ }).waitFor();
  const none = tray.getByRole('button', { name: /Homes/ });
  assert.equal(await none.getAttribute('aria-disabled'), 'true');
  assert.match(await none.textContent(), /–/);
  await tray.getByRole('button', { name: 'In view' }).click();
  await tray.getByRole('button', { name: /Restaurants not loaded/ }).waitFor();
  await tray.getByRole('button', { name: 'Clear' }).click();
  await tray.getByText('Pick what the map shows').waitFor();
  site.server.options.failures = [];
  assertClean(page, { allow: [/503/] });
});

test('a place card has what is recorded, with safe links only, and its buttons act as the human', async () => {
  const page = await opened({ context: { permissions: ['clipboard-read', 'clipboard-write'] } });
  await type(page, 'caffe cordina');
  await options(page).filter({ hasText: 'Cordina' }).first().waitFor();
  await type(page, 'cafes');
  await page.keyboard.press('Enter');
  await column(page).locator('.row').first().waitFor();
  await type(page, 'jubilee');
  await options(page).filter({ hasText: 'Jubilee' }).first().click();
  await heading(page).filter({ hasText: 'Café Jubilee' }).waitFor();
  assert.equal(await column(page).getByRole('link', { name: '+356 2704 2332' }).getAttribute('href'), 'tel:+35627042332');
  const site_ = column(page).getByRole('link', { name: 'cafejubilee.com' });
  assert.deepEqual(
    await site_.evaluate((link) => [link.href, link.rel, link.target]),
    ['https://cafejubilee.com/', 'noopener noreferrer', '_blank'],
  );
  await column(page).getByText('125 Triq Santa Luċija, Valletta').first().waitFor();
  assert.match(await column(page).getByRole('link', { name: /^(node|way) \d+$/ }).getAttribute('href'), /^https:\/\/www\.openstreetmap\.org\/(node|way)\/\d+$/);
  await column(page).getByRole('button', { name: 'Select', exact: true }).click();
  await column(page).getByRole('button', { name: 'Selected' }).waitFor();
  await column(page).getByRole('button', { name: 'Copy a link' }).click();
  await column(page).getByRole('button', { name: 'The link is copied' }).waitFor();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /#v2\./);
  await column(page).getByRole('button', { name: 'Note here' }).click();
  await column(page).getByRole('textbox', { name: 'Note at this place' }).fill('Good coffee');
  await column(page).getByRole('button', { name: 'Pin' }).click();
  await heading(page).filter({ hasText: 'Note' }).waitFor();
  assert.equal(await column(page).getByRole('textbox', { name: 'Text of the note' }).inputValue(), 'Good coffee');
  const { annotations } = await callTool(page, 'get_map_state');
  assert.deepEqual(annotations.items.map(({ note, source }) => [note, source]), [['Good coffee', 'user']]);
  assertClean(page);
});

test('opening hours are told for now, the day and the week, and unknown ones are said to be unknown', async () => {
  const page = await opened();
  await callTool(page, 'find_features', { categories: ['cafe'], limit: 1 });
  await type(page, 'cafe royale');
  await options(page).filter({ hasText: 'Café Royale' }).first().click();
  await column(page).locator('.week').getByText('08:00–20:00').waitFor();
  await column(page).getByText('Every day').waitFor();
  assert.match(await column(page).locator('.day').getAttribute('aria-label'), /Today 08:00–20:00, now \d\d:\d\d/);
  assert.match(await column(page).locator('.now').textContent(), /Open\s*until 20:00|Closed\s*opens .*08:00/);
  await type(page, 'cafe jubilee');
  await options(page).filter({ hasText: 'Café Jubilee' }).first().click();
  await column(page).getByText('Hours unknown').waitFor();
  assertClean(page);
});

test('a mark’s card renames, lists what is inside, and removes; a mark that the agent takes away closes it with a word', async () => {
  const page = await opened();
  await callTool(page, 'find_features', { categories: ['museum'], limit: 1 });
  await callTool(page, 'draw_shape', { type: 'circle', center: 'Valletta', radius_m: 400, label: 'Five minutes' });
  await type(page, 'five');
  await options(page).filter({ hasText: 'Five minutes' }).click();
  await heading(page).filter({ hasText: 'Five minutes' }).waitFor();
  await column(page).getByText('400 m').waitFor();
  await column(page).getByText('0.50 km²').waitFor();
  const label = column(page).getByRole('textbox', { name: 'Label' });
  await label.fill('A <b>short</b> walk');
  await label.press('Enter');
  await heading(page).filter({ hasText: 'A <b>short</b> walk' }).waitFor();
  assert.equal((await callTool(page, 'get_map_state')).drawings.items[0].label, 'A <b>short</b> walk');
  await page.getByRole('button', { name: 'Undo' }).click();
  await heading(page).filter({ hasText: 'Five minutes' }).waitFor();
  assert.equal(await label.inputValue(), 'Five minutes');
  await column(page).getByRole('button', { name: 'What is inside' }).click();
  await column(page).locator('.found .row').first().waitFor();
  await type(page, 'five');
  await options(page).filter({ hasText: 'Five minutes' }).click();
  await callTool(page, 'remove_from_map', { ids: ['drawing:1'] });
  await page.getByText('That drawing is no longer on the map').waitFor();
  await column(page).waitFor({ state: 'detached' });
  assertClean(page);
});

test('a note is written anew and taken back', async () => {
  const page = await opened();
  await callTool(page, 'annotate', { at: 'Valletta', note: 'Old words' });
  await type(page, 'old words');
  await options(page).filter({ hasText: 'Old words' }).first().click();
  const text = column(page).getByRole('textbox', { name: 'Text of the note' });
  await text.fill('New words');
  await column(page).getByRole('button', { name: 'Save' }).click();
  const note = async () => (await callTool(page, 'get_map_state')).annotations.items[0];
  // There is nothing more to save once it is saved.
  await page.waitForFunction(() => document.querySelector('.mark-card [type=submit]').disabled);
  assert.deepEqual([(await note()).note, (await note()).source], ['New words', 'agent']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.waitForFunction(() => document.querySelector('#mark-note').value === 'Old words');
  await column(page).getByRole('button', { name: 'Remove' }).click();
  await column(page).waitFor({ state: 'detached' });
  assert.equal((await callTool(page, 'get_map_state')).annotations.count, 0);
  assertClean(page);
});

test('hostile text of places, notes, labels and the field itself is only ever text', async () => {
  // The pack with a hostile name and a website that would run, in place of others of the same length.
  const folder = new URL('../../dist/cities/malta/', import.meta.url);
  const file = await readFile(new URL('cafe.glm', folder));
  const columns = inflateSync(file.subarray(5));
  for (const [old, hostile] of [['Dolceria Croce Bonaci', '<img src=x onerror=a>'], ['https://mintmalta.com/', 'javascript:alert(1)//x']]) {
    Buffer.from(hostile).copy(columns, columns.indexOf(old));
  }
  const forged = Buffer.concat([file.subarray(0, 5), deflateSync(columns, { level: 9 })]);
  const manifest = JSON.parse(await readFile(new URL('manifest.json', folder), 'utf8'));
  manifest.files.categories.cafe.bytes = forged.length;
  site.server.options.programs = [
    { match: /malta\/manifest\.json$/, answer: (_, response) => response.end(JSON.stringify(manifest)) },
    { match: /malta\/cafe\.glm$/, answer: (_, response) => response.end(forged) },
  ];
  const page = await opened();
  const dialogs = [];
  page.on('dialog', (dialog) => { dialogs.push(dialog.message()); dialog.dismiss(); });
  await callTool(page, 'find_features', { categories: ['cafe'], limit: 1 });
  site.server.options.programs = [];
  await type(page, 'img src');
  await options(page).filter({ hasText: '<img src=x onerror=a>' }).first().click();
  await heading(page).filter({ hasText: '<img src=x onerror=a>' }).waitFor();
  await type(page, 'mint');
  await options(page).filter({ hasText: 'Mint' }).first().click();
  await heading(page).filter({ hasText: 'Mint' }).waitFor();
  await column(page).getByText('javascript:alert(1)//x').waitFor();
  const hostile = '<img src=x onerror=alert(2)><script>alert(3)</script>';
  await callTool(page, 'draw_shape', { type: 'circle', center: 'Valletta', radius_m: 300, label: hostile });
  await callTool(page, 'annotate', { at: 'Valletta', note: hostile });
  await type(page, '<img src=x onerror=alert(2)>');
  for (const at of [0, 1]) await options(page).filter({ hasText: hostile }).nth(at).waitFor();
  await page.keyboard.press('Enter');
  await heading(page).filter({ hasText: '<img src=x onerror=alert(2)>' }).waitFor();
  assert.deepEqual(await page.evaluate(() => [...document.querySelectorAll('#map ~ * img, #map ~ * script, a[href^="javascript"]')].length), 0);
  assert.deepEqual(dialogs, []);
  assertClean(page);
});

test('on a phone search, list, card and tray work by touch and fit', async () => {
  const page = await opened({ context: PHONE });
  await field(page).tap();
  await field(page).pressSequentially('cafes', { delay: 12 });
  await options(page).filter({ hasText: 'Show all of them' }).tap();
  await column(page).locator('.found .row').first().tap();
  await heading(page).waitFor();
  await column(page).getByRole('button', { name: 'Route here' }).waitFor();
  const small = () => page.evaluate(() => [...document.querySelectorAll('.column button, .column a, .column input:not([aria-hidden="true"]), .suggest .option')]
    .map((element) => [element.className + element.textContent, element.getBoundingClientRect()])
    .filter(([, box]) => box.width && (box.height < 24 || box.width < 24 || box.right > innerWidth + 1)).map(([name]) => name));
  assert.deepEqual(await small(), []);
  await column(page).getByRole('button', { name: /results/ }).tap();
  assert.deepEqual(await small(), []);
  await column(page).getByRole('button', { name: 'Close', exact: true }).tap();
  await column(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Places of every kind' }).tap();
  await page.getByRole('region', { name: 'Places' }).waitFor();
  assert.deepEqual(await small(), []);
  const box = await column(page).boundingBox();
  assert.ok(box.x >= 0 && box.x + box.width <= 390 && box.y + box.height <= 845, JSON.stringify(box));
  assertClean(page);
});
