// Lighthouse's own view of the page's accessibility, at both sizes and in both languages.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import lighthouse, { desktopConfig } from 'lighthouse';
import { FLAGS, executable } from './support/browser.mjs';
import { serve } from './support/server.mjs';

// The launcher is Lighthouse's own, found where Lighthouse finds it.
const { launch } = await import(createRequire(import.meta.resolve('lighthouse')).resolve('chrome-launcher'));

let server;
before(async () => { server = await serve({ base: '/here/' }); });
after(() => server?.close());

for (const [size, config] of [['desktop', desktopConfig], ['phone', undefined]]) {
  for (const language of ['en-US', 'zh-TW']) {
    test(`accessibility is 100 at ${size}, read in ${language}`, async () => {
      const chrome = await launch({ chromePath: executable(), chromeFlags: [...FLAGS, '--headless=new', `--lang=${language}`, `--accept-lang=${language}`], logLevel: 'error' });
      try {
        const { lhr } = await lighthouse(server.url, { port: chrome.port, onlyCategories: ['accessibility'], logLevel: 'error', maxWaitForLoad: 60_000 }, config);
        assert.equal(lhr.runtimeError, undefined);
        const failed = Object.values(lhr.audits).filter(({ score, scoreDisplayMode }) => scoreDisplayMode === 'binary' && score === 0);
        assert.deepEqual(failed.map(({ id, details }) => `${id}: ${details?.items?.map(({ node }) => node?.snippet).join(' ')}`), []);
        assert.equal(lhr.categories.accessibility.score, 1);
      } finally {
        chrome.kill();
      }
    });
  }
}
