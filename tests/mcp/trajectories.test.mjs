// The trajectories in every way that an agent's calls can take: the same calls, the same answers, one table.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { differences } from '../browser/support/answers.mjs';
import { missing } from './support/browsers.mjs';
import { ways } from './support/ways.mjs';

const folder = new URL('../trajectories/', import.meta.url);
const cases = readdirSync(folder).sort().flatMap((name) => {
  const lines = readFileSync(new URL(name, folder), 'utf8').split('\n');
  return lines.filter((line) => line.trim()).map((line) => JSON.parse(line));
});
/** Without a browser three of the ways are left out, but for a run that must show them all. */
const why = process.env.CI ? undefined : missing();
const cells = new Map(); // trajectory → way → what the table says
const times = new Map(); // way → seconds

for (const [way, { open, inBrowser }] of Object.entries(ways)) {
  describe(way, { skip: (inBrowser && why) || false }, () => {
    let opened;
    let begun;
    before(async () => {
      begun = performance.now();
      opened = await open();
    });
    after(async () => {
      await opened?.close();
      times.set(way, (performance.now() - begun) / 1000);
    });

    for (const { id, city, calls } of cases) {
      test(`${way}, ${city}: ${id}`, async () => {
        const cell = (text) => cells.set(id, { ...cells.get(id), [way]: text });
        cell('no answer');
        const answers = await opened.answers({ city, calls });
        const wrong = calls.map(({ expect }, step) => differences(expect, answers[step]));
        const passed = wrong.filter((differing) => differing.length === 0).length;
        const first = wrong.findIndex((differing) => differing.length > 0);
        cell(first < 0 ? `${passed}/${calls.length}` : `${passed}/${calls.length}, ${calls[first].tool} fails`);
        assert.deepEqual(wrong.map((differing, step) => [calls[step].tool, differing]).filter(([, { length }]) => length), []);
      });
    }
  });
}

after(() => {
  const names = Object.keys(ways);
  const rows = [
    ['trajectory', ...names],
    ...cases.map(({ id }) => [id, ...names.map((way) => cells.get(id)?.[way] ?? 'not run')]),
    ['in all', ...names.map((way) => (times.has(way) ? `${times.get(way).toFixed(1)} s` : 'not run'))],
  ];
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const line = (row) => row.map((cell, column) => cell.padEnd(widths[column])).join('  ').trimEnd();
  console.log([`Calls answered as written, of those made${why ? ` (no browser: ${why})` : ''}`, ...rows.map(line)].join('\n'));
});

test('there are trajectories', () => assert.ok(cases.length >= 8));
