// What one would use instead of the core. Each rival answers a query with how many features fit, and the numbers of the
// nearest 20 of them: what an application does next with either is the same.

import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import { distance } from '@turf/distance';
import { point, polygon } from '@turf/helpers';
import Flatbush from 'flatbush';
import FlexSearch from 'flexsearch';
import { around as aroundBoxes } from 'geoflatbush';
import { around } from 'geokdbush';
import geodesic from 'geographiclib-geodesic';
import KDBush from 'kdbush';
import MiniSearch from 'minisearch';

const LISTED = 20;
export const WGS84 = geodesic.Geodesic.WGS84;
const byDistance = (a, b) => a.far - b.far;

const fits = (city, wanted) => (at) => wanted === 0 || (city.kinds[at] & wanted) !== 0;
const top = (rows) => ({ total: rows.length, listed: rows.sort(byDistance).slice(0, LISTED).map(({ at }) => at) });

/** The rectangle round a ring. */
function around4(ring) {
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of ring) {
    box[0] = Math.min(box[0], x);
    box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x);
    box[3] = Math.max(box[3], y);
  }
  return box;
}

function counts(city, found) {
  const perKind = new Uint32Array(32);
  let total = 0;
  for (const at of found) {
    for (let kinds = city.kinds[at]; kinds !== 0; kinds &= kinds - 1) {
      perKind[31 - Math.clz32(kinds & -kinds)] += 1;
      total += 1;
    }
  }
  return total;
}

const toOutline = (city, box) => (at) => ({ at, far: distance([(box[0] + box[2]) / 2, (box[1] + box[3]) / 2], [city.lng[at], city.lat[at]]) });

/** Turf over GeoJSON points, one look at each feature for every question. */
export function turf(city) {
  const features = Array.from({ length: city.count }, (_, at) => point([city.lng[at], city.lat[at]], { kinds: city.kinds[at] }));
  const near = (from, radius_m, wanted) => {
    const rows = [];
    for (let at = 0; at < features.length; at++) {
      if (wanted !== 0 && (features[at].properties.kinds & wanted) === 0) continue;
      const far = distance(from, features[at]) * 1000;
      if (far <= radius_m) rows.push({ at, far });
    }
    return rows;
  };
  return {
    radius: ({ lng, lat, radius_m, kinds }) => top(near([lng, lat], radius_m, kinds)),
    nearest: ({ lng, lat, kinds }) => top(near([lng, lat], Infinity, kinds)),
    polygon({ ring, kinds }) {
      const area = polygon([[...ring, ring[0]]]);
      const rows = [];
      for (let at = 0; at < features.length; at++) {
        if ((features[at].properties.kinds & kinds) !== 0 && booleanPointInPolygon(features[at], area)) rows.push(at);
      }
      return top(rows.map(toOutline(city, around4(ring))));
    },
    view({ bbox }) {
      const [west, south, east, north] = bbox;
      const rows = [];
      for (let at = 0; at < features.length; at++) {
        const [w, s, e, n] = city.boxes.subarray(at * 4, at * 4 + 4);
        if (w <= east && e >= west && s <= north && n >= south) rows.push(at);
      }
      return top(rows.map(toOutline(city, bbox)));
    },
    compare: ({ a, b, radius_m }) => ({
      total: [a, b].reduce((sum, from) => sum + counts(city, near(from, radius_m, 0).map(({ at }) => at)), 0), listed: [],
    }),
  };
}

/** A k-d tree over points, asked on the sphere. */
export function kdbush(city) {
  const index = new KDBush(city.count);
  for (let at = 0; at < city.count; at++) index.add(city.lng[at], city.lat[at]);
  index.finish();
  const within = (from, radius_m, wanted) => around(index, from[0], from[1], Infinity, radius_m / 1000, fits(city, wanted));
  return {
    radius({ lng, lat, radius_m, kinds }) {
      const found = within([lng, lat], radius_m, kinds);
      return { total: found.length, listed: found.slice(0, LISTED) };
    },
    nearest: ({ lng, lat, kinds }) => ({ listed: around(index, lng, lat, LISTED, Infinity, fits(city, kinds)) }),
    polygon({ ring, kinds }) {
      const box = around4(ring);
      const area = polygon([[...ring, ring[0]]]);
      const inside = index.range(...box).filter((at) => (city.kinds[at] & kinds) !== 0 && booleanPointInPolygon([city.lng[at], city.lat[at]], area));
      return top(inside.map(toOutline(city, box)));
    },
    compare: ({ a, b, radius_m }) => ({
      total: [a, b].reduce((sum, from) => sum + counts(city, within(from, radius_m, 0)), 0), listed: [],
    }),
  };
}

/** A packed tree of rectangles, asked on the sphere. */
export function flatbush(city) {
  const index = new Flatbush(city.count);
  for (let at = 0; at < city.count; at++) index.add(...city.boxes.subarray(at * 4, at * 4 + 4));
  index.finish();
  // Of areas it is asked how far their middles are, as all others are.
  const middles = new Flatbush(city.count);
  for (let at = 0; at < city.count; at++) middles.add(city.lng[at], city.lat[at]);
  middles.finish();
  return {
    view({ bbox }) {
      return top(index.search(...bbox).map(toOutline(city, bbox)));
    },
    nearest: ({ lng, lat, kinds }) => ({ listed: aroundBoxes(middles, lng, lat, LISTED, Infinity, fits(city, kinds)) }),
  };
}

/** `includes` over strings made ready for it. */
export function includes(city) {
  return {
    text({ text, lng, lat }) {
      const rows = [];
      for (let at = 0; at < city.count; at++) {
        if (city.folded[at].includes(text)) rows.push({ at, far: distance([lng, lat], [city.lng[at], city.lat[at]]) });
      }
      return top(rows);
    },
  };
}

const words = (text) => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/** Indexes of words: they find a text where a word begins with it, and nothing in the middle of one. */
export function miniSearch(city) {
  const index = new MiniSearch({ fields: ['folded'], tokenize: words, processTerm: (term) => term });
  index.addAll(Array.from({ length: city.count }, (_, id) => ({ id, folded: city.folded[id] })));
  return {
    text: ({ text, lng, lat }) => top(index.search(text, { prefix: true, combineWith: 'AND' })
      .map(({ id }) => ({ at: id, far: distance([lng, lat], [city.lng[id], city.lat[id]]) }))),
  };
}

export function flexSearch(city) {
  const index = new FlexSearch.Index({ tokenize: 'forward', encode: words, cache: false });
  for (let at = 0; at < city.count; at++) index.add(at, city.folded[at]);
  return {
    text: ({ text, lng, lat }) => top(index.search(text, { limit: city.count })
      .map((at) => ({ at, far: distance([lng, lat], [city.lng[at], city.lat[at]]) }))),
  };
}
