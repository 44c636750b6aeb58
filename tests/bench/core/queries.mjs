// The queries of a run: the same numbers each time, places taken from the city itself.

/** Bits of the kinds, in the order of src/city/category.rs. */
export const KIND = { park: 1 << 1, school: 1 << 2, supermarket: 1 << 3, restaurant: 1 << 6, cafe: 1 << 7, bar: 1 << 10 };
export const EVERY = 0;
const CORNERS = 500;
/** Metres in a degree of latitude, roughly: queries need no more. */
const DEGREE_M = 111_195;

/** Numbers from 0 to 1, the same each time (a linear congruential generator; constants of Numerical Recipes). */
export function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * @param {{ lng: Float64Array, lat: Float64Array }} columns where the features are
 * @param {number} radius_m which radius holds about as many features in every city
 * @param {string[]} texts what to search for
 * @param {number} each queries of each work
 * @param {number} [only] the kinds that every query is about, instead of its own
 */
export function queriesOf({ lng, lat }, radius_m, texts, each, only) {
  const random = generator(42);
  const place = () => {
    const at = Math.floor(random() * lng.length);
    return [lng[at] + (random() - 0.5) * 0.002, lat[at] + (random() - 0.5) * 0.002];
  };
  const kinds = [KIND.restaurant | KIND.cafe, KIND.supermarket, KIND.park, KIND.bar];
  const queries = [];
  for (let at = 0; at < each; at++) {
    const [x, y] = place();
    const [x2, y2] = place();
    const kind = kinds[at % kinds.length];
    const [wide, high] = [radius_m / DEGREE_M / Math.cos(y * Math.PI / 180), radius_m / DEGREE_M];
    const ring = Array.from({ length: CORNERS }, (_, corner) => {
      const angle = corner / CORNERS * 2 * Math.PI;
      const reach = 1 + 0.2 * Math.sin(angle * 7) + 0.02 * Math.sin(angle * 61);
      return [x + wide * reach * Math.cos(angle), y + high * reach * Math.sin(angle)];
    });
    queries.push(
      { work: 'radius', lng: x, lat: y, radius_m, kinds: kind },
      { work: 'nearest', lng: x, lat: y, kinds: kind },
      { work: 'text', text: texts[at % texts.length], lng: x, lat: y },
      { work: 'polygon', ring, kinds: KIND.restaurant | KIND.cafe | KIND.bar },
      { work: 'view', bbox: [x - wide, y - high * 0.6, x + wide, y + high * 0.6], kinds: EVERY },
      { work: 'compare', a: [x, y], b: [x2, y2], radius_m },
      { work: 'radius', name: 'describe', lng: x, lat: y, radius_m: radius_m * 0.6, kinds: EVERY },
    );
  }
  return only === undefined ? queries : queries.map((query) => ({ ...query, kinds: only }));
}

/** The middle of the sorted numbers, and the one that a hundredth are above. */
export function spread(numbers) {
  const sorted = Float64Array.from(numbers).sort();
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return { median: at(0.5), p99: at(0.99) };
}
