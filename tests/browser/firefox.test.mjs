// The page by hand in Firefox, a second engine, driven over WebDriver BiDi. Firefox draws with WebGL only on a display,
// so the test brings one of its own.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import puppeteer from 'puppeteer-core';
import { serve } from './support/server.mjs';

const { FIREFOX, XVFB, CI } = process.env;
const skip = FIREFOX && XVFB ? false : CI ? false : 'no Firefox: name it and Xvfb in FIREFOX and XVFB';

let server;
let display;
let browser;

before(async () => {
  if (skip) return;
  assert.ok(FIREFOX && XVFB, 'CI tries Firefox as well');
  server = await serve({ base: '/here/' });
  // Xvfb picks a free display and writes its number.
  display = spawn(XVFB, ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [number] = await once(display.stdout, 'data');
  browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    headless: false,
    env: { ...process.env, DISPLAY: `:${String(number).trim()}` },
    extraPrefsFirefox: { 'webgl.force-enabled': true },
  });
});

after(async () => {
  await browser?.close();
  display?.kill();
  await server?.close();
});

/** The page with its map shown, and what went wrong there. */
async function opened(hash = '') {
  const page = await browser.newPage();
  const troubles = [];
  page.on('console', (message) => {
    if (['warn', 'error'].includes(message.type()) && !/WEBGL_debug_renderer_info|WebGL warning/.test(message.text())) troubles.push(message.text());
  });
  page.on('pageerror', (error) => troubles.push(String(error.stack ?? error)));
  await page.setViewport({ width: 1280, height: 800 });
  await page.goto(`${server.url}${hash}`, { waitUntil: 'load' });
  // The panels are fetched once the map shows.
  await page.waitForSelector('.zoom', { timeout: 60_000 });
  return { page, troubles };
}

/** Resolves once the page's text fits. */
const says = (page, text) => page.waitForFunction((text) => document.body.innerText.includes(text), { timeout: 20_000 }, text);
const press = (page, name) => page.locator(`::-p-aria([name="${name}"][role="button"])`).click();
/** The link that the page keeps in its address, read. */
const kept = async (page) => {
  await page.waitForFunction(() => location.hash.length > 4, { timeout: 10_000 });
  await new Promise((wait) => setTimeout(wait, 900));
  return page.evaluate(() => location.hash.slice(1));
};

test('search finds a place by name and opens its card', { skip }, async () => {
  const { page, troubles } = await opened();
  await page.keyboard.press('/');
  await page.keyboard.type('upper barrakka', { delay: 20 });
  await says(page, 'Upper Barracca Gardens');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-covers="left"]');
  assert.deepEqual(troubles, []);
  await page.close();
});

test('a circle is drawn with the pointer and taken back by key', { skip }, async () => {
  const { page, troubles } = await opened();
  const before = await kept(page);
  await press(page, 'Circle');
  // The pen has come.
  await page.waitForFunction(() => document.querySelector('#map')?.classList.contains('draws'), { timeout: 20_000 });
  await page.mouse.move(600, 400);
  await page.mouse.down();
  await page.mouse.move(680, 440, { steps: 8 });
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelector('[aria-label="Undo"]')?.disabled === false, { timeout: 20_000 });
  const drawn = await kept(page);
  assert.ok(drawn.length > before.length, 'the link holds the circle');
  await page.keyboard.press('Escape');
  await page.keyboard.down('Control');
  await page.keyboard.press('z');
  await page.keyboard.up('Control');
  await new Promise((wait) => setTimeout(wait, 900));
  assert.ok((await page.evaluate(() => location.hash.slice(1))).length < drawn.length);
  assert.deepEqual(troubles, []);
  await page.close();
});

test('the tray shows a kind of places, and the link of it opens again', { skip }, async () => {
  const { page, troubles } = await opened();
  await page.keyboard.press('p');
  await page.waitForSelector('[data-covers="left"]');
  await page.keyboard.press('s');
  await says(page, 'Share this map');
  await page.waitForSelector('.qr path');
  const link = await kept(page);
  await page.close();
  const again = await opened(`#${link}`);
  assert.deepEqual([...troubles, ...again.troubles], []);
  await again.page.close();
});

test('a note is pinned where the map is clicked, and its card takes it away', { skip }, async () => {
  const { page, troubles } = await opened();
  await press(page, 'Note');
  await page.mouse.click(640, 300);
  await page.waitForSelector('.note-form textarea');
  await page.keyboard.type('Meet here', { delay: 10 });
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => !document.querySelector('.note-form textarea'), { timeout: 20_000 });
  const noted = await kept(page);
  await page.keyboard.press('g');
  await says(page, 'Meet here');
  await page.locator('.inspect .row').click();
  await press(page, 'Remove');
  await page.waitForFunction(() => !document.querySelector('.inspect .row'), { timeout: 20_000 });
  assert.ok((await kept(page)).length < noted.length);
  assert.deepEqual(troubles, []);
  await page.close();
});

test('what an agent does through the page is a row of its lane, which takes it back', { skip }, async () => {
  const { page, troubles } = await opened('?shim=1');
  const call = (name, input) => page.evaluate(async ([name, input]) => {
    const context = document.modelContext ?? navigator.modelContext;
    const tool = (await context.getTools()).find((tool) => tool.name === name);
    return JSON.parse(await context.executeTool(tool, input));
  }, [name, input]);
  await call('draw_shape', { type: 'circle', center: 'Valletta', radius_m: 400, label: 'Near' });
  await page.keyboard.press('g');
  await says(page, 'Near');
  assert.equal((await call('list_marks', {})).marks.length, 1);
  await press(page, 'Take this back');
  await page.waitForFunction(() => !document.querySelector('.inspect .row'), { timeout: 20_000 });
  assert.equal((await call('list_marks', {})).marks.length, 0);
  assert.deepEqual(troubles, []);
  await page.close();
});
