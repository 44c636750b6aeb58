// Whether everybody can use the page: axe-core and Lighthouse over each state, reflow, targets, and a whole task done by
// keyboard alone and through the accessibility tree alone.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, describe, test } from 'node:test';
import { assertClean, callTool, eventually, rest, shown, start } from './support/browser.mjs';
import { SIZES, STATES, speak } from './support/states.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const LANGUAGES = ['en', 'zh-Hant'];
/** Windows in which nothing may be lost: 320 px wide, and a desktop at 200 and 400 %. */
const NARROW = [{ width: 320, height: 640 }, { width: 640, height: 400 }, { width: 320, height: 256 }];

let site;
/** The page without a basemap, which opens faster: for what is asked of the interface alone. */
let plain;
before(async () => {
  site = await start({ server: { base: '/here/' } });
  const manifest = JSON.parse(readFileSync(new URL('../../dist/cities/malta/manifest.json', import.meta.url), 'utf8'));
  delete manifest.files.basemap;
  const answer = (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(manifest));
  plain = await start({ server: { base: '/here/', programs: [{ match: /^cities\/malta\/manifest\.json$/, answer }] } });
});
after(async () => {
  await site?.close();
  await plain?.close();
});

async function opened(options, on = site) {
  const page = await on.openPage(options);
  await shown(page);
  return page;
}

const state = (page) => callTool(page, 'get_map_state');

