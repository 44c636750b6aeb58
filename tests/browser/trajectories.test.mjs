// The same calls with the same expected answers as natively, through the browser's own WebMCP.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { differences } from './support/answers.mjs';
import { assertClean, callTool, shown, start } from './support/browser.mjs';

const folder = new URL('../trajectories/', import.meta.url);
const cases = readdirSync(folder).sort().flatMap((name) => {
  const lines = readFileSync(new URL(name, folder), 'utf8').split('\n');
  return lines.filter((line) => line.trim()).map((line) => JSON.parse(line));
});

let site;
before(async () => { site = await start(); });
after(() => site?.close());

for (const { id, city, calls } of cases) {
  test(`${city}: ${id}`, async () => {
    const page = await site.openPage({ query: `city=${city}` });
    await shown(page);
    for (const { tool, input, expect } of calls) {
      assert.deepEqual(differences(expect, await callTool(page, tool, input)), [], `${tool} ${JSON.stringify(input)}`);
    }
    assertClean(page);
  });
}

test('there are trajectories', () => assert.ok(cases.length >= 8));
