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

/** What the map shows of a shape of that kind: all of it, and the one point that is in hand. */
export function picture(kind, points, live) {
  const features = [];
  if (kind === 'circle' && points.length === 2) features.push(feature('Polygon', [ring(...points)]), feature('LineString', points));
  else if (kind === 'polygon' && points.length > 2) features.push(feature('Polygon', [[...points, points[0]]]));
  else if (kind !== 'point' && points.length > 1) features.push(feature('LineString', points));
  if (live) features.push(feature('Point', live));
  return features;
}
