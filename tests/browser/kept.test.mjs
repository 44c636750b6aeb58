// What stays and what goes when the page changes under what a person did: a reload, another city, a way back, a second file.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertClean, callTool, eventually, follow, shown, start } from './support/browser.mjs';
import { gate } from './support/server.mjs';

let site;
before(async () => { site = await start(); });
after(() => site?.close());

async function opened(options) {
  const page = await site.openPage(options);
  await shown(page);
  return page;
}
const button = (page, name) => page.getByRole('button', { name, exact: true });
const marks = async (page) => {
  const { drawings, annotations } = await callTool(page, 'get_map_state');
  return drawings.count + annotations.count;
};

test('kinds that an agent or a link loaded are pressed, and one tap hides them', async () => {
  const page = await opened();
  await callTool(page, 'set_map_view', { place: 'Valletta', zoom: 15 });
  await callTool(page, 'find_features', { categories: ['cafe'] });
  await page.locator('.chip[aria-pressed="true"]').filter({ hasText: 'Cafes' }).waitFor();
  await page.waitForFunction(() => location.hash.length > 4);
  await page.waitForTimeout(1200);
  await page.reload();
  await shown(page);
  await page.locator('.chip[aria-pressed="true"]').filter({ hasText: 'Cafes' }).waitFor();
  await button(page, 'Places of every kind').click();
  await page.getByText('1 kind on the map').waitFor();
  const kind = page.locator('.cat').filter({ hasText: 'Cafes' });
  await kind.click();
  await page.getByText('Pick what the map shows').waitFor();
  assert.equal(await page.locator('.chip').filter({ hasText: 'Cafes' }).getAttribute('aria-pressed'), 'false');
  await kind.click();
  await page.getByText('1 kind on the map').waitFor();
  await button(page, 'Clear').click();
  await page.getByText('Pick what the map shows').waitFor();
  assertClean(page);
});

test('another city takes what was found with it', async () => {
  const page = await opened();
  await page.locator('#search').fill('parks');
  await page.keyboard.press('Enter');
  await page.locator('.results .row').first().waitFor();
  await callTool(page, 'set_city', { city: 'helsinki' });
  await page.locator('.results').waitFor({ state: 'detached' });
  assert.equal(await page.locator('#search').inputValue(), '');
  assertClean(page);
});

test('what is inside an area is no longer ringed once its list is closed', async () => {
  const page = await opened();
  await callTool(page, 'draw_shape', { type: 'circle', center: 'Valletta', radius_m: 400, label: 'Round' });
  await callTool(page, 'set_map_view', { fit: 'drawing:1' });
  await page.waitForTimeout(600);
  await page.keyboard.press('i');
  await page.locator('.in-words .row').filter({ hasText: 'Round' }).click();
  await button(page, 'What is inside').click();
  await page.locator('.results .row').first().waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.results').waitFor({ state: 'detached' });
  await page.keyboard.press('i');
  await page.locator('.in-words .row').filter({ hasText: 'Round' }).click();
  await page.locator('.mark-card').waitFor();
  assert.equal(await page.locator('.mark-card .back').count(), 0, 'no way back to a list that was closed');
  assertClean(page);
});

test('back in the history of the map itself asks nothing and doubles nothing', async () => {
  const page = await opened();
  await callTool(page, 'annotate', { at: 'Valletta', note: 'Ours' });
  await callTool(page, 'draw_shape', { type: 'line', coordinates: [[14.5, 35.89], [14.512345678, 35.9]] });
  const before = await marks(page);
  assert.equal(before, 2);
  const { url } = await callTool(page, 'get_share_link');
  await callTool(page, 'annotate', { at: 'Sliema', note: 'Later' });
  await follow(page, url);
  await page.waitForTimeout(800);
  assert.equal(await page.getByRole('alertdialog').count(), 0);
  assert.equal(await marks(page), before + 1, 'all marks are here, each once');
  assertClean(page);
});

