// What runs in the page of the bench: the core and its rivals answer the same queries in turns, so that whatever else the
// machine does slows down all alike.

import { distance } from '@turf/distance';
import KDBush from 'kdbush';
import { queriesOf, spread } from './queries.mjs';
import { WGS84, flatbush, flexSearch, includes, kdbush, miniSearch, turf } from './rivals.mjs';
import { core } from './wasm.mjs';

/** A sample is as many answers as take this long, in milliseconds: clocks of browsers are coarse. */
const SAMPLE_MS = 0.4;
/** What takes longer than this is a sample by itself. */
const SLOW_MS = 20;
/** Nothing is repeated more often than this for one sample. */
const MOST = 400;
/** The sphere of the rivals is off the ellipsoid by at most this share of a distance. */
export const SPHERE = 0.006;

const exact = (lng, lat, toLng, toLat) => WGS84.Inverse(lat, lng, toLat, toLng).s12;

/** Loads a city and everybody's indexes of it; `window.bench` then answers. */
window.load = async ({ wasm, files, radius_m, texts, each, text, layer }) => {
  const contents = await Promise.all(files.map(async (path) => [path, new Uint8Array(await (await fetch(path)).arrayBuffer())]));
  const ours = await core(wasm, contents);
  const begun = performance.now();
  const count = ours.open();
  const open_ms = performance.now() - begun;
  if (count === 0) throw new Error('the core cannot read the city');
  if (layer && ours.addLayer() !== count) throw new Error('the layer has not all places');
  const numbers = ours.columns();
  const column = (Type, of) => Type.from({ length: count }, (_, at) => of(numbers.subarray(at * 7, at * 7 + 7)));
  const lines = ours.texts().split('\n').slice(0, count).map((line) => line.split('\t'));
  const city = {
    count,
    lng: column(Float64Array, (row) => row[0]),
    lat: column(Float64Array, (row) => row[1]),
    kinds: column(Uint32Array, (row) => row[2]),
    boxes: new Float64Array(count * 4),
    ids: lines.map((line) => line[0]),
    names: lines.map((line) => line[1]),
    folded: lines.map((line) => line[2]),
  };
  for (let at = 0; at < count; at++) city.boxes.set(numbers.subarray(at * 7 + 3, at * 7 + 7), at * 4);
  // A layer is one kind. It is asked by that, the city's own places are searched by nobody.
  const queries = queriesOf(city, radius_m, texts, each, layer ? city.kinds[0] : undefined);
  if (ours.queries(queries) !== queries.length) throw new Error('the core cannot read the queries');
  const rivals = { turf: turf(city), kdbush: kdbush(city), flatbush: flatbush(city), includes: includes(city) };
  if (text) Object.assign(rivals, { minisearch: miniSearch(city), flexsearch: flexSearch(city) });
  window.bench = { ours, city, queries, rivals };
  return { count, open_ms, wasm_bytes: ours.memory(), per_feature: ours.weigh(), queries };
};

/** Times everybody on every query, in turns; by work and by who, the times in milliseconds. */
window.measure = ({ rounds, slow_rounds }) => {
  const { ours, queries, rivals } = window.bench;
  const times = {};
  const note = (work, who, ms) => ((times[work] ??= {})[who] ??= []).push(ms);
  const repeats = new Map();
  const sample = (key, act) => {
    let times = repeats.get(key);
    if (times === undefined) {
      const begun = performance.now();
      act();
      const first = performance.now() - begun;
      if (first > SLOW_MS) return first;
      act();
      times = Math.min(MOST, Math.max(1, Math.ceil(SAMPLE_MS * 2 / Math.max(performance.now() - begun, 0.005))));
      repeats.set(key, times);
    }
    const begun = performance.now();
    for (let at = 0; at < times; at++) act();
    return (performance.now() - begun) / times;
  };
  // A round that does not count comes first: browsers compile well what has run often.
  for (let round = -1; round < rounds; round++) {
    for (const [number, query] of queries.entries()) {
      const work = query.name ?? query.work;
      const ms = sample(`${number} glassmap`, () => ours.answer(number));
      if (round >= 0) note(work, 'glassmap', ms);
      for (const [who, rival] of Object.entries(rivals)) {
        const answer = rival[query.work];
        if (answer === undefined) continue;
        if (round >= slow_rounds && (who === 'turf' || who === 'includes')) continue;
        const theirs = sample(`${number} ${who}`, () => answer(query));
        if (round >= 0) note(work, who, theirs);
      }
    }
  }
  return Object.fromEntries(Object.entries(times).map(([work, of]) => [
    work, Object.fromEntries(Object.entries(of).map(([who, ms]) => [who, spread(ms)])),
  ]));
};

