// The built page in Chromium, its tools called by three clients of others' making. Each starts one browser, and opens
// the page anew for each case.

import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { FLAGS, executable, shownTo, start } from '../../browser/support/browser.mjs';
import { serve } from '../../browser/support/server.mjs';

const WEBMCP = '--enable-features=WebMCP';
/** An object as both servers print it into their text: from its first line to its last. */
const OBJECT = /^\{$[^]*?^\}$/m;

/** Why there can be no browser here; nothing when there can. */
export function missing() {
  if (!existsSync(new URL('../../../dist/index.html', import.meta.url))) return 'dist/ is not there: cargo xtask build';
  try {
    executable();
    return undefined;
  } catch (error) {
    return error.message;
  }
}

/** The calls of a case in order, each an agent's call on the page that was just opened. */
async function inOrder(call, calls) {
  await shownTo(call);
  const answers = [];
  for (const { tool, input } of calls) answers.push(await call(tool, input));
  return answers;
}

/** The browser's own interface for agents, by the Chrome DevTools Protocol. */
export async function byCdp() {
  const site = await start();
  return {
    async answers({ city, calls }) {
      const page = await site.openPage({ query: `city=${city}` });
      try {
        return await inOrder(await invoker(page), calls);
      } finally {
        await page.context().close();
      }
    },
    close: site.close,
  };
}

/** Calls the page's tools through the protocol's domain WebMCP. */
async function invoker(page) {
  const cdp = await page.context().newCDPSession(page);
  const responses = new Map(); // invocation → { promise, resolve }
  const response = (id) => {
    if (!responses.has(id)) {
      let resolve;
      responses.set(id, { promise: new Promise((settle) => { resolve = settle; }), resolve });
    }
    return responses.get(id);
  };
  const frames = new Map(); // tool → the frame that has it
  cdp.on('WebMCP.toolsAdded', ({ tools }) => tools.forEach(({ name, frameId }) => frames.set(name, frameId)));
  cdp.on('WebMCP.toolResponded', (event) => response(event.invocationId).resolve(event));
  await cdp.send('WebMCP.enable');
  return async (toolName, input) => {
    const frameId = frames.get(toolName);
    if (!frameId) throw new Error(`no tool ${toolName}; there are: ${[...frames.keys()].join(', ')}`);
    const { invocationId } = await cdp.send('WebMCP.invokeTool', { frameId, toolName, input });
    return completed(toolName, await response(invocationId).promise);
  };
}

/** What a tool answered, out of the browser's account of the call. */
function completed(tool, { status, output, errorText, error }) {
  if (status !== 'Completed' && status !== 'Success') throw new Error(`${tool}: ${status} ${errorText ?? error ?? ''}`);
  return typeof output === 'string' ? JSON.parse(output) : output;
}

/** The server of the browser's makers, which has a tool that calls the page's tools. */
export async function byDevtoolsMcp() {
  const args = [
    'chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js', '--categoryExperimentalWebmcp', '--headless', '--isolated',
    '--executablePath', executable(), '--viewport', '1280x800', '--no-usage-statistics', '--no-performance-crux',
    ...[...FLAGS, WEBMCP].map((flag) => `--chromeArg=${flag}`),
  ];
  return overMcp(args, async (ask, url) => {
    const opened = await ask('new_page', { url });
    const pageId = Number(/^(\d+): .*\[selected\]/m.exec(opened)?.[1]);
    if (!pageId) throw new Error(`the page was not opened: ${opened}`);
    const call = async (toolName, input) => {
      const text = await ask('execute_webmcp_tool', { pageId, toolName, input: JSON.stringify(input) });
      return completed(toolName, JSON.parse(OBJECT.exec(text)?.[0] ?? `{"status":${JSON.stringify(text)}}`));
    };
    return { call, end: () => ask('close_page', { pageId }) };
  });
}

/** Playwright's server, which offers the page's tools as tools of its own. */
export async function byPlaywrightMcp() {
  const folder = mkdtempSync(join(tmpdir(), 'glassmap-playwright-'));
  const config = join(folder, 'config.json');
  writeFileSync(config, JSON.stringify({ browser: { launchOptions: { args: [...FLAGS, WEBMCP] } } }));
  const args = [
    '@playwright/mcp/cli.js', '--headless', '--isolated', '--no-sandbox', '--executable-path', executable(),
    '--viewport-size', '1280x800', '--timeout-settle', '0', '--codegen', 'none', '--output-dir', folder, '--config', config,
  ];
  const server = await overMcp(args, async (ask, url) => {
    const opened = await ask('browser_navigate', { url });
    if (opened.startsWith('### Error')) throw new Error(`the page was not opened: ${opened}`);
    const call = async (tool, input) => {
      const text = await ask(`webmcp_${tool}`, input);
      const object = OBJECT.exec(text)?.[0];
      if (!object) throw new Error(`${tool}: ${text}`);
      return JSON.parse(object);
    };
    return { call, end() {} };
  });
  return {
    ...server,
    async close() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A server from node_modules over the built page. `open` opens the page and gives how to call its tools. */
async function overMcp([file, ...args], open) {
  const script = fileURLToPath(new URL(`../node_modules/${file}`, import.meta.url));
  const env = { ...process.env, CHROME_DEVTOOLS_MCP_NO_UPDATE_CHECKS: '1' };
  const client = new Client({ name: 'glassmap tests', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [script, ...args], env, stderr: 'ignore' }));
  const site = await serve();
  const ask = async (name, input) => (await client.callTool({ name, arguments: input })).content[0].text;
  return {
    async answers({ city, calls }) {
      const { call, end } = await open(ask, `${site.url}?city=${city}`);
      try {
        return await inOrder(call, calls);
      } finally {
        await end();
      }
    },
    async close() {
      await client.close();
      await site.close();
    },
  };
}
