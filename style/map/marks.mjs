// Features and marks over the basemap: categories, clusters, selection, drawings, notes, routes.
export const groups = {
  food: { light: '#c8336d', dark: '#f08fb0', categories: ['restaurant', 'cafe', 'fast_food', 'bakery', 'bar'] },
  shops: { light: '#826e00', dark: '#c9a94e', categories: ['supermarket', 'convenience'] },
  transit: { light: '#0956ae', dark: '#6ca6ea', categories: ['mrt_station', 'parking', 'bicycle_rental'] },
  green: { light: '#275b25', dark: '#b0f2a9', categories: ['park'] },
  health: { light: '#057a8f', dark: '#6fc3d3', categories: ['pharmacy', 'clinic', 'hospital'] },
  culture: { light: '#4f270b', dark: '#dcb48f', categories: ['school', 'library', 'museum', 'place_of_worship'] },
  services: { light: '#39404f', dark: '#d1d3e2', categories: ['bank', 'post_office', 'police', 'hotel', 'listing', 'district'] },
};
export const themes = {
  light: { agent: '#5b3fd6', user: '#a53f06', paper: '#ffffff', glyph: '#ffffff', ink: '#1d2027', soft: '#55585f', agentFill: '#6d52e8', userFill: '#d9690f', cluster: '#ffffff', clusterInk: '#2b2f38', clusterLine: '#8d95a3' },
  dark: { agent: '#b3a4ff', user: '#ffb07a', paper: '#11161d', glyph: '#11161d', ink: '#edf0f4', soft: '#aeb7c3', agentFill: '#8f7cf5', userFill: '#f08b45', cluster: '#242d39', clusterInk: '#e8ecf1', clusterLine: '#66738a' },
};
export const order = ['mrt_station', 'park', 'school', 'supermarket', 'listing', 'district', 'restaurant', 'cafe', 'fast_food', 'bakery', 'bar', 'convenience', 'pharmacy', 'clinic', 'hospital', 'place_of_worship', 'bank', 'hotel', 'parking', 'bicycle_rental', 'library', 'museum', 'post_office', 'police'];
const groupOf = Object.fromEntries(Object.entries(groups).flatMap(([g, v]) => v.categories.map((c) => [c, g])));

const state = (k) => ['boolean', ['feature-state', k], false];
const by = (a, u) => ['case', ['==', ['get', 'source'], 'agent'], a, u];
const chosenBy = (a, u) => ['case', ['==', ['get', 'by'], 'agent'], a, u];
const zoom = (...s) => ['interpolate', ['linear'], ['zoom'], ...s];
// English for who reads English, else the local name; below English the local name, smaller.
const name = ['coalesce', ['get', ['case', ['==', ['global-state', 'lang'], 'en'], 'name_en', 'name']], ['get', 'name']];
const withLocal = ['format', name, {}, ['case', ['all', ['has', 'name'], ['!=', name, ['get', 'name']]], ['concat', '\n', ['get', 'name']], ''], { 'font-scale': .85, 'text-font': ['literal', ['Inter Regular']] }];
// Places of one's own have none.
const sign = ['match', ['slice', ['get', 'category'], 0, 6], 'layer:', '', ['concat', 'cat-', ['get', 'category']]];