/** Whether everybody answers alike: each difference as a line. The truth is the ellipsoid, by GeographicLib. */
window.check = ({ queries: most }) => {
  const { ours, city, queries, rivals } = window.bench;
  const wrong = [];
  let checked = 0;
  const totals = {};
  const shares = {};
  for (const [number, query] of queries.entries()) {
    const work = query.name ?? query.work;
    totals[work] ??= [];
    const total = ours.answer(number);
    totals[work].push(total);
    if (totals[work].length > most) continue;
    checked += 1;
    const listed = ours.listed();
    const differs = (who, what) => wrong.push(`${work} ${number}, ${who}: ${what}`);
    const origin = query.bbox ? [(query.bbox[0] + query.bbox[2]) / 2, (query.bbox[1] + query.bbox[3]) / 2] : [query.lng, query.lat];
    const far = (at) => exact(...origin, city.lng[at], city.lat[at]);
    if (query.work !== 'compare' && query.work !== 'polygon') {
      const order = listed.map(far);
      if (order.some((ms, at) => at > 0 && ms < order[at - 1] - 1e-6)) differs('glassmap', 'not nearest first');
    }
    if (query.work === 'radius' || query.work === 'nearest') {
      const { radius_m = Infinity } = query;
      const rough = [];
      for (let at = 0; at < city.count; at++) {
        if (query.kinds !== 0 && (city.kinds[at] & query.kinds) === 0) continue;
        rough.push({ at, far: distance(origin, [city.lng[at], city.lat[at]]) * 1000 });
      }
      const close = rough.filter((row) => Math.abs(row.far - radius_m) <= radius_m * SPHERE);
      const sure = rough.filter((row) => row.far < radius_m * (1 - SPHERE)).length;
      const truth = radius_m === Infinity ? rough.length : sure + close.filter(({ at }) => far(at) <= radius_m).length;
      if (total !== truth) differs('glassmap', `${total} instead of ${truth}`);
      const nearest = rough.sort((a, b) => a.far - b.far).slice(0, 60).map(({ at }) => ({ at, far: far(at) }))
        .filter((row) => row.far <= radius_m).sort((a, b) => a.far - b.far).slice(0, 20);
      nearest.forEach((row, at) => {
        if (Math.abs(far(listed[at]) - row.far) > 1e-6) differs('glassmap', `number ${at} is ${listed[at]} instead of ${row.at}`);
      });
      for (const [who, rival] of Object.entries(rivals)) {
        const theirs = rival[query.work]?.(query);
        if (theirs === undefined) continue;
        if (theirs.total !== undefined && Math.abs(theirs.total - truth) > close.length) differs(who, `${theirs.total} instead of ${truth}`);
        theirs.listed.forEach((at, place) => {
          const [a, b] = [far(at), far(listed[place] ?? at)];
          if (Math.abs(a - b) > SPHERE * b + 0.01) differs(who, `number ${place} is ${a} m away instead of ${b}`);
        });
      }
      continue;
    }
    for (const [who, rival] of Object.entries(rivals)) {
      const theirs = rival[query.work]?.(query);
      if (theirs === undefined) continue;
      if (who === 'minisearch' || who === 'flexsearch') {
        // Words' beginnings: what stands in the middle of a word they do not find.
        if (theirs.total > total) differs(who, `${theirs.total}, more than the core's ${total}`);
        (shares[who] ??= []).push(theirs.total / Math.max(total, 1));
        continue;
      }
      const slack = query.work === 'compare' ? Math.ceil(total * SPHERE * 4) + 2 : 0;
      if (Math.abs(theirs.total - total) > slack) differs(who, `${theirs.total} and the core ${total}`);
    }
  }
  const mean = (of) => of.reduce((sum, total) => sum + total, 0) / of.length;
  const found = Object.fromEntries(Object.entries(shares).map(([who, of]) => [who, mean(of)]));
  return { checked, wrong, found, answers: Object.fromEntries(Object.entries(totals).map(([work, of]) => [work, mean(of)])) };
};

