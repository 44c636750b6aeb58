// A made city as large as a test wants it: Malta's own places, again and again, each time a little elsewhere.

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** No copy is farther from its original than this, in degrees: 33,000 places lie as close as in a city of two million. */
const JITTER = 0.05;

/**
 * Writes the folder of GeoJSON files that `glassmap-city build` reads.
 * @param {string} city the program glassmap-city
 * @param {string} folder where to
 * @param {Record<string, number>} counts how many of each category
 */
export function writeFeatures(city, folder, counts) {
  const text = execFileSync(city, ['geojson', join(ROOT, 'assets/cities/malta')], { maxBuffer: 1 << 28, encoding: 'utf8' });
  const { features } = JSON.parse(text);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const random = generator(7);
  for (const [category, count] of Object.entries(counts)) {
    const models = features.filter(({ properties }) => properties.categories[0] === category);
    const copies = Array.from({ length: count }, (_, at) => copy(models[at % models.length], category, at, random));
    writeFileSync(join(folder, `${category}.geojson`), JSON.stringify({ type: 'FeatureCollection', features: copies }));
  }
}

function copy({ properties, geometry }, category, at, random) {
  const [east, north] = [(random() - 0.5) * 2 * JITTER, (random() - 0.5) * 2 * JITTER];
  const moved = (part) => (typeof part[0] === 'number' ? [part[0] + east, part[1] + north] : part.map(moved));
  const { categories, area_m2, perimeter_m, ...recorded } = properties;
  return {
    type: 'Feature', id: `made:${category}:${at}`, properties: { ...recorded, category },
    geometry: { type: geometry.type, coordinates: moved(geometry.coordinates) },
  };
}

/** Numbers from 0 to 1, the same each time (a linear congruential generator; constants of Numerical Recipes). */
function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The pack of a made city, built once for these counts; its folder. */
export function manyPack(city, counts) {
  const cache = join(ROOT, '.cache/many');
  const [folder, pack, key] = [join(cache, 'features'), join(cache, 'pack'), join(cache, 'counts.json')];
  const wanted = JSON.stringify(counts);
  if (existsSync(join(pack, 'manifest.json')) && existsSync(key) && readFileSync(key, 'utf8') === wanted) return pack;
  mkdirSync(cache, { recursive: true });
  writeFeatures(city, folder, counts);
  // Built in the place of Malta's own pack, it keeps that one's basemap.
  rmSync(pack, { recursive: true, force: true });
  cpSync(join(ROOT, 'assets/cities/malta'), pack, { recursive: true });
  execFileSync(city, ['build', folder, '--id', 'malta', '--name', 'Malta', '--output', pack, '--time-zone', 'Europe/Malta',
    '--bbox', '13.8,35.5,14.9,36.4', '--center', '14.513,35.898', '--zoom', '15', '--country', 'MT'], { stdio: 'pipe' });
  writeFileSync(key, wanted);
  return pack;
}
