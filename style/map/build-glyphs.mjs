// Makes the glyphs of the map's names: node build-glyphs.mjs OUT
// OUT/<font>/<range>.pbf for every range of 256 characters in RANGES. MapLibre draws Han, Arabic and other joined
// scripts with the browser's fonts; the page refuses a range that is not in the style's metadata, and MapLibre then
// draws that character so too.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const require = createRequire(import.meta.url);

export const FONTS = {
  'Inter Regular': '400Regular/Inter_400Regular.ttf',
  'Inter Medium': '500Medium/Inter_500Medium.ttf',
  'Inter SemiBold': '600SemiBold/Inter_600SemiBold.ttf',
  'Inter Italic': '400Regular_Italic/Inter_400Regular_Italic.ttf',
};

// Latin with all its extensions, marks, Greek, Cyrillic, punctuation, currencies, arrows: what Inter covers well.
export const RANGES = [0, 1, 2, 3, 4, 30, 32, 33];

export async function buildGlyphs(out) {
  const fontnik = require('fontnik');
  const range = promisify(fontnik.range);
  const folder = require.resolve('@expo-google-fonts/inter/package.json').replace(/package\.json$/, '');
  let bytes = 0;
  for (const [name, file] of Object.entries(FONTS)) {
    const font = readFileSync(folder + file);
    mkdirSync(`${out}/${name}`, { recursive: true });
    for (const start of RANGES.map((r) => r * 256)) {
      const glyphs = await range({ font, start, end: start + 255 });
      writeFileSync(`${out}/${name}/${start}-${start + 255}.pbf`, glyphs);
      bytes += glyphs.length;
    }
  }
  return bytes;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const out = process.argv[2];
  if (!out) throw new Error('usage: node build-glyphs.mjs OUT');
  console.log(`glyphs: ${Object.keys(FONTS).length * RANGES.length} ranges, ${await buildGlyphs(out)} bytes`);
}