/** The whole way of a tool, from its arguments as text to its answer as text. */
window.tools = ({ rounds, radius_m, layer }) => {
  const { ours, queries } = window.bench;
  const rows = {};
  const only = layer ? { categories: ['layer:made'] } : {};
  const rings = queries.filter(({ work }) => work === 'polygon').map(({ ring }) => ring);
  const drawn = JSON.parse(ours.call(JSON.stringify({ tool: 'draw_shape', input: { type: 'polygon', coordinates: rings[0] } })));
  const calls = (query) => {
    const near = { lng: query.lng, lat: query.lat };
    return {
      'find_features, radius and kinds': { tool: 'find_features', input: { near, radius_m, categories: ['restaurant', 'cafe'], ...only } },
      'find_features, nearest 20': { tool: 'find_features', input: { categories: ['bar'], ...only } },
      'find_features, text': { tool: 'find_features', input: { query: 'pizza', ...only } },
      'find_features, within a drawing of 500': { tool: 'find_features', input: { within: drawn.drawing_id ?? '', ...only } },
      list_features_in_view: { tool: 'list_features_in_view', input: { ...only } },
      describe_surroundings: { tool: 'describe_surroundings', input: { from: near, ...only } },
      compare_areas: { tool: 'compare_areas', input: { a: near, b: { lng: query.lng + 0.01, lat: query.lat }, ...only } },
      'summarize_features by category': { tool: 'summarize_features', input: { near, radius_m, group_by: 'category', ...only } },
      get_place_details: { tool: 'get_place_details', input: { id: window.bench.city.ids[7] } },
      get_map_state: { tool: 'get_map_state', input: {} },
      get_share_link: { tool: 'get_share_link', input: {} },
    };
  };
  const places = queries.filter(({ name, work }) => work === 'radius' && name === undefined).slice(0, rounds);
  for (const place of places) {
    ours.lookAt(place.lng, place.lat, 15.5);
    for (const [name, call] of Object.entries(calls(place))) {
      const text = JSON.stringify(call);
      const first = ours.call(text);
      const row = rows[name] ??= { ms: [], bytes: [] };
      if (first.includes('"error"')) row.error = first.slice(0, 200);
      const begun = performance.now();
      for (let at = 0; at < 4; at++) ours.call(text);
      row.ms.push((performance.now() - begun) / 4);
      row.bytes.push(first.length);
    }
  }
  return Object.fromEntries(Object.entries(rows).map(([name, { ms, bytes, error }]) => [name, { ...spread(ms), bytes: spread(bytes).median, error }]));
};

