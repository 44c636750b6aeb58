// The README's chart: how many times longer than the core others take, on a scale of tens.

import { bestIndex } from './judge.mjs';

const WORKS = { radius: 'Within a radius', nearest: 'Nearest 20', text: 'Text', polygon: 'In a polygon of 500 corners', view: 'In view', compare: 'Two places compared' };
const [WIDTH, LABEL, ROW, BAR, TOP] = [760, 210, 46, 15, 64];
const SCALE = (WIDTH - LABEL - 90) / 5;

/** The chart of a report as SVG. It is read on a light ground and on a dark one, by the reader's own preference. */
export function chart({ cities, chromium, date }) {
  const [[size, city]] = Object.entries(cities);
  const rows = Object.keys(WORKS).filter((work) => city.core[work]).map((work) => {
    const of = city.core[work];
    const best = bestIndex(of);
    return {
      name: WORKS[work], core: of.glassmap.median,
      bars: [
        ...(of.turf ? [{ kind: 'turf', who: 'Turf', times: of.turf.median / of.glassmap.median }] : []),
        ...(best ? [{ kind: 'index', who: best.who, times: best.median / of.glassmap.median }] : []),
      ],
    };
  });
  const height = TOP + rows.length * ROW + 34;
  const x = (times) => LABEL + Math.max(0, Math.log10(Math.max(times, 1)) * SCALE);
  const said = rows.map(({ name, bars }) => `${name}: ${bars.map(({ who, times }) => `${who} ${round(times)} times`).join(', ')}`).join('; ');
  const grid = [1, 10, 100, 1000, 10_000].map((times) => `<line class="g" x1="${x(times)}" x2="${x(times)}" y1="${TOP - 10}" y2="${height - 30}"/>`
    + `<text class="s" x="${x(times)}" y="${height - 14}" text-anchor="middle">${times.toLocaleString('en')}×</text>`);
  const drawn = rows.map(({ name, core, bars }, at) => {
    const y = TOP + at * ROW;
    const of = bars.map(({ kind, who, times }, bar) => `<rect class="${kind}" x="${LABEL}" y="${y + bar * (BAR + 2)}" width="${(x(times) - LABEL).toFixed(1)}" height="${BAR}" rx="2"/>`
      + `<text class="v" x="${(x(times) + 6).toFixed(1)}" y="${y + bar * (BAR + 2) + 12}">${who} ${round(times)}×</text>`);
    return `<text class="n" x="${LABEL - 12}" y="${y + 13}" text-anchor="end">${name}</text>`
      + `<text class="s" x="${LABEL - 12}" y="${y + 29}" text-anchor="end">${core < 1 ? `${(core * 1000).toFixed(0)} µs` : `${core.toFixed(1)} ms`}</text>${of.join('')}`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${said}">
<style>
text{font:13px system-ui,sans-serif;fill:#1f2328}.s{font-size:11px;fill:#59636e}.v{font-size:12px}.t{font-size:15px;font-weight:600}
.g{stroke:#59636e;stroke-opacity:.25}.turf{fill:#8c6bb1}.index{fill:#1b7f79}
@media (prefers-color-scheme:dark){text{fill:#e6edf3}.s{fill:#9198a1}.turf{fill:#b49ad6}.index{fill:#4fb8b0}}
</style>
<text class="t" x="12" y="22">How many times longer than the core others take, ${size} places</text>
<text class="s" x="12" y="42">Medians of one run, Chromium ${chromium}, ${date.slice(0, 10)}; the core's own time is under each name; the scale is of tens</text>
${grid.join('\n')}
${drawn.join('\n')}
</svg>
`;
}

const round = (times) => (times < 10 ? times.toFixed(1) : Math.round(times).toLocaleString('en'));
