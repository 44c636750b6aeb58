// Everything of the map that is not data: node build.mjs OUT [--style-only]
// Writes OUT/light.json, dark.json, layers.json, icons.svg, sprite-{light,dark}[@2x].{json,png} and glyphs/.
//
// `glyphs` and `sprite` in the styles are relative to the style's own address and `sources.basemap.url` is a
// placeholder: the page makes them absolute before it hands the style to MapLibre, so that any sub-path works.
import { mkdirSync, writeFileSync } from 'node:fs';
import { style } from './basemap.mjs';
import { marks } from './marks.mjs';
import { iconsSvg } from './icons.mjs';

const [out, only] = process.argv.slice(2);
if (!out) throw new Error('usage: node build.mjs OUT [--style-only]');
mkdirSync(out, { recursive: true });
const put = (name, text) => {
  writeFileSync(`${out}/${name}`, text);
  console.log(`${name}: ${Buffer.byteLength(text)} bytes`);
};
for (const theme of ['light', 'dark']) put(`${theme}.json`, JSON.stringify(style(theme)));
put('layers.json', JSON.stringify(marks));
put('icons.svg', iconsSvg());
if (only !== '--style-only') {
  const { buildSprite } = await import('./build-sprite.mjs');
  const { buildGlyphs } = await import('./build-glyphs.mjs');
  for (const [name, bytes] of Object.entries(await buildSprite(out))) console.log(`${name}: ${bytes} bytes`);
  console.log(`glyphs: ${await buildGlyphs(`${out}/glyphs`)} bytes`);
}
