// The basemap's layers: one skeleton, two palettes (palette.json). From the ground up: land, use, cover, water, built,
// ways, limits, marks (slot), names, features (slot).
import { readFileSync } from 'node:fs';
import { RANGES } from './build-glyphs.mjs';

const palettes = JSON.parse(readFileSync(new URL('palette.json', import.meta.url)));

const zoom = (base, ...stops) => ['interpolate', base === 1 ? ['linear'] : ['exponential', base], ['zoom'], ...stops];
const has = (key, ...values) => ['in', ['get', key], ['literal', values]];
const is = (key, value) => ['==', ['get', key], value];
const not = (e) => ['!', e];
const all = (...e) => ['all', ...e];
const any = (...e) => ['any', ...e];
const shape = (t) => ['==', ['geometry-type'], t];
const fade = (...stops) => zoom(1, ...stops);

// The reader's language, then (for Chinese) the general and the local name, then Latin letters, then whatever there is.
// Only plain lookups may stand inside: any other expression turns a missing name into an empty label.
const zh = ['==', ['slice', ['global-state', 'lang'], 0, 2], 'zh'];
const name = ['coalesce',
  ['get', ['concat', 'name:', ['global-state', 'lang']]],
  ['get', ['case', zh, 'name:zh', 'name:latin']],
  ['get', ['case', zh, 'name', 'name_en']],
  ['get', 'name:latin'], ['get', 'name']];
// The local name in a smaller second line, where the first line is in another language.
const withLocal = (color) => ['format', name, {}, ['case', ['all', ['has', 'name'], ['!=', name, ['get', 'name']]], ['concat', '\n', ['get', 'name']], ''], { 'font-scale': .82, 'text-font': ['literal', ['Inter Regular']], 'text-color': color }];
const hasName = ['any', ['has', 'name'], ['has', 'name:latin'], ['has', 'name:en']];

// Half of a city's character is how fast its streets grow: widths in CSS pixels by class and zoom.
const classes = ['motorway', 'trunk', 'primary', 'secondary', 'tertiary', 'minor', 'service', 'track'];
const widths = {
  6: [.6, .5, .3, 0, 0, 0, 0, 0], 9: [1.2, 1.1, .7, .4, 0, 0, 0, 0], 10: [1.5, 1.4, 1, .7, .3, 0, 0, 0],
  11: [2, 1.9, 1.4, 1, .6, .2, 0, 0], 12: [2.8, 2.6, 2, 1.5, 1, .5, 0, 0], 13: [3.8, 3.6, 3, 2.3, 1.8, .9, .3, .3],
  14: [5.2, 5, 4.4, 3.6, 3, 1.9, .8, .7], 15: [8, 7.6, 6.8, 6, 5, 3.6, 1.8, 1.1], 16: [12, 11.4, 10.4, 9.4, 8.2, 6.4, 3.4, 1.6], 18: [28, 27, 25, 23, 20, 17, 9, 3.5], 20: [80, 78, 74, 70, 62, 54, 28, 9],
};
const pick = (row) => ['match', ['get', 'class'], ...classes.flatMap((c, i) => [c === 'minor' ? ['minor', 'busway', 'raceway'] : c, row[i]]), row[5]];
const roadWidth = (grow = 0) => zoom(1.4, ...Object.entries(widths).flatMap(([z, row]) => [+z, ['*', ['case', is('ramp', 1), .62, 1], pick(row.map((w) => (w === 0 ? 0 : w + (typeof grow === 'function' ? grow(+z) : grow))))]]));
const casingGrow = (z) => (z < 12 ? .6 : z < 14 ? 1.2 : z < 16 ? 1.6 : 2);

