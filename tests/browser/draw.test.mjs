// The human draws: every tool by mouse, finger and keyboard, reshaping, steps back, and the agent at work meanwhile.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { assertClean, callTool, eventually, rest, shown, start, until } from './support/browser.mjs';
import { fingers } from './support/fingers.mjs';
import { scriptPerFrame } from './support/frames.mjs';

const CENTER = { lng: 14.505, lat: 35.897 };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

let site;
before(async () => { site = await start({ server: { base: '/draw/' } }); });
after(() => site?.close());

async function opened(context, { zoom = 15, center = CENTER } = {}) {
  const page = await site.openPage({ query: 'city=malta', context: { reducedMotion: 'reduce', ...context } });
  await shown(page);
  await callTool(page, 'set_map_view', { center, zoom });
  await rest(page, 200);
  return page;
}

const state = (page) => callTool(page, 'get_map_state');
/** The marks, once there are as many as are expected. */
async function drawn(page, count = 1) {
  for (let tries = 0; tries < 200; tries++) {
    const { drawings } = await state(page);
    if (drawings.count === count) return drawings.items;
    await page.waitForTimeout(100);
  }
  throw new Error(`not ${count} drawings: ${JSON.stringify((await state(page)).drawings)}`);
}

const tool = (page, name) => page.getByRole('toolbar', { name: 'Tools' }).getByRole('button', { name, exact: true });
const bar = (page) => page.getByRole('region', { name: 'What you draw' });
/** Takes a tool that needs the pen, which comes late. */
async function take(page, name) {
  await tool(page, name).click();
  await bar(page).waitFor();
  await page.waitForFunction(() => document.querySelector('#map').classList.contains('draws'));
}
async function clicks(page, points) {
  for (const [x, y] of points) {
    await page.mouse.move(x, y, { steps: 3 });
    await page.mouse.down();
    await page.mouse.up();
    await page.waitForTimeout(40);
  }
}
async function drag(page, ...points) {
  const [[x, y], ...rest] = points;
  await page.mouse.move(x, y, { steps: 2 });
  await page.mouse.down();
  for (const [toX, toY] of rest) await page.mouse.move(toX, toY, { steps: 4 });
  await page.mouse.up();
  await page.waitForTimeout(80);
}
/** Where a place is on the page. */
async function at(page, { lng, lat }) {
  const { center, zoom } = await state(page);
  const [x, y] = await page.evaluate(() => {
    const panel = document.querySelector('[data-covers=left]');
    return [(innerWidth + (panel ? panel.offsetLeft + panel.offsetWidth + 12 : 0)) / 2, innerHeight / 2];
  });
  const world = 512 * 2 ** zoom;
  const fold = (degrees) => Math.asinh(Math.tan((degrees * Math.PI) / 180)) / (2 * Math.PI);
  return [x + ((lng - center.lng) / 360) * world, y - (fold(lat) - fold(center.lat)) * world];
}
/** Opens a mark's card and takes its points in hand. */
async function reshape(page, on) {
  const button = page.getByRole('button', { name: 'Reshape' });
  await until(button, async () => page.mouse.click(...(await at(page, on))));
  await button.click();
  await bar(page).getByRole('button', { name: 'Done' }).waitFor();
  await rest(page, 500);
}

const SQUARE = [[500, 300], [700, 300], [700, 450], [500, 450]];
/** Area of a rectangle on the screen at the tests' view, in square metres. */
const area = (width, height, zoom = 15) => {
  const metres = (40_075_016.686 * Math.cos((CENTER.lat * Math.PI) / 180)) / (512 * 2 ** zoom);
  return width * height * metres ** 2;
};
const near = (value, wanted, share = 0.02) => assert.ok(Math.abs(value / wanted - 1) < share, `${value} is not about ${wanted}`);

