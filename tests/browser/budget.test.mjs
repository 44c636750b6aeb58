// What the first load may weigh, after brotli, as a static host sends it.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';

const dist = new URL('../../dist/', import.meta.url);
const KIB = 1024;

/** Paths below dist/ that the pattern fits. */
function files(pattern, folder = '') {
  return readdirSync(new URL(folder, dist), { withFileTypes: true }).flatMap((entry) => {
    const path = folder + entry.name;
    if (entry.isDirectory()) return files(pattern, `${path}/`);
    return pattern.test(path) ? [path] : [];
  });
}

const weight = (paths) => paths.reduce((sum, path) => sum + brotliCompressSync(readFileSync(new URL(path, dist))).length, 0);

for (const [what, pattern, budget, least] of [
  ['WebAssembly of the first load', /^glassmap-[0-9a-f]+_bg\.wasm$/, 450 * KIB, 1],
  ['WebAssembly of the panels, fetched behind the map', /^glassmap-[0-9a-f]+_panels\.wasm$/, 320 * KIB, 1],
  ['WebAssembly that reads opening hours', /^hours-[0-9a-f]+\.wasm$/, 220 * KIB, 1],
  ['scripts of the first load, MapLibre and its worker included', /^(?!vendor\/(terra-draw|pen|layers)-).*\.m?js$/, 420 * KIB, 5],
  ['scripts that the human draws with, fetched when first used', /^vendor\/(terra-draw|pen)-.*\.m?js$/, 48 * KIB, 5],
  ['WebAssembly that reads files of places, fetched at the first import', /^vendor\/layers-[0-9a-f]+\/layers\.wasm$/, 480 * KIB, 1],
  ['scripts for data of one’s own, fetched behind the panels', /^vendor\/layers-.*\.m?js$/, 8 * KIB, 2],
  ['base data of Malta', /^cities\/malta\/base\.glm$/, 200 * KIB, 1],
]) {
  test(`${what}: at most ${budget / KIB} KiB`, (t) => {
    const paths = files(pattern);
    assert.ok(paths.length >= least, `only ${paths} were found`);
    const bytes = weight(paths);
    t.diagnostic(`${what}: ${(bytes / KIB).toFixed(1)} KiB`);
    assert.ok(bytes <= budget, `${bytes} bytes`);
  });
}

test('every WebAssembly has a budget', () => {
  const known = /^(glassmap-[0-9a-f]+_(bg|panels)|hours-[0-9a-f]+|vendor\/layers-[0-9a-f]+\/layers)\.wasm$/;
  assert.deepEqual(files(/\.wasm$/).filter((path) => !known.test(path)), []);
});

test('the basemap of Malta: at most 5 MB', () => {
  assert.ok(statSync(new URL('cities/malta/basemap.pmtiles', dist)).size <= 5_000_000);
});

test('whatever may change has a hash or a version in its name or address', () => {
  const fixed = /^(index\.html|404\.html|cities\/(index\.json|[a-z0-9-]+\/(manifest\.json|[a-z_]+\.(glm|pmtiles)))|cities\/.+\.md)$/;
  const loose = files(/./).filter((path) => !/[0-9a-f]{12,}|-\d+\.\d+\.\d+\//.test(path) && !fixed.test(path));
  assert.deepEqual(loose, []);
});
