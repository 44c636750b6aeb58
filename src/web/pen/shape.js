// Shapes that are not finished: points as [lng, lat], and what the map shows of them.

/** A press that moves less than this, in CSS pixels, is a tap. */
export const STILL = 6;
const fold = (lat) => Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI);
const unfold = (y) => (Math.atan(Math.sinh(2 * Math.PI * y)) * 180) / Math.PI;
/** The point moved by a step on the Mercator square. */
export const shifted = ([lng, lat], [dx, dy]) => [lng + 360 * dx, unfold(fold(lat) + dy)];
export const step = ([lngA, latA], [lngB, latB]) => [(lngB - lngA) / 360, fold(latB) - fold(latA)];
export const same = (a, b) => a && b && a[0] === b[0] && a[1] === b[1];
export const pairs = (flat) => Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i], flat[2 * i + 1]]);
export const feature = (type, coordinates, properties = {}) => ({ type: 'Feature', properties, geometry: { type, coordinates } });
export const collection = (features) => ({ type: 'FeatureCollection', features });

/** A circle as the map shows it while it is not finished. */
export function ring(center, edge) {
  const [dx, dy] = step(center, edge);
  const radius = Math.hypot(dx, dy);
  return Array.from({ length: 97 }, (_, i) => {
    const angle = (i % 96) * (Math.PI / 48);
    return shifted(center, [radius * Math.sin(angle), radius * Math.cos(angle)]);
  });
}

/** What the map shows of a shape of that kind. */
export function picture(kind, points) {
  const features = [];
  if (kind === 'circle' && points.length === 2) features.push(feature('Polygon', [ring(...points)]), feature('LineString', points));
  else if (kind === 'polygon' && points.length > 2) features.push(feature('Polygon', [[...points, points[0]]]));
  else if (kind !== 'point' && points.length > 1) features.push(feature('LineString', points));
  return features;
}

/** What the map shows of a shape without one of its points and the two sides that meet there, which are in hand. */
export function remainder(kind, points, index) {
  if (kind === 'line') return [points.slice(0, index), points.slice(index + 1)].filter((part) => part.length > 1).map((part) => feature('LineString', part));
  const rest = [...points.slice(index + 1), ...points.slice(0, index)];
  return [feature('Polygon', [[...rest, rest[0]]], { fill: true }), feature('LineString', rest)];
}

/**
 * What is in hand of a large shape, over the map in a picture of its own: the map has nothing to draw anew while it moves.
 * `sides` and `point` are in CSS pixels from the map's corner.
 */
export class Lifted {
  constructor(map, sides, isClosed, point) {
    const make = (name, parent, given) => {
      const made = document.createElementNS('http://www.w3.org/2000/svg', name);
      for (const [key, value] of Object.entries(given)) made.setAttribute(key, value);
      return parent.appendChild(made);
    };
    this.map = map;
    this.picture = make('svg', map.getContainer(), { class: 'lifted', 'aria-hidden': 'true' });
    const all = make('g', this.picture, {});
    const name = isClosed ? 'polygon' : 'polyline';
    this.lines = ['casing', 'line'].map((kind) => make(name, all, { class: kind, points: sides.join(' ') }));
    this.point = point && make('circle', all, { r: 6, cx: point[0], cy: point[1] });
    this.all = all;
  }

  /** All of it goes so far from where it was. */
  moveAll(dx, dy) { this.all.setAttribute('transform', `translate(${dx} ${dy})`); }

  /** The point goes there, its sides with it. */
  movePoint(sides, [x, y]) {
    for (const line of this.lines) line.setAttribute('points', sides.join(' '));
    this.point.setAttribute('cx', x);
    this.point.setAttribute('cy', y);
  }

  /** The map shows it again. */
  drop() { this.map.once('idle', () => this.picture.remove()); }
}