describe('by mouse', () => {
  test('an area, measured while it is drawn, with steps back', async () => {
    const page = await opened();
    await take(page, 'Area');
    await clicks(page, SQUARE.slice(0, 2));
    await page.mouse.move(700, 450, { steps: 3 });
    await page.locator('.follow').waitFor();
    await bar(page).getByText('Last side').waitFor();
    await clicks(page, [[700, 450], [800, 600]]);
    await tool(page, 'Undo').click();
    await page.mouse.move(520, 440, { steps: 3 });
    await clicks(page, [[500, 450]]);
    await page.keyboard.press('Enter');
    const [{ kind, source, area_m2: size }] = await drawn(page);
    assert.deepEqual([kind, source], ['polygon', 'user']);
    near(size, area(200, 150));
    assert.equal(await tool(page, 'Select').getAttribute('aria-pressed'), 'true');
    // After the draft, steps back are the session's.
    await page.keyboard.press('Control+z');
    await drawn(page, 0);
    await page.keyboard.press('Control+y');
    await drawn(page, 1);
    // What the human drew is the human's to reshape.
    const metres = Math.sqrt(area(1, 1));
    const corner = { lng: CENTER.lng - (140 * 360) / (512 * 2 ** 15), lat: CENTER.lat + (100 * metres) / 111_000 };
    await reshape(page, corner);
    const [x, y] = await at(page, corner);
    await drag(page, [x, y], [x - 50, y - 50]);
    await bar(page).getByRole('button', { name: 'Done' }).click();
    await bar(page).waitFor({ state: 'detached' });
    const [wider] = await drawn(page);
    assert.equal(wider.source, 'user');
    assert.ok(wider.area_m2 > 1.1 * size, `${wider.area_m2} ${size}`);
    assertClean(page);
  });

  test('a line, a circle by drag and by a typed radius, and freehand', async () => {
    const page = await opened();
    await take(page, 'Line');
    await clicks(page, [[400, 400], [500, 400], [600, 400], [600, 400]]);
    const [line] = await drawn(page, 1);
    near(line.length_m, Math.sqrt(area(200, 200)));
    await take(page, 'Circle');
    await drag(page, [700, 300], [760, 300], [800, 300]);
    const [circle] = await drawn(page, 2);
    near(circle.area_m2, Math.PI * area(100, 100), 0.04);
    await take(page, 'Circle');
    await page.getByLabel('Radius').fill('250');
    await page.getByLabel('Radius').press('Enter');
    const [typed] = await drawn(page, 3);
    near(typed.area_m2, Math.PI * 250 ** 2, 0.001);
    await take(page, 'Freehand');
    await drag(page, ...Array.from({ length: 40 }, (_, i) => [600 + 100 * Math.cos(i / 6.5), 450 + 80 * Math.sin(i / 6.5)]));
    const [hand] = await drawn(page, 4);
    assert.deepEqual([hand.kind, hand.source], ['polygon', 'user']);
    near(hand.area_m2, Math.PI * area(100, 80), 0.1);
    assertClean(page);
  });

  test('an area that crosses itself is refused in a sentence, and mended in hand', async () => {
    const page = await opened();
    await take(page, 'Area');
    await clicks(page, [[500, 300], [700, 450], [700, 300], [500, 450]]);
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('crosses itself').waitFor();
    assert.equal((await state(page)).drawings.count, 0);
    await rest(page, 200);
    await drag(page, [700, 450], [600, 240]);
    await bar(page).getByRole('button', { name: 'Finish' }).click();
    assert.equal((await drawn(page))[0].source, 'user');
    assertClean(page);
  });

  test('Escape drops the draft, then puts the tool down', async () => {
    const page = await opened();
    await take(page, 'Area');
    await clicks(page, SQUARE.slice(0, 3));
    await page.keyboard.press('Escape');
    await bar(page).getByText('Area', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await bar(page).waitFor({ state: 'detached' });
    assert.equal((await state(page)).drawings.count, 0);
    assertClean(page);
  });

  test('a note goes where the map is clicked', async () => {
    const page = await opened();
    await tool(page, 'Note').click();
    await page.mouse.click(700, 300);
    const field = page.getByPlaceholder('Note at the pin');
    await field.fill('Meet at the gate');
    await field.press('Shift+Enter');
    await field.pressSequentially('at noon');
    await page.getByRole('button', { name: 'Pin', exact: true }).click();
    await field.waitFor({ state: 'detached' });
    const { annotations: { items: [{ id, note, source }] } } = await state(page);
    assert.deepEqual([note, source], ['Meet at the gate\nat noon', 'user']);
    const { coordinate } = await callTool(page, 'get_place_details', { id });
    const [x, y] = await at(page, coordinate);
    assert.ok(Math.hypot(x - 700, y - 300) < 3, `${x} ${y}`);
    assertClean(page);
  });

  test('a walk by two clicks, then by names', async () => {
    const page = await opened();
    await tool(page, 'Route on foot').click();
    await page.mouse.click(860, 330);
    await page.mouse.click(1000, 380);
    await page.getByRole('form', { name: 'Route on foot' }).getByText(/\d m · \d+ min|km · \d+ min/).waitFor({ timeout: 20_000 });
    assert.equal((await drawn(page, 1))[0].source, 'user');
    const form = page.getByRole('form', { name: 'Route on foot' });
    await form.getByLabel('From', { exact: true }).fill('Valletta');
    await form.getByLabel('To', { exact: true }).fill('Floriana');
    await form.getByRole('button', { name: 'Swap' }).click();
    assert.equal(await form.getByLabel('From', { exact: true }).inputValue(), 'Floriana');
    await form.getByRole('button', { name: 'Find the way' }).click();
    const [walk] = await drawn(page, 2);
    assert.match(walk.label, /(Floriana|Furjana).*Valletta/);
    assertClean(page);
  });

  test('where one can walk to from a click', async () => {
    const page = await opened();
    await tool(page, 'Reachable area').click();
    await page.mouse.click(900, 330);
    await page.getByRole('button', { name: '5 minutes', exact: true }).click();
    const [{ kind, source, area_m2: size }] = await drawn(page, 1);
    assert.deepEqual([kind, source], ['reachable', 'user']);
    assert.ok(size > 20_000, `${size}`);
    assertClean(page);
  });
});

describe('by keyboard', () => {
  test('points are set at the aim, and the second Enter on one finishes', async () => {
    const page = await opened();
    await page.keyboard.press('a');
    await page.waitForFunction(() => document.querySelector('#map').classList.contains('draws'));
    await page.locator('.aim').waitFor();
    const walk = async (key, times) => { for (let i = 0; i < times; i++) await page.keyboard.press(key); };
    await page.keyboard.press('Space');
    await walk('ArrowRight', 3);
    await page.keyboard.press('Enter');
    await walk('ArrowDown', 3);
    await page.keyboard.press('Enter');
    await walk('ArrowDown', 2);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Backspace');
    await walk('ArrowUp', 2);
    await walk('ArrowLeft', 3);
    await page.keyboard.press('Enter');
    await page.waitForTimeout(100);
    await page.keyboard.press('Enter');
    const [{ kind, source, area_m2: size }] = await drawn(page);
    assert.deepEqual([kind, source], ['polygon', 'user']);
    near(size, area(144, 144));
    assertClean(page);
  });

  test('every other tool works without a pointer', async () => {
    const page = await opened(undefined, { center: { lng: 14.5126, lat: 35.8985 } });
    const begin = async (key) => {
      await page.keyboard.press(key);
      await page.waitForFunction(() => document.querySelector('#map').classList.contains('draws'));
    };
    await begin('l');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Enter');
    near((await drawn(page, 1))[0].length_m, Math.sqrt(area(48, 48)), 0.05);
    await begin('c');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    assert.equal((await drawn(page, 2))[0].kind, 'circle');
    await begin('f');
    await page.keyboard.press('Enter');
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft']) for (let i = 0; i < 3; i++) await page.keyboard.press(key);
    await page.keyboard.press('Enter');
    assert.equal((await drawn(page, 3))[0].kind, 'polygon');
    await page.keyboard.press('r');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: '10 minutes' }).press('Enter');
    assert.equal((await drawn(page, 4))[0].kind, 'reachable');
    await page.keyboard.press('d');
    await page.keyboard.press('Enter');
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    assert.equal((await drawn(page, 5))[0].kind, 'line');
    await page.keyboard.press('Escape');
    await page.keyboard.press('n');
    await page.keyboard.type('By keys alone');
    await page.keyboard.press('Enter');
    await eventually(async () => assert.equal((await state(page)).annotations.count, 1));
    assertClean(page);
  });
});

