// The agent's lane: what it did in sight, call by call; paused and resumed; one call taken back. And the map's link.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertClean, callTool, eventually, settled, shown, start } from './support/browser.mjs';
import { fingers } from './support/fingers.mjs';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

let site;
before(async () => { site = await start({ server: { base: '/here/' } }); });
after(() => site?.close());

async function opened(options) {
  const page = await site.openPage(options);
  await shown(page);
  return page;
}

const presence = (page) => page.locator('.presence');
const lane = (page) => page.getByRole('complementary', { name: 'What the agent and you have on this map' });
const rows = (page) => page.getByRole('region', { name: 'Activity' }).getByRole('listitem');
const state = (page) => callTool(page, 'get_map_state');
const width = ({ west, east }) => east - west;

test('the lane stays closed until the human opens it, and the bounds tell the truth either way', async () => {
  const page = await site.openPage();
  await presence(page).getByText('No agent yet').waitFor();
  const closed = await shown(page);
  await callTool(page, 'draw_shape', { type: 'circle', center: 'Valletta', radius_m: 300, label: 'Here' });
  assert.equal(await lane(page).count(), 0);
  await eventually(async () => assert.match(await presence(page).innerText(), /^Drew a circle “Here”, 0\.28 km²\s+\d+$/));
  await presence(page).click();
  await lane(page).waitFor();
  await settled(page);
  const open = await state(page);
  assert.deepEqual([open.center, open.zoom], [closed.center, closed.zoom], 'the camera is where it was');
  const box = await lane(page).boundingBox();
  const share = width(open.bounds) / width(closed.bounds);
  assert.ok(Math.abs(share - (box.x - 12) / 1280) < 0.002, `${share}`);
  // The middle of what is left is where the camera looks.
  const x = await page.evaluate(() => document.querySelector('.maplibregl-canvas').getBoundingClientRect().width);
  assert.equal(x, 1280);
  await page.keyboard.press('g');
  await lane(page).waitFor({ state: 'detached' });
  await settled(page);
  assert.deepEqual((await state(page)).bounds, closed.bounds);
  assertClean(page);
});

test('each call is a row that says what happened, how it came out and what it touched', async () => {
  const page = await opened();
  await callTool(page, 'draw_shape', { type: 'circle', center: 'Valletta', radius_m: 300, label: '<b>Bold</b>' });
  await callTool(page, 'select_features', { categories: ['museum'], within: 'drawing:1' });
  await callTool(page, 'plan_route', { from: 'Nowhereville', to: 'Valletta' });
  await presence(page).click();
  await eventually(async () => assert.match(await rows(page).first().innerText(), /plan_route/));
  const texts = await rows(page).allInnerTexts();
  assert.match(texts[0], /^No place here is called "Nowhereville"\.\s+failed · \d.*plan_route\s+\d\d:\d\d:\d\d/s);
  assert.match(texts[1], /^Selected \d+ places.*select_features/s);
  assert.match(texts[2], /^Drew a circle “<b>Bold<\/b>”, 0\.28 km²/);
  // An id of the row opens its card, and the map goes there.
  await rows(page).nth(2).getByRole('button', { name: '<b>Bold</b>' }).click();
  await page.locator('.mark-card').getByText('<b>Bold</b>').first().waitFor();
  assert.equal(await page.locator('b', { hasText: /^Bold$/ }).count(), 0);
  assertClean(page);
});

test('the human takes one call back from the middle, and its row says so no longer', async () => {
  const page = await opened();
  await callTool(page, 'draw_shape', { type: 'circle', center: 'Valletta', radius_m: 300 });
  await callTool(page, 'annotate', { at: 'Valletta', note: 'Stays' });
  await presence(page).click();
  const undo = (row) => rows(page).nth(row).getByRole('button', { name: 'Take this back' });
  await undo(1).click();
  const after = await state(page);
  assert.deepEqual([after.drawings.count, after.annotations.count, after.changed_by_user], [0, 1, true]);
  await undo(2).waitFor({ state: 'detached' });
  await page.keyboard.press('Control+Shift+z');
  assert.equal((await state(page)).drawings.count, 1, 'made again by key');
  assertClean(page);
});

