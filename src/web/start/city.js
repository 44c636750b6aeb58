// Which city the page opens, and where it looks: as far as can be told without the core.

/**
 * What the address's link says of the camera.
 * @returns {undefined | {camera?: object, city?: string, unknown?: true}} undefined without a link; `unknown` when there
 *   is one that only the core can read
 */
export function linked(hash) {
  if (!/v\d+\./i.test(decoded(hash))) return undefined;
  try {
    const [, payload] = /^#v[123]\.([\w-]+)$/.exec(hash);
    const { c, z, b = 0, p = 0, y } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    const [lng, lat] = c;
    const fits = [[lng, 180], [lat, 85], [z - 11, 11], [b - 180, 180], [p - 42.5, 42.5]];
    if (!fits.every(([value, most]) => Math.abs(value) <= most)) return { unknown: true };
    return { camera: { center: { lng, lat }, zoom: z, bearing: b, pitch: p }, city: y };
  } catch {
    return { unknown: true };
  }
}

function decoded(text) {
  try { return decodeURIComponent(text); } catch { return text; }
}

/** The id of the city to open; undefined when only the core can tell. The rules are those of `address.rs`. */
export function chosenCity(cities, asked, link) {
  if (asked !== null) return cities.find(({ id }) => id === asked)?.id;
  if (!link) return cities[0]?.id;
  if (link.unknown) return undefined;
  const { lng, lat } = link.camera.center;
  const holding = cities.filter(({ bbox: [west, south, east, north] }) => lng >= west && lng <= east && lat >= south && lat <= north);
  const named = (list) => list.find(({ id }) => id === link.city);
  const found = holding.length === 1 ? holding[0] : named(holding.length > 0 ? holding : cities) ?? holding[0];
  return (found ?? cities[0])?.id;
}