describe('by finger', () => {
  test('tools of the dock and of its menu; two fingers move the map', async () => {
    const page = await opened(PHONE);
    const hand = await fingers(page);
    await tool(page, 'Area').tap();
    await page.waitForFunction(() => document.querySelector('#map').classList.contains('draws'));
    for (const [x, y] of [[100, 300], [250, 300], [250, 420]]) await hand.tap(x, y);
    const before = (await state(page)).center;
    await hand.two([[120, 350], [220, 400]], [[200, 350], [300, 400]]);
    const moved = (await state(page)).center;
    assert.ok(moved.lng < before.lng, 'two fingers move the map');
    await hand.two([[200, 350], [300, 400]], [[120, 350], [220, 400]]);
    await bar(page).getByRole('button', { name: 'Finish' }).tap();
    near((await drawn(page, 1))[0].area_m2, area(150, 120) / 2, 0.05);
    await tool(page, 'Circle').tap();
    await page.waitForFunction(() => document.querySelector('#map').classList.contains('draws'));
    await hand.drag([150, 560], [170, 560], [200, 560]);
    near((await drawn(page, 2))[0].area_m2, Math.PI * area(50, 50), 0.06);
    await tool(page, 'More tools').tap();
    await page.getByRole('group', { name: 'More tools' }).getByRole('button', { name: 'Freehand' }).tap();
    await page.waitForFunction(() => document.querySelector('#map').classList.contains('draws'));
    await hand.drag(...Array.from({ length: 30 }, (_, i) => [280 + 50 * Math.cos(i / 4.9), 500 + 40 * Math.sin(i / 4.9)]));
    assert.equal((await drawn(page, 3))[0].kind, 'polygon');
    await tool(page, 'Note').tap();
    await hand.tap(120, 250);
    await page.getByPlaceholder('Note at the pin').fill('By finger');
    await page.getByRole('button', { name: 'Pin', exact: true }).tap();
    await eventually(async () => assert.equal((await state(page)).annotations.count, 1));
    assertClean(page);
  });

  test('a point is dragged, and one that is held is removed', async () => {
    const page = await opened(PHONE);
    const hand = await fingers(page);
    const corners = [[14.5035, 35.898], [14.506, 35.898], [14.506, 35.896], [14.5035, 35.896]].map(([lng, lat]) => ({ lng, lat }));
    const { area_m2: before } = await callTool(page, 'draw_shape', { type: 'polygon', coordinates: corners.map(({ lng, lat }) => [lng, lat]) });
    await rest(page, 300);
    const button = page.getByRole('button', { name: 'Reshape' });
    await until(button, async () => hand.tap(...(await at(page, corners[0]))));
    await button.tap();
    await bar(page).getByRole('button', { name: 'Done' }).waitFor();
    // The card is gone, and the map is back in the middle of the screen.
    await page.locator('[data-covers]').waitFor({ state: 'detached' });
    await rest(page, 1500);
    const [x, y] = await at(page, corners[0]);
    await hand.drag([x, y], [x - 10, y - 10], [x - 40, y - 30]);
    await hand.hold(...(await at(page, corners[2])), 800);
    await bar(page).getByRole('button', { name: 'Done' }).tap();
    await bar(page).waitFor({ state: 'detached' });
    const { items: [{ area_m2: size, source }] } = (await state(page)).drawings;
    assert.equal(source, 'agent', 'whose it is does not change');
    // A corner was drawn out, and its opposite is gone.
    near(size, 0.8 * before, 0.05);
    assertClean(page);
  });
});

