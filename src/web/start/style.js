// The style that MapLibre gets: the basemap of a theme, our layers in their slots, every address absolute.

/** How far the ground beyond a city's rectangle is drawn, in degrees. */
const BEYOND_DEG = 20;
/** What `layers.json` may say of a source. */
const OPTIONS = ['promoteId', 'cluster', 'clusterMaxZoom', 'clusterRadius'];

/**
 * The style of a theme, `light` or `dark`.
 * @param {object} files what `start.js` has loaded
 * @param {string} language its tag: names on the map are in it
 * @param {{bbox: number[], surroundings?: string}} [city] whose surroundings are drawn
 * @param {string} [basemap] the address of its tiles, as a source's `url`
 */
export function compose(files, theme, language, city, basemap) {
  const style = structuredClone(files[theme]);
  for (const name of ['glyphs', 'sprite']) style[name] = files.folder + style[name];
  if (basemap) {
    style.sources.basemap.url = basemap;
  } else {
    // What is left is plain ground.
    delete style.sources.basemap;
    style.layers = style.layers.filter(({ source }) => source !== 'basemap');
  }
  if (city) style.sources.beyond.data = beyond(city);
  style.state.lang.default = language;
  for (const [id, described] of Object.entries(files.layers.sources)) style.sources[id] = source(described);
  style.sources.here = source({});
  for (const [slot, ours] of Object.entries(files.layers[theme])) {
    const at = style.layers.findIndex(({ id }) => id === slot);
    style.layers.splice(at < 0 ? style.layers.length : at, 0, ...structuredClone(ours));
  }
  style.layers.push({
    id: 'here', type: 'circle', source: 'here',
    paint: { 'circle-radius': 7, 'circle-color': '#1a73c8', 'circle-stroke-color': files.layers.themes[theme].paper, 'circle-stroke-width': 3 },
  });
  return style;
}

/** A `transformRequest` that asks for no letters but those that have a file; MapLibre draws the others itself. */
export function letters({ light }) {
  const ranges = light.metadata['glassmap:glyph-ranges'];
  return (url) => {
    const first = /\/glyphs\/.+\/(\d+)-\d+\.pbf$/.exec(url)?.[1];
    if (first !== undefined && !ranges.includes(first / 256)) throw new Error(`no file has the letters from ${first} on`);
    return { url };
  };
}

/** A source of features or marks, empty. */
function source(described) {
  const options = OPTIONS.filter((option) => described?.[option] !== undefined).map((option) => [option, described[option]]);
  return { type: 'geojson', data: { type: 'FeatureCollection', features: [] }, ...Object.fromEntries(options) };
}

/** What lies round the city's rectangle: sea, or plain ground. */
function beyond({ bbox, surroundings }) {
  const ring = ([west, south, east, north]) => [[west, south], [east, south], [east, north], [west, north], [west, south]];
  const [west, south, east, north] = bbox;
  const lat = (degrees) => Math.min(85, Math.max(-85, degrees));
  const outer = [west - BEYOND_DEG, lat(south - BEYOND_DEG), east + BEYOND_DEG, lat(north + BEYOND_DEG)];
  return {
    type: 'Feature', properties: { kind: surroundings === 'sea' ? 'sea' : 'plain' },
    geometry: { type: 'Polygon', coordinates: [ring(outer), ring(bbox)] },
  };
}
