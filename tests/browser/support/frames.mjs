// What a gesture costs in script, frame by frame.

/**
 * A function that runs a gesture six times, the first to warm up, and gives the least of the others in milliseconds of
 * script per frame that is drawn. It is the processor's time; whoever else computes on this machine takes frames away, so that more falls
 * to each of those that are left: that only ever adds, hence the least.
 * @param {import('playwright-core').Page} page
 * @returns {Promise<(gesture: () => Promise<void>) => Promise<number>>}
 */
export async function scriptPerFrame(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const script = async () => (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'ScriptDuration').value;
  await page.evaluate(() => {
    window.frames_ = 0;
    // Frames in which the page draws something: those in which it rests would make cheap what is not.
    const frame = window.requestAnimationFrame.bind(window);
    let last;
    window.requestAnimationFrame = (draw) => frame((now) => {
      if (now !== last) window.frames_++;
      last = now;
      draw(now);
    });
  });
  const frames = () => page.evaluate(() => window.frames_);
  const measure = async (gesture) => {
    const [began, first] = [await script(), await frames()];
    await gesture();
    return ((await script()) - began) * 1000 / ((await frames()) - first);
  };
  return async (gesture) => {
    await measure(gesture);
    const values = [];
    for (let round = 0; round < 5; round++) values.push(await measure(gesture));
    return Math.min(...values);
  };
}
