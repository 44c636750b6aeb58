// Data of one's own on the real page: imported by button and drop, searched by agents, taken back, saved, printed.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { assertClean, callTool, listTools, rest, settled, shown, start, until } from './support/browser.mjs';

let site;
before(async () => { site = await start(); });
after(() => site?.close());

async function opened(options) {
  const page = await site.openPage(options);
  await shown(page);
  await page.keyboard.press('p');
  await page.getByRole('heading', { name: 'Your data' }).waitFor();
  return page;
}

const file = (name, content) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
const choose = (page, name, content) => page.locator('.own input[type=file]').setInputFiles(file(name, content));
const told = (page) => page.locator('.own > p[role=status], .own > p[role=alert]').first();
const collection = (features) => JSON.stringify({ type: 'FeatureCollection', features });
const point = (lng, lat, properties) => ({ type: 'Feature', properties, geometry: { type: 'Point', coordinates: [lng, lat] } });

/** Two trees in Valletta and a path. */
const TREES = collection([
  point(14.512, 35.8985, { name: 'Carob by the gate', kind: 'Ceratonia', height: 7 }),
  point(14.513, 35.899, { name: '<img src=x onerror=alert(1)>', kind: 'Ficus', __proto__x: 1 }),
  { type: 'Feature', properties: { name: 'Path' }, geometry: { type: 'LineString', coordinates: [[14.51, 35.898], [14.515, 35.9]] } },
  { type: 'Feature', properties: { name: 'Nowhere' }, geometry: null },
]);

async function withTrees(page) {
  await choose(page, 'Trees.geojson', TREES);
  await told(page).getByText('is on the map with 3 places. 1 row was left out').waitFor();
}

test('a file chosen by button becomes a layer that agents search, and its places open', async () => {
  const page = await opened();
  await withTrees(page);
  assert.match(await page.locator('.report').innerText(), /Row 4\s*left out: it has no coordinates/);
  const tools = await listTools(page);
  const kinds = (name) => {
    const schema = tools.find((tool) => tool.name === name).inputSchema;
    return JSON.stringify(typeof schema === 'string' ? JSON.parse(schema) : schema);
  };
  for (const name of ['find_features', 'list_features_in_view', 'select_features', 'describe_surroundings', 'compare_areas']) {
    assert.match(kinds(name), /"layer:trees"/, name);
  }
  const found = await callTool(page, 'find_features', { categories: ['layer:trees'] });
  assert.deepEqual(found.features.map(({ id }) => id).sort(), ['layer:trees/1', 'layer:trees/2', 'layer:trees/3']);
  assert.equal((await callTool(page, 'find_features', { query: 'ceratonia' })).total, 1);
  const details = await callTool(page, 'get_place_details', { id: 'layer:trees/1' });
  assert.deepEqual(details.attributes, { name: 'Carob by the gate', kind: 'Ceratonia', height: 7 });
  const state = await callTool(page, 'get_map_state');
  assert.deepEqual([state.layers, state.changed_by_user], [[{ name: 'layer:trees', title: 'Trees.geojson', features: 3 }], true]);
  await callTool(page, 'select_features', { ids: ['layer:trees/1'] });
  const { url } = await callTool(page, 'get_share_link');
  assert.doesNotMatch(Buffer.from(url.split('#v1.')[1], 'base64url').toString(), /layer/);

  // With nothing over the map the tree is in the middle of the window.
  await callTool(page, 'select_features', { ids: [] });
  await page.keyboard.press('Escape');
  await page.locator('.column').waitFor({ state: 'detached' });
  await callTool(page, 'set_map_view', { center: { lng: 14.512, lat: 35.8985 }, zoom: 17 });
  await settled(page);
  await until(page.getByRole('heading', { name: 'Carob by the gate' }), () => page.mouse.click(640, 400));
  assertClean(page);
});