test('a paused agent reads and changes nothing, until the human lets it go on', async () => {
  const page = await opened();
  await state(page);
  await presence(page).click();
  await page.getByRole('button', { name: 'Pause' }).click();
  const refused = await callTool(page, 'draw_shape', { type: 'circle', center: 'Valletta' });
  assert.deepEqual([refused.code, refused.isError], ['paused', true]);
  assert.match(refused.error, /paused .*Resume/);
  assert.equal((await state(page)).drawings.count, 0);
  await eventually(async () => assert.match(await presence(page).innerText(), /Agent paused/));
  await page.getByRole('button', { name: 'Resume' }).click();
  assert.equal((await callTool(page, 'draw_shape', { type: 'circle', center: 'Valletta' })).drawing_id, 'drawing:1');
  assertClean(page);
});

test('the feed keeps the last fifty calls', async () => {
  const page = await opened();
  for (let call = 0; call < 53; call++) await state(page);
  await presence(page).click();
  await page.getByRole('region', { name: 'Activity' }).getByRole('button', { name: 'All' }).click();
  await eventually(async () => assert.equal(await rows(page).count(), 50));
  assertClean(page);
});

test('rows and map light up together', async () => {
  const page = await opened();
  await callTool(page, 'set_map_view', { place: 'Valletta', zoom: 15 });
  await callTool(page, 'draw_shape', { type: 'circle', center: 'Valletta', radius_m: 150, label: 'Lit' });
  await presence(page).click();
  await page.waitForTimeout(1600);
  const bare = await settled(page);
  await lane(page).getByRole('button', { name: /^Lit/ }).first().hover();
  await page.waitForTimeout(300);
  assert.ok(!(await settled(page)).equals(bare));
  assertClean(page);
});

test('on a phone the lane is a sheet, and the map’s free part is above it', async () => {
  const page = await opened({ context: PHONE });
  const closed = await state(page);
  await presence(page).tap();
  await settled(page);
  const box = await lane(page).boundingBox();
  assert.ok(box.x === 0 && box.width === 390 && box.y + box.height === 844, JSON.stringify(box));
  const open = await state(page);
  const share = (open.bounds.north - open.bounds.south) / (closed.bounds.north - closed.bounds.south);
  assert.ok(Math.abs(share - box.y / 844) < 0.01, `${share}`);
  const height = async () => (await lane(page).boundingBox())?.height;
  await page.getByRole('button', { name: 'Taller or lower' }).tap();
  await page.waitForTimeout(100);
  assert.ok(await height() > 700);
  // Low is to be had without a drag too, and half again.
  for (const part of [0.16, 0.52]) {
    await page.getByRole('button', { name: 'Taller or lower' }).tap();
    await page.waitForTimeout(100);
    assert.ok(Math.abs(await height() - part * 844) < 2, `${await height()}`);
  }
  assertClean(page);
});

test('on a phone a sheet is dragged by its head to three heights, and closes when it is pulled down', async () => {
  const page = await opened({ context: PHONE });
  await presence(page).tap();
  const finger = await fingers(page);
  const height = async () => (await lane(page).boundingBox()).height;
  /** Puts a finger on the sheet's head and moves it, slowly enough to be no throw. */
  const drag = async (by, x = 195) => {
    const top = (await lane(page).boundingBox()).y + 8;
    await finger.drag(...Array.from({ length: 13 }, (_, step) => [x, top + (by * Math.min(step, 10)) / 10]));
    await page.waitForTimeout(150);
  };
  await drag(-340);
  assert.ok(Math.abs(await height() - 0.88 * 844) < 2, `tall: ${await height()}`);
  await drag(330);
  assert.ok(Math.abs(await height() - 0.52 * 844) < 2, `half: ${await height()}`);
  const half = (await state(page)).bounds;
  await drag(260);
  assert.ok(Math.abs(await height() - 0.16 * 844) < 2, `low: ${await height()}`);
  await settled(page);
  const low = (await state(page)).bounds;
  assert.ok(low.north - low.south > half.north - half.south, 'the map has the room that the sheet left');
  await drag(110);
  assert.equal(await lane(page).count(), 0);
  // What opens next has its own height, and a short way of the finger is a tap.
  await page.getByRole('button', { name: 'Places of every kind' }).tap();
  const tray = page.getByRole('region', { name: 'Places' });
  await tray.waitFor();
  const before = (await tray.boundingBox()).height;
  assert.ok(before > 0.4 * 844, `${before}`);
  assertClean(page);
});