/** The layers of one theme, by the slot that they go in before. */
export function layers(t) {
  const c = themes[t];
  const author = by(c.agent, c.user);
  const color = ['match', ['get', 'category'], ...Object.entries(groups).flatMap(([, g]) => [g.categories, g[t]]), groups.services[t]];
  const hov = ['any', state('hover'), state('fresh')], found = state('found');
  const only = (who) => ['==', ['get', 'source'], who];
  const area = ['==', ['geometry-type'], 'Polygon'];
  const outline = ['!', ['has', 'fill']];
  const route = ['==', ['get', 'kind'], 'route'];
  const notRoute = ['!', route];
  const district = ['==', ['get', 'category'], 'district'];
  const chosen = (who) => ['==', ['get', 'by'], who];
  const marks = [
    // Outlines of parks, schools, hospitals, districts. A district is a line only: its fill would lie over everything.
    { id: 'area', type: 'fill', source: 'feature-areas', paint: { 'fill-color': color, 'fill-opacity': ['case', hov, .13, district, 0, .07] } },
    { id: 'area-line', type: 'line', source: 'feature-areas', filter: ['!', district], layout: { 'line-join': 'round' }, paint: { 'line-color': color, 'line-width': ['case', hov, 2, 1.2], 'line-opacity': ['case', hov, 1, .55] } },
    { id: 'area-line-district', type: 'line', source: 'feature-areas', filter: district, layout: { 'line-join': 'round' }, paint: { 'line-color': color, 'line-width': ['case', hov, 2, 1.2], 'line-dasharray': [4, 2.5], 'line-opacity': ['case', hov, .9, .5] } },
    { id: 'area-chosen', type: 'fill', source: 'selected-areas', paint: { 'fill-color': color, 'fill-opacity': .1 } },
    { id: 'area-casing', type: 'line', source: 'selected-areas', layout: { 'line-join': 'round' }, paint: { 'line-color': c.paper, 'line-width': 7, 'line-opacity': .8 } },
    { id: 'area-chosen-user', type: 'line', source: 'selected-areas', filter: chosen('user'), layout: { 'line-join': 'round' }, paint: { 'line-color': c.user, 'line-width': 2.8 } },
    { id: 'area-chosen-agent', type: 'line', source: 'selected-areas', filter: chosen('agent'), layout: { 'line-join': 'round' }, paint: { 'line-color': c.agent, 'line-width': 1.4, 'line-gap-width': 2.4 } },
    { id: 'drawing-fill', type: 'fill', source: 'drawings', filter: area, paint: { 'fill-color': by(c.agentFill, c.userFill), 'fill-opacity': ['case', hov, .15, by(t === 'dark' ? .09 : .055, t === 'dark' ? .12 : .09)] } },
    { id: 'drawing-casing', type: 'line', source: 'drawings', filter: notRoute, layout: { 'line-join': 'round', 'line-cap': 'round' }, paint: { 'line-color': c.paper, 'line-width': by(8, 6), 'line-opacity': t === 'dark' ? .55 : .8, 'line-blur': .5 } },
    { id: 'drawing-line-user', type: 'line', source: 'drawings', filter: ['all', notRoute, only('user')], layout: { 'line-join': 'round', 'line-cap': 'round' }, paint: { 'line-color': c.user, 'line-width': ['case', hov, 3.6, 2.8] } },
    { id: 'drawing-line-agent', type: 'line', source: 'drawings', filter: ['all', notRoute, only('agent')], layout: { 'line-join': 'round', 'line-cap': 'round' }, paint: { 'line-color': c.agent, 'line-width': ['case', hov, 1.9, 1.4], 'line-gap-width': 2.4 } },
    { id: 'route-casing', type: 'line', source: 'drawings', filter: route, layout: { 'line-join': 'round', 'line-cap': 'round' }, paint: { 'line-color': c.paper, 'line-width': zoom(11, 5, 15, 10.5, 18, 14), 'line-opacity': t === 'dark' ? .75 : .95 } },
    { id: 'route-line', type: 'line', source: 'drawings', filter: route, layout: { 'line-join': 'round', 'line-cap': 'round' }, paint: { 'line-color': author, 'line-width': zoom(11, 3, 15, 6.5, 18, 9) } },
    { id: 'route-inlay', type: 'line', source: 'drawings', filter: ['all', route, only('agent')], layout: { 'line-join': 'round', 'line-cap': 'round' }, paint: { 'line-color': c.paper, 'line-width': zoom(11, .8, 15, 1.7, 18, 2.6), 'line-opacity': .9 } },
    { id: 'route-direction', type: 'symbol', source: 'drawings', minzoom: 13, filter: route, layout: { 'symbol-placement': 'line', 'symbol-spacing': 84, 'icon-image': by('way-agent', 'way-user'), 'icon-allow-overlap': true, 'icon-ignore-placement': true, 'icon-size': zoom(13, .75, 17, 1) } },
    // What the human has not finished: above all that is, dashed.
    { id: 'draft-fill', type: 'fill', source: 'draft', filter: area, paint: { 'fill-color': c.userFill, 'fill-opacity': t === 'dark' ? .14 : .11 } },
    { id: 'draft-casing', type: 'line', source: 'draft', filter: outline, layout: { 'line-join': 'round' }, paint: { 'line-color': c.paper, 'line-width': 5, 'line-opacity': t === 'dark' ? .5 : .75 } },
    { id: 'draft-line', type: 'line', source: 'draft', filter: outline, layout: { 'line-join': 'round' }, paint: { 'line-color': c.user, 'line-width': 2.2, 'line-dasharray': [2.4, 1.8] } },
  ];
  const features = [
    { id: 'cluster', type: 'circle', source: 'features-far', maxzoom: 13, filter: ['has', 'point_count'], paint: { 'circle-color': c.cluster, 'circle-opacity': .92, 'circle-radius': ['step', ['get', 'point_count'], 13, 20, 16, 100, 20, 500, 25], 'circle-stroke-color': c.clusterLine, 'circle-stroke-width': 1.2 } },
    { id: 'cluster-count', type: 'symbol', source: 'features-far', maxzoom: 13, filter: ['has', 'point_count'], layout: { 'text-field': ['get', 'point_count_abbreviated'], 'text-font': ['Inter SemiBold'], 'text-size': 12, 'text-allow-overlap': true }, paint: { 'text-color': c.clusterInk } },
    { id: 'feature-lone', type: 'circle', source: 'features-far', maxzoom: 13, filter: ['!', ['has', 'point_count']], paint: { 'circle-color': color, 'circle-radius': 4, 'circle-stroke-color': c.paper, 'circle-stroke-width': 1.4 } },
    // A choice within an expression over zoom is worked out at whole zooms only, so the stops are whole numbers.
    { id: 'feature', type: 'circle', source: 'features', minzoom: 13, paint: { 'circle-color': color, 'circle-radius': zoom(13, ['case', hov, 5, 3.2], 14, ['case', hov, 6, 4.2], 15, ['case', hov, 8, 6], 16, ['case', hov, 10.5, 9], 18, 10.5), 'circle-stroke-color': c.paper, 'circle-stroke-width': ['case', hov, 2, 1.3] } },
    // Found by the last question: ringed in ink, shown at every zoom, over clusters too.
    { id: 'found', type: 'circle', source: 'features', paint: { 'circle-color': color, 'circle-opacity': ['case', found, 1, 0], 'circle-radius': zoom(10, ['case', hov, 5, 3], 13, ['case', hov, 6, 4], 14, ['case', hov, 7, 5], 16, ['case', hov, 10.5, 9.5], 18, 11), 'circle-stroke-color': c.ink, 'circle-stroke-width': zoom(10, 1.4, 14, 2), 'circle-stroke-opacity': ['case', found, 1, 0] } },
    // Sign and name are one layer, since MapLibre places each symbol of each layer anew while the map moves.
    { id: 'feature-sign', type: 'symbol', source: 'features', minzoom: 15.4, layout: { 'icon-image': sign, 'icon-size': zoom(15, .5, 16, .72, 18, .9), 'icon-allow-overlap': true, 'icon-ignore-placement': true, 'text-field': withLocal, 'text-font': ['Inter Medium'], 'text-size': zoom(15.4, 10.5, 18, 13), 'text-variable-anchor': ['left', 'right', 'top', 'bottom'], 'text-radial-offset': 1.25, 'text-justify': 'auto', 'text-max-width': 9, 'text-padding': 3, 'text-optional': true }, paint: { 'icon-opacity': zoom(15, 0, 16, 1), 'text-color': color, 'text-halo-color': c.paper, 'text-halo-width': 1.6, 'text-opacity': zoom(15.4, 0, 15.7, 1) } },
    // Selection: one thick ring for the human, two thin ones for the agent. Shown at every zoom, over clusters and other
    // places. It is a source of its own: a state of each place would hold the page up when thousands are selected.
    { id: 'ring-gap', type: 'circle', source: 'selected', paint: { 'circle-color': c.paper, 'circle-radius': chosenBy(17.6, 17) } },
    { id: 'ring-outer', type: 'circle', source: 'selected', paint: { 'circle-opacity': 0, 'circle-radius': chosenBy(15.6, 13.4), 'circle-stroke-color': chosenBy(c.agent, c.user), 'circle-stroke-width': chosenBy(1.5, 2.8) } },
    { id: 'ring-inner', type: 'circle', source: 'selected', filter: chosen('agent'), paint: { 'circle-opacity': 0, 'circle-radius': 12.4, 'circle-stroke-color': c.agent, 'circle-stroke-width': 1.5 } },
    { id: 'chosen', type: 'circle', source: 'selected', paint: { 'circle-color': color, 'circle-radius': ['case', hov, 11.4, 10.5] } },
    // The sign takes the room of the ring, so that no name runs over a selected place, its own in the layer below neither
    // (upper layers are placed first). Of many, only from where unselected places have theirs too: a ring says enough.
    { id: 'chosen-sign', type: 'symbol', source: 'selected', filter: ['any', ['!', ['has', 'many']], ['>=', ['zoom'], 16]], layout: { 'icon-image': sign, 'icon-size': .72, 'icon-allow-overlap': true, 'icon-padding': 10, 'text-field': withLocal, 'text-font': ['Inter SemiBold'], 'text-size': 12, 'text-variable-anchor': ['left', 'right', 'top', 'bottom'], 'text-radial-offset': 1.75, 'text-justify': 'auto', 'text-max-width': 9, 'text-padding': 2, 'text-optional': true }, paint: { 'text-color': c.ink, 'text-halo-color': c.paper, 'text-halo-width': 2, 'text-halo-blur': .3 } },
    { id: 'route-end', type: 'symbol', source: 'route-ends', layout: { 'icon-image': ['concat', 'end-', ['get', 'end'], '-', ['get', 'source']], 'icon-allow-overlap': true, 'icon-ignore-placement': true } },
    { id: 'mark-label', type: 'symbol', source: 'mark-labels', layout: { 'icon-image': by('chip-agent', 'chip-user'), 'icon-text-fit': 'both', 'icon-text-fit-padding': [4, 8, 4, 7], 'text-field': ['get', 'text'], 'text-font': ['Inter SemiBold'], 'text-size': 12, 'text-max-width': 22, 'text-offset': ['coalesce', ['get', 'offset'], ['literal', [0, 0]]] }, paint: { 'text-color': author } },
    { id: 'note', type: 'symbol', source: 'notes', layout: { 'icon-image': by('pin-agent', 'pin-user'), 'icon-anchor': 'bottom', 'icon-allow-overlap': true, 'text-field': ['case', ['>', ['length', ['get', 'note']], 28], ['concat', ['slice', ['get', 'note'], 0, 27], '…'], ['get', 'note']], 'text-font': ['Inter SemiBold'], 'text-size': 12, 'text-anchor': 'left', 'text-offset': [1.35, -1.9], 'text-max-width': 14, 'text-optional': true, 'text-justify': 'left' }, paint: { 'text-color': author, 'text-halo-color': c.paper, 'text-halo-width': 2.2, 'text-halo-blur': .3 } },
    { id: 'draft-pin', type: 'symbol', source: 'draft-pins', filter: ['has', 'pin'], layout: { 'icon-image': 'pin-user', 'icon-anchor': 'bottom', 'icon-allow-overlap': true, 'icon-ignore-placement': true } },
    { id: 'draft-end', type: 'symbol', source: 'draft-pins', filter: ['has', 'end'], layout: { 'icon-image': ['concat', 'end-', ['get', 'end'], '-user'], 'icon-allow-overlap': true, 'icon-ignore-placement': true } },
    // Points that can be moved are open, what a new point can be drawn out of is small and faint, the one in hand is filled; a wide ring waits for the tap that says where it goes.
    { id: 'draft-point', type: 'circle', source: 'draft-points', paint: { 'circle-radius': ['case', ['has', 'between'], 3, 4.5], 'circle-color': c.paper, 'circle-opacity': ['case', ['has', 'between'], .7, 1], 'circle-stroke-color': c.user, 'circle-stroke-opacity': ['case', ['has', 'between'], .6, 1], 'circle-stroke-width': ['case', ['has', 'between'], 1.4, 2.2] } },
    { id: 'draft-live', type: 'circle', source: 'draft-live', paint: { 'circle-radius': ['case', ['has', 'chosen'], 9, 6], 'circle-color': ['case', ['has', 'chosen'], c.paper, c.user], 'circle-stroke-color': ['case', ['has', 'chosen'], c.user, c.paper], 'circle-stroke-width': ['case', ['has', 'chosen'], 4, 2.2] } },
  ];
  return { 'slot-marks': marks, 'slot-features': features };
}

