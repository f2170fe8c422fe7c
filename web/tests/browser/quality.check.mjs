// What holds on every page: accessible, light, quick, quiet, whole on a phone.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const pages = ['play', 'play/daily/flow/medium', 'play/daily/lazors/easy', 'play/daily/move/hard', 'play/pack/starter/sokoban', 'make?game=sokoban', 'make?game=flow', 'edit?game=sokoban', 'edit?game=move', 'script', 'insight'];
const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } };
const MAX_BYTES = 300 * 1024;

const settled = (page) => page.waitForFunction(() => document.querySelector('h1') && !document.querySelector('[aria-busy=true]'));

/** Serious and critical findings, as sentences. */
async function findings(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 120)).join(' | ')}`);
}

export default {
  async 'axe-core finds nothing serious, in both themes'({ visit }) {
    for (const colorScheme of ['light', 'dark']) {
      const { page, open, close } = await visit({ colorScheme });
      for (const address of pages) {
        await open(address);
        await settled(page);
        await page.waitForTimeout(300);
        assert.deepEqual(await findings(page), [], `${address} ${colorScheme}`);
      }
      await close();
    }
  },

  async 'nothing is cut off or scrolls sideways, phone to desktop'({ visit }) {
    for (const viewport of [...Object.values(sizes), { width: 320, height: 640 }, { width: 820, height: 1180 }]) {
      const { page, open, close } = await visit({ viewport });
      for (const address of pages) {
        await open(address);
        await settled(page);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.ok(over <= 0, `${address} is ${over} px too wide at ${viewport.width}`);
      }
      await close();
    }
  },

  async 'every page has its title and one heading'({ page, open }) {
    const titles = new Set();
    for (const address of ['play', 'make', 'edit', 'script', 'insight']) {
      await open(address);
      await settled(page);
      await page.waitForFunction((name) => document.querySelector('[aria-current=page]')?.getAttribute('href') === `#/${name}`, address);
      assert.equal(await page.locator('h1').count(), 1);
      titles.add(await page.title());
    }
    assert.equal(titles.size, 5);
  },

  async 'no page weighs over 300 kB besides the engine, first paint within a second'({ visit }) {
    const said = [];
    for (const address of ['play', 'make', 'edit', 'script', 'insight']) {
      const { page, open, close } = await visit({ serviceWorkers: 'block' });
      let bytes = 0;
      const sizesDone = [];
      page.on('requestfinished', (request) => !request.url().endsWith('.wasm')
        && sizesDone.push(request.sizes().then((size) => (bytes += size.responseBodySize + size.responseHeadersSize), () => {})));
      await open(address);
      await settled(page);
      await page.waitForTimeout(400);
      await Promise.all(sizesDone);
      const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity);
      assert.ok(bytes > 1000 && bytes < MAX_BYTES, `${address}: ${bytes} bytes`);
      assert.ok(paint < 1000, `${address}: first paint after ${paint} ms`);
      said.push(`${address} ${Math.round(bytes / 1024)} kB ${Math.round(paint)} ms`);
      await close();
    }
    return said.join(', ');
  },
};
