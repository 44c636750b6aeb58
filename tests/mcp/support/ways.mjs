// The ways in which an agent's calls reach the tools. Each opens what it needs once, and answers cases: the calls of a
// case in order, in a session of its own over the case's city.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { byCdp, byDevtoolsMcp, byPlaywrightMcp } from './browsers.mjs';
import { callProgram, program, root, serve } from './server.mjs';

/** @type {Record<string, {open: () => Promise<{answers: (case_: object) => Promise<object[]>, close: () => unknown}>, inBrowser?: boolean}>} */
export const ways = {
  natively: { open: natively },
  stdio: { open: overStdio },
  HTTP: { open: overHttp },
  'WebMCP by CDP': { open: byCdp, inBrowser: true },
  'chrome-devtools-mcp': { open: byDevtoolsMcp, inBrowser: true },
  'Playwright MCP': { open: byPlaywrightMcp, inBrowser: true },
};

/** The catalog itself, without a protocol: a line with a case in, a line with its answers out. */
async function natively() {
  const child = spawn(callProgram, [], { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async answers({ city, calls }) {
      child.stdin.write(`${JSON.stringify({ city, calls: calls.map(({ tool, input }) => ({ tool, input })) })}\n`);
      return JSON.parse((await lines.next()).value);
    },
    async close() {
      child.stdin.end();
      await ended;
    },
  };
}

async function overStdio() {
  const transport = () => new StdioClientTransport({ command: program, args: ['--offline'], cwd: root, stderr: 'inherit' });
  return { answers: (given) => byClient(transport(), given), close() {} };
}

async function overHttp() {
  const server = await serve('--offline');
  const transport = () => new StreamableHTTPClientTransport(new URL(server.url));
  return { answers: (given) => byClient(transport(), given), close: server.close };
}

/** Through a fresh client of the official SDK. */
async function byClient(transport, { city, calls }) {
  assert.equal(city, 'malta', 'the server opens Malta first');
  const client = new Client({ name: 'glassmap tests', version: '1.0.0' });
  await client.connect(transport);
  try {
    const answers = [];
    for (const { tool, input } of calls) {
      const { isError, structuredContent, content } = await client.callTool({ name: tool, arguments: input });
      // The result itself has what the object has on the other surfaces.
      answers.push(isError ? { ...structuredContent, isError, content } : structuredContent);
    }
    return answers;
  } finally {
    await client.close();
  }
}