test('a place of a layer is shown as text, with a link only where one is safe', async () => {
  const page = await opened();
  await choose(page, 'evil.json', collection([
    point(14.512, 35.8985, { name: '<b>bold</b>', site: 'javascript:alert(1)', page: 'https://example.org/a', '<i>k</i>': '<script>alert(1)</script>' }),
  ]));
  await told(page).getByText('is on the map').waitFor();
  await page.getByRole('combobox', { name: /search/i }).first().fill('bold');
  await page.getByText('<b>bold</b>').first().click();
  await page.locator('#place-title').waitFor();
  const card = page.locator('.column');
  assert.match(await card.innerText(), /<b>bold<\/b>[\s\S]*javascript:alert\(1\)[\s\S]*<script>alert\(1\)<\/script>/);
  assert.deepEqual(await card.locator('dl a').evaluateAll((links) => links.map((link) => link.href)), ['https://example.org/a']);
  assert.match(await card.innerText(), /From your file evil, row 1/);
  assertClean(page);
});

test('a dropped file is told of while it is held, and becomes a layer', async () => {
  const page = await opened();
  const transfer = await page.evaluateHandle((text) => {
    const held = new DataTransfer();
    held.items.add(new File([text], 'drop.csv'));
    return held;
  }, 'name;lat;lng\nA;35,9;14,51\nB;abc;14,5\n');
  await page.dispatchEvent('#map', 'dragover', { dataTransfer: transfer });
  await page.locator('.drop').waitFor();
  await page.dispatchEvent('#map', 'drop', { dataTransfer: transfer });
  await told(page).getByText('“drop.csv” is on the map with 1 place. 1 row was left out').waitFor();
  assert.equal(await page.locator('.drop').count(), 0);
  assert.match(await page.locator('.report').innerText(), /Row 3\s*left out: its coordinates are no numbers/);
  assertClean(page);
});

