// What holds on every page: accessible, light, quick, quiet, whole on a phone.
import assert from 'node:assert/strict';
import { axeFindings } from './axe.mjs';

const pages = [
  'play',
  'play/daily/flow/medium',
  'play/daily/lazors/easy',
  'play/daily/move/hard',
  'play/pack/starter/sokoban',
  'make?game=sokoban',
  'make?game=flow',
  'edit?game=sokoban',
  'edit?game=move',
  'script',
  'insight',
  'review',
  'studies',
  'play/sets/sokoban',
];
/** What a page is opened at, and what it is drawn to then: to load it takes far longer. */
const widths = [
  [
    { width: 390, height: 844 },
    { width: 320, height: 640 },
  ],
  [
    { width: 1440, height: 900 },
    { width: 820, height: 1180 },
  ],
];

const settled = (page) =>
  page.waitForFunction(
    () => document.querySelector('h1') && !document.querySelector('[aria-busy=true]'),
  );

/** Nothing is wider than the window, once the page has had its frames to follow it. */
async function assertFits(page, address, { width }) {
  const over = await page.evaluate(async () => {
    for (let i = 0; i < 3; i++) await new Promise((done) => requestAnimationFrame(done));
    return document.documentElement.scrollWidth - document.documentElement.clientWidth;
  });
  assert.ok(over <= 0, `${address} is ${over} px too wide at ${width}`);
}

export default {
  async 'axe-core finds nothing serious, in both themes'({ visit }) {
    for (const colorScheme of ['light', 'dark']) {
      const { page, open, close } = await visit({ colorScheme });
      for (const address of pages) {
        await open(address);
        await settled(page);
        // Colours that are on their way to others are not judged.
        await page.waitForFunction(() =>
          document
            .getAnimations()
            .every(
              (one) =>
                one.playState !== 'running' || one.effect.getComputedTiming().endTime === Infinity,
            ),
        );
        assert.deepEqual(
          await axeFindings(page, colorScheme === 'dark' ? ['color-contrast'] : undefined),
          [],
          `${address} ${colorScheme}`,
        );
      }
      await close();
    }
  },

  async 'nothing is cut off or scrolls sideways, phone to desktop, in both directions'({ visit }) {
    for (const [opened, resized] of widths) {
      const { page, open, close } = await visit({ viewport: opened });
      for (const address of pages) {
        await open(address);
        await settled(page);
        await assertFits(page, address, opened);
        await page.setViewportSize(resized);
        await assertFits(page, address, resized);
        // From right to left a page would grow to the left; boards stay as they are.
        await page.evaluate(() => (document.documentElement.dir = 'rtl'));
        await assertFits(page, address, resized);
        await page.setViewportSize(opened);
        await assertFits(page, address, opened);
        const turned = await page.evaluate(() =>
          [...document.querySelectorAll('.board, .pad, .code, textarea')]
            .filter((part) => getComputedStyle(part).direction !== 'ltr')
            .map((part) => part.className),
        );
        assert.deepEqual(turned, [], address);
        await page.evaluate(() => (document.documentElement.dir = ''));
      }
      await close();
    }
  },

  async 'a pack on paper is its pictures, with nothing to press'({ page, open }) {
    await open('play/pack/starter/sokoban');
    await page.locator('.tile canvas').nth(3).waitFor();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    assert.equal(await page.locator('.bar').isVisible(), false);
    assert.equal(await page.locator('button:visible').count(), 0);
    const places = await page
      .locator('.tile')
      .evaluateAll((tiles) => tiles.slice(0, 5).map((tile) => tile.getBoundingClientRect().top));
    assert.ok(places[3] === places[0] && places[4] > places[0], 'four in a row');
    assert.equal(
      await page.evaluate(() => getComputedStyle(document.body).backgroundColor),
      'rgb(255, 255, 255)',
    );
  },

  async 'every page has its title and one heading'({ page, open }) {
    const titles = new Set();
    for (const address of ['play', 'make', 'edit', 'script', 'insight']) {
      await open(address);
      await settled(page);
      await page.waitForFunction(
        (name) =>
          document.querySelector('[aria-current=page]')?.getAttribute('href') === `#/${name}`,
        address,
      );
      assert.equal(await page.locator('h1').count(), 1);
      titles.add(await page.title());
    }
    assert.equal(titles.size, 5);
  },
};
