// Text that a reader spreads (WCAG 1.4.12): lines, letters, words and paragraphs as far apart as the criterion says, and no
// text of the interface that was whole before is cut, leaves its control or runs into another.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { assertClean, shown, start } from './support/browser.mjs';
import { SIZES, STATES, speak } from './support/states.mjs';

const LANGUAGES = ['en', 'zh-Hant'];

let site;
before(async () => { site = await start({ server: { base: '/here/' } }); });
after(() => site?.close());

/** Spreads all text of the page, or lets it be. */
const spread = (page, isSpread) => page.evaluate((isSpread) => {
  const sheet = new CSSStyleSheet();
  if (isSpread) sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; } p { margin-bottom: 2em !important; }');
  document.adoptedStyleSheets = [sheet];
}, isSpread);

/** What is wrong with texts of the interface as they are now, each by the text and what it stands in. */
const faults = (page) => page.evaluate(() => {
  const found = [];
  const boxes = [];
  const CONTROLS = 'button, a, label, kbd, .badge, .unseen, .count-chip, .id, .own-sign';
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const holder = node.parentElement;
    if (!node.data.trim() || holder.closest('script, style, noscript, option, svg, .sr, .skip, .suggest .sr, #map, .print-sheet')) continue;
    if (!holder.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
    if (!rects.length) continue;
    const where = `“${node.data.trim().slice(0, 60)}” in ${holder.tagName.toLowerCase()}${holder.className && `.${String(holder.className).split(' ').join('.')}`}`;
    const sticks = (box, slack) => rects.some(({ left, top, right, bottom }) => left < box.left - slack || right > box.right + slack || top < box.top - slack || bottom > box.bottom + slack);
    let scrolls = false;
    let isCut = false;
    let seen = rects.map(({ left, top, right, bottom }) => ({ left, top, right, bottom }));
    for (let box = holder; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box);
      const line = box.getBoundingClientRect();
      if (!scrolls && style.display !== 'inline' && /hidden|clip/.test(style.overflowX + style.overflowY) && !/auto|scroll/.test(style.overflowX + style.overflowY) && sticks(line, 2)) {
        isCut = true;
        found.push(`cut by ${box.tagName.toLowerCase()}.${box.className}: ${where}`);
      }
      if (/auto|scroll/.test(style.overflowX + style.overflowY)) {
        scrolls = true;
        // What is scrolled out of sight covers nothing.
        seen = seen.map((one) => ({ left: Math.max(one.left, line.left), top: Math.max(one.top, line.top), right: Math.min(one.right, line.right), bottom: Math.min(one.bottom, line.bottom) }));
      }
    }
    // What is cut already is told of, or was cut before.
    if (isCut) continue;
    const control = holder.closest(CONTROLS);
    // Half of the leading may stand out of a control; its letters may not.
    if (control && sticks(control.getBoundingClientRect(), 3)) found.push(`out of its control: ${where}`);
    if (!scrolls && sticks({ left: 0, top: 0, right: innerWidth, bottom: innerHeight }, 1)) found.push(`out of the window: ${where}`);
    const panel = holder.closest('.panel, .quick, .credit');
    if (panel) boxes.push({ where, panel, rects: seen.filter((one) => one.right > one.left && one.bottom > one.top) });
  }
  for (const [at, one] of boxes.entries()) {
    for (const other of boxes.slice(at + 1)) {
      if (one.panel !== other.panel) continue;
      const cross = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.4 * Math.min(a.bottom - a.top, b.bottom - b.top);
      if (one.rects.some((a) => other.rects.some((b) => cross(a, b)))) found.push(`over each other: ${one.where} and ${other.where}`);
    }
  }
  return [...new Set(found)];
});

/** Those of which reading is the matter. */
const READ = ['start', 'suggestions', 'results', 'nothing-found', 'place', 'places', 'lane', 'paused', 'mark', 'drawing', 'walk', 'in-words', 'note', 'share', 'keys', 'layers', 'layer-place', 'import-report', 'export', 'link-arrived'];

describe('with text spread out', () => {
  for (const [size, context] of Object.entries(SIZES)) {
    for (const name of READ) {
      test(`${name}, ${size}: nothing that was whole is cut, leaves its control or runs into another`, async () => {
        const page = await site.openPage({ context: { ...context, locale: 'en-US', reducedMotion: 'reduce' } });
        await shown(page);
        await STATES[name](page, context);
        const found = [];
        for (const language of LANGUAGES) {
          await speak(page, language);
          await page.waitForTimeout(300);
          const before = await faults(page);
          await spread(page, true);
          await page.waitForTimeout(150);
          const after = await faults(page);
          await spread(page, false);
          found.push(...after.filter((line) => !before.includes(line)).map((line) => `${language}: ${line}`));
        }
        assert.deepEqual(found, []);
        assertClean(page);
        await page.context().close();
      });
    }
  }
});
