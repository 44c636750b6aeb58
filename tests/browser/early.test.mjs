// The script that registers the tools before the core has arrived: with a catalog and a core of the tests' own.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { assertClean, callTool, listCatalog, start } from './support/browser.mjs';

const CATALOG = [
  {
    name: 'add', title: 'Add', description: 'Adds two numbers.', annotations: { readOnlyHint: true },
    inputSchema: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } },
  },
  { name: 'forget', description: 'Forgets.', inputSchema: { type: 'object', properties: {} } },
];

const withCatalog = (catalog) => (_, html) => html.replace(
  /(<script type="application\/json" id="glassmap-catalog">)[^]*?(<\/script>)/,
  (_, open, close) => `${open}${JSON.stringify(catalog)}${close}`,
);

/** The core never arrives. */
const HELD = [{ match: /\.wasm$/, delayMs: 3_600_000 }];

/** A core in the page: one function a tool. */
const ready = (page) => page.evaluate(() => window.glassmap.ready(async (name, text, signal) => {
  const input = JSON.parse(text);
  const tools = {
    add: () => ({ sum: input.a + input.b, cancellable: signal instanceof AbortSignal }),
    forget: () => {
      if (input.how === 'throw') throw new Error('a secret');
      return new Promise(() => {});
    },
  };
  return input.how === 'junk' ? 'no JSON' : JSON.stringify(await tools[name]());
}));

/** Opens the page with a clock that stands still, and counts the calls that its tools have taken up. */
async function openStill(open) {
  const page = await open({
    before: async (page) => {
      await page.clock.install({ time: 0 });
      await page.addInitScript((limit) => {
        const { setTimeout } = window;
        window.taken = 0;
        window.setTimeout = (run, ms, ...rest) => {
          if (ms === limit) window.taken += 1;
          return setTimeout(run, ms, ...rest);
        };
      }, 12_000);
    },
  });
  await page.clock.pauseAt(3_600_000);
  return page;
}

/** Starts a call, and resolves to its promise in a list once the tool has taken it up. */
async function startCall(page, name, input) {
  const call = callTool(page, name, input);
  await page.waitForFunction(() => window.taken > 0, undefined, { polling: 20 });
  return [call];
}

/** Whether the call is still open after a moment of real time. */
const isOpen = (call) => Promise.race([call.then(() => false), new Promise((resolve) => { setTimeout(resolve, 200, true); })]);

function assertProblem(answer, code) {
  assert.equal(answer.code, code);
  assert.equal(answer.isError, true);
  assert.deepEqual(answer.content, [{ type: 'text', text: answer.error }]);
  assert.match(answer.error, /\.$/);
}

