// The official SDK's client and the official inspector's command line, over both transports.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { calls, page, program, root, serve } from './support/server.mjs';

const run = promisify(execFile);
const options = ['--app-url', page];
const tools = calls.map(([name]) => name).sort();
/** Calls that need an earlier one: where each is a session of its own they are refused, with these codes. */
const refused = { undo: 'invalid_argument', redo: 'invalid_argument', update_mark: 'unknown_id' };

/** Fails unless the result is what the tool gives, with a session or without one. */
function check(tool, { isError, content, structuredContent }, hasSession) {
  const code = hasSession ? undefined : refused[tool];
  assert.deepEqual([isError ?? false, structuredContent.code], [code !== undefined, code], `${tool}: ${JSON.stringify(structuredContent)}`);
  assert.ok(content[0].text.length > 4, tool);
  if (!code) assert.ok(structuredContent.url.startsWith(page), tool);
}

let server;
before(async () => { server = await serve(...options); });
after(() => server?.close());

const transports = {
  stdio: () => new StdioClientTransport({ command: program, args: options, cwd: root, stderr: 'inherit' }),
  HTTP: () => new StreamableHTTPClientTransport(new URL(server.url)),
};

for (const [name, transport] of Object.entries(transports)) {
  for (const [era, mode] of [['with a greeting', 'legacy'], ['the current revision', { pin: '2026-07-28' }]]) {
    test(`the SDK's client lists and calls every tool over ${name}, ${era}`, async () => {
      const client = new Client({ name: 'glassmap tests', version: '1.0.0' }, { versionNegotiation: { mode } });
      await client.connect(transport());
      try {
        const listed = await client.listTools();
        assert.deepEqual(listed.tools.map((tool) => tool.name).sort(), tools);
        const hasSession = name === 'stdio' || mode === 'legacy';
        for (const [tool, input] of calls) {
          check(tool, await client.callTool({ name: tool, arguments: input }), hasSession);
        }
        const failed = await client.callTool({ name: 'measure', arguments: { target: 'drawing:99' } });
        assert.equal(failed.isError, true);
        assert.equal(failed.structuredContent.code, 'unknown_id');
      } finally {
        await client.close();
      }
    });
  }
}

/** What the inspector prints for one request. */
async function inspect(target, ...request) {
  const cli = fileURLToPath(new URL('node_modules/@modelcontextprotocol/inspector/cli/build/cli.js', import.meta.url));
  const { stdout } = await run('node', [cli, '--cli', ...target, ...request], { cwd: root, maxBuffer: 1 << 22 });
  return JSON.parse(stdout);
}

const targets = {
  stdio: () => [program, ...options],
  HTTP: () => [server.url, '--transport', 'http'],
};

for (const [name, target] of Object.entries(targets)) {
  test(`the inspector lists the tools and calls every one over ${name}`, async () => {
    const listed = await inspect(target(), '--method', 'tools/list');
    assert.deepEqual(listed.tools.map((tool) => tool.name).sort(), tools);
    for (const [tool, input] of calls) {
      const values = Object.entries(input).flatMap(([key, value]) => [
        '--tool-arg', `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
      ]);
      const result = await inspect(target(), '--method', 'tools/call', '--tool-name', tool, ...values);
      check(tool, result, false); // each call starts the inspector, and with it a session, anew
    }
  });
}
