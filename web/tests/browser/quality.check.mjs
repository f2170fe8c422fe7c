// What holds on every page: accessible, light, quick, quiet, whole on a phone.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
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
];
const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } };

const settled = (page) =>
  page.waitForFunction(
    () => document.querySelector('h1') && !document.querySelector('[aria-busy=true]'),
  );

/** Serious and critical findings, as sentences. In the second theme only colours differ. */
async function findings(page, only) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(
    (rules) =>
      globalThis.axe.run(document, {
        resultTypes: ['violations'],
        ...(rules ? { runOnly: rules } : {}),
      }),
    only,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map((node) => node.html.slice(0, 120))
          .join(' | ')}`,
    );
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
          await findings(page, colorScheme === 'dark' ? ['color-contrast'] : undefined),
          [],
          `${address} ${colorScheme}`,
        );
      }
      await close();
    }
  },

  async 'nothing is cut off or scrolls sideways, phone to desktop'({ visit }) {
    for (const viewport of [
      ...Object.values(sizes),
      { width: 320, height: 640 },
      { width: 820, height: 1180 },
    ]) {
      const { page, open, close } = await visit({ viewport });
      for (const address of pages) {
        await open(address);
        await settled(page);
        const over = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        assert.ok(over <= 0, `${address} is ${over} px too wide at ${viewport.width}`);
      }
      await close();
    }
  },

  async 'from right to left nothing is cut off, and boards stay as they are'({ visit }) {
    for (const viewport of Object.values(sizes)) {
      const { page, open, close } = await visit({ viewport });
      await page.addInitScript(() =>
        addEventListener('DOMContentLoaded', () => (document.documentElement.dir = 'rtl')),
      );
      for (const address of pages) {
        await open(address);
        await settled(page);
        // To the left is where such a page would grow.
        const over = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        assert.ok(over <= 0, `${address} is ${over} px too wide at ${viewport.width}`);
        const turned = await page.evaluate(() =>
          [...document.querySelectorAll('.board, .pad, .code, textarea')]
            .filter((part) => getComputedStyle(part).direction !== 'ltr')
            .map((part) => part.className),
        );
        assert.deepEqual(turned, [], address);
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
