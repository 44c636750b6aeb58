// Data of one's own on the page: files read in a worker, layers drawn on the map, files and pictures saved, the map printed.
// Imported when first needed.

import { importScriptInWorkers } from 'maplibre-gl';

/** As many as there may be on the map (src/city/category.rs). */
const SLOTS = 8;
const COLORS = {
  light: ['#b0006d', '#006b5e', '#7a3cc4', '#8f4a00', '#0061a8', '#5a6300', '#a3202f', '#3d4a5c'],
  dark: ['#ff8fcf', '#5fd6c2', '#c9a6ff', '#f2b56b', '#7fc1ff', '#d3dc66', '#ff9a9a', '#c2cddb'],
};

/** What tells layers apart beside their colors, on the map and in lists. */
const LETTERS = 'ABCDEFGH';
/** Of a layer of more bytes than this, far from above, every hundredth place alone has its letter: the others are dots. */
const MANY_BYTES = 2_000_000;
/** From this zoom on all have. */
const NEAR = 13;

/** How the map's workers are asked for what is drawn of a layer: by drawn.js, once they have it, else as it comes. */
const asked = importScriptInWorkers(new URL('drawn.js', import.meta.url).href)
  .then(() => (url) => `own://layer/?${encodeURIComponent(url)}`, () => (url) => url);

let reader;
let address = (url) => url;
/** Addresses of what is drawn of each layer, by its number. */
const drawings = new Map();

/**
 * Reads a file; `tell(bytes, places)` hears how far it is.
 * @returns {Promise<{answer: Uint8Array, shown: Blob} | undefined>} nothing when it was given up
 */
export function read(file, options, tell) {
  cancel();
  const worker = new Worker(new URL('worker.js', import.meta.url));
  return new Promise((resolve, reject) => {
    const end = (settle, value) => {
      worker.terminate();
      if (reader?.worker === worker) reader = undefined;
      settle(value);
    };
    reader = { worker, giveUp: () => end(resolve, undefined) };
    worker.onmessage = ({ data }) => {
      if (data.failed) end(reject, new Error(data.failed));
      else if (data.answer) asked.then((how) => { address = how; end(resolve, data); });
      else tell(data.read ?? file.size, data.places ?? 0);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      end(reject, new Error(event.message ?? 'the worker did not start'));
    };
    worker.postMessage({ file, ...options });
  });
}

/** Gives up the file that is being read. */
export function cancel() {
  reader?.giveUp();
}

/** Keeps what is drawn of the layer of that number, for as long as undo may bring it back. */
export function keep(number, shown) {
  drawings.set(number, { url: address(URL.createObjectURL(shown)), isLarge: shown.size > MANY_BYTES });
}

/** Which layer is in which slot of the map. */
const slots = new Array(SLOTS).fill(undefined);

/** The color of a layer's places, by its number. */
export function color(number, theme) {
  const slot = slots.indexOf(number);
  return COLORS[theme === 'dark' ? 'dark' : 'light'][slot < 0 ? 0 : slot];
}

/** The letter of a layer's places, by its number. */
export const letter = (number) => LETTERS[slots.indexOf(number)] ?? '';

/** Draws these layers, by number, and no others; of those among `hidden` nothing. */
export function show(map, numbers, hidden) {
  slots.forEach((number, slot) => { if (number !== undefined && !numbers.includes(number)) slots[slot] = undefined; });
  for (const number of numbers) {
    if (slots.includes(number)) continue;
    const free = slots.indexOf(undefined);
    if (free >= 0) slots[free] = number;
  }
  if (!map?.getSource('features')) return; // drawn again once the style is there
  const theme = document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';
  slots.forEach((number, slot) => draw(map, slot, hidden.includes(number) ? undefined : drawings.get(number), theme));
}

/** Pixels of a sign to one of the page's. */
const SHARP = 3;
const part = (slot, what) => `own-${slot}-${what}`;

/** The sign of a slot: its letter in a ring, as wide and as high. */
function sign(slot, ink, paper) {
  const size = 20 * SHARP;
  const canvas = new OffscreenCanvas(size, size);
  const to = canvas.getContext('2d', { willReadFrequently: true });
  to.scale(SHARP, SHARP);
  to.arc(10, 10, 8.6, 0, 2 * Math.PI);
  [to.fillStyle, to.strokeStyle, to.lineWidth] = [paper, ink, 2];
  to.fill();
  to.stroke();
  to.font = '700 11px Inter, system-ui, sans-serif';
  [to.textAlign, to.fillStyle] = ['center', ink];
  // In the middle by what is drawn of it, whatever the font.
  const { actualBoundingBoxAscent: above, actualBoundingBoxDescent: below } = to.measureText(LETTERS[slot]);
  to.fillText(LETTERS[slot], 10, 10 + (above - below) / 2);
  return to.getImageData(0, 0, size, size);
}