/** Work that is not a question: selecting, links, reading a category, a distance. */
window.others = ({ rounds }) => {
  const { ours, city, queries } = window.bench;
  const times = {};
  const note = (work, who, act) => {
    const begun = performance.now();
    act();
    ((times[work] ??= {})[who] ??= []).push(performance.now() - begun);
  };
  const parks = queries[0];
  const select = JSON.stringify({ tool: 'select_features', input: { categories: ['park'], ...(city.count > 100_000 && { near: { lng: city.lng[0], lat: city.lat[0] }, radius_m: 10_000 }) } });
  const selected = JSON.parse(ours.call(select));
  const chosen = selected.state?.selection?.count ?? 0;
  const marks = Array.from({ length: 20 }, (_, at) => ({ at, lng: parks.lng + at / 1000, lat: parks.lat }));
  for (const { at, lng, lat } of marks) ours.call(JSON.stringify({ tool: 'annotate', input: { at: { lng, lat }, note: `Note ${at}` } }));
  ours.call(JSON.stringify({ tool: 'select_features', input: { ids: [] } }));
  const link = ours.link();
  const plain = { camera: [parks.lng, parks.lat, 15], notes: marks.map(({ lng, lat, at }) => [lng, lat, `Note ${at}`]) };
  const encoded = btoa(unescape(encodeURIComponent(JSON.stringify(plain))));
  const kind = Array.from(city.kinds.keys()).filter((at) => (city.kinds[at] & 64) !== 0);
  const geojson = JSON.stringify({ type: 'FeatureCollection', features: kind.map((at) => ({
    type: 'Feature', id: city.ids[at], properties: { name: city.names[at], folded: city.folded[at], kinds: city.kinds[at] },
    geometry: { type: 'Point', coordinates: [city.lng[at], city.lat[at]] },
  })) });
  for (let round = 0; round < rounds; round++) {
    note('select', 'glassmap', () => ours.call(select));
    note('select', 'turf', () => {
      const rows = [];
      const from = [city.lng[0], city.lat[0]];
      for (let at = 0; at < city.count; at++) {
        if ((city.kinds[at] & 2) === 0) continue;
        const far = distance(from, [city.lng[at], city.lat[at]]);
        if (city.count <= 100_000 || far <= 10) rows.push({ at, far });
      }
      return new Set(rows.sort((a, b) => a.far - b.far).map(({ at }) => city.ids[at]));
    });
    ours.call(JSON.stringify({ tool: 'select_features', input: { ids: [] } }));
    note('encode a link', 'glassmap', () => { for (let at = 0; at < 50; at++) ours.link(); });
    note('encode a link', 'json', () => { for (let at = 0; at < 50; at++) btoa(unescape(encodeURIComponent(JSON.stringify(plain)))); });
    note('decode a link', 'glassmap', () => { for (let at = 0; at < 50; at++) ours.openLink(link); });
    note('decode a link', 'json', () => { for (let at = 0; at < 50; at++) JSON.parse(decodeURIComponent(escape(atob(encoded)))); });
    note('1,000 distances', 'glassmap', () => {
      for (let at = 0; at < 1000; at++) ours.exports.distance(parks.lng, parks.lat, city.lng[at], city.lat[at]);
    });
    note('1,000 distances', 'geographiclib', () => {
      for (let at = 0; at < 1000; at++) exact(parks.lng, parks.lat, city.lng[at], city.lat[at]);
    });
    if (round < 3) {
      note('load a category', 'glassmap', () => ours.read('made/restaurant.glm'));
      note('load a category', 'geojson', () => {
        const { features } = JSON.parse(geojson);
        const index = new KDBush(features.length);
        for (const { geometry } of features) index.add(...geometry.coordinates);
        index.finish();
        return features.map(({ properties }) => properties.name.normalize('NFKD').toLowerCase());
      });
    }
  }
  let worst = 0;
  for (let at = 0; at < 1000; at++) {
    const [a, b] = [ours.exports.distance(parks.lng, parks.lat, city.lng[at], city.lat[at]), exact(parks.lng, parks.lat, city.lng[at], city.lat[at])];
    worst = Math.max(worst, Math.abs(a - b));
  }
  const fifty = ['encode a link', 'decode a link'];
  return {
    chosen, link_bytes: link.length, json_bytes: encoded.length, geojson_bytes: geojson.length, distance_differs_m: worst, category: kind.length,
    times: Object.fromEntries(Object.entries(times).map(([work, of]) => [work, Object.fromEntries(Object.entries(of).map(
      ([who, ms]) => [who, spread(ms.map((one) => (fifty.includes(work) ? one / 50 : one)))]))])),
  };
};