/** What layers.json holds: how features and marks are drawn over the basemap, in both themes. */
export const marks = {
  '//': 'Layers to insert before each slot of light.json and dark.json. Colour never speaks alone: category = sign, author = single or double line and sign, unfinished = dashes.',
  authors: {
    agent: { line: 'double', ring: 'two thin', pin: 'lozenge with double edge', sign: 'by-agent', light: themes.light.agent, dark: themes.dark.agent },
    user: { line: 'single, heavier', ring: 'one thick', pin: 'round drop', sign: 'by-user', light: themes.light.user, dark: themes.dark.user },
  },
  groups,
  categories: order.map((c) => ({ category: c, group: groupOf[c], sign: 'cat-' + c })),
  themes,
  feature_state: { features: { hover: 'boolean', fresh: 'boolean', found: 'boolean' }, 'feature-areas': { hover: 'boolean' }, selected: { hover: 'boolean', fresh: 'boolean' }, drawings: { hover: 'boolean' } },
  sources: {
    features: { type: 'geojson', promoteId: 'id', properties: ['id', 'category', 'name', 'name_en?'] },
    'features-far': { type: 'geojson', cluster: true, clusterMaxZoom: 12, clusterRadius: 48, note: 'same data as features, shown below z13' },
    'feature-areas': { type: 'geojson', promoteId: 'id', properties: ['id', 'category'], note: 'polygons of the features that have one; the same ids and states as features' },
    selected: { type: 'geojson', promoteId: 'id', properties: ['id', 'category', 'by: agent | user', 'name', 'name_en?', 'many?'] }, 'selected-areas': { type: 'geojson', promoteId: 'id', properties: ['id', 'category', 'by: agent | user'] }, drawings: { type: 'geojson', promoteId: 'id', properties: ['id', 'kind', 'source'] },
    'route-ends': { type: 'geojson', properties: ['end: start | finish', 'source'] }, 'mark-labels': { type: 'geojson', properties: ['text', 'source', 'offset?'] },
    notes: { type: 'geojson', promoteId: 'id', properties: ['id', 'note', 'source'] }, draft: { type: 'geojson', properties: ['fill?'] }, 'draft-live': { type: 'geojson', properties: ['chosen?'] }, 'draft-points': { type: 'geojson', properties: ['between?'] },
    'draft-pins': { type: 'geojson', properties: ['pin?', 'end?: start | finish'] },
  },
  images: { 'cat-*': 'sign of the category, 20 px', 'pin-*': '34 x 44 px', 'chip-*': 'stretchable label, author sign at its left end', 'way-*': 'chevron along a route', 'end-*': 'start: ring; finish: disc with sign' },
  light: layers('light'), dark: layers('dark'),
};

if (order.length !== 24 || order.some((c) => !groupOf[c])) throw new Error('24 categories, each in a group');
