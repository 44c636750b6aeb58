// How soon glassmap-mcp answers and how much memory it takes, over Malta: `cargo xtask bench mcp` builds it as it is
// meant to be used and calls this.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const program = process.env.GLASSMAP_MCP;
const RUNS = 21;
const SESSIONS = 200;

const greeting = {
  jsonrpc: '2.0', id: 1, method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
};
const greeted = { jsonrpc: '2.0', method: 'notifications/initialized' };
const call = (id, name, input) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: input } });
const search = call(2, 'find_features', { near: 'Valletta', categories: ['cafe'], limit: 3 });
const walk = call(3, 'plan_route', { from: 'Valletta', to: { lng: 14.505, lat: 35.89 } });

const started = (args, stdio) => spawn(program, ['--offline', '--city', 'assets/cities', ...args], { cwd: root, stdio });
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
/** A process's resident memory in MiB. */
const memory = ({ pid }) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;

/** One program from its start to its first answers over its own input and output. */
async function once() {
  const begun = performance.now();
  const child = started([], ['pipe', 'pipe', 'ignore']);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (...messages) => {
    for (const message of messages) child.stdin.write(`${JSON.stringify(message)}\n`);
    const { result } = JSON.parse((await lines.next()).value);
    if (!result || result.isError) throw new Error(JSON.stringify(result));
  };
  await ask(greeting);
  await ask(greeted, search);
  const [first, small] = [performance.now() - begun, memory(child)];
  const again = performance.now();
  await ask({ ...search, id: 4 });
  const second = performance.now() - again;
  await ask(walk);
  const walked = memory(child);
  child.stdin.end();
  return { first, second, small, walked };
}

/** A server over HTTP with as many sessions as it bears, each of which has searched and walked. */
async function many() {
  const child = started(['--http', '127.0.0.1:0'], ['ignore', 'ignore', 'pipe']);
  const said = await createInterface({ input: child.stderr })[Symbol.asyncIterator]().next();
  const url = /http:\S+/.exec(said.value)[0];
  const post = async (message, headers = {}) => {
    const accept = 'application/json, text/event-stream';
    const all = { accept, 'content-type': 'application/json', ...headers };
    const response = await fetch(url, { method: 'POST', headers: all, body: JSON.stringify(message) });
    if (!response.ok) throw new Error(await response.text());
    await response.text();
    return response.headers.get('mcp-session-id');
  };
  try {
    for (let session = 0; session < SESSIONS; session++) {
      const headers = { 'mcp-session-id': await post(greeting), 'mcp-protocol-version': '2025-11-25' };
      for (const message of [greeted, search, walk]) await post(message, headers);
    }
    return memory(child);
  } finally {
    child.kill();
  }
}

const runs = [];
for (let run = 0; run < RUNS; run++) runs.push(await once());
const of = (key) => runs.map((run) => run[key]);
const ms = (key) => `${median(of(key)).toFixed(1)} ms (${Math.min(...of(key)).toFixed(1)} to ${Math.max(...of(key)).toFixed(1)})`;
console.log(`Malta, median of ${RUNS} runs
from start to the first answer of a search: ${ms('first')}
the same search again: ${ms('second')}
memory after the search ${median(of('small')).toFixed(1)} MiB, after a walk ${median(of('walked')).toFixed(1)} MiB
memory with ${SESSIONS} sessions that have searched and walked: ${(await many()).toFixed(1)} MiB`);