test('a mouse drags a sheet too, and letting go is no tap', async () => {
  const page = await opened({ context: { viewport: PHONE.viewport } });
  await presence(page).click();
  const top = (await lane(page).boundingBox()).y + 8;
  await page.mouse.move(195, top);
  await page.mouse.down();
  await page.mouse.move(195, top - 340, { steps: 12 });
  await page.mouse.move(195, top - 340);
  await page.waitForTimeout(200);
  await page.mouse.up();
  await page.waitForTimeout(150);
  const height = async () => (await lane(page).boundingBox()).height;
  assert.ok(Math.abs(await height() - 0.88 * 844) < 2, `tall: ${await height()}`);
  await page.getByRole('button', { name: 'Taller or lower' }).press('Enter');
  await page.waitForTimeout(150);
  assert.ok(Math.abs(await height() - 0.16 * 844) < 2, `low: ${await height()}`);
  assertClean(page);
});

test('the link is copied whole, said in bytes, and drawn for a camera', async () => {
  const page = await opened({ context: { permissions: ['clipboard-read', 'clipboard-write'] } });
  await callTool(page, 'annotate', { at: 'Valletta', note: 'Meet here' });
  await page.keyboard.press('s');
  const sheet = page.getByRole('dialog', { name: 'Share this map' });
  await sheet.getByRole('button', { name: 'Copy' }).click();
  await page.getByText('The link is copied.').waitFor();
  const { url, bytes } = await callTool(page, 'get_share_link');
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), url);
  await sheet.getByText(`${bytes} of 8192 bytes`).waitFor();
  await sheet.getByText('1 note').waitFor();
  await sheet.getByRole('img', { name: 'QR code of the link' }).waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await sheet.count(), 0);
  assertClean(page);
});

test('a link opened over marks is added, or takes their place, or is left; each can be undone', async () => {
  const page = await opened();
  await callTool(page, 'annotate', { at: 'Valletta', note: 'From elsewhere' });
  const { url } = await callTool(page, 'get_share_link');
  await callTool(page, 'undo');
  await callTool(page, 'annotate', { at: 'Valletta', note: 'Here before' });
  const counts = async () => { const { annotations, drawings } = await state(page); return [annotations.count, drawings.count]; };
  const open = async (answer) => {
    await page.waitForFunction((hash) => location.hash !== hash, new URL(url).hash);
    await page.evaluate((hash) => {
      const kept = location.hash;
      location.hash = hash;
      // The page keeps its address up to date, before it hears of the link too.
      history.replaceState(history.state, '', kept || '#');
    }, new URL(url).hash);
    const dialog = page.getByRole('alertdialog', { name: 'Open the link?' });
    await dialog.getByText('The link brings 1 mark').waitFor();
    await dialog.getByRole('button', { name: answer }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.waitForTimeout(700);
  };
  await callTool(page, 'draw_shape', { type: 'circle', center: 'Valletta' });
  await open('Stay here');
  assert.deepEqual(await counts(), [1, 1]);
  assert.notEqual(new URL(page.url()).hash, new URL(url).hash, 'the address is that of this map again');
  await open('Add to this map');
  assert.deepEqual(await counts(), [2, 1]);
  await page.keyboard.press('Control+z');
  assert.deepEqual(await counts(), [1, 1]);
  await open('Replace');
  assert.deepEqual(await counts(), [1, 0]);
  await page.keyboard.press('Control+z');
  assert.deepEqual(await counts(), [1, 1]);
  assertClean(page);
});

test('the keys are listed under the question mark and do what the list says', async () => {
  const page = await opened();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).getByText('Freehand').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'search');
  await page.keyboard.press('Escape');
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press('c');
  assert.equal(await page.getByRole('button', { name: 'Circle' }).getAttribute('aria-pressed'), 'true');
  await page.keyboard.press('Escape');
  assert.equal(await page.getByRole('button', { name: 'Select', exact: true }).getAttribute('aria-pressed'), 'true');
  assertClean(page);
});
