// Looks at the screens of a study in several sizes: nothing in the way of anybody, nothing beside
// the window or out of its tile. SHOTS=FOLDER keeps pictures.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { axeFindings } from './axe.mjs';

/** Sets the size of a page, also of one that fills the screen, whose window cannot be resized. The
 * size holds as long as the session that set it. */
function resizer(page) {
  const opening = page.context().newCDPSession(page);
  return async ({ width, height }) => {
    const size = { width, height, deviceScaleFactor: 1, mobile: false };
    await (await opening).send('Emulation.setDeviceMetricsOverride', size);
  };
}

/** In the page: how many pictures are wider than the tile that holds them. */
const nSticksOut = () =>
  [...document.querySelectorAll('.level-tile canvas, .picture canvas')].filter(
    (one) =>
      one.getBoundingClientRect().right >
      one.closest('.level-tile, .picture').getBoundingClientRect().right,
  ).length;

/** Looks at each kind of screen once, in these sizes. */
export function looker(page, sizes) {
  const seen = new Set();
  const resize = resizer(page);
  const opening = page.context().newCDPSession(page);
  // A screenshot of the page's own would have the size that the page was opened with.
  const picture = async () => {
    const { data } = await (await opening).send('Page.captureScreenshot');
    return Buffer.from(data, 'base64');
  };
  const { SHOTS } = process.env;
  if (SHOTS) mkdirSync(SHOTS, { recursive: true });
  return async (kind) => {
    if (seen.has(kind)) return;
    seen.add(kind);
    const own = page.viewportSize();
    for (const size of sizes) {
      const isOther = size.width !== own.width;
      if (isOther) await resize(size);
      const name = `${kind}-${size.width}`;
      if (SHOTS) writeFileSync(join(SHOTS, `${name}.png`), await picture());
      assert.deepEqual(await axeFindings(page), [], name);
      assert.equal(await page.evaluate(() => innerWidth), size.width, name);
      const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      assert.ok(!isWide, `${name} scrolls sideways`);
      assert.equal(await page.evaluate(nSticksOut), 0, `${name}: pictures leave their tiles`);
      if (isOther) await resize(own);
    }
  };
}
