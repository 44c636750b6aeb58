// What a run must reach, and the run as a table.

/** Who stands for an index in JavaScript. */
const INDEXES = ['kdbush', 'flatbush', 'minisearch', 'flexsearch', 'includes'];
const READS = ['radius', 'nearest', 'text', 'polygon', 'view', 'compare', 'describe'];
const SMALL = '33,000';
const LARGE = '1,000,000';
const LAYER = 'a layer of 200,000';

/** The quickest index in JavaScript at that work. */
export function bestIndex(of) {
  return INDEXES.filter((who) => of[who]).map((who) => ({ who, median: of[who].median })).sort((a, b) => a.median - b.median)[0];
}

/** Every target: what was measured, what was wanted, whether it was met. */
export function judged({ cities }) {
  const rows = [];
  const row = (what, measured, wanted, met, unit = '×') => rows.push({ what, measured, wanted, met, unit });
  const atLeast = (what, measured, wanted) => row(what, measured, `≥ ${wanted}`, measured >= wanted);
  const atMost = (what, measured, wanted, unit) => row(what, measured, `≤ ${wanted}`, measured <= wanted, unit);
  for (const [size, least] of [[SMALL, 2], [LAYER, 2], [LARGE, 3]]) {
    const city = cities[size];
    if (city === undefined) continue;
    for (const work of READS) {
      const of = city.core[work];
      const best = bestIndex(of);
      if (size !== LARGE && of.turf) atLeast(`${size}, ${work}: Turf / core`, of.turf.median / of.glassmap.median, 20);
      if (best) atLeast(`${size}, ${work}: ${best.who} / core`, best.median / of.glassmap.median, least);
      if (size === LARGE && work === 'text') atLeast(`${size}, text: includes / core`, of.includes.median / of.glassmap.median, 5);
    }
  }
  const [small, large] = [cities[SMALL], cities[LARGE]];
  if (small && large) {
    for (const work of ['radius', 'nearest', 'view']) {
      atMost(`${work}: ${LARGE} / ${SMALL}`, large.core[work].glassmap.median / small.core[work].glassmap.median, 2);
    }
  }
  if (large) atMost(`${LARGE}: bytes a feature, without geometry and tags`, large.bare_bytes_per_feature, 64, 'B');
  return rows;
}

const time = (ms) => (ms < 1 ? `${(ms * 1000).toFixed(1)} µs` : `${ms.toFixed(2)} ms`);

/** The whole report as text for a terminal. */
export function table(report) {
  const lines = [`${report.machine.processor}, ${report.machine.cores} cores, load ${report.machine.load_before.toFixed(1)} to ${report.machine.load_after.toFixed(1)}; Chromium ${report.chromium}; ${report.date}`];
  for (const [size, city] of Object.entries(report.cities)) {
    lines.push('', `${size} places: packs ${(city.bytes / 1e6).toFixed(1)} MB, opened in ${city.open_ms.toFixed(0)} ms, memory ${(city.wasm_bytes / 1e6).toFixed(0)} MB, ${city.per_feature.toFixed(0)} B a feature whole${city.bare_bytes_per_feature ? `, ${city.bare_bytes_per_feature.toFixed(0)} B bare` : ''}`);
    lines.push(`${city.check.checked} queries compared, ${city.check.wrong.length} differ`);
    lines.push(`${'core'.padEnd(12)}${'median'.padStart(12)}${'p99'.padStart(12)}${'native'.padStart(12)}   the others, as so many times the core`);
    for (const [work, of] of Object.entries(city.core)) {
      const { glassmap, ...others } = of;
      const ratios = Object.entries(others).map(([who, { median }]) => `${who} ${(median / glassmap.median).toFixed(1)}×`);
      const native = city.native?.[work] === undefined ? '' : time(city.native[work]);
      lines.push(`${work.padEnd(12)}${time(glassmap.median).padStart(12)}${time(glassmap.p99).padStart(12)}${native.padStart(12)}   ${ratios.join(', ')}   (${city.check.answers[work].toFixed(0)} answers)`);
    }
    lines.push(`${'tool, from text to text'.padEnd(44)}${'median'.padStart(12)}${'p99'.padStart(12)}${'bytes'.padStart(8)}`);
    for (const [name, of] of Object.entries(city.tools)) {
      lines.push(`${name.padEnd(44)}${time(of.median).padStart(12)}${time(of.p99).padStart(12)}${String(of.bytes).padStart(8)}${of.error ? `  ${of.error}` : ''}`);
    }
    if (city.others === undefined) continue;
    for (const [work, of] of Object.entries(city.others.times)) {
      lines.push(`${work.padEnd(44)}${Object.entries(of).map(([who, { median }]) => `${who} ${time(median)}`).join(', ')}`);
    }
    lines.push(`links ${city.others.link_bytes} B against ${city.others.json_bytes} B of JSON in base64; ${city.others.chosen} selected; distances differ by at most ${city.others.distance_differs_m.toExponential(1)} m`);
  }
  lines.push('');
  for (const { what, measured, wanted, met, unit } of judged(report)) {
    lines.push(`${what.padEnd(58)}${measured.toFixed(1).padStart(9)} ${unit}   ${wanted.padEnd(6)} ${met ? 'met' : 'MISSED'}`);
  }
  return lines.join('\n');
}
