// Where an answer is not what is expected of it: the rule of tests/support/mod.rs, for the browser.

/** Of objects only the expected fields count, `null` meaning absent or null; lists must be as long; numbers may differ by a millionth. */
export function differences(expected, found, path = '') {
  const differs = () => [`${path}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(found)}`];
  if (expected === null) return found == null ? [] : differs();
  if (Array.isArray(expected)) {
    if (!Array.isArray(found) || found.length !== expected.length) return differs();
    return expected.flatMap((item, index) => differences(item, found[index], `${path}[${index}]`));
  }
  if (typeof expected === 'object') {
    if (typeof found !== 'object' || found === null) return differs();
    return Object.entries(expected).flatMap(([key, value]) => differences(value, found[key], `${path}.${key}`));
  }
  if (typeof expected === 'number') return Math.abs(expected - found) <= 1e-6 ? [] : differs();
  return expected === found ? [] : differs();
}
