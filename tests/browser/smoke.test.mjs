// The built page opens: below a sub-path, with its security policy, and with nothing to complain of.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assertClean, listCatalog, start } from './support/browser.mjs';

let site;
before(async () => { site = await start({ server: { base: '/some/where/' } }); });
after(() => site?.close());

/** Resolves once the page's WebAssembly runs. */
function started(page) {
  return page.waitForFunction(() => performance.getEntriesByName('glassmap-started').length > 0);
}

test('the page starts below a sub-path, and its console is clean', async () => {
  const page = await site.openPage({ before: markStart });
  await started(page);
  const wasm = site.server.log.find(({ path }) => path.endsWith('.wasm'));
  assert.match(wasm.path, /^\/some\/where\/glassmap-[0-9a-f]+_bg\.wasm$/);
  assert.equal(await page.title(), 'glassmap');
  assertClean(page);
});

test('nothing runs that was not built', async () => {
  const page = await site.openPage({ before: markStart });
  await started(page);
  const blocked = await page.evaluate(() => new Promise((resolve) => {
    document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective));
    const script = document.createElement('script');
    script.textContent = 'window.foreign = true';
    document.head.append(script);
    setTimeout(resolve, 2000, 'nothing was blocked');
  }));
  assert.equal(blocked, 'script-src-elem');
  assert.equal(await page.evaluate(() => 'foreign' in window), false);
});

test('the tools listed are those of the catalog', async () => {
  const page = await site.openPage();
  const catalog = await page.evaluate(() => JSON.parse(document.getElementById('glassmap-catalog').textContent));
  const names = (tools) => tools.map(({ name }) => name).sort();
  assert.deepEqual(names(await listCatalog(page)), names(catalog));
});

function markStart(page) {
  return page.addInitScript(() => {
    addEventListener('TrunkApplicationStarted', () => performance.mark('glassmap-started'));
  });
}
