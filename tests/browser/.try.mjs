import { callTool, settled, shown, start, assertClean } from './support/browser.mjs';
import { writeFileSync } from 'node:fs';
const site = await start();
const shot = async (page, name) => writeFileSync(`/tmp/wt/shots/${name}.png`, await page.screenshot());
try {
  const page = await site.openPage();
  page.on('console', m => console.log('console', m.text())); page.on('pageerror', e => console.log('ERR', e.message));
  await shown(page);
  await callTool(page, 'set_map_view', { center: { lng: 14.505, lat: 35.897 }, zoom: 15 });
  await page.keyboard.press('a');
  await page.waitForTimeout(1500);
  for (const [x, y] of [[400, 400], [560, 300], [760, 260], [880, 380]]) { await page.mouse.move(x, y, { steps: 4 }); await page.mouse.click(x, y); await page.waitForTimeout(60); }
  await page.mouse.move(730, 540, { steps: 5 });
  await page.waitForTimeout(700);
  await shot(page, 'poly-light');
  await page.keyboard.press('Enter');
  await page.waitForTimeout(700);
  console.log(JSON.stringify((await callTool(page, 'get_map_state')).drawings));
  await shot(page, 'poly-done');
  await page.mouse.click(560, 301); await page.waitForTimeout(400);
  await page.getByRole('button', { name: 'Reshape' }).click(); await page.waitForTimeout(900);
  await shot(page, 'reshape');
  await page.mouse.move(560, 300); await page.mouse.down(); await page.mouse.move(520, 340, { steps: 5 }); await shot(page, 'reshape-drag'); await page.mouse.up();
  await page.getByRole('button', { name: 'Done' }).click(); await page.waitForTimeout(500);
  console.log(JSON.stringify((await callTool(page, 'get_map_state')).drawings));
  for (const key of ['c', 'r', 'd', 'n', 'f']) { await page.keyboard.press(key); await page.waitForTimeout(700); await shot(page, `tool-${key}`); await page.keyboard.press('Escape'); await page.waitForTimeout(100);}
  assertClean(page);
} catch (e) { console.log(e); }
await site.close();