test('removing, undo and redo take the layer and what tools may search with them', async () => {
  const page = await opened();
  await withTrees(page);
  const offers = async () => JSON.stringify(await listTools(page)).includes('layer:trees');
  const layers = async () => ((await callTool(page, 'get_map_state')).layers ?? []).length;
  const becomes = async (expected) => {
    for (let tries = 0; tries < 50; tries++) {
      if (await offers() === expected && await layers() === Number(expected)) return;
      await page.waitForTimeout(100);
    }
    assert.fail(`the layer did not ${expected ? 'come' : 'go'}`);
  };
  await becomes(true);
  const drawn = () => page.locator('.own .layer').count();
  await page.getByRole('button', { name: 'Remove Trees.geojson' }).click();
  await becomes(false);
  assert.equal(await drawn(), 0);
  assert.equal((await callTool(page, 'find_features', { categories: ['layer:trees'] })).code, 'invalid_argument');
  await page.getByRole('button', { name: 'Undo' }).click();
  await becomes(true);
  assert.equal(await drawn(), 1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await becomes(false);
  await page.getByRole('button', { name: 'Redo' }).click();
  await becomes(true);
  await page.getByRole('button', { name: 'Show Trees.geojson' }).click();
  assert.equal(await page.getByRole('button', { name: 'Show Trees.geojson' }).getAttribute('aria-pressed'), 'false');
  assert.equal((await callTool(page, 'find_features', { categories: ['layer:trees'] })).total, 3);
  assertClean(page);
});

test('exchanged axes are said and can be read as written', async () => {
  const page = await opened();
  await choose(page, 'swapped.csv', 'name,lng,lat\nA,35.9,14.51\nB,35.89,14.5\n');
  await page.locator('.report').getByText('read the other way round').waitFor();
  assert.equal((await callTool(page, 'find_features', { near: 'Valletta', radius_m: 5000, categories: ['layer:swapped'] })).total, 2);
  await page.getByRole('button', { name: 'Read as written' }).click();
  await page.locator('.own .layer').waitFor();
  await page.waitForFunction(() => !document.querySelector('.report'));
  const state = await callTool(page, 'get_map_state');
  assert.deepEqual(state.layers.map(({ name }) => name), ['layer:swapped-2']);
  assertClean(page);
});

test('hostile and broken files are refused in a sentence or are text, and the page lives', async () => {
  const page = await opened();
  const deep = (open, close, times) => open.repeat(times) + close.repeat(times);
  const coordinates = '[14.5,35.9],'.repeat(2_500_000);
  const files = [
    ['empty.csv', '', /empty/], ['space.csv', ' \n', /empty/], ['map.kmz', 'PK\x03\x04 and more', /packed/],
    ['a.png', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), /no text/], ['hello.txt', 'hello there', /no columns of coordinates/],
    ['page.html', '<!DOCTYPE html><script>alert(1)</script>', /document type/], ['a.svg', '<svg onload="alert(1)"/>', /neither/],
    ['list.json', '[1,2]', /not GeoJSON/], ['topo.json', '{"type":"Topology"}', /not GeoJSON/],
    ['cut.json', '{"type":"FeatureCollection","features":[{', /rules: EOF/], ['nan.json', collection([point(0, 0, {})]).replace('[0,0]', '[NaN,1]'), /rules/],
    ['deep.json', `{"type":"Point","coordinates":${deep('[', ']', 200_000)}}`, /too deep/],
    ['deep.kml', deep('<kml>', '</kml>', 100_000), /too deep/],
    ['bomb.kml', `<!DOCTYPE kml [<!ENTITY a "${'ha'.repeat(100)}">]><kml><Placemark><name>&a;&a;</name></Placemark></kml>`, /document type/],
    ['cut.gpx', '<gpx><wpt lat="1" lon="2">', /rules/], ['columns.csv', 'name,street\nA,B\n', /Its columns are: name, street/],
    ['crs.json', '{"type":"FeatureCollection","crs":{"properties":{"name":"EPSG:3826"}},"features":[]}', /EPSG:3826/],
    ['none.json', collection([]), /no places/], ['range.json', collection([point(1000, 1000, {})]), /No row of it/],
    ['vertices.json', `{"type":"LineString","coordinates":[${coordinates}[14.5,35.9]]}`, /2,000,000 points/],
    ['wkt.csv', `wkt\n${'GEOMETRYCOLLECTION('.repeat(50_000)}POINT(1 2)${')'.repeat(50_000)}\n`, /No row of it/],
  ];
  for (const [name, content, sentence] of files) {
    await choose(page, name, content);
    const alert = page.locator('.own [role=alert]').filter({ hasText: name });
    await alert.waitFor({ timeout: 60_000 });
    assert.match(await alert.innerText(), sentence, name);
  }
  let asked = false;
  page.on('dialog', (dialog) => { asked = true; dialog.dismiss(); });
  const names = ['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "'; DROP TABLE places; --", '{{7*7}}', '=cmd|calc!A1', '\u202etxt.exe', '__proto__'];
  const evil = names.map((name, index) => point(14.5 + index / 1000, 35.9, { name, [name]: name, constructor: 'x', toString: 'y' }));
  await choose(page, 'names.json', collection(evil).replaceAll('"constructor"', '"__proto__":{"a":1},"constructor"'));
  await told(page).getByText('is on the map with 7 places').waitFor();
  const found = await callTool(page, 'find_features', { categories: ['layer:names'] });
  assert.deepEqual(new Set(found.features.map(({ name }) => name)), new Set(names));
  await callTool(page, 'select_features', { categories: ['layer:names'] });
  await callTool(page, 'set_map_view', { place: 'Valletta' });
  await rest(page, 500);
  assert.deepEqual([asked, (await callTool(page, 'get_map_state')).selection.count], [false, 7]);
  assertClean(page);
});

test('two hundred thousand places: read off the page’s thread beside JSON.parse, given up by a button, and tools stay quick', async (t) => {
  const page = await opened();
  const features = Array.from({ length: 200_000 }, (_, i) => point(14.2 + (i % 500) / 1000, 35.8 + Math.floor(i / 500) / 1000, { name: `Tree ${i}`, kind: 'oak', height: i % 30 }));
  const text = collection(features);
  const hold = (name) => page.evaluate(([name, text]) => {
    const held = new DataTransfer();
    held.items.add(new File([text], name));
    document.querySelector('.own input[type=file]').files = held.files;
  }, [name, text]);
  await hold('given-up.geojson');
  // At once: a driver that waits for the button to rest comes after the file.
  await page.evaluate(async () => {
    document.querySelector('.own input[type=file]').dispatchEvent(new Event('change', { bubbles: true }));
    const button = () => [...document.querySelectorAll('.own button')].find((button) => button.innerText === 'Cancel');
    while (!button()) await new Promise((resolve) => setTimeout(resolve, 5));
    button().click();
  });
  await page.locator('.own progress').waitFor({ state: 'detached' });
  assert.equal((await callTool(page, 'get_map_state')).layers, undefined);

  const parse = await page.evaluate((text) => {
    const start = performance.now();
    JSON.parse(text);
    return performance.now() - start;
  }, text);
  // The file is made first: to hand the text to the page takes longer than anything that is measured.
  await hold('trees.geojson');
  const measured = page.evaluate(async () => {
    // How long the page's thread was busy at a time while the file came in.
    let last = performance.now();
    let longest = 0;
    const start = last;
    document.querySelector('.own input[type=file]').dispatchEvent(new Event('change', { bubbles: true }));
    const tick = setInterval(() => { const now = performance.now(); longest = Math.max(longest, now - last); last = now; }, 5);
    while (!document.querySelector('.own .layer') && performance.now() - start < 90_000) await new Promise((resolve) => setTimeout(resolve, 10));
    clearInterval(tick);
    return { total: performance.now() - start, longest };
  });
  const { total, longest } = await measured;
  t.diagnostic(`${(text.length / 1e6).toFixed(1)} MB, 200,000 points: imported in ${total.toFixed(0)} ms (the page's thread busy for ${longest.toFixed(0)} ms at most at a time), JSON.parse ${parse.toFixed(0)} ms`);
  assert.ok(longest < parse, `the page's thread was held for ${longest} ms, as long as JSON.parse takes: ${parse} ms`);
  assert.equal((await callTool(page, 'get_map_state')).layers[0].features, 200_000);
  for (const [name, input] of [['find_features', { query: 'tree 12345', categories: ['layer:trees'] }], ['list_features_in_view', {}], ['describe_surroundings', { from: 'Valletta' }], ['compare_areas', { a: 'Valletta', b: 'Sliema' }], ['summarize_features', { group_by: 'kind' }]]) {
    const started = performance.now();
    const answer = await callTool(page, name, input);
    const took = performance.now() - started;
    t.diagnostic(`${name} over them: ${took.toFixed(0)} ms`);
    assert.ok(!answer.isError && took < 8_000, `${name}: ${JSON.stringify(answer).slice(0, 300)}`);
  }
  assertClean(page);
});

/** What a download holds. */
async function saved(page, press) {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
}

test('marks, selection and layers are saved and come back; the picture has its credit', async () => {
  const page = await opened();
  await withTrees(page);
  const layer = await saved(page, () => page.getByRole('button', { name: 'Save Trees.geojson' }).click());
  const again = JSON.parse(layer.content);
  assert.equal(layer.name, 'Trees.geojson');
  assert.deepEqual(again.features.map(({ geometry }) => geometry), JSON.parse(TREES).features.slice(0, 3).map(({ geometry }) => geometry));
  assert.deepEqual(again.features[0].properties, JSON.parse(TREES).features[0].properties);
  assert.equal(again.attribution, undefined);

  await callTool(page, 'draw_shape', { type: 'circle', center: 'Valletta', radius_m: 300, label: '=HYPERLINK("x")' });
  await callTool(page, 'annotate', { at: 'Valletta', note: 'Meet <here>' });
  await callTool(page, 'select_features', { query: 'valletta', categories: ['district'] });
  await page.getByRole('button', { name: /share/i }).first().click();
  const save = (what, format) => saved(page, async () => {
    const select = page.getByRole('combobox', { name: 'What to save' });
    const label = await select.locator('option').filter({ hasText: what }).first().innerText();
    await select.selectOption({ label });
    await page.getByRole('combobox', { name: 'Format' }).selectOption(format);
    await page.getByRole('button', { name: 'Save file' }).click();
  });
  assert.match(await page.locator('.share').innerText(), /layers stay on this device/);
  const marks = await save('marks', 'CSV');
  assert.match(marks.content.toString(), /'=HYPERLINK/);
  const selection = await save('selection', 'GeoJSON');
  assert.equal(JSON.parse(selection.content).attribution, '© OpenStreetMap contributors, ODbL');
  const gpx = await save('selection', 'GPX');
  assert.match(gpx.content.toString(), /<copyright author="© OpenStreetMap contributors, ODbL">/);

  const picture = await saved(page, () => page.getByRole('button', { name: 'Picture (PNG)' }).click());
  const { width, height, pixel } = decoded(picture.content);
  assert.deepEqual([picture.name, width, height], ['glassmap.png', 1280, 800]);
  const corner = [];
  for (let y = height - 18; y < height - 2; y++) for (let x = width - 60; x < width - 4; x++) corner.push(pixel(x, y).slice(0, 3));
  const dark = corner.filter(([r, g, b]) => r + g + b < 250).length;
  const light = corner.filter(([r, g, b]) => r + g + b > 650).length;
  assert.ok(dark > 20 && light > 300, `the credit: ${dark} dark, ${light} light of ${corner.length}`);
  const middle = new Set(Array.from({ length: 400 }, (_, i) => pixel(500 + (i % 20) * 20, 250 + Math.floor(i / 20) * 15).slice(0, 3).join()));
  assert.ok(middle.size > 5, 'the picture shows no map');

  await page.keyboard.press('Escape');
  if (!await page.locator('.own').count()) await page.keyboard.press('p');
  await page.locator('.own input[type=file]').waitFor({ state: 'attached' });
  await choose(page, 'marks.csv', marks.content);
  await told(page).getByText('“marks.csv” is on the map with 2 places').waitFor();
  const back = await callTool(page, 'find_features', { categories: ['layer:marks'] });
  assert.deepEqual(back.features.map(({ name }) => name).sort(), ['=HYPERLINK("x")', 'Meet <here>']);
  assertClean(page);
});

test('layers differ on the map without their colors, and lists, cards and the printed legend name the same letters', async () => {
  const page = await opened({ context: { reducedMotion: 'reduce' } });
  const shapes = {
    point: { type: 'Point', coordinates: [14.5, 35.95] },
    line: { type: 'LineString', coordinates: [[14.497, 35.951], [14.503, 35.949]] },
    area: { type: 'Polygon', coordinates: [[[14.497, 35.951], [14.503, 35.951], [14.503, 35.949], [14.497, 35.951]]] },
  };
  const names = Object.keys(shapes).flatMap((kind) => [`${kind} 1`, `${kind} 2`]);
  for (const [index, name] of names.entries()) {
    const [kind] = name.split(' ');
    await choose(page, `${name}.json`, collection([{ type: 'Feature', properties: {}, geometry: shapes[kind] }]));
    await page.locator('.own .layer').nth(index).waitFor();
    await page.getByRole('button', { name: `Show ${name}.json` }).click();
  }
  assert.deepEqual(await page.locator('.own .layer > i').allInnerTexts(), ['A', 'B', 'C', 'D', 'E', 'F']);
  // At sea, where the ground is the same all over.
  await callTool(page, 'set_map_view', { center: { lng: 14.5, lat: 35.95 }, zoom: 16.5 });
  /** With that layer alone: whether each pixel of the middle is much darker than the ground. */
  const drawn = async (name) => {
    const eye = page.getByRole('button', { name: `Show ${name}.json` });
    await eye.click();
    await page.mouse.move(1200, 400);
    const { pixel } = decoded(await settled(page));
    await eye.click();
    const light = (x, y) => pixel(x, y).slice(0, 3).reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
    const ground = light(1100, 300);
    const all = [];
    for (let y = 200; y < 600; y++) for (let x = 520; x < 1140; x++) all.push(light(x, y) < ground - 60);
    return all;
  };
  const apart = (one, other) => one.filter((isDark, at) => isDark !== other[at]).length;
  for (const kind of Object.keys(shapes)) {
    const [one, again, other] = [await drawn(`${kind} 1`), await drawn(`${kind} 1`), await drawn(`${kind} 2`)];
    assert.ok(one.filter(Boolean).length > 30, `${kind}: nothing is drawn`);
    assert.ok(apart(one, again) <= 4, `${kind}: ${apart(one, again)} pixels differ from itself`);
    assert.ok(apart(one, other) >= 12, `${kind}: but for the color all but ${apart(one, other)} pixels are the same`);
  }
  // The same letter in a list, on the card and on paper.
  await callTool(page, 'select_features', { ids: ['layer:area-2/1'] });
  await page.locator('.presence').click();
  const row = page.locator('.inspect .row').first();
  assert.equal(await row.locator('.own-sign').innerText(), 'F');
  await row.click();
  await page.locator('#place-title').waitFor();
  assert.equal(await page.locator('.place .title .own-sign').innerText(), 'F');
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  assert.deepEqual(await page.locator('.print-sheet li').allTextContents(), names.map((name, at) => `${'ABCDEF'[at]} ${name}.json`));
  assertClean(page);
});

test('the printed map is one page with title, legend and credit', async () => {
  const page = await opened();
  await callTool(page, 'draw_shape', { type: 'circle', center: 'Valletta', radius_m: 300, label: 'Five minutes' });
  for (let index = 0; index < 30; index++) await callTool(page, 'annotate', { at: 'Valletta', note: `Note ${index} ${'long '.repeat(40)}` });
  await page.waitForTimeout(500);
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  assert.equal(pdf.match(/\/Type\s*\/Page\b/g).length, 1);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  const sheet = page.locator('.print-sheet');
  assert.match(await sheet.innerText(), /^Malta[\s\S]*Five minutes[\s\S]*and 17 more[\s\S]*© OpenStreetMap contributors, ODbL$/);
  const box = await sheet.locator('canvas').boundingBox();
  assert.ok(box.height > 300, `${JSON.stringify(box)}`);
  assert.deepEqual([await page.locator('.dock').isVisible(), await page.locator('#map').isVisible()], [false, false]);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  assert.equal(await sheet.count(), 0);
  assertClean(page);
});

/** A PNG of 8 bits a channel, not interlaced: its size and its pixels. */
function decoded(png) {
  assert.equal(png.subarray(0, 8).toString('hex'), '89504e470d0a1a0a');
  const [width, height, depth, kind] = [png.readUInt32BE(16), png.readUInt32BE(20), png[24], png[25]];
  assert.ok(depth === 8 && (kind === 6 || kind === 2), `${depth} bits, kind ${kind}`);
  const parts = [];
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const raw = inflateSync(Buffer.concat(parts));
  const bytes = kind === 6 ? 4 : 3;
  const stride = width * bytes;
  const out = Buffer.alloc(height * stride);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)];
    for (let i = 0; i < stride; i++) {
      const [a, b, c] = [i >= bytes ? out[y * stride + i - bytes] : 0, y ? out[(y - 1) * stride + i] : 0, y && i >= bytes ? out[(y - 1) * stride + i - bytes] : 0];
      const p = a + b - c;
      const paeth = Math.abs(p - a) <= Math.abs(p - b) && Math.abs(p - a) <= Math.abs(p - c) ? a : Math.abs(p - b) <= Math.abs(p - c) ? b : c;
      const add = [0, a, b, (a + b) >> 1, paeth][filter];
      out[y * stride + i] = raw[y * (stride + 1) + 1 + i] + add;
    }
  }
  return { width, height, pixel: (x, y) => [...out.subarray(y * stride + x * bytes, y * stride + x * bytes + bytes)] };
}
