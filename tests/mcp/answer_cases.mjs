// Answers cases over stdio: a line {"city", "calls"} in, a line with the list of results out, each case in a fresh
// server over the case's city. node tests/mcp/answer_cases.mjs [--packs DIR]

import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { program, root } from './support/server.mjs';

const [, folder = 'assets/cities'] = process.argv.slice(2);

for await (const line of createInterface({ input: process.stdin })) {
  if (!line.trim()) continue;
  const { city, calls } = JSON.parse(line);
  const args = ['--offline', '--city', `${folder}/${city}`];
  const client = new Client({ name: 'glassmap cases', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command: program, args, cwd: root, stderr: 'inherit' }));
  const results = [];
  for (const { tool, input } of calls) results.push(await client.callTool({ name: tool, arguments: input }));
  await client.close();
  process.stdout.write(`${JSON.stringify(results)}\n`);
}