/** What axe-core finds on the page as it is: rule and elements, one line each. */
async function violations(page) {
  if (!await page.evaluate(() => 'axe' in window)) await page.evaluate(AXE);
  return page.evaluate(async (levels) => {
    const { violations } = await window.axe.run(document, { runOnly: { type: 'tag', values: levels }, resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target, any, all }) => `${target.join(' ')} ${[...any, ...all].map(({ message }) => message).join('; ')}`).join(' | ')}`);
  }, LEVELS);
}

/** The page in that theme, and in that language, without being opened anew. */
async function turn(page, theme, language) {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await page.waitForFunction((theme) => document.documentElement.dataset.theme === theme, theme);
  await speak(page, language);
  await rest(page, 300);
}

// Each state is reached once for all that is asked of it, since reaching it takes longest.
describe('each state', () => {
  for (const [size, context] of Object.entries(SIZES)) {
    for (const [name, reach] of Object.entries(STATES)) {
      test(`${name}, ${size}: axe-core finds nothing at A and AA, targets are large enough, a narrow window loses nothing`, async () => {
        const page = await opened({ context: { ...context, locale: 'en-US', colorScheme: 'light' } }, plain);
        await reach(page, context);
        const found = [];
        for (const language of LANGUAGES) {
          for (const theme of ['light', 'dark']) {
            await turn(page, theme, language);
            found.push(...(await violations(page)).map((line) => `${language}, ${theme}: ${line}`));
          }
          found.push(...(await small(page)).map((line) => `${language}: ${line}`));
        }
        for (const viewport of size === 'desktop' ? NARROW : []) {
          await page.setViewportSize(viewport);
          await rest(page, 400);
          found.push(...(await lost(page)).map((line) => `${viewport.width} by ${viewport.height}: ${line}`));
        }
        assert.deepEqual(found, []);
        assertClean(page);
        await page.context().close();
      });
    }
  }
});

/** Targets under 24 px; links within a sentence are no targets by the rule (WCAG 2.5.8). */
function small(page) {
  return page.evaluate(() => [...document.querySelectorAll('button, a, input, select, textarea, [role="option"]')]
    .filter((element) => !element.closest('[aria-hidden="true"]') && !element.matches('.skip, .sr, p a, .credit a'))
    .map((element) => [element, element.getBoundingClientRect()])
    .filter(([, { width, height }]) => width && height && (width < 24 || height < 24))
    .map(([element, { width, height }]) => `${element.className} ${element.textContent}: ${Math.round(width)} by ${Math.round(height)} px`));
}

/** Controls that cannot be brought into sight, and a page that scrolls sideways. */
function lost(page) {
  return page.evaluate(() => {
    const found = [];
    const root = document.documentElement;
    if (root.scrollWidth > innerWidth) found.push(`the page is ${root.scrollWidth} px wide`);
    // What has to be scrolled sideways within a panel is out of sight for whoever does not know of it.
    for (const element of document.querySelectorAll(':is(.column, .lane, .sheet), :is(.column, .lane, .sheet) *')) {
      if (/auto|scroll/.test(getComputedStyle(element).overflowX) && element.scrollWidth > element.clientWidth + 1) found.push(`${element.className} is ${element.scrollWidth} px wide in ${element.clientWidth}`);
    }
    for (const element of document.querySelectorAll('button, a, input, select, textarea')) {
      if (element.closest('[aria-hidden="true"], .skip') || !element.checkVisibility({ visibilityProperty: true })) continue;
      element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
      if (!width || !height) continue;
      const isIn = left >= -1 && right <= innerWidth + 1 && top >= -1 && bottom <= innerHeight + 1;
      if (!isIn) found.push(`${element.className} ${element.getAttribute('aria-label') ?? element.textContent}: ${[left, top, right, bottom].map(Math.round)}`);
    }
    return found;
  });
}

test('nothing moves by itself where motion is unwelcome, and forced colours keep every control', async () => {
  const page = await opened({ context: { reducedMotion: 'reduce', forcedColors: 'active' } });
  await STATES.lane(page, {});
  const moving = await page.evaluate(() => document.getAnimations().filter(({ effect }) => effect.getComputedTiming().activeDuration > 1).length);
  assert.equal(moving, 0);
  const bare = await page.evaluate(() => [...document.querySelectorAll('.dock button, .actions button, .zoom button, .lane button')]
    .filter((button) => button.checkVisibility())
    .filter((button) => { const style = getComputedStyle(button); return style.borderTopStyle === 'none' && style.outlineStyle === 'none' && !button.querySelector('svg') && !button.textContent.trim(); })
    .map((button) => button.className));
  assert.deepEqual(bare, []);
  assertClean(page);
});

test('every control has a name, and no two of one group have the same', async () => {
  const page = await opened();
  await STATES.lane(page, {});
  const nameless = await page.evaluate(() => [...document.querySelectorAll('button, select, input, textarea, a')]
    .filter((element) => element.checkVisibility() && !element.closest('[aria-hidden="true"]'))
    .filter((element) => !(element.getAttribute('aria-label') || element.textContent.trim() || element.labels?.length || element.title))
    .map((element) => element.outerHTML.slice(0, 120)));
  assert.deepEqual(nameless, []);
  const doubles = await page.evaluate(() => [...document.querySelectorAll('.dock, .zoom, .actions')].flatMap((group) => {
    const names = [...group.querySelectorAll('button')].map((button) => button.getAttribute('aria-label') ?? button.textContent.trim());
    return names.filter((name, at) => names.indexOf(name) !== at);
  }));
  assert.deepEqual(doubles, []);
});

test('what the agent does is read out, with its lane closed and open', async () => {
  const page = await opened();
  const live = page.locator('.actions [role="status"]');
  await callTool(page, 'annotate', { at: 'Valletta', note: 'Meet here' });
  await page.waitForFunction(() => /^Agent: Pinned/.test(document.querySelector('.actions [role="status"]').textContent));
  await page.locator('.presence').click();
  await callTool(page, 'draw_shape', { type: 'circle', center: 'Valletta', radius_m: 400, label: 'Near' });
  await page.waitForFunction(() => /^Agent: Drew/.test(document.querySelector('.actions [role="status"]').textContent));
  assert.match(await live.textContent(), /Near/);
});

test('the map in words says where it is and lists what it shows, and moves it', async () => {
  const page = await opened();
  await callTool(page, 'set_map_view', { place: 'Valletta', zoom: 15.5 });
  await callTool(page, 'annotate', { at: 'Upper Barracca Gardens', note: 'Meet here' });
  await page.keyboard.press('Tab');
  await page.keyboard.press('i');
  const list = page.getByRole('region', { name: 'The map in words' });
  await list.getByRole('heading', { level: 2 }).waitFor();
  await list.getByText(/The middle is in (Il-Belt )?Valletta\. From west to east the map shows [\d.]+ (km|m)/).waitFor();
  await list.getByRole('button', { name: /Meet here/ }).waitFor();
  // Parks are shown once they are asked for.
  await list.getByText('No places are shown here', { exact: false }).waitFor();
  await callTool(page, 'find_features', { categories: ['cafe'], near: 'Valletta', limit: 1 });
  const first = list.locator('ul').last().getByRole('button').first();
  await first.waitFor();
  const { distance_m, direction } = (await callTool(page, 'list_features_in_view', { categories: ['cafe'] })).features[0];
  const text = await first.innerText();
  assert.ok(text.includes(`${Math.round(distance_m)} m`), `${text} says ${distance_m} m`);
  const words = { N: 'north', NE: 'north-east', E: 'east', SE: 'south-east', S: 'south', SW: 'south-west', W: 'west', NW: 'north-west' };
  assert.ok(text.includes(words[direction] ?? direction), `${text} says ${direction}`);
  const before = (await state(page)).camera ?? (await state(page));
  await list.getByRole('button', { name: 'North', exact: true }).click();
  await eventually(async () => {
    const after = (await state(page)).camera ?? (await state(page));
    assert.ok(after.center.lat > before.center.lat && Math.abs(after.center.lng - before.center.lng) < 1e-6);
  });
  assertClean(page);
});

test('the map in words turns and tilts the map, says so, and turns it north up; so do Shift and arrow keys', async () => {
  const page = await opened({ context: { reducedMotion: 'reduce' } });
  await callTool(page, 'set_map_view', { place: 'Valletta', zoom: 15 });
  const view = async () => {
    const { bearing, pitch } = await state(page);
    return [bearing, pitch].map(Math.round);
  };
  const becomes = async (bearing, pitch) => {
    await eventually(async () => assert.deepEqual(await view(), [bearing, pitch]));
  };
  await becomes(0, 0);
  await page.keyboard.press('i');
  const list = page.getByRole('region', { name: 'The map in words' });
  const press = (name) => list.getByRole('group', { name: 'Turn and tilt the map' }).getByRole('button', { name, exact: true }).click();
  await press('Turn right');
  await becomes(45, 0);
  await list.getByRole('status').getByText('It is turned: up is north-east.').waitFor();
  await press('Turn left');
  await press('Turn left');
  await becomes(315, 0);
  await press('Tilt up');
  await press('Tilt up');
  await becomes(315, 30);
  await list.getByRole('status').getByText('It is tilted by 30°.').waitFor();
  await press('Tilt down');
  await becomes(315, 15);
  await press('North up');
  await becomes(0, 0);
  assert.doesNotMatch(await list.getByRole('status').innerText(), /turned|tilted/);
  // Flat as it is, it goes no lower.
  await press('Tilt down');
  await becomes(0, 0);
  await page.locator('#map canvas').focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowUp');
  await eventually(async () => {
    const [bearing, pitch] = await view();
    assert.ok(bearing > 0 && pitch > 0, `${bearing} ${pitch}`);
  });
  assertClean(page);
});

test('steps of a few pixels are steps all the same', async () => {
  const page = await opened();
  await callTool(page, 'set_map_view', { place: 'Valletta', zoom: 12 });
  await page.keyboard.press('l');
  const step = page.getByRole('textbox', { name: 'Step' });
  await step.waitFor();
  await page.waitForFunction(() => document.querySelector('#map')?.classList.contains('draws'));
  for (const text of ['30 m north', '30 m east', '30 m north']) {
    await step.fill(text);
    await step.press('Enter');
    await page.waitForTimeout(150);
  }
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.waitForFunction(() => !document.querySelector('.measure'));
  const { marks } = await callTool(page, 'list_marks');
  assert.ok(Math.abs(marks[0].length_m - 90) <= 1, JSON.stringify(marks));
});

test('an area is drawn by steps, and its size is right', async () => {
  const page = await opened();
  await callTool(page, 'set_map_view', { place: 'Valletta', zoom: 15 });
  await page.keyboard.press('a');
  const step = page.getByRole('textbox', { name: 'Step' });
  await step.waitFor();
  await page.waitForFunction(() => document.querySelector('#map')?.classList.contains('draws'));
  for (const text of ['200 m north', '300 m E', '180° 200 m']) {
    await step.fill(text);
    await step.press('Enter');
    await page.waitForTimeout(250);
  }
  await step.fill('two streets on');
  await step.press('Enter');
  await page.getByText('A step is a length and a direction', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.waitForFunction(() => !document.querySelector('.measure'));
  const { marks } = await callTool(page, 'list_marks');
  assert.ok(Math.abs(marks[0].area_m2 - 60_000) < 200, JSON.stringify(marks[0]));
  assert.equal(marks[0].source, 'user');
});

test('single letters are keys until they are turned off, on this device', async () => {
  const page = await opened();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keys' });
  // The sheet takes the focus, and gives it back.
  await page.waitForFunction(() => document.activeElement.id === 'keys-title');
  await sheet.getByRole('button', { name: 'Single letters are keys' }).click();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await page.keyboard.press('p');
  await page.waitForTimeout(300);
  assert.equal(await page.locator('.tray').count(), 0);
  await page.reload();
  await shown(page);
  await page.keyboard.press('p');
  await page.waitForTimeout(300);
  assert.equal(await page.locator('.tray').count(), 0);
  await page.getByRole('button', { name: 'Keys', exact: true }).click();
  await sheet.getByRole('button', { name: 'Single letters are keys' }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('p');
  await page.locator('.tray').waitFor();
  assertClean(page);
});

test('find, select, draw, note and share by keyboard alone', async () => {
  const page = await opened({ context: { permissions: ['clipboard-read', 'clipboard-write'] } });
  const press = async (...keys) => { for (const key of keys) { await page.keyboard.press(key); await page.waitForTimeout(120); } };
  /** Goes on with Tab until the focus is on what has that name. */
  const reach = async (name, key = 'Tab') => {
    for (let tries = 0; tries < 120; tries++) {
      const focused = await page.evaluate(() => document.activeElement?.getAttribute('aria-label') || document.activeElement?.textContent?.trim() || '');
      if (name.test(focused)) return;
      await page.keyboard.press(key);
    }
    assert.fail(`Tab does not reach ${name}`);
  };
  // Find
  await press('/');
  await page.keyboard.type('upper barrakka', { delay: 15 });
  await page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option').first().waitFor();
  await press('ArrowDown', 'Enter');
  await page.getByRole('heading', { level: 2, name: /Barracca/ }).waitFor();
  // Select
  await reach(/^Select/);
  await press('Enter');
  // Draw: an area round it, by steps
  await press('Escape');
  await page.waitForFunction(() => document.activeElement?.matches('.maplibregl-canvas'));
  await press('a');
  await page.waitForFunction(() => document.querySelector('#map')?.classList.contains('draws'));
  await reach(/^$|200 m north/);
  await page.getByRole('textbox', { name: 'Step' }).focus();
  for (const text of ['150 m north', '150 m east', '150 m south']) {
    await page.keyboard.type(text);
    await press('Enter');
  }
  await reach(/^Finish$/);
  await press('Enter');
  await page.waitForFunction(() => !document.querySelector('.measure'));
  // Note, in the middle of the map
  await press('n', 'Enter');
  await page.locator('.note-form textarea').waitFor();
  await page.keyboard.type('Meet here');
  await press('Enter');
  await page.waitForFunction(() => !document.querySelector('.note-form textarea'));
  // Share
  await press('s');
  await reach(/^Copy$/);
  await press('Enter');
  await page.getByText('The link is copied.').waitFor();
  const told = await state(page);
  assert.equal(told.selection.count, 1);
  const { marks } = await callTool(page, 'list_marks');
  assert.deepEqual(marks.map(({ source }) => source), ['user', 'user']);
  assert.ok((await page.evaluate(() => navigator.clipboard.readText())).includes('#v'));
  assertClean(page);
});

test('the same through the accessibility tree alone, as a screen reader does it', async () => {
  const page = await opened();
  const session = await page.context().newCDPSession(page);
  await session.send('Accessibility.enable');
  await session.send('DOM.enable');
  const nodes = async () => (await session.send('Accessibility.getFullAXTree')).nodes.filter((node) => !node.ignored);
  /** The node of that role and name, once it is there. */
  const find = async (role, name) => {
    for (let tries = 0; tries < 50; tries++) {
      const found = (await nodes()).find((node) => node.role?.value === role && name.test(node.name?.value ?? ''));
      if (found) return found;
      await page.waitForTimeout(100);
    }
    assert.fail(`no ${role} ${name}: ${(await nodes()).map((node) => `${node.role?.value} ${node.name?.value}`).filter((line) => /button|textbox|combobox|option/.test(line)).join(', ')}`);
  };
  const on = async (node, what, ...values) => {
    const { object } = await session.send('DOM.resolveNode', { backendNodeId: node.backendDOMNodeId });
    await session.send('Runtime.callFunctionOn', { objectId: object.objectId, functionDeclaration: what, arguments: values.map((value) => ({ value })), userGesture: true });
  };
  /** The default action of a node, as assistive programs call it. */
  const act = async (role, name) => on(await find(role, name), 'function () { this.focus?.(); this.click(); }');
  const write = async (role, name, text) => {
    await on(await find(role, name), 'function () { this.focus(); this.select?.(); }');
    await page.keyboard.insertText(text);
  };
  await write('combobox', /Search/, 'upper barrakka');
  await act('option', /Barracca/);
  await find('heading', /Barracca/);
  await act('button', /^Select/);
  await act('button', /^Close$/);
  await act('button', /^Line$/);
  await page.waitForFunction(() => document.querySelector('#map')?.classList.contains('draws'));
  for (const text of ['300 m west', '100 m north']) {
    await write('textbox', /^Step/, text);
    await act('button', /^Add the point$/);
  }
  await act('button', /^Finish$/);
  await act('button', /^Note$/);
  await rest(page, 300);
  await page.keyboard.press('Enter');
  await write('textbox', /note/i, 'Meet here');
  await act('button', /^(Pin|Add|Save|Done)/);
  await act('button', /^Share this map$/);
  await find('dialog', /Share/);
  assert.equal((await state(page)).selection.count, 1);
  const { marks } = await callTool(page, 'list_marks');
  assert.equal(marks.length, 2);
  assert.ok(Math.abs(marks.find(({ length_m }) => length_m).length_m - 400) < 2, JSON.stringify(marks));
  assertClean(page);
});