for (const webmcp of [true, false]) {
  describe(webmcp ? "with the browser's WebMCP" : 'with ?shim=1 in a browser without WebMCP', () => {
    let site;
    const open = (options) => site.openPage({ query: webmcp ? '' : 'shim=1', ...options });
    before(async () => { site = await start({ webmcp, server: { rewrite: withCatalog(CATALOG), throttle: HELD } }); });
    after(() => site?.close());

    test('the tools are listed while the core is on its way', async () => {
      const page = await open();
      const tools = await listCatalog(page);
      assert.deepEqual(tools.map(({ name }) => name), ['add', 'forget']);
      assert.deepEqual(tools[0], {
        ...CATALOG[0],
        annotations: { consequentialHint: false, debugging: false, readOnlyHint: true, untrustedContentHint: false },
        origin: new URL(site.server.url).origin,
      });
      assert.ok(site.server.log.every(({ path, status }) => !path.endsWith('.wasm') || status === 0));
      assertClean(page);
    });

    test('an early call waits for the core and gets its answer', async () => {
      const page = await open();
      const early = callTool(page, 'add', { a: 2, b: 3 });
      await ready(page);
      assert.deepEqual(await early, { sum: 5, cancellable: true });
      assert.deepEqual(await callTool(page, 'add', { a: 1, b: 1 }), { sum: 2, cancellable: true });
      assertClean(page);
    });

    test('a call is not left waiting for a core that does not come, and a later one is answered', async () => {
      const page = await openStill(open);
      const [early] = await startCall(page, 'add', { a: 2, b: 3 });
      await page.clock.fastForward(9_900);
      assert.ok(await isOpen(early));
      await page.clock.fastForward(200);
      const answer = await early;
      assertProblem(answer, 'map_data_not_ready');
      assert.match(answer.error, /again in a few seconds/);
      await ready(page);
      assert.equal((await callTool(page, 'add', { a: 2, b: 3 })).sum, 5);
    });

    test('a call that the core never answers ends after twelve seconds', async () => {
      const page = await openStill(open);
      await ready(page);
      const [call] = await startCall(page, 'forget');
      await page.clock.fastForward(11_900);
      assert.ok(await isOpen(call));
      await page.clock.fastForward(200);
      assertProblem(await call, 'timeout');
    });

    test('an error of the core is answered as internal, without its text', async () => {
      const page = await open();
      await ready(page);
      for (const how of ['throw', 'junk']) {
        const answer = await callTool(page, 'forget', { how });
        assertProblem(answer, 'internal');
        assert.doesNotMatch(JSON.stringify(answer), /secret|JSON/);
      }
      assertClean(page);
    });

    test('a panic answers the calls in flight, and those after it', async () => {
      const page = await open();
      await ready(page);
      const call = callTool(page, 'forget');
      await page.waitForTimeout(100);
      await page.evaluate(() => window.glassmap.panicked());
      assertProblem(await call, 'internal');
      assertProblem(await callTool(page, 'add', { a: 1, b: 1 }), 'internal');
    });

    test('a core that cannot start says why', async () => {
      const page = await open();
      const early = callTool(page, 'add', {});
      await page.evaluate(() => window.glassmap.failed('This browser has no WebGL.'));
      for (const answer of [await early, await callTool(page, 'add', {})]) {
        assertProblem(answer, 'map_data_not_ready');
        assert.equal(answer.error, 'This browser has no WebGL.');
      }
    });

    test('only the tools that changed are registered again', async () => {
      const page = await open();
      const [add, forget] = CATALOG;
      await page.evaluate((catalog) => window.glassmap.setTools(catalog), [add, { ...forget, description: 'New.' }]);
      assert.deepEqual((await listCatalog(page)).map(({ description }) => description), ['Adds two numbers.', 'New.']);
      await page.evaluate((catalog) => window.glassmap.setTools(catalog), [add]);
      assert.deepEqual((await listCatalog(page)).map(({ name }) => name), ['add']);
      await ready(page);
      assert.equal((await callTool(page, 'add', { a: 2, b: 2 })).sum, 4);
      assertClean(page);
    });
  });
}

describe('when something is missing or wrong', () => {
  let site;
  before(async () => { site = await start({ server: { rewrite: withCatalog(CATALOG) } }); });
  after(() => site?.close());

  for (const [what, match] of [['WebAssembly', /\.wasm$/], ['module', /glassmap-[^/]*\.js$/]]) {
    test(`without its ${what} a call is answered at once`, async () => {
      site.server.options.failures = [{ match, status: 404 }];
      const page = await site.openPage();
      await page.waitForLoadState();
      const answer = await callTool(page, 'add', {});
      assertProblem(answer, 'map_data_not_ready');
      assert.match(answer.error, /could not be loaded/);
      site.server.options.failures = [];
    });
  }

  test('one tool that the browser refuses does not take the others with it', async () => {
    site.server.options.rewrite = withCatalog([{ ...CATALOG[0], name: 'not a name' }, CATALOG[1]]);
    const page = await site.openPage();
    assert.deepEqual((await listCatalog(page)).map(({ name }) => name), ['forget']);
    assertClean(page, { allow: [/^console warning: glassmap: the tool not a name was not registered/] });
    site.server.options.rewrite = withCatalog(CATALOG);
  });

  test('the page adds one name to the window', async () => {
    const page = await site.openPage();
    await page.waitForLoadState();
    const names = () => Object.getOwnPropertyNames(window);
    const empty = await site.browser.newPage();
    await empty.goto(`${site.server.url}nothing`);
    const before = new Set(await empty.evaluate(names));
    assert.deepEqual((await page.evaluate(names)).filter((name) => !before.has(name)), ['glassmap']);
  });

  test('without WebMCP and without ?shim=1 the page is a page all the same', async (t) => {
    const plain = await start({ webmcp: false });
    t.after(() => plain.close());
    const page = await plain.openPage();
    assert.equal(await page.evaluate(() => document.modelContext ?? navigator.modelContext), undefined);
    assertClean(page);
  });
});