test('a link that holds some of what is here: adding doubles nothing, replacing loses nothing of the link', async () => {
  const page = await opened();
  await callTool(page, 'annotate', { at: 'Valletta', note: 'In both' });
  await callTool(page, 'annotate', { at: 'Sliema', note: 'In the link' });
  const { url } = await callTool(page, 'get_share_link');
  await callTool(page, 'undo');
  await callTool(page, 'annotate', { at: 'Mdina', note: 'On the map' });
  const notes = async () => (await callTool(page, 'get_map_state')).annotations.items.map(({ note }) => note).sort();
  const open = async (answer) => {
    await follow(page, url);
    const dialog = page.getByRole('alertdialog', { name: 'Open the link?' });
    await dialog.getByText('The link brings 1 mark').waitFor();
    await dialog.getByRole('button', { name: answer }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  await open('Add to this map');
  await eventually(async () => assert.deepEqual(await notes(), ['In both', 'In the link', 'On the map']));
  await page.keyboard.press('Control+z');
  await eventually(async () => assert.deepEqual(await notes(), ['In both', 'On the map']));
  await open('Replace');
  await eventually(async () => assert.deepEqual(await notes(), ['In both', 'In the link']));
  assertClean(page);
});

test('a link to a view of another city goes there, and the marks stay', async () => {
  const page = await opened();
  await callTool(page, 'annotate', { at: 'Valletta', note: 'Stays' });
  const hash = `v1.${Buffer.from(JSON.stringify({ c: [24.943, 60.169], z: 15 })).toString('base64url')}`;
  await page.evaluate((hash) => { location.hash = hash; }, hash);
  await page.getByRole('heading', { name: 'Helsinki' }).waitFor();
  assert.equal(await marks(page), 1);
  await eventually(async () => {
    const { center } = await callTool(page, 'get_map_state');
    assert.ok(Math.abs(center.lng - 24.943) < 1e-4, JSON.stringify(center));
  });
  assertClean(page);
});

test('a second file waits for the first', async () => {
  const { until, open } = gate();
  site.server.options.throttle = [{ match: /layers\.wasm$/, until }];
  const page = await opened();
  await page.keyboard.press('p');
  const place = (name) => JSON.stringify({ type: 'Feature', properties: { name }, geometry: { type: 'Point', coordinates: [14.5, 35.9] } });
  await page.evaluate((files) => {
    for (const [name, text] of files) {
      const data = new DataTransfer();
      data.items.add(new File([text], name));
      for (const type of ['dragover', 'drop']) document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    }
  }, [['first.geojson', place('One')], ['second.geojson', place('Two')]]);
  await page.getByText('second.geojson is read once the file before it is.').waitFor();
  open();
  const layers = async () => (await callTool(page, 'get_map_state')).layers ?? [];
  await eventually(async () => assert.equal((await layers()).length, 2));
  assert.deepEqual((await layers()).map(({ title }) => title), ['first.geojson', 'second.geojson']);
  site.server.options.throttle = [];
  assertClean(page);
});

test('a map that no link holds asks before it is left', async () => {
  const page = await opened();
  const leaves = () => page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })));
  assert.equal(await leaves(), true);
  for (let at = 0; at < 45; at++) {
    await callTool(page, 'annotate', { at: { lng: 14.5 + at / 1000, lat: 35.9 }, note: `${at} `.padEnd(400, 'a long note of a long walk ') });
  }
  await page.getByText('This map no longer fits into a link').waitFor();
  assert.equal(await leaves(), false);
  assertClean(page);
});

test('a name that is not known is said to a person in words for people', async () => {
  const page = await opened();
  await page.keyboard.press('d');
  await page.getByLabel('From', { exact: true }).fill('Valletta');
  await page.getByLabel('To', { exact: true }).fill('Xyzzyville');
  await button(page, 'Find the way').click();
  const said = page.locator('.notice');
  await said.waitFor();
  assert.equal((await said.innerText()).trim(), 'No place here is called "Xyzzyville". Write it in another way, or tap the map.');
  assertClean(page);
});

test('a layer of a long name leaves the sheet that saves it as wide as it was', async () => {
  for (const context of [{ viewport: { width: 1280, height: 800 } }, { viewport: { width: 390, height: 844 } }]) {
    const page = await opened({ context });
    await page.keyboard.press('p');
    const text = JSON.stringify({ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [14.5, 35.9] } });
    await page.locator('.own input[type=file]').setInputFiles({
      name: 'Benches of the old town and of the gardens below it.geojson', mimeType: 'text/plain', buffer: Buffer.from(text),
    });
    await page.locator('.own').getByText('is on the map with 1 place').waitFor();
    await button(page, 'Share this map').click();
    const sheet = page.getByRole('dialog', { name: 'Share this map' });
    await sheet.getByRole('button', { name: 'Save file' }).waitFor();
    assert.deepEqual(await sheet.evaluate((box) => [box.scrollWidth - box.clientWidth, box.scrollLeft]), [0, 0]);
    assertClean(page);
    await page.context().close();
  }
});

test('a long name stays inside what is said, and the bar of the page beside the search', async () => {
  const page = await opened({ context: { viewport: { width: 844, height: 390 } } });
  await callTool(page, 'annotate', { at: 'Valletta', note: 'So that the agent is here' });
  await page.keyboard.press('p');
  await page.locator('.own input[type=file]').setInputFiles({ name: `${'x'.repeat(150)}.geojson`, mimeType: 'text/plain', buffer: Buffer.from('{') });
  const box = (selector) => page.locator(selector).first().boundingBox();
  await page.keyboard.press('Escape');
  const [search, actions] = [await box('.search'), await box('.actions')];
  assert.ok(search.x + search.width <= actions.x, `${search.x + search.width} and ${actions.x}`);
  await page.evaluate((name) => { location.hash = `#v1.${name}`; }, 'x'.repeat(50));
  const notice = page.locator('.notice');
  await notice.waitFor();
  const close = await notice.getByRole('button', { name: 'Dismiss' }).boundingBox();
  assert.ok(close.x + close.width <= 844);
});
