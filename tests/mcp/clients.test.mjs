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
/** Calls that need what an earlier call drew: without a session there is nothing. */
const needsSession = ['measure', 'undo', 'redo', 'update_mark'];

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
        const isFresh = name === 'HTTP' && mode !== 'legacy';
        for (const [tool, input] of calls) {
          if (isFresh && needsSession.includes(tool)) continue;
          const result = await client.callTool({ name: tool, arguments: input });
          assert.notEqual(result.isError, true, `${tool}: ${JSON.stringify(result)}`);
          assert.ok(result.content[0].text.length > 4, tool);
          assert.ok(result.structuredContent.url.startsWith(page), tool);
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
      // Each call is a session of its own: what needs an earlier one is refused in words.
      const expected = [...needsSession, 'remove_from_map'].includes(tool) ? undefined : false;
      if (expected === false) assert.notEqual(result.isError, true, `${tool}: ${JSON.stringify(result)}`);
      assert.ok(result.content[0].text.length > 4, tool);
      assert.equal(typeof result.structuredContent, 'object', tool);
    }
  });
}
