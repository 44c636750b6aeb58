// The trajectories through the official SDK's client, over both transports: the same calls, the same answers.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { differences } from '../browser/support/answers.mjs';
import { program, root, serve } from './support/server.mjs';

const folder = new URL('../trajectories/', import.meta.url);
const cases = readdirSync(folder).sort().flatMap((name) => {
  const lines = readFileSync(new URL(name, folder), 'utf8').split('\n');
  return lines.filter((line) => line.trim()).map((line) => JSON.parse(line));
});

let server;
before(async () => { server = await serve('--offline'); });
after(() => server?.close());

const transports = {
  stdio: () => new StdioClientTransport({ command: program, args: ['--offline'], cwd: root, stderr: 'inherit' }),
  HTTP: () => new StreamableHTTPClientTransport(new URL(server.url)),
};
const table = [];

for (const { id, city, calls } of cases) {
  for (const [name, transport] of Object.entries(transports)) {
    test(`${name}, ${city}: ${id}`, async () => {
      const client = new Client({ name: 'glassmap tests', version: '1.0.0' });
      await client.connect(transport());
      let bytes = 0;
      try {
        for (const { tool, input, expect } of calls) {
          const result = await client.callTool({ name: tool, arguments: input });
          const answer = result.isError
            ? { ...result.structuredContent, isError: true, content: result.content }
            : result.structuredContent;
          bytes += JSON.stringify(input).length + JSON.stringify(answer).length;
          assert.deepEqual(differences(expect, answer), [], `${tool} ${JSON.stringify(input)}`);
        }
      } finally {
        await client.close();
      }
      table.push({ trajectory: id, through: name, calls: calls.length, bytes });
    });
  }
}

after(() => {
  for (const { trajectory, through, calls, bytes } of table) {
    console.log(`# ${trajectory.padEnd(40)} ${through.padEnd(6)} ${calls} calls ${bytes} bytes`);
  }
});

test('there are trajectories', () => assert.ok(cases.length >= 8));
