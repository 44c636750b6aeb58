// The server under test, and what every tool is called with.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../../', import.meta.url));
const built = `${process.env.CARGO_TARGET_DIR ?? `${root}target`}/debug`;
/** The built programs: xtask says where, by hand they are cargo's own. */
export const program = process.env.GLASSMAP_MCP ?? `${built}/glassmap-mcp`;
export const callProgram = process.env.GLASSMAP_CALL ?? `${built}/glassmap-call`;
export const cityProgram = process.env.GLASSMAP_CITY ?? `${built}/glassmap-city`;
export const page = 'https://maps.example/';

for (const file of [program, callProgram, cityProgram]) {
  if (!existsSync(file)) throw new Error(`${file} is not there: cargo build --features city,mcp --bins`);
}

/** Every tool with an input that is answered, in an order that makes sense. */
export const calls = [
  ['get_map_state', {}],
  ['set_map_view', { place: 'Valletta' }],
  ['list_features_in_view', { limit: 2 }],
  ['find_features', { near: 'Valletta', categories: ['cafe'], limit: 3 }],
  ['select_features', { near: 'Valletta', categories: ['museum'] }],
  ['draw_shape', { type: 'circle', center: 'Valletta' }],
  ['plan_route', { from: 'Valletta', to: { lng: 14.505, lat: 35.89 } }],
  ['annotate', { at: 'Valletta', note: 'Meet here' }],
  ['describe_surroundings', { from: 'Valletta', radius_m: 200 }],
  ['compare_areas', { a: 'Valletta', b: 'Sliema', categories: ['cafe'] }],
  ['measure', { target: 'district:valletta' }],
  ['get_place_details', { id: 'osm:way:577948702' }],
  ['get_share_link', {}],
  ['undo', {}],
  ['redo', {}],
  ['update_mark', { id: 'drawing:1', label: 'near' }],
  ['list_marks', {}],
  ['summarize_features', { near: 'Valletta', group_by: 'category' }],
  ['resolve_names', { queries: [{ text: 'Valletta' }] }],
  ['remove_from_map', { ids: ['drawing:1'] }],
  ['show_map', { area: { place: 'Sliema' } }],
  ['set_city', { city: 'helsinki' }],
];

/** A server over HTTP on a free port: its address, and how to end it. */
export async function serve(...options) {
  const child = spawn(program, ['--http', '127.0.0.1:0', ...options], { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  const url = await new Promise((resolve, reject) => {
    child.stderr.on('data', (text) => {
      said += text;
      if (said.includes('\n')) resolve(said.match(/http:\S+/)?.[0]);
    });
    child.once('exit', () => reject(new Error(`glassmap-mcp ended: ${said}`)));
  });
  return { url, close: () => child.kill() };
}
