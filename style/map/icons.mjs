// The signs: one per category, per author and per control, drawn on a grid of 16 units in `currentColor`.

const S = 'fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"';
const s = (d, extra = '') => `<path ${S} ${extra} d="${d}"/>`;
const f = (d) => `<path fill="currentColor" fill-rule="evenodd" d="${d}"/>`;
const heavy = 'style="stroke-width:2.3"';
const dot = (x, y, r) => `<circle cx="${x}" cy="${y}" r="${r}" fill="currentColor"/>`;
const ring = (x, y, r) => `<circle cx="${x}" cy="${y}" r="${r}" ${S}/>`;
export const icons = {
  'cat-mrt_station': f('M5.5 2h5A2.5 2.5 0 0 1 13 4.5v5A2.5 2.5 0 0 1 10.5 12h-5A2.5 2.5 0 0 1 3 9.5v-5A2.5 2.5 0 0 1 5.5 2Zm-1 2.5v3h7v-3Zm1.25 4.25a.9.9 0 1 0 0 1.8.9.9 0 0 0 0-1.8Zm4.5 0a.9.9 0 1 0 0 1.8.9.9 0 0 0 0-1.8Z') + s('M5.5 12.5 4.3 14.3M10.5 12.5l1.2 1.8'),
  'cat-park': f('M8 1.5a3.4 3.4 0 0 1 3.2 2.3 3.6 3.6 0 0 1-.9 7.2H5.7a3.6 3.6 0 0 1-.9-7.2A3.4 3.4 0 0 1 8 1.5Z') + s('M8 8v6.3'),
  'cat-school': f('M8 2.5 15.5 6 8 9.5.5 6Z') + f('M3.5 8.5v2.8c2.4 2.3 6.6 2.3 9 0V8.5L8 10.7Z') + s('M14.3 6.5v4'),
  'cat-supermarket': s('M1.5 2.5h2l1.8 7.7h6.9l1.8-5.4H4.2') + dot(6.3, 13, 1.3) + dot(11.3, 13, 1.3),
  'cat-listing': s('M2 8 8 2.8 14 8') + f('M3.7 8.2 8 4.6l4.3 3.6v5.3H9.5V10h-3v3.5H3.7Z'),
  'cat-district': s('M3 3.5h10v4c0 3-2.5 5-5 6-2.5-1-5-3-5-6Z', 'stroke-dasharray="2.2 2.1"') + dot(8, 7.6, 1.6),
  'cat-restaurant': s('M4.8 2v12M2.8 2v3.2a2 2 0 0 0 4 0V2') + f('M12.5 1.5V14a.8.8 0 0 1-1.5 0v-3.5H9.5C9.5 6 10.3 2.5 12.5 1.5Z'),
  'cat-cafe': f('M2.5 4.5h8.8v4.7a3.3 3.3 0 0 1-3.3 3.3H5.8a3.3 3.3 0 0 1-3.3-3.3Z') + s('M11.3 5.8h.9a1.9 1.9 0 0 1 0 3.8h-.9M2.5 14.3h9') + s('M5.5 1.3v1.4M8.3 1.3v1.4', 'style="stroke-width:1.2"'),
  'cat-fast_food': f('M2 6.8C2 3.9 4.6 2.3 8 2.3s6 1.6 6 4.5Z') + s('M2 8.8h12') + f('M2.3 10.8h11.4v.5a2.4 2.4 0 0 1-2.4 2.4H4.7a2.4 2.4 0 0 1-2.4-2.4Z'),
  'cat-bakery': f('M4.6 3h6.8a2.9 2.9 0 0 1 1.6 5.3V13H3V8.3A2.9 2.9 0 0 1 4.6 3Zm1 2.8 0 2.4 1.1 0 0-2.4Zm3.7 0 0 2.4 1.1 0 0-2.4Z'),
  'cat-bar': f('M1.8 2.3h12.4L8.75 8.4v4.3h2.75v1.5h-7v-1.5h2.75V8.4Zm3.3 1.5 1 1.1h3.8l1-1.1Z'),
  'cat-convenience': f('M2.8 2h10.4L14.8 6a1.9 1.9 0 0 1-3.4 1 2.1 2.1 0 0 1-3.4 0 2.1 2.1 0 0 1-3.4 0A1.9 1.9 0 0 1 1.2 6Z') + f('M2.8 8.8h1.5v3.7h4V9h3v3.5h.4V8.8h1.5V14H2.8Z'),
  'cat-pharmacy': f('M6 2h4v4h4v4h-4v4H6v-4H2V6h4Z'),
  'cat-clinic': s('M1.5 8.5h3l1.7-5 3.3 9 1.7-4h3.3', 'style="stroke-width:1.8"'),
  'cat-hospital': s('M4.5 3v10M11.5 3v10M4.5 8h7', heavy),
  'cat-place_of_worship': f('M8 .8 8.8 3 13 7v7h-3.3v-2.6a1.7 1.7 0 0 0-3.4 0V14H3V7l4.2-4Z'),
  'cat-bank': f('M8 1.5 14.5 5.2v1.3h-13V5.2Z') + s('M4 8v4M8 8v4M12 8v4') + f('M1.5 12.7h13v1.5h-13Z'),
  'cat-hotel': s('M1.8 3v10.5M14.2 13.5V11H1.8') + f('M7 6h5a2.7 2.7 0 0 1 2.7 2.7V11H7Z') + dot(4.4, 8, 1.6),
  'cat-parking': s('M5.5 13.5V2.8h3a3.3 3.3 0 0 1 0 6.6h-3', heavy),
  'cat-bicycle_rental': ring(3.7, 10.5, 2.7) + ring(12.3, 10.5, 2.7) + s('M3.7 10.5 6.3 5.5h4l2 5M6.3 5.5 8.2 10.5l2.1-5M5 4h2.3M9.8 3.5h1.7'),
  'cat-library': f('M7.3 4.2C5.6 3 3.5 2.7 1.5 2.9v9.3c2-.2 4.1.1 5.8 1.3Zm1.4 0c1.7-1.2 3.8-1.5 5.8-1.3v9.3c-2-.2-4.1.1-5.8 1.3Z'),
  'cat-museum': s('M2 3h12v10H2Z') + f('M3.8 11.3 6.6 7.2l2.2 2.7 1.3-1.4 2.2 2.8Z') + dot(10.8, 5.9, 1.1),
  'cat-post_office': f('M1.5 3.5h13v1.2L8 9 1.5 4.7Zm0 2.9L8 10.7l6.5-4.3v6.1h-13Z'),
  'cat-police': f('M8 1.3 13.5 3.2v4.6c0 3.2-2.2 5.5-5.5 6.9-3.3-1.4-5.5-3.7-5.5-6.9V3.2Zm0 3.2L7 6.8l-2.4.2 1.8 1.6-.6 2.4L8 9.7 10.2 11l-.6-2.4L11.4 7 9 6.8Z'),
  'by-agent': f('M8 .8C8.6 5 11 7.4 15.2 8 11 8.6 8.6 11 8 15.2 7.4 11 5 8.6.8 8 5 7.4 7.4 5 8 .8Z'),
  'by-user': f('M8 1.8a3.3 3.3 0 1 1 0 6.6 3.3 3.3 0 0 1 0-6.6ZM1.8 14.3c0-3.3 2.7-5 6.2-5s6.2 1.7 6.2 5Z'),
  'search': ring(7, 7, 4.6) + s('M10.5 10.5 14 14'),
  'select': f('M3 1.8 13.8 6.3 9.3 8.3 7.6 13Z'),
  'note': s('M8 14.3C5.5 11.8 3.3 9.3 3.3 6.5a4.7 4.7 0 0 1 9.4 0c0 2.8-2.2 5.3-4.7 7.8Z') + s('M6 6.6h4'),
  'line': s('M3.6 12.4 12.4 3.6') + ring(2.8, 13.2, 1.2) + ring(13.2, 2.8, 1.2),
  'polygon': s('M3 6 9 2.5 14 8 10.5 13.5 4 12Z'),
  'circle': ring(8, 8, 5.7) + dot(8, 8, 1),
  'freehand': s('M2 11.5c1.5-5 3.5-8 5-7s-2.5 6.5-.8 7.2S10 6.8 11.5 7s-.5 4 .8 4.3 1.7-.8 1.7-.8'),
  'more': dot(3, 8, 1.4) + dot(8, 8, 1.4) + dot(13, 8, 1.4), 'swap': s('M5 2.5v11M2.5 11 5 13.5 7.5 11M11 13.5v-11M8.5 5 11 2.5 13.5 5'),
  'keys': s('M1.8 4.2h12.4v7.6H1.8Z') + s('M4.2 6.8h.1M6.7 6.8h.1M9.2 6.8h.1M11.7 6.8h.1M5.2 9.4h5.6'),
  'reach': s('M8 2.2c2.6 0 3.2 1.5 4.6 2.6s1.7 2.6.8 4.5.2 3-1.8 4-3 .2-5 .3S2.8 11.5 2.5 9.5 1.8 6 3.3 4.8 5.5 2.2 8 2.2Z', 'stroke-dasharray="2.4 2.2"') + dot(8, 8, 1.5),
  'route': ring(3.5, 12.5, 1.6) + ring(12.5, 3.5, 1.6) + s('M5.1 12.5h5.4a2.25 2.25 0 0 0 0-4.5h-5a2.25 2.25 0 0 1 0-4.5h5.4'),
  'places': s('M2.5 2.5h4v4h-4ZM9.5 2.5h4v4h-4ZM2.5 9.5h4v4h-4ZM9.5 11.5h4M11.5 9.5v4'),
  'list': s('M5.8 4h8M5.8 8h8M5.8 12h8') + dot(2.8, 4, 1) + dot(2.8, 8, 1) + dot(2.8, 12, 1),
  'share': s('M8 10V2M5 4.6 8 1.7l3 2.9M4.5 7.5H3v6.3h10V7.5h-1.5'),
  'globe': ring(8, 8, 5.9) + s('M2.2 8h11.6M8 2.1c2.2 2 2.2 9.8 0 11.8M8 2.1c-2.2 2-2.2 9.8 0 11.8', 'style="stroke-width:1.2"'),
  'theme': ring(8, 8, 5.6) + '<path d="M8 2.4a5.6 5.6 0 0 1 0 11.2Z" fill="currentColor"/>',
  'moon': s('M13.5 9.7A6 6 0 0 1 6.3 2.5a6 6 0 1 0 7.2 7.2Z'),
  'sun': ring(8, 8, 2.9) + s('M8 1.3v1.2M8 13.5v1.2M1.3 8h1.2M13.5 8h1.2M3.3 3.3l.8.8M11.9 11.9l.8.8M3.3 12.7l.8-.8M11.9 4.1l.8-.8'),
  'close': s('M4 4l8 8M12 4l-8 8'), 'plus': s('M8 3v10M3 8h10'), 'minus': s('M3 8h10'), 'down': s('M4 6.3 8 10l4-3.7'), 'right': s('M6.3 4 10 8l-3.7 4'),
  'undo': s('M5.5 3 2.5 6l3 3M3 6h6.5a3.7 3.7 0 0 1 0 7.4H6'), 'redo': s('m10.5 3 3 3-3 3M13 6H6.5a3.7 3.7 0 0 0 0 7.4H10'),
  'north': f('M8 1.5 11.5 8h-7Z') + s('M4.9 9 8 14.3 11.1 9'), 'here': ring(8, 8, 4) + s('M8 1.3V4M8 12v2.7M1.3 8H4M12 8h2.7'),
  'copy': s('M5.5 5.5h8v8h-8ZM10.5 5.5v-3h-8v8h3'), 'check': s('M3 8.5 6.5 12 13 4.5'), 'clock': ring(8, 8, 5.9) + s('M8 4.5V8l2.5 1.6'),
  'walk': dot(9, 2.6, 1.5) + s('M6 14.3 7.7 10 6.5 8.2 7.2 5 10.5 7.5l2 .5M9 9.5l1.5 2 .5 2.8M7.2 5 4.5 6.5 4 8.8'),
  'phone': s('M5.3 2.5 3 3.2c-.3 4.9 4.9 10.1 9.8 9.8l.7-2.3-2.7-1.6-1.3 1.2C7.8 9.6 6.4 8.2 5.7 6.5l1.2-1.3Z'), 'link': s('M6.8 9.2a2.7 2.7 0 0 0 4 .2l2-2a2.7 2.7 0 0 0-3.9-3.9l-.9.9M9.2 6.8a2.7 2.7 0 0 0-4-.2l-2 2a2.7 2.7 0 0 0 3.9 3.9l.9-.9'),
  'eye': s('M1.5 8C3 5 5.4 3.5 8 3.5S13 5 14.5 8C13 11 10.6 12.5 8 12.5S3 11 1.5 8Z') + ring(8, 8, 1.9),
  'trash': s('M2.5 4.3h11M6 4V2.3h4V4M4 4.5l.7 9.2h6.6l.7-9.2'), 'pen': s('M2.5 13.5 3.2 10.3 10.8 2.7l2.5 2.5-7.6 7.6Z'), 'warn': s('M8 2 14.7 13.5H1.3Z') + s('M8 6.5v3') + dot(8, 11.6, .9), 'download': s('M8 2v8M5 7.3 8 10.2l3-2.9M2.5 13.5h11'),
  'wheelchair': dot(6.5, 2.5, 1.5) + s('M6.5 5v4.2h4l1.7 4M6.5 6.7h3.3M5 7.6a3.7 3.7 0 1 0 4.8 4.2'),
};

/** All signs as symbols of one SVG document, for the page: <use href="icons.svg#cat-cafe">. */
export function iconsSvg() {
  const symbols = Object.entries(icons).map(([id, body]) => `<symbol id="${id}" viewBox="0 0 16 16">${body}</symbol>`);
  return `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join('\n')}\n</svg>\n`;
}