describe('reshaping', () => {
  const corners = [[14.502, 35.899], [14.507, 35.899], [14.507, 35.896], [14.502, 35.896]];
  const places = corners.map(([lng, lat]) => ({ lng, lat }));

  test('points are moved, made and removed, step by step, and the drawing shows once', async () => {
    const page = await opened();
    await callTool(page, 'draw_shape', { type: 'polygon', coordinates: corners, label: 'Quarter' });
    const before = (await drawn(page))[0].area_m2;
    await rest(page, 300);
    await reshape(page, places[0]);
    await drag(page, await at(page, places[0]), [(await at(page, places[0]))[0] - 80, (await at(page, places[0]))[1]]);
    const [a, b] = [await at(page, places[1]), await at(page, places[2])];
    const middle = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    await drag(page, middle, [middle[0] + 60, middle[1]]);
    await page.mouse.click(...(await at(page, places[3])), { button: 'right' });
    await page.waitForTimeout(100);
    await page.keyboard.press('Control+z');
    await bar(page).getByRole('button', { name: 'Done' }).click();
    await bar(page).waitFor({ state: 'detached' });
    const [{ area_m2: size, label }] = await drawn(page);
    assert.equal(label, 'Quarter');
    assert.ok(size > before * 1.1, `${size} ${before}`);
    await page.keyboard.press('Control+z');
    assert.equal((await drawn(page))[0].area_m2, before);
    assertClean(page);
  });

  test('a circle is made wider by its edge, moved by its centre, and Escape leaves it as it was', async () => {
    const page = await opened();
    await callTool(page, 'draw_shape', { type: 'circle', center: CENTER, radius_m: 200 });
    await rest(page, 300);
    await reshape(page, CENTER);
    const [x, y] = await at(page, CENTER);
    await drag(page, [x, y], [x + 100, y + 50]);
    await bar(page).getByLabel('Radius').fill('300');
    await bar(page).getByLabel('Radius').press('Enter');
    await bar(page).getByRole('button', { name: 'Done' }).click();
    await bar(page).waitFor({ state: 'detached' });
    near((await drawn(page))[0].area_m2, Math.PI * 300 ** 2, 0.001);
    await rest(page, 300);
    await page.getByRole('button', { name: 'Reshape' }).click();
    await rest(page, 400);
    await drag(page, [x + 100, y + 50], [x, y]);
    await page.keyboard.press('Escape');
    await bar(page).waitFor({ state: 'detached' });
    const { center } = await callTool(page, 'get_place_details', { id: 'drawing:1' });
    if (center) assert.ok(center.lng > CENTER.lng);
    assertClean(page);
  });

  for (const [kind, context] of [['mouse', undefined], ['finger', PHONE]]) {
    test(`by ${kind}, without dragging: a tap chooses a point, the next one says where it goes; a whole shape and a note too`, async () => {
      const page = await opened(context, { zoom: context ? 14 : 15 });
      const hand = context && await fingers(page);
      const tap = async (x, y) => {
        await (hand ? hand.tap(x, y) : page.mouse.click(x, y));
        await page.waitForTimeout(150);
      };
      const waits = bar(page).locator('strong').getByText('Tap where it goes');
      const chooses = async (...where) => { await tap(...where); await waits.waitFor(); };
      const lies = async (...where) => { await tap(...where); await waits.waitFor({ state: 'detached' }); };
      const edit = async (on) => {
        const button = page.locator('.mark-card').getByRole('button', { name: /^(Reshape|Move it)$/ });
        await until(button, async () => tap(...(await at(page, on))));
        await (hand ? button.tap() : button.click());
        await bar(page).getByRole('button', { name: 'Done' }).waitFor();
        await page.locator('[data-covers]').waitFor({ state: 'detached' }).catch(() => undefined);
        await rest(page, 1200);
      };
      const done = async () => {
        await bar(page).getByRole('button', { name: 'Done' }).click();
        await bar(page).waitFor({ state: 'detached' });
        await rest(page, 300);
      };
      await callTool(page, 'draw_shape', { type: 'polygon', coordinates: corners });
      const size = async () => (await drawn(page))[0].area_m2;
      const before = await size();
      await rest(page, 300);
      await edit(places[0]);
      const [x, y] = await at(page, places[0]);
      // Let go by Escape, and by a tap on it again: nothing has moved.
      await chooses(x, y);
      assert.match(await bar(page).locator('[aria-live]').innerText(), /Tap where it goes/);
      await page.keyboard.press('Escape');
      await waits.waitFor({ state: 'detached' });
      assert.ok(await bar(page).isVisible(), 'Escape lets go of the point before it leaves the shape');
      await chooses(x, y);
      await lies(x, y);
      // A corner goes out by a share of the side that it lies on.
      const [right] = await at(page, places[1]);
      await chooses(x, y);
      await lies(x - (right - x) / 2, y);
      await done();
      near(await size(), 1.25 * before, 0.03);
      // The whole keeps its size and goes as far as the taps lie apart; so does a note.
      await callTool(page, 'remove_from_map', { ids: ['drawing:1'] });
      const { drawing_id: id } = await callTool(page, 'draw_shape', { type: 'circle', center: CENTER, radius_m: 250 });
      const inside = { lng: CENTER.lng - 0.0014, lat: CENTER.lat + 0.0008 };
      await rest(page, 300);
      await edit(CENTER);
      const [left, top] = await at(page, inside);
      await chooses(left, top);
      await lies(left + 40, top + 110);
      await done();
      const { center, radius_m: radius } = await callTool(page, 'get_place_details', { id });
      near(radius, 250, 0.01);
      const scale = (512 * 2 ** (await state(page)).zoom) / 360;
      const [east, south] = [(center.lng - CENTER.lng) * scale, ((CENTER.lat - center.lat) * scale) / Math.cos((CENTER.lat * Math.PI) / 180)];
      assert.ok(Math.hypot(east - 40, south - 110) < 4, `it went ${east} px east and ${south} px south`);
      await callTool(page, 'remove_from_map', { ids: [id] });
      const { annotation_id: note } = await callTool(page, 'annotate', { at: inside, note: 'Here' });
      await rest(page, 300);
      await edit(inside);
      const [from, down] = await at(page, inside);
      await chooses(from, down);
      await lies(from + 60, down + 90);
      await done();
      const { coordinate } = await callTool(page, 'get_place_details', { id: note });
      assert.ok(Math.abs((coordinate.lng - inside.lng) * scale - 60) < 4 && coordinate.lat < inside.lat, JSON.stringify(coordinate));
      assertClean(page);
    });
  }

  test('what the agent changes meanwhile ends it with a word; what it draws disturbs nothing', async () => {
    const page = await opened();
    await callTool(page, 'draw_shape', { type: 'polygon', coordinates: corners });
    await rest(page, 300);
    await reshape(page, places[0]);
    await callTool(page, 'draw_shape', { type: 'circle', center: CENTER, radius_m: 100 });
    await drag(page, await at(page, places[1]), [900, 260]);
    assert.equal(await bar(page).count(), 1, 'another drawing disturbs nothing');
    await callTool(page, 'update_mark', { id: 'drawing:1', label: 'Mine' });
    await page.getByRole('alert').getByText('changed or removed meanwhile').waitFor();
    await bar(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByRole('button', { name: 'Reshape' }).click();
    await bar(page).waitFor();
    await rest(page, 300);
    await callTool(page, 'remove_from_map', { ids: ['drawing:1'] });
    await page.getByRole('alert').getByText('changed or removed meanwhile').waitFor();
    assert.deepEqual((await state(page)).drawings.items.map(({ id }) => id), ['drawing:2']);
    assertClean(page);
  });

  test('a draft stays in hand while the agent draws, and each takes back its own', async () => {
    const page = await opened();
    await take(page, 'Area');
    await clicks(page, SQUARE.slice(0, 3));
    await callTool(page, 'draw_shape', { type: 'circle', center: CENTER, radius_m: 100 });
    await callTool(page, 'set_map_view', { zoom: 15.2 });
    await callTool(page, 'set_map_view', { zoom: 15 });
    await rest(page, 200);
    await clicks(page, [SQUARE[3]]);
    await bar(page).getByRole('button', { name: 'Finish' }).click();
    const items = await drawn(page, 2);
    assert.deepEqual(items.map(({ id, source }) => [id, source]).sort(), [['drawing:1', 'agent'], ['drawing:2', 'user']]);
    near(items.find(({ id }) => id === 'drawing:2').area_m2, area(200, 150));
    await callTool(page, 'undo');
    assert.deepEqual((await callTool(page, 'remove_from_map', { ids: ['drawing:2'] })).refused.map(({ id }) => id), ['drawing:2']);
    assertClean(page);
  });
});

test('a draft follows a change of theme', async () => {
  const page = await opened();
  await take(page, 'Area');
  await clicks(page, SQUARE.slice(0, 3));
  for (let times = 0; times < 2; times++) await page.getByRole('button', { name: 'Theme' }).click();
  await rest(page, 1500);
  await clicks(page, [SQUARE[3]]);
  await page.keyboard.press('Enter');
  near((await drawn(page))[0].area_m2, area(200, 150));
  assertClean(page);
});

test('the pen comes when it is first taken, and not before', async () => {
  const page = await opened();
  const asked = () => site.server.log.filter(({ path }) => /terra-draw|pen-/.test(path)).length;
  site.server.log.length = 0;
  await rest(page, 300);
  assert.equal(asked(), 0);
  await take(page, 'Line');
  assert.ok(asked() >= 5);
  assertClean(page);
});

test('dragging a point or the whole of 500 costs our script per frame at most half more than dragging the bare map', async (t) => {
  const page = await opened(undefined, { zoom: 14.5 });
  const script = await scriptPerFrame(page);
  /** What is there is dragged to and fro. */
  const rounds = ([x, y]) => script(async () => {
    for (let turn = 0; turn < 2; turn++) {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 120, y - 70, { steps: 8 });
      await page.mouse.move(x, y, { steps: 8 });
      await page.mouse.up();
      await page.waitForTimeout(300);
    }
  });
  const bare = await rounds([640, 400]);
  const ring = Array.from({ length: 500 }, (_, i) => {
    const wave = 1 + 0.08 * Math.sin(i / 3);
    return [CENTER.lng + 0.006 * wave * Math.cos((i * Math.PI) / 250), CENTER.lat + 0.0045 * wave * Math.sin((i * Math.PI) / 250)];
  });
  await callTool(page, 'draw_shape', { type: 'polygon', coordinates: ring });
  await rest(page, 400);
  await reshape(page, { lng: CENTER.lng, lat: CENTER.lat });
  const point = await rounds(await at(page, { lng: ring[0][0], lat: ring[0][1] }));
  const whole = await rounds(await at(page, CENTER));
  t.diagnostic(`script per frame: bare map ${bare.toFixed(2)} ms, a point of 500 ${point.toFixed(2)} ms, all 500 ${whole.toFixed(2)} ms`);
  assert.ok(point <= 1.5 * bare && whole <= 1.5 * bare, `${point} and ${whole} against ${bare}`);
  assertClean(page);
});
