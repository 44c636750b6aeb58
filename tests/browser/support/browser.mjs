// A real Chromium with WebMCP, the built page in it, and what must not happen there.

import assert from 'node:assert/strict';
import { accessSync, constants, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { serve } from './server.mjs';

/** How Chromium runs in the tests. */
export const FLAGS = JSON.parse(readFileSync(new URL('./chromium-flags.json', import.meta.url), 'utf8'));
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** What went wrong on a page, as lines of text. */
const troubles = new WeakMap();

/**
 * Starts a browser and a server for the built page. `close` ends both.
 * @param {object} [options]
 * @param {boolean} [options.webmcp] whether the browser has WebMCP of its own
 * @param {object} [options.server] options of `serve`
 */
export async function start({ webmcp = true, server: serverOptions } = {}) {
  const browser = await chromium.launch({
    executablePath: executable(),
    args: [...FLAGS, ...(webmcp ? ['--enable-features=WebMCP'] : [])],
  });
  const server = await serve(serverOptions);
  return {
    server,
    browser,
    /** Opens the page in a fresh profile; resolves once its document is there, not its core. */
    openPage: (options) => openPage(browser, server, options),
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/**
 * @param {object} [options]
 * @param {string} [options.query] without the question mark
 * @param {string} [options.hash] without the hash sign
 * @param {(page: import('playwright-core').Page) => Promise<void>} [options.before] run before the page is opened
 * @param {object} [options.context] options of Playwright's `newContext`: locale, colorScheme, …
 */
async function openPage(browser, server, { query = '', hash = '', before, context } = {}) {
  const profile = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...context });
  const page = await profile.newPage();
  watch(page, new URL(server.url).origin);
  await before?.(page);
  const address = `${server.url}${query && `?${query}`}${hash && `#${hash}`}`;
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(() => document.readyState !== 'loading' || window.glassmap);
  return page;
}

function watch(page, origin) {
  const lines = [];
  troubles.set(page, lines);
  page.on('console', (message) => {
    // MapLibre tells that the browser draws a letter itself, as is meant for emoji and the like, which no file of ours has.
    if (/locally instead\. Error: no file has the letters from/.test(message.text())) return;
    if (['warning', 'error'].includes(message.type())) lines.push(`console ${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => lines.push(`exception: ${error.stack ?? error}`));
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText;
    // Aborted is what the page itself gave up: tiles of where the camera no longer is, all when it reloads.
    if (why !== 'net::ERR_ABORTED') lines.push(`failed: ${request.url()} ${why}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) lines.push(`status ${response.status()}: ${response.url()}`);
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (!['data:', 'blob:'].includes(url.protocol) && url.origin !== origin) lines.push(`foreign: ${url}`);
  });
}

/** Fails when the page logged a warning, threw, missed a file or asked a foreign host; but for what is allowed. */
export function assertClean(page, { allow = [] } = {}) {
  assert.deepEqual(troubles.get(page).filter((line) => !allow.some((pattern) => pattern.test(line))), []);
}

/** The page's tools as the browser lists them. */
export function listTools(page) {
  return page.evaluate(async () => {
    const tools = await (document.modelContext ?? navigator.modelContext).getTools();
    return tools.map(({ window: _, ...tool }) => tool);
  });
}

/** The tools of the catalog: those that are listed, but for the form, which is the page's own and comes with the core. */
export async function listCatalog(page) {
  return (await listTools(page)).filter(({ name }) => name !== 'add_note');
}

/** Calls a tool as an agent does, through the page's model context; the answer, parsed. */
export function callTool(page, name, input = {}) {
  return page.evaluate(async ([name, input]) => {
    const context = document.modelContext ?? navigator.modelContext;
    const tools = await context.getTools();
    const tool = tools.find((tool) => tool.name === name);
    if (!tool) throw new Error(`no tool ${name}; there are: ${tools.map((tool) => tool.name).join(', ')}`);
    return JSON.parse(await context.executeTool(tool, input));
  }, [name, input]);
}

/** Resolves once the map shows, its state having bounds, and the interface is here, or the page says that it is not. */
export async function shown(page) {
  const state = await shownTo((name) => callTool(page, name));
  // A page in the background draws no frame, and waits with its interface until it does.
  if (!await page.evaluate(() => document.hidden)) {
    await page.waitForSelector('.dock, #failure:not([hidden])', { state: 'attached' });
    await calm(page);
  }
  return state;
}

/** Goes to a link on the open page, once the bar no longer holds that very link: then nothing would happen. */
export async function follow(page, url) {
  const { hash } = new URL(url);
  await page.waitForFunction((hash) => location.hash !== hash, hash);
  await page.evaluate((hash) => { location.hash = hash; }, hash);
}

/** Resolves once frames come quickly, one after the other: what was to be drawn is. After six seconds in any case. */
export function calm(page) {
  return page.evaluate(() => new Promise((resolve) => {
    const began = performance.now();
    let [last, quick] = [began, 0];
    const step = (now) => {
      quick = now - last < 60 ? quick + 1 : 0;
      last = now;
      if (quick >= 8 || now - began > 6000) resolve();
      else requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }));
}

/** Waits that long, and then until what is to be drawn is: a loaded machine takes its time. */
export async function rest(page, ms) {
  await page.waitForTimeout(ms);
  await calm(page);
}

/** Asks again until the check no longer throws; after half a minute its last complaint is thrown. */
export async function eventually(check) {
  const end = Date.now() + 30_000;
  for (;;) {
    try {
      return await check();
    } catch (why) {
      if (Date.now() > end) throw why;
    }
    await sleep(100);
  }
}

/** Does it again until that shows, and gives each time what a loaded machine needs; five times at most. */
export async function until(locator, act) {
  for (let tries = 0; tries < 5; tries++) {
    await act();
    if (await locator.first().waitFor({ timeout: 8000 }).then(() => true, () => false)) return;
  }
  await locator.first().waitFor({ timeout: 1 });
}

/** The map alone, for whoever calls tools in a way of their own. */
export async function shownTo(call) {
  for (let tries = 0; tries < 300; tries++) {
    const state = await call('get_map_state', {});
    if (state.bounds) return state;
    await sleep(100);
  }
  throw new Error('the map has not shown within half a minute');
}

/** Resolves with a screenshot once two in a row are the same: tiles, labels and flights have come to rest. */
export async function settled(page, options = {}) {
  let last = await page.screenshot(options);
  for (let tries = 0; tries < 40; tries++) {
    await page.waitForTimeout(400);
    const next = await page.screenshot(options);
    if (next.equals(last)) return next;
    last = next;
  }
  throw new Error('the page does not come to rest');
}

/** The browser's file: what CHROMIUM names, else the first on PATH. */
export function executable() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const folders = (process.env.PATH ?? '').split(delimiter);
  const files = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  const found = files.find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
  if (!found) throw new Error('no Chromium on PATH; name one in CHROMIUM');
  return found;
}
