// The map's style is valid, resolves nothing by itself, and names only fonts and images that are built.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { after, test } from 'node:test';
import spec from '@maplibre/maplibre-gl-style-spec';
import { style } from '../../style/map/basemap.mjs';
import { marks, order } from '../../style/map/marks.mjs';
import { FONTS } from '../../style/map/build-glyphs.mjs';
import { buildSprite } from '../../style/map/build-sprite.mjs';

const out = mkdtempSync(`${tmpdir()}/glassmap-style-`);
after(() => rmSync(out, { recursive: true }));

/** The style as the page hands it to MapLibre: addresses made absolute, sources and layers of the marks put in. */
function whole(theme) {
  const full = structuredClone(style(theme));
  full.glyphs = `http://localhost/sub/${full.glyphs}`;
  full.sprite = `http://localhost/sub/${full.sprite}`;
  for (const [id, { type, promoteId, cluster, clusterMaxZoom, clusterRadius }] of Object.entries(marks.sources)) {
    full.sources[id] = JSON.parse(JSON.stringify({ type, promoteId, cluster, clusterMaxZoom, clusterRadius, data: { type: 'FeatureCollection', features: [] } }));
  }
  for (const [slot, layers] of Object.entries(marks[theme])) {
    full.layers.splice(full.layers.findIndex((layer) => layer.id === slot), 0, ...structuredClone(layers));
  }
  return full;
}

const strings = (value) => (typeof value === 'string' ? [value] : value && typeof value === 'object' ? Object.values(value).flatMap(strings) : []);
/** Contrast of two colours, as WCAG counts it. */
function contrast(a, b) {
  const light = (color) => {
    const [r, g, blue] = [1, 3, 5].map((i) => parseInt(color.slice(i, i + 2), 16) / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * blue + 0.05;
  };
  return Math.max(light(a), light(b)) / Math.min(light(a), light(b));
}

for (const theme of ['light', 'dark']) {
  test(`the ${theme} style is valid with the marks in it`, () => {
    const errors = spec.validateStyleMin(whole(theme));
    assert.deepEqual(errors.map((error) => error.message), []);
  });

  test(`the ${theme} style names no host`, () => {
    assert.deepEqual(strings(style(theme)).filter((text) => /^https?:|^\/\//.test(text)), []);
  });

  test(`every font and every image that the ${theme} style names is built`, async () => {
    const layers = whole(theme).layers;
    const fonts = new Set(layers.flatMap((layer) => layer.layout?.['text-font'] ?? []));
    assert.deepEqual([...fonts].filter((font) => !FONTS[font]), []);
    const index = (await sprites)(theme);
    const named = layers.flatMap((layer) => strings(layer.layout?.['icon-image'] ?? [])).filter((text) => /^(pin|chip|way|end)-.*[a-z]$/.test(text));
    assert.deepEqual(named.filter((image) => !index[image]), []);
    assert.deepEqual(order.filter((category) => !index[`cat-${category}`]), []);
    for (const who of ['agent', 'user']) for (const end of ['start', 'finish']) assert.ok(index[`end-${end}-${who}`]);
  });

  test(`signs and discs stand out in the ${theme} theme`, () => {
    const { land } = JSON.parse(readFileSync(new URL('../../style/map/palette.json', import.meta.url)))[theme];
    for (const [group, colors] of Object.entries(marks.groups)) {
      assert.ok(contrast(colors[theme], marks.themes[theme].glyph) >= 4.8, `${group}: sign on its disc`);
      assert.ok(contrast(colors[theme], land) >= 4.3, `${group}: disc on the ground`);
    }
  });
}

const sprites = buildSprite(out).then(() => (theme) => JSON.parse(readFileSync(`${out}/sprite-${theme}.json`)));

test('the two themes have the same layers in the same order', () => {
  const ids = (theme) => whole(theme).layers.map((layer) => layer.id);
  assert.deepEqual(ids('light'), ids('dark'));
  assert.equal(new Set(ids('light')).size, ids('light').length, 'each once');
});
