// Marks of both hands on the real page: drawn, undone, shared; the note's form as a tool; another city.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertClean, callTool, listTools, settled, shown, start } from './support/browser.mjs';

let site;
before(async () => { site = await start({ server: { base: '/here/' } }); });
after(() => site?.close());

async function opened(options) {
  const page = await site.openPage(options);
  await shown(page);
  return page;
}

/** Something of both hands on the map: a circle, a line, a note and a selection by the agent, a note by the human. */
async function drawn(page) {
  const circle = await callTool(page, 'draw_shape', { type: 'circle', center: 'Valletta', radius_m: 400, label: 'Five minutes' });
  assert.deepEqual([circle.drawing_id, circle.code], ['drawing:1', undefined]);
  await callTool(page, 'draw_shape', { type: 'line', coordinates: [[14.505, 35.895], [14.52, 35.902]] });
  await callTool(page, 'annotate', { at: { lng: 14.5126, lat: 35.8997 }, note: 'Quiet <i>terrace</i>' });
  const selected = await callTool(page, 'select_features', { categories: ['museum'], within: 'drawing:1' });
  assert.ok(selected.selected.length > 3, JSON.stringify(selected));
  await page.getByRole('button', { name: 'Note', exact: true }).click();
  await page.getByPlaceholder('Note at the middle').fill('Meet here');
  await page.getByRole('button', { name: 'Pin' }).click();
  const state = await callTool(page, 'get_map_state');
  assert.deepEqual(state.annotations.items.map(({ note, source }) => [note, source]).sort(), [['Meet here', 'user'], ['Quiet <i>terrace</i>', 'agent']]);
  return state;
}

test('both hands mark the map, and it shows', async () => {
  const page = await opened();
  await callTool(page, 'set_map_view', { place: 'Valletta' });
  const bare = await settled(page);
  const state = await drawn(page);
  assert.equal(state.drawings.count, 2);
  assert.ok(Math.abs(state.drawings.items.find(({ kind }) => kind === 'circle').area_m2 - 502_655) < 600);
  assert.ok(!(await settled(page)).equals(bare));
  assertClean(page);
});

test('undo by button takes back either hand’s last change, and redo makes it again', async () => {
  const page = await opened();
  await drawn(page);
  const notes = async () => (await callTool(page, 'get_map_state')).annotations.count;
  await page.getByRole('button', { name: 'Undo' }).click();
  assert.equal(await notes(), 1);
  await page.keyboard.press('Control+z');
  assert.equal((await callTool(page, 'get_map_state')).selection.count, 0);
  await page.getByRole('button', { name: 'Redo' }).click();
  await page.keyboard.press('Control+Shift+z');
  assert.equal(await notes(), 2);
  assertClean(page);
});

test('the agent takes back its own, and leaves the human’s mark alone', async () => {
  const page = await opened();
  await drawn(page);
  const answer = await callTool(page, 'remove_from_map', { ids: ['annotation:2', 'drawing:2'] });
  assert.deepEqual(answer.refused.map(({ id, source }) => [id, source]), [['annotation:2', 'user']]);
  assert.deepEqual(answer.removed.map(({ id }) => id), ['drawing:2']);
  const undone = await callTool(page, 'undo');
  assert.deepEqual([undone.undone.tool, undone.undone.ids], ['remove_from_map', ['drawing:2']]);
  assert.equal(undone.state.drawings.count, 2);
  assertClean(page);
});

test('a link carries it all to another page, with whose each mark is', async () => {
  const page = await opened();
  const before = await drawn(page);
  const { url, bytes } = await callTool(page, 'get_share_link');
  assert.ok(url.startsWith(`${new URL(site.server.url).origin}/here/#v`) && bytes <= 8192, url);
  const other = await site.openPage({ hash: new URL(url).hash.slice(1) });
  await shown(other);
  for (let tries = 0; tries < 50; tries++) {
    const { tier2 } = await callTool(other, 'get_map_state');
    if (tier2?.loaded.includes('museum')) break;
    await other.waitForTimeout(100);
  }
  const after = await callTool(other, 'get_map_state');
  const essence = ({ center, zoom, selection, drawings, annotations }) => ({
    center, zoom, selection,
    drawings: drawings.items.map(({ kind, label, source }) => [kind, label, source]),
    notes: annotations.items.map(({ note, source }) => [note, source]),
  });
  assert.deepEqual(essence(after), essence(before));
  assert.equal((await callTool(other, 'get_share_link')).url, url);
  assertClean(page);
  assertClean(other);
});

test('the note’s form is a tool of its own, and its submission is told apart', async () => {
  const page = await opened();
  const tool = (await listTools(page)).find(({ name }) => name === 'add_note');
  assert.ok(tool, 'the browser lists the form');
  const answer = await callTool(page, 'add_note', { note: 'From the form' });
  assert.equal(answer.annotation_id, 'annotation:1');
  const state = await callTool(page, 'get_map_state');
  assert.deepEqual(state.annotations.items.map(({ note, source }) => [note, source]), [['From the form', 'agent']]);
  assertClean(page);
});

test('the human’s draft is not the agent’s, and stays', async () => {
  const page = await opened();
  await page.getByRole('button', { name: 'Note', exact: true }).click();
  const draft = page.getByPlaceholder('Note at the middle');
  await draft.fill('my draft');
  assert.equal((await callTool(page, 'add_note', { note: '   ' })).code, 'invalid_argument');
  assert.equal((await callTool(page, 'add_note', { note: 'n'.repeat(501) })).code, 'invalid_argument');
  assert.equal((await callTool(page, 'add_note', { note: 'from the agent' })).annotation_id, 'annotation:1');
  assert.equal(await draft.inputValue(), 'my draft');
  await draft.fill(' ');
  await draft.press('Enter');
  await page.getByRole('alert').getByText('a note has 1 to 500 characters').waitFor();
  await draft.fill('mine');
  await draft.press('Enter');
  await page.getByRole('alert').waitFor({ state: 'detached' });
  const { annotations } = await callTool(page, 'get_map_state');
  assert.deepEqual(annotations.items.map(({ note, source }) => [note, source]).sort(), [['from the agent', 'agent'], ['mine', 'user']]);
  assertClean(page);
});

test('half a character is refused in a sentence, not taken for nothing', async () => {
  const page = await opened();
  const answer = await callTool(page, 'find_features', { query: 'a\ud800', limit: 1 });
  assert.equal(answer.code, 'invalid_argument');
  assert.match(answer.error, /half a character/);
  assertClean(page);
});

test('set_city changes the city in place, marks and all', async () => {
  const page = await opened();
  await callTool(page, 'draw_shape', { type: 'circle', center: 'Valletta', radius_m: 300 });
  const answer = await callTool(page, 'set_city', { city: 'helsinki' });
  assert.deepEqual([answer.state.city.id, answer.state.drawings.count], ['helsinki', 1]);
  await page.getByRole('heading', { name: 'Helsinki' }).waitFor();
  assert.equal((await callTool(page, 'find_features', { categories: ['cafe'], limit: 1 })).total, 87);
  await settled(page);
  const tiles = site.server.log.filter(({ path }) => path.includes('helsinki/basemap.pmtiles'));
  assert.ok(tiles.length > 0, 'its tiles were asked for');
  await page.getByLabel('City').selectOption('malta');
  await page.getByRole('heading', { name: 'Malta' }).waitFor();
  assertClean(page);
});