function draw(map, slot, drawing, theme) {
  const data = drawing?.url;
  const source = part(slot, 'source');
  const parts = ['fill', 'line', 'point', 'way', 'sign', 'name'].map((what) => part(slot, what));
  if (map.getSource(source)?.glassmapData === data && data) return;
  for (const id of parts) if (map.getLayer(id)) map.removeLayer(id);
  if (map.getSource(source)) map.removeSource(source);
  if (!data) return;
  const ink = COLORS[theme][slot];
  const paper = theme === 'dark' ? '#11161d' : '#ffffff';
  const zoom = (...stops) => ['interpolate', ['linear'], ['zoom'], ...stops];
  const is = (...kinds) => ['match', ['geometry-type'], kinds, true, false];
  map.addSource(source, { type: 'geojson', data, promoteId: 'id', tolerance: 0.5 });
  map.getSource(source).glassmapData = data;
  const before = ['cluster', 'feature'].find((id) => map.getLayer(id));
  const [fill, line, point, way, signs, name] = parts;
  if (map.hasImage(source)) map.removeImage(source);
  map.addImage(source, sign(slot, ink, paper), { pixelRatio: SHARP });
  const shown = drawing.isLarge ? ['any', ['>=', ['zoom'], NEAR], ['==', ['slice', ['get', 'id'], -2], '00']] : true;
  // Upright along lines and outlines, and thinned out there; on each point that has one.
  const icon = { 'icon-image': source, 'icon-rotation-alignment': 'viewport', 'icon-pitch-alignment': 'viewport' };
  const along = { ...icon, 'symbol-placement': 'line', 'symbol-spacing': 160, 'icon-size': 0.75, 'icon-padding': 1 };
  const upon = { ...icon, 'icon-size': zoom(8, 0.5, 12, 0.66, 15, 0.85, 18, 1.1), 'icon-allow-overlap': true, 'icon-ignore-placement': true };
  // A ring, where the city's own places are discs.
  const layers = [
    { id: fill, type: 'fill', filter: is('Polygon', 'MultiPolygon'), paint: { 'fill-color': ink, 'fill-opacity': 0.12 } },
    { id: line, type: 'line', filter: is('Polygon', 'MultiPolygon', 'LineString', 'MultiLineString'), layout: { 'line-join': 'round', 'line-cap': 'round' }, paint: { 'line-color': ink, 'line-width': zoom(10, 1.4, 16, 3) } },
    { id: point, type: 'circle', filter: is('Point', 'MultiPoint'), paint: { 'circle-color': paper, 'circle-radius': zoom(8, 1.2, 12, 2.4, 15, 4.5, 18, 7), 'circle-stroke-color': ink, 'circle-stroke-width': zoom(8, 1, 12, 1.6, 15, 2.6, 18, 3.4) } },
    { id: way, type: 'symbol', filter: ['all', is('Polygon', 'MultiPolygon', 'LineString', 'MultiLineString'), shown], layout: along },
    { id: signs, type: 'symbol', filter: ['all', is('Point', 'MultiPoint'), shown], layout: upon },
    { id: name, type: 'symbol', minzoom: 15.6, layout: { 'text-field': ['coalesce', ['get', 'name'], ''], 'text-font': ['Inter Medium'], 'text-size': 11.5, 'text-variable-anchor': ['left', 'right', 'top', 'bottom'], 'text-radial-offset': 0.9, 'text-justify': 'auto', 'text-max-width': 9 }, paint: { 'text-color': ink, 'text-halo-color': paper, 'text-halo-width': 1.6 } },
  ];
  for (const layer of layers) map.addLayer({ ...layer, source }, before);
}

/** Hands a file over to the browser's downloads. */
export function save(name, type, content) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** The map as it shows now, its credit on it; a canvas. */
function pictured(map, credit) {
  const from = map.getCanvas();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [from.width, from.height];
  const to = canvas.getContext('2d');
  // What WebGL has drawn is gone once the frame is over.
  map.redraw();
  to.drawImage(from, 0, 0);
  const scale = Math.max(from.width / Math.max(from.clientWidth, 1), 1);
  const dark = document.documentElement.dataset.theme === 'dark';
  to.font = `${12 * scale}px Inter, system-ui, sans-serif`;
  const [pad, height] = [6 * scale, 20 * scale];
  const width = to.measureText(credit).width + 2 * pad;
  to.fillStyle = dark ? 'rgb(17 22 29 / .86)' : 'rgb(255 255 255 / .86)';
  to.fillRect(canvas.width - width, canvas.height - height, width, height);
  to.fillStyle = dark ? '#edf0f4' : '#1d2027';
  to.textBaseline = 'middle';
  to.fillText(credit, canvas.width - width + pad, canvas.height - height / 2);
  return canvas;
}

/** Saves the map as a picture with its credit. */
export async function picture(map, name, credit) {
  const canvas = pictured(map, credit);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('the browser made no picture');
  save(name, 'image/png', blob);
}

/** Puts a sheet on the page that is all that is printed: title, map, legend and credit. */
export function printSheet(map, title, rows, credit) {
  clearSheet();
  const element = (tag, text, name) => {
    const made = document.createElement(tag);
    if (text) made.textContent = text;
    if (name) made.className = name;
    return made;
  };
  const sheet = element('section', '', 'print-sheet');
  sheet.append(element('h1', title), pictured(map, credit));
  if (rows.length) {
    const list = element('ul');
    list.append(...rows.map((row) => element('li', row)));
    sheet.append(list);
  }
  sheet.append(element('p', credit));
  document.body.append(sheet);
}

/** And takes it off again. */
export function clearSheet() {
  document.querySelector('.print-sheet')?.remove();
}
