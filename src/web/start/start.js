// Begins what takes long before the core is here: fetches the map library, the style, the city's description and data,
// and draws the map. The core takes all of it over, and does itself what could not be begun: a link that is not
// understood here, a basemap elsewhere, a browser without graphics.

import { openArchive } from './archive.js';
import { chosenCity, linked } from './city.js';
import { compose, letters } from './style.js';

/** No file of the style, no list of cities, no description of one is longer, in bytes. */
const MAX_FILE = 1 << 20;
/** The families for Han letters, which no file of the map's has, unless a language names others. */
export const FONTS = "'Noto Sans TC', 'PingFang TC', 'Microsoft JhengHei', 'Noto Sans CJK TC'";

const folder = new URL(document.querySelector('meta[name=glassmap-map]').content, document.baseURI).href;
/** Answers to requests that were sent before the core could ask: by path, relative to the page. */
const responses = new Map();
let parts;

/** Resolves once the library and the style are here. */
export const ready = Promise.all([import('maplibre-gl'), ...['light', 'dark', 'layers'].map(styleFile)])
  .then(([gl, light, dark, layers]) => { parts = { gl, folder, light, dark, layers }; });
const beginning = begin().catch(() => undefined);
// Whoever needs them hears of a failure.
ready.catch(() => {});

/** The answer to the request for `path` that was sent already: once, if at all. */
export function takeResponse(path) {
  const response = responses.get(path);
  responses.delete(path);
  return response;
}

/** The style of a theme, in a language, over a city (its `bbox` and `surroundings`) with the tiles of `basemap`, if any. */
export function style(theme, language, city, basemap) {
  return compose(parts, theme, language, city, basemap);
}

/** From now on the style may name the archive at `url`, `bytes` long. */
export function showArchive(url, bytes) {
  return openArchive(parts.gl, url, bytes);
}

/** `new Map`: throws where the browser cannot draw. */
export function newMap(container, style, { center, zoom, bearing, pitch }, fonts) {
  return new parts.gl.Map({
    container, style, center: [center.lng, center.lat], zoom, bearing, pitch, maxPitch: 85, attributionControl: false, fadeDuration: 0,
    localIdeographFontFamily: `${fonts || FONTS}, sans-serif`, cancelPendingTileRequestsWhileZooming: true,
    transformRequest: letters(parts),
  });
}

/**
 * The map that was begun, for the core to take over, if it is of that city, in that theme, with those fonts.
 * @returns {Promise<{map: object, styled: boolean, moved: boolean, errors: object[]} | undefined>} `styled` when its
 *   style has loaded, `moved` by hand, `errors` the events that nobody heard
 */
export async function takeMap(city, theme, fonts) {
  const begun = await beginning;
  if (!begun) return undefined;
  begun.leave();
  if (begun.city === city && begun.theme === theme && (fonts || FONTS) === FONTS) return begun;
  begun.map.remove();
  return undefined;
}

async function begin() {
  const theme = document.documentElement.dataset.theme;
  const { cities } = await kept('cities/index.json');
  const link = linked(location.hash);
  const id = chosenCity(cities, new URLSearchParams(location.search).get('city'), link);
  if (!id) return undefined;
  const city = await kept(`cities/${id}/manifest.json`);
  const { base, basemap } = city.files;
  keep(`cities/${id}/${versioned(base)}`);
  if (!basemap || link?.unknown) return undefined;
  await ready;
  const container = await element('map');
  const url = new URL(`cities/${id}/${versioned(basemap)}`, document.baseURI).href;
  await showArchive(url, basemap.bytes);
  const { center, zoom } = city.camera;
  const camera = link?.camera ?? { center, zoom, bearing: 0, pitch: 0 };
  return watched(newMap(container, style(theme, chosenLanguage(), city, `pmtiles://${url}`), camera, ''), id, theme);
}

/** Remembers what happens to the map until the core takes it over. */
function watched(map, city, theme) {
  const heard = {
    'style.load': () => { begun.styled = true; },
    movestart: ({ originalEvent }) => { begun.moved ||= Boolean(originalEvent); },
    error: (event) => begun.errors.push(event),
  };
  const leave = () => Object.entries(heard).forEach(([name, listener]) => map.off(name, listener));
  const begun = { map, city, theme, styled: false, moved: false, errors: [], leave };
  Object.entries(heard).forEach(([name, listener]) => map.on(name, listener));
  return begun;
}

/** Sends a request whose answer the core will ask for. */
function keep(path) {
  const response = fetch(path);
  response.catch(() => {});
  responses.set(path, response);
}

/** The JSON of a file that the core will ask for too. */
async function kept(path) {
  const asked = fetched(path);
  responses.set(path, asked.then(({ bytes, status, headers }) => new Response(bytes, { status, headers })));
  responses.get(path).catch(() => {});
  return parsed(await asked);
}

async function styleFile(name) {
  return parsed(await fetched(`${folder}${name}.json`));
}

function parsed({ path, bytes, status }) {
  if (status !== 200) throw new Error(`${path}: the server answered ${status}`);
  return JSON.parse(new TextDecoder().decode(bytes));
}

async function fetched(path) {
  const response = await fetch(path);
  const bytes = await bounded(response, path);
  return { path, bytes, status: response.status, headers: { 'content-length': String(bytes.byteLength) } };
}

/** The body, as far as it is no longer than it may be. */
async function bounded({ body }, path) {
  const parts = [];
  let length = 0;
  const reader = body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.byteLength;
    if (length > MAX_FILE) {
      reader.cancel();
      throw new Error(`${path} is too long`);
    }
    parts.push(part.value);
  }
  return new Blob(parts).arrayBuffer();
}

/** A file's name, and the start of its hash for caches: as the core asks for it. */
function versioned({ path, sha256 }) {
  return `${path}?${sha256.slice(0, 12)}`;
}

/** The language that was chosen on this device, English until the core knows better. */
function chosenLanguage() {
  try { return localStorage.getItem('glassmap-language') ?? 'en'; } catch { return 'en'; }
}

/** The element of that id, once the document has got so far. */
function element(id) {
  return new Promise((resolve) => {
    const found = () => document.getElementById(id);
    if (found() || document.readyState !== 'loading') resolve(found());
    else document.addEventListener('DOMContentLoaded', () => resolve(found()), { once: true });
  });
}
