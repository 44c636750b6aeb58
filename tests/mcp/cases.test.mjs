// The project's shared cases over stdio, where they lie beside the checkout; a user's machine has none.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cityProgram, root } from './support/server.mjs';

const run = promisify(execFile);
const shared = process.env.GLASSMAP_SHARED ?? join(root, '../shared');
const checker = join(shared, 'cases/check.py');
const answerer = fileURLToPath(new URL('answer_cases.mjs', import.meta.url));
const built = mkdtempSync(join(tmpdir(), 'glassmap-cases-'));
after(() => rmSync(built, { recursive: true, force: true }));

/** The committed pack of Taipei is its districts; the cases are about more, which may not be committed. */
async function taipei() {
  await run(cityProgram, [
    'build', join(shared, 'data/taipei'), '-o', join(built, 'taipei'), '--id', 'taipei', '--name', 'Taipei',
    '--time-zone', 'Asia/Taipei', '--country', 'TW', '--languages', 'zh-Hant,en', '--data-date', '2021-09-20',
  ]);
  return built;
}

if (existsSync(checker)) {
  const files = readdirSync(join(shared, 'cases')).filter((name) => name.endsWith('.jsonl')).sort();
  for (const file of files) {
    test(`the cases of ${file} over stdio`, async (t) => {
      const packs = file.startsWith('taipei') ? await taipei() : join(root, 'assets/cities');
      const command = ['node', answerer, '--packs', packs];
      const { stdout } = await run('python3', [checker, join(shared, 'cases', file), '--', ...command], { cwd: root })
        .catch((error) => ({ stdout: `${error.stdout}${error.stderr}` }));
      const [, agreeing, all] = /(\d+) of (\d+) cases agree/.exec(stdout) ?? assert.fail(stdout);
      t.diagnostic(`${file}: ${agreeing} of ${all}`);
      assert.ok(agreeing === all && Number(all) > 0, stdout);
    });
  }
  test('there are cases', () => assert.ok(files.length > 0));
} else {
  test('the shared cases', { skip: `${shared} is not there` }, () => {});
}
