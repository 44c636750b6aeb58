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
  test(`${city}: ${id}`, async (t) => {
    const page = await site.openPage({ query: `city=${city}` });
    await shown(page);
    let bytes = 0;
    for (const { tool, input, expect } of calls) {
      const answer = await callTool(page, tool, input);
      bytes += JSON.stringify(input).length + JSON.stringify(answer).length;
      assert.deepEqual(differences(expect, answer), [], `${tool} ${JSON.stringify(input)}`);
    }
    t.diagnostic(`${id}: ${calls.length} calls, ${bytes} bytes in and out`);
    assertClean(page);
  });
}

test('there are trajectories', () => assert.ok(cases.length >= 8));
