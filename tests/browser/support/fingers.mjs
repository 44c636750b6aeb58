// Fingers on a page, by the browser's own input.

/** What fingers do: a tap, a drag of one from point to point, more where a test needs it. */
export async function fingers(page) {
  const session = await page.context().newCDPSession(page);
  const send = (type, points) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  return {
    async tap(x, y) {
      await send('touchStart', [[x, y]]);
      await page.waitForTimeout(30);
      await send('touchEnd', []);
      await page.waitForTimeout(80);
    },
    async drag(...points) {
      await send('touchStart', [points[0]]);
      for (const point of points) {
        await send('touchMove', [point]);
        await page.waitForTimeout(20);
      }
      await send('touchEnd', []);
      await page.waitForTimeout(80);
    },
    async hold(x, y, ms) {
      await send('touchStart', [[x, y]]);
      await page.waitForTimeout(ms);
      await send('touchEnd', []);
      await page.waitForTimeout(80);
    },
    async two(from, to) {
      await send('touchStart', [from[0]]);
      await page.waitForTimeout(30);
      await send('touchStart', from);
      for (let step = 1; step <= 8; step++) {
        await send('touchMove', from.map(([x, y], i) => [x + ((to[i][0] - x) * step) / 8, y + ((to[i][1] - y) * step) / 8]));
        await page.waitForTimeout(30);
      }
      await send('touchEnd', []);
      await page.waitForTimeout(600);
    },
  };
}
