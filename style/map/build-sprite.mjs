// Makes the sprites: node build-sprite.mjs OUT
// OUT/sprite-light and sprite-dark, each as .json and .png, plain and @2x: signs of the categories, pins, labels'
// frames, chevrons and ends of routes. All drawn here; rendered by resvg compiled to WebAssembly.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { icons } from './icons.mjs';
import { order, themes } from './marks.mjs';

const sign = (id, x, y, size, color) => `<svg x="${x}" y="${y}" width="${size}" height="${size}" viewBox="0 0 16 16" color="${color}">${icons[id]}</svg>`;
const shadow = '<filter id="shadow" x="-50%" y="-50%" width="200%" height="200%"><feDropShadow dx="0" dy="1" stdDeviation="1.5" flood-color="#141824" flood-opacity=".35"/></filter>';
const LOZENGE = 'M17 41 5.5 24Q2 17 5.5 10.5 9 3.5 17 3.5T28.5 10.5 Q32 17 28.5 24Z';
const DROP = 'M6.03 23.96A13 13 0 1 1 27.97 23.96L17 41Z';

/** Every image of a theme: [name, width, height, drawing, more for the sprite's index]. */
function images(theme) {
  const t = themes[theme];
  const list = order.map((c) => [`cat-${c}`, 20, 20, sign(`cat-${c}`, 1, 1, 18, t.glyph)]);
  for (const who of ['agent', 'user']) {
    const agent = who === 'agent', color = t[who];
    list.push([`pin-${who}`, 34, 44, agent
      ? `<path d="${LOZENGE}" fill="${t.paper}" stroke="${color}" stroke-width="1.6" stroke-linejoin="round" filter="url(#shadow)"/><path d="${LOZENGE}" fill="none" stroke="${color}" stroke-width="1.7" stroke-linejoin="round" transform="translate(3.4 3.4) scale(.8)"/>${sign('by-agent', 9.5, 9.5, 15, color)}`
      : `<path d="${DROP}" fill="${color}" stroke="${t.paper}" stroke-width="1.8" stroke-linejoin="round" filter="url(#shadow)"/>${sign('by-user', 9.5, 9.5, 15, t.paper)}`]);
    const frame = (inset, radius, width) => `<rect x="${inset}" y="${inset}" width="${44 - 2 * inset}" height="${28 - 2 * inset}" rx="${radius}" fill="none" stroke="${color}" stroke-width="${width}"/>`;
    list.push([`chip-${who}`, 44, 28,
      `<rect x=".5" y=".5" width="43" height="27" rx="7.6" fill="${t.paper}"/>${agent ? frame(1, 7.2, 1) + frame(3.2, 5.4, 1) : frame(1.2, 7, 2)}${sign(`by-${who}`, 7, 8.5, 11, color)}`,
      { stretchX: [[24, 38]], stretchY: [[6, 8], [20, 22]], content: [20, 3, 40, 25] }]);
    const chevron = (width, stroke) => `<path d="M4.8 3.6 9 7 4.8 10.4" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
    list.push([`way-${who}`, 14, 14, chevron(4.6, color) + chevron(2.2, t.paper)]);
    const disc = (radius, fill) => `<circle cx="14" cy="14" r="${radius}" fill="${fill}"/>`;
    list.push([`end-start-${who}`, 28, 28, disc(9, t.paper) + disc(7.2, color) + disc(3.6, t.paper)]);
    list.push([`end-finish-${who}`, 28, 28, disc(12.5, t.paper) + disc(10.8, color) + sign(`by-${who}`, 7.5, 7.5, 13, t.paper)]);
  }
  return list;
}

/** Rows of images of falling height, on a sheet 256 wide; one pixel between neighbours. */
function arrange(list) {
  const placed = [];
  let [x, y, row] = [0, 0, 0];
  for (const image of [...list].sort((a, b) => b[2] - a[2] || (a[0] < b[0] ? -1 : 1))) {
    if (x + image[1] > 256) [x, y, row] = [0, y + row + 1, 0];
    placed.push([image, x, y]);
    x += image[1] + 1;
    row = Math.max(row, image[2]);
  }
  return { placed, height: y + row };
}

export async function buildSprite(out) {
  await initWasm(readFileSync(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')));
  mkdirSync(out, { recursive: true });
  const written = {};
  for (const theme of ['light', 'dark']) {
    const { placed, height } = arrange(images(theme));
    const parts = placed.map(([[, w, h, drawing], x, y]) => `<svg x="${x}" y="${y}" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}" overflow="hidden">${drawing}</svg>`);
    const sheet = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="${height}"><defs>${shadow}</defs>${parts.join('')}</svg>`;
    for (const ratio of [1, 2]) {
      const name = `sprite-${theme}${ratio === 1 ? '' : '@2x'}`;
      const grown = (more = {}) => Object.fromEntries(Object.entries(more).map(([k, v]) => [k, v.map((n) => (Array.isArray(n) ? n.map((m) => m * ratio) : n * ratio))]));
      const index = Object.fromEntries(placed.map(([[id, w, h, , more], x, y]) => [id, { x: x * ratio, y: y * ratio, width: w * ratio, height: h * ratio, pixelRatio: ratio, ...grown(more) }]));
      const png = new Resvg(sheet, { fitTo: { mode: 'zoom', value: ratio } }).render().asPng();
      writeFileSync(`${out}/${name}.json`, JSON.stringify(index));
      writeFileSync(`${out}/${name}.png`, png);
      written[`${name}.json`] = JSON.stringify(index).length;
      written[`${name}.png`] = png.length;
    }
  }
  return written;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!process.argv[2]) throw new Error('usage: node build-sprite.mjs OUT');
  for (const [name, bytes] of Object.entries(await buildSprite(process.argv[2]))) console.log(`${name}: ${bytes} bytes`);
}