/** The style of one theme; the addresses in it are relative and for the page to resolve. */
export function style(theme) {
  const p = palettes[theme];
  const dark = theme === 'dark';
  const layers = [];
  const src = (layer) => ({ source: 'basemap', 'source-layer': layer });
  const add = (id, type, from, rest) => layers.push({ id, type, ...(from ? src(from) : {}), ...rest });
  const slot = (id) => layers.push({ id, type: 'background', layout: { visibility: 'none' } });
  const fill = (id, from, filter, color, extra = {}) => add(id, 'fill', from, { filter, ...(extra.minzoom ? { minzoom: extra.minzoom } : {}), paint: { 'fill-color': color, 'fill-antialias': extra.antialias ?? true, ...(extra.paint ?? {}) } });

  // Ground
  add('land', 'background', null, { paint: { 'background-color': p.land } });
  fill('landuse-urban', 'landuse', has('class', 'residential', 'suburb', 'neighbourhood', 'quarter', 'commercial', 'retail'), p.urban, { paint: { 'fill-opacity': fade(9, 1, 15, .7, 17, .3) } });
  fill('landuse-works', 'landuse', has('class', 'industrial', 'quarry', 'railway', 'garages'), p.works);
  fill('landuse-civic', 'landuse', has('class', 'school', 'university', 'college', 'hospital', 'kindergarten', 'library'), p.civic, { minzoom: 12 });
  fill('landuse-military', 'landuse', is('class', 'military'), p.military, { minzoom: 11 });
  fill('landcover-farm', 'landcover', is('class', 'farmland'), p.farm, { paint: { 'fill-opacity': fade(9, .5, 12, 1) } });
  fill('landcover-rock', 'landcover', has('class', 'rock', 'ice'), p.rock);
  fill('landcover-sand', 'landcover', is('class', 'sand'), p.sand);
  fill('landcover-wetland', 'landcover', is('class', 'wetland'), p.wetland);
  fill('landcover-grass', 'landcover', is('class', 'grass'), ['match', ['get', 'subclass'], ['park', 'garden', 'golf_course', 'village_green', 'recreation_ground'], p.grass, ['meadow', 'grassland', 'scrub', 'heath'], p.scrub, p.grass], { paint: { 'fill-opacity': fade(9, .6, 12, 1) } });
  fill('park-area', 'park', all(shape('Polygon'), has('class', 'park', 'nature_reserve', 'national_park', 'protected_area', 'public_park', 'garden')), p.grass, { paint: { 'fill-opacity': fade(9, .35, 13, .55) } });
  fill('landcover-wood', 'landcover', is('class', 'wood'), p.wood, { paint: { 'fill-opacity': fade(9, .7, 12, 1) } });
  fill('landuse-cemetery', 'landuse', is('class', 'cemetery'), p.cemetery);
  fill('landuse-pitch', 'landuse', has('class', 'pitch', 'playground', 'stadium', 'track', 'zoo', 'theme_park'), p.pitch, { minzoom: 13 });
  add('park-line', 'line', 'park', { minzoom: 13, filter: shape('Polygon'), paint: { 'line-color': p.parkLine, 'line-width': 1, 'line-opacity': .5, 'line-dasharray': [3, 2] } });
  add('park-rim', 'line', 'landcover', { minzoom: 14, filter: has('subclass', 'park', 'garden', 'village_green'), paint: { 'line-color': p.parkLine, 'line-width': .8, 'line-opacity': fade(14, 0, 15, .7) } });

  // Water, with two pale bands along the shore as on a nautical chart
  fill('water-sea', 'water', is('class', 'ocean'), p.sea, { antialias: false });
  add('shore-wide', 'line', 'water', { filter: is('class', 'ocean'), minzoom: 8, layout: { 'line-join': 'round' }, paint: { 'line-color': p.shoal1, 'line-width': fade(8, 3, 12, 10, 16, 13), 'line-offset': fade(8, 1.5, 12, 5, 16, 6.5), 'line-blur': fade(8, 1, 12, 3, 16, 4) } });
  add('shore-near', 'line', 'water', { filter: is('class', 'ocean'), minzoom: 9, layout: { 'line-join': 'round' }, paint: { 'line-color': p.shoal2, 'line-width': fade(9, 1.5, 12, 5, 16, 7), 'line-offset': fade(9, .8, 12, 2.5, 16, 3.5), 'line-blur': fade(9, .6, 12, 1.6, 16, 2.4) } });
  fill('water-fresh', 'water', all(not(is('class', 'ocean')), not(is('class', 'swimming_pool')), not(is('intermittent', 1)), not(is('intermittent', '1')), not(is('brunnel', 'tunnel'))), p.fresh);
  fill('water-pool', 'water', is('class', 'swimming_pool'), p.fresh, { minzoom: 15 });
  fill('water-passing', 'water', all(not(is('class', 'ocean')), any(is('intermittent', 1), is('intermittent', '1'))), p.fresh, { paint: { 'fill-opacity': .35 } });
  add('coastline', 'line', 'water', { filter: is('class', 'ocean'), layout: { 'line-join': 'round' }, paint: { 'line-color': p.coast, 'line-width': fade(6, .4, 12, .7, 16, 1.1), 'line-opacity': fade(6, .6, 14, .9) } });
  add('waterway', 'line', 'waterway', { filter: not(is('brunnel', 'tunnel')), layout: { 'line-cap': 'round', 'line-join': 'round' }, paint: { 'line-color': ['case', any(is('intermittent', 1), is('class', 'ditch'), is('class', 'drain')), dark ? p.stream : p.shoal1, p.stream], 'line-width': zoom(1.4, 8, ['match', ['get', 'class'], ['river', 'canal'], .8, .2], 14, ['match', ['get', 'class'], ['river', 'canal'], 3, 1], 18, ['match', ['get', 'class'], ['river', 'canal'], 14, 4]) } });
  // What the pack holds no data for: sea round an island, plain paper elsewhere.
  layers.push({ id: 'beyond-pack', type: 'fill', source: 'beyond', paint: { 'fill-color': ['match', ['get', 'kind'], 'sea', p.sea, p.works], 'fill-antialias': false } });

  // Built
  fill('aeroway-area', 'aeroway', shape('Polygon'), p.airside, { minzoom: 10 });
  add('aeroway-line', 'line', 'aeroway', { minzoom: 10, filter: all(shape('LineString'), has('class', 'runway', 'taxiway')), paint: { 'line-color': p.airside, 'line-width': zoom(1.5, 10, ['match', ['get', 'class'], 'runway', 1.6, .4], 14, ['match', ['get', 'class'], 'runway', 14, 3], 17, ['match', ['get', 'class'], 'runway', 70, 18]) } });
  fill('pier-area', 'transportation', all(shape('Polygon'), is('class', 'pier')), p.pier, { minzoom: 13 });
  add('pier-line', 'line', 'transportation', { minzoom: 12, filter: all(shape('LineString'), is('class', 'pier')), paint: { 'line-color': p.pier, 'line-width': zoom(1.5, 12, .8, 16, 5, 18, 14) } });
  fill('plaza', 'transportation', all(shape('Polygon'), has('class', 'path', 'pedestrian', 'minor', 'service')), p.pedestrian, { minzoom: 13, paint: { 'fill-opacity': fade(13, 0, 14, 1) } });
  add('building', 'fill', 'building', { minzoom: 13.5, paint: { 'fill-color': p.building, 'fill-opacity': fade(13.5, 0, 15, .75, 16, .95), 'fill-outline-color': ['interpolate', ['linear'], ['zoom'], 14.5, p.building, 15.5, p.buildingLine] } });

  // Ways
  const roads = ['motorway', 'trunk', 'primary', 'secondary', 'tertiary', 'minor', 'service', 'busway', 'raceway'];
  const line = shape('LineString');
  const majors = has('class', 'motorway', 'trunk', 'primary');
  const rank = ['match', ['get', 'class'], 'motorway', 9, 'trunk', 8, 'primary', 7, 'secondary', 6, 'tertiary', 5, 'minor', 3, 'service', 2, 1];
  const ways = (...extra) => all(line, has('class', ...roads), ...extra);
  const round = { 'line-cap': 'round', 'line-join': 'round', 'line-sort-key': rank };
  const butt = { 'line-cap': 'butt', 'line-join': 'round', 'line-sort-key': rank };
  const roadColor = ['interpolate', ['linear'], ['zoom'],
    10, ['case', majors, p.majorFar, p.roadFar],
    12.5, ['case', majors, p.roadMajor, p.road]];
  const casingColor = ['case', majors, p.casingMajor, p.casing];
  // Streets for walking are streets: filled and edged, not dotted.
  const walk = all(line, is('class', 'path'), is('subclass', 'pedestrian'), not(is('brunnel', 'tunnel')));
  const walkWidth = (grow) => zoom(1.4, 13, .6 + grow / 2, 14, 1.5 + grow, 15, 3 + grow, 16, 5.4 + grow, 18, 14 + grow, 20, 46 + grow);
  add('tunnel-casing', 'line', 'transportation', { minzoom: 13, filter: ways(is('brunnel', 'tunnel'), not(has('class', 'service', 'track'))), layout: butt, paint: { 'line-color': p.casing, 'line-width': roadWidth(casingGrow), 'line-dasharray': [1.2, .8], 'line-opacity': .8 } });
  add('tunnel', 'line', 'transportation', { minzoom: 10, filter: ways(is('brunnel', 'tunnel'), not(has('class', 'service', 'track'))), layout: butt, paint: { 'line-color': p.tunnel, 'line-width': roadWidth() } });
  add('ferry', 'line', 'transportation', { minzoom: 9, filter: is('class', 'ferry'), layout: { 'line-join': 'round' }, paint: { 'line-color': p.ferry, 'line-width': fade(9, .6, 14, 1.1), 'line-dasharray': [4, 4], 'line-opacity': .55 } });
  add('track', 'line', 'transportation', { minzoom: 13, filter: all(line, is('class', 'track'), not(is('brunnel', 'tunnel'))), layout: { 'line-join': 'round' }, paint: { 'line-color': p.casing, 'line-width': fade(13, .5, 16, 1.6), 'line-dasharray': [5, 2] } });
  add('path', 'line', 'transportation', { minzoom: 13.5, filter: all(line, is('class', 'path'), not(has('subclass', 'steps', 'pedestrian')), not(is('brunnel', 'tunnel'))), layout: { 'line-join': 'round', 'line-cap': 'round' }, paint: { 'line-color': p.path, 'line-width': zoom(1.4, 13.5, .4, 15, .9, 16, 1.2, 18, 2.4), 'line-dasharray': ['step', ['zoom'], ['literal', [1, 0]], 15, ['literal', [.1, 2.2]]], 'line-opacity': fade(13.5, 0, 14.5, .75, 16, 1) } });
  add('steps', 'line', 'transportation', { minzoom: 14.5, filter: all(line, is('subclass', 'steps')), paint: { 'line-color': p.steps, 'line-width': zoom(1.5, 14.5, 1.4, 16, 3.2, 18, 8), 'line-dasharray': [.3, .45], 'line-opacity': fade(14.5, 0, 15.2, 1) } });
  add('walk-casing', 'line', 'transportation', { minzoom: 13.5, filter: walk, layout: round, paint: { 'line-color': p.casing, 'line-width': walkWidth(1.5), 'line-opacity': fade(13.5, 0, 14.5, 1) } });
  add('road-casing', 'line', 'transportation', { minzoom: 11, filter: ways(not(has('brunnel', 'tunnel', 'bridge'))), layout: round, paint: { 'line-color': casingColor, 'line-width': roadWidth(casingGrow), 'line-opacity': zoom(1, 11, 0, 12.5, ['match', ['get', 'class'], ['motorway', 'trunk', 'primary', 'secondary'], 1, ['tertiary'], .6, 0], 14, ['match', ['get', 'class'], ['service', 'track'], 0, 1], 15, 1) } });
  add('walk', 'line', 'transportation', { minzoom: 13, filter: walk, layout: round, paint: { 'line-color': p.pedestrian, 'line-width': walkWidth(0) } });
  add('road', 'line', 'transportation', { minzoom: 6, filter: ways(not(has('brunnel', 'tunnel', 'bridge'))), layout: round, paint: { 'line-color': roadColor, 'line-width': roadWidth() } });
  add('rail-transit', 'line', 'transportation', { minzoom: 13, filter: all(line, is('class', 'transit'), not(is('brunnel', 'tunnel'))), paint: { 'line-color': p.rail, 'line-width': fade(13, .7, 16, 1.3, 18, 2), 'line-opacity': fade(13, .4, 16, .6) } });
  const rail = all(line, is('class', 'rail'), not(is('brunnel', 'tunnel')));
  add('rail', 'line', 'transportation', { minzoom: 9, filter: rail, paint: { 'line-color': p.rail, 'line-width': zoom(1.4, 9, .5, 13, .9, 16, 1.8, 18, 4), 'line-opacity': ['case', ['has', 'service'], .5, .8] } });
  add('rail-ties', 'line', 'transportation', { minzoom: 15, filter: all(rail, not(['has', 'service'])), paint: { 'line-color': p.railTie, 'line-width': zoom(1.4, 15, .6, 16, .9, 18, 2.4), 'line-dasharray': [6, 6], 'line-opacity': fade(15, 0, 16, .9) } });
  add('bridge-casing', 'line', 'transportation', { minzoom: 12.5, filter: ways(is('brunnel', 'bridge')), layout: butt, paint: { 'line-color': casingColor, 'line-width': roadWidth((z) => casingGrow(z) + .8) } });
  add('bridge', 'line', 'transportation', { minzoom: 6, filter: ways(is('brunnel', 'bridge')), layout: { ...butt, 'line-cap': 'round' }, paint: { 'line-color': roadColor, 'line-width': roadWidth() } });

  // Limits
  add('boundary-local', 'line', 'boundary', { minzoom: 11, maxzoom: 15, filter: all(['>=', ['get', 'admin_level'], 6], not(is('maritime', 1))), layout: { 'line-join': 'round' }, paint: { 'line-color': p.boundary, 'line-width': fade(11, .6, 15, 1.1), 'line-dasharray': [2, 2.5], 'line-opacity': fade(11, dark ? .3 : .35, 14, dark ? .3 : .35, 15, 0) } });
  add('boundary-state', 'line', 'boundary', { minzoom: 4, filter: all(['>', ['get', 'admin_level'], 2], ['<', ['get', 'admin_level'], 6], not(is('maritime', 1))), layout: { 'line-join': 'round' }, paint: { 'line-color': p.boundary, 'line-width': fade(6, .7, 12, 1.3), 'line-dasharray': [3, 2, .6, 2], 'line-opacity': fade(13.5, dark ? .3 : .4, 15, 0) } });
  add('boundary-country', 'line', 'boundary', { filter: all(is('admin_level', 2), not(is('maritime', 1))), layout: { 'line-join': 'round' }, paint: { 'line-color': p.boundary, 'line-width': fade(3, .7, 12, 1.8), 'line-dasharray': ['case', is('disputed', 1), ['literal', [2, 2]], ['literal', [1, 0]]], 'line-opacity': .8 } });

  // Drawings, notes' areas, reachable areas and routes go in before this: names stay readable over them.
  slot('slot-marks');

  // Names
  const text = (id, from, { minzoom, maxzoom, filter = hasName, layout, paint }) => add(id, 'symbol', from, { ...(minzoom ? { minzoom } : {}), ...(maxzoom ? { maxzoom } : {}), filter, layout: { 'text-field': name, 'text-font': ['Inter Regular'], ...layout }, paint: { 'text-color': p.text, 'text-halo-color': p.halo, 'text-halo-width': 1.4, 'text-halo-blur': .4, ...paint } });
  text('name-house', 'housenumber', { minzoom: 17.5, filter: ['has', 'housenumber'], layout: { 'text-field': ['get', 'housenumber'], 'text-size': 10, 'text-padding': 6 }, paint: { 'text-color': p.textSoft, 'text-halo-width': 1 } });
  text('name-waterway', 'waterway', { minzoom: 13, filter: all(hasName, line), layout: { 'symbol-placement': 'line', 'text-font': ['Inter Italic'], 'text-size': 11, 'text-letter-spacing': .06, 'symbol-spacing': 420 }, paint: { 'text-color': p.textWater, 'text-halo-color': p.halo } });
  text('name-road-minor', 'transportation_name', { minzoom: 15, filter: all(hasName, has('class', 'minor', 'service', 'path', 'track')), layout: { 'symbol-placement': 'line', 'text-size': fade(15, 9.5, 18, 12.5), 'symbol-spacing': 380, 'text-max-angle': 28, 'text-padding': 8, 'text-rotation-alignment': 'map' }, paint: { 'text-color': p.textRoad, 'text-halo-color': dark ? p.halo : '#ffffff', 'text-opacity': fade(15, 0, 15.3, 1) } });
  text('name-road', 'transportation_name', { minzoom: 12.8, filter: all(hasName, has('class', 'motorway', 'trunk', 'primary', 'secondary', 'tertiary')), layout: { 'symbol-placement': 'line', 'symbol-sort-key': ['-', 0, rank], 'text-size': fade(13, 10, 16, 11.5, 18, 14), 'symbol-spacing': 460, 'text-max-angle': 26, 'text-padding': 12, 'text-letter-spacing': .01, 'text-rotation-alignment': 'map' }, paint: { 'text-color': p.textRoad, 'text-halo-color': dark ? p.halo : '#ffffff' } });
  text('name-water', 'water_name', { minzoom: 8, filter: all(hasName, any(has('class', 'bay', 'strait', 'sea', 'ocean'), ['>=', ['zoom'], 15])), layout: { 'text-font': ['Inter Italic'], 'text-size': fade(9, 11, 14, 13.5, 17, 16), 'text-letter-spacing': .12, 'text-max-width': 6, 'text-line-height': 1.35, 'text-padding': 14 }, paint: { 'text-color': p.textWater, 'text-halo-color': p.haloWater, 'text-halo-width': 1 } });
  text('name-park', 'park', { minzoom: 13, filter: all(hasName, ['==', ['geometry-type'], 'Point']), layout: { 'text-font': ['Inter Italic'], 'text-size': fade(13, 10, 17, 12.5), 'text-max-width': 7, 'text-padding': 12 }, paint: { 'text-color': p.textGreen } });
  text('name-peak', 'mountain_peak', { minzoom: 12.5, layout: { 'text-font': ['Inter Italic'], 'text-size': 11, 'text-max-width': 7, 'text-padding': 10 }, paint: { 'text-color': p.textSoft } });
  text('name-airport', 'aerodrome_label', { minzoom: 10, layout: { 'text-size': fade(10, 10, 14, 12.5), 'text-max-width': 8, 'text-padding': 10, 'text-field': ['step', ['zoom'], ['coalesce', ['get', 'iata'], name], 12.5, name] }, paint: { 'text-color': p.textSoft } });
  const place = (id, cls, o) => text(id, 'place', { ...o, filter: all(hasName, has('class', ...cls)), layout: { 'text-field': withLocal(p.textSoft), 'symbol-sort-key': ['coalesce', ['get', 'rank'], 99], 'text-max-width': 7, 'text-padding': 4, ...o.layout } });
  place('name-locality', ['locality', 'isolated_dwelling', 'hamlet'], { minzoom: 13.5, maxzoom: 17, layout: { 'text-size': fade(13.5, 10.5, 16, 12.5), 'text-padding': 14 }, paint: { 'text-color': p.textSoft } });
  place('name-quarter', ['suburb', 'quarter', 'neighbourhood'], { minzoom: 12, maxzoom: 17, layout: { 'text-font': ['Inter Medium'], 'text-size': fade(12, 10, 16, 12.5), 'text-letter-spacing': .06, 'text-padding': 12 }, paint: { 'text-color': p.textSoft } });
  place('name-island', ['island', 'islet'], { minzoom: 8, layout: { 'text-font': ['Inter Italic'], 'text-size': fade(8, 10, 14, 13), 'text-letter-spacing': .08, 'text-padding': 10 }, paint: { 'text-color': p.textSoft } });
  place('name-village', ['village'], { minzoom: 10.5, maxzoom: 16.5, layout: { 'text-size': fade(10.5, 10, 13, 12.5, 16, 15), 'text-padding': ['interpolate', ['linear'], ['zoom'], 10, 10, 13, 4] }, paint: { 'text-color': p.text } });
  place('name-town', ['town'], { minzoom: 9, maxzoom: 16.5, layout: { 'text-font': ['Inter Medium'], 'text-size': fade(9, 10.5, 12, 13, 15, 17), 'text-padding': ['interpolate', ['linear'], ['zoom'], 9, 12, 12.5, 4] }, paint: { 'text-color': p.text } });
  place('name-city', ['city'], { minzoom: 4, maxzoom: 15.8, layout: { 'text-font': ['Inter SemiBold'], 'text-size': fade(5, 11, 10, 14.5, 13, 18, 15, 21), 'text-letter-spacing': -.005, 'text-padding': 6 }, paint: { 'text-color': p.textStrong, 'text-halo-width': 1.8 } });
  place('name-country', ['country'], { maxzoom: 8.5, layout: { 'text-font': ['Inter SemiBold'], 'text-size': fade(3, 11, 8, 15), 'text-letter-spacing': .14 }, paint: { 'text-color': p.textSoft } });

  // Features of the pack, selection, notes and labels of marks go on top of everything.
  slot('slot-features');

  return {
    version: 8,
    name: `glassmap ${theme}`,
    metadata: { 'glassmap:theme': theme, 'glassmap:slots': ['slot-marks', 'slot-features'], 'glassmap:glyph-ranges': RANGES },
    state: { lang: { default: 'en' } },
    glyphs: 'glyphs/{fontstack}/{range}.pbf',
    sprite: `sprite-${theme}`,
    sources: {
      basemap: { type: 'vector', url: 'pmtiles://basemap.pmtiles', attribution: '© OpenStreetMap contributors' },
      beyond: { type: 'geojson', data: { type: 'FeatureCollection', features: [] } },
    },
    transition: { duration: 180, delay: 0 },
    layers,
  };
}
