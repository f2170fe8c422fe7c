// What fresh eyes stumbled over: two tabs, an address that the browser does not trust, long
// titles, low windows, paper.
import assert from 'node:assert/strict';
import { board, giveTime } from './hands.mjs';

const laptop = { viewport: { width: 1366, height: 768 } };
const wide = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
const one = '#####\n#@$.#\n#####\n';

/** Has three levels of a game made and kept in a pack. */
async function keepThree(page, game, title) {
  await page.evaluate((address) => (location.hash = address), `#/make?game=${game}`);
  await page.getByRole('heading', { name: 'Make levels' }).waitFor();
  await page.getByLabel('How many').fill('3');
  await giveTime(page);
  await page.getByRole('button', { name: 'Make levels' }).click();
  await page.locator('[data-test=made]').waitFor();
  await page.getByLabel('Pack').fill(title);
  await page.getByRole('button', { name: 'Save all to pack' }).click();
  await page.getByText('3 levels saved to').waitFor();
}

export default {
  async 'two tabs keep what each has kept, and show it'({ page, open, context, base }) {
    await open('play/daily/move/easy');
    await board(page).waitFor();
    const other = await context.newPage();
    await other.goto(`${base}#/play/daily/move/easy`);
    await board(other).waitFor();
    await keepThree(other, 'move', 'Of the other tab');
    // It is listed here without a reload, and what is kept here does not take its place.
    await page.locator('.list a', { hasText: 'Of the other tab' }).waitFor();
    await keepThree(page, 'move', 'Of this tab');
    assert.deepEqual(
      await page.evaluate(() =>
        JSON.parse(localStorage.getItem('lw.packs')).map((pack) => pack.title),
      ),
      ['Of the other tab', 'Of this tab'],
    );
    // Wins and choices too.
    await page.evaluate(() => (location.hash = '#/insight'));
    const solved = (tab, n) =>
      tab
        .locator('.figures .card', { hasText: 'Levels you solved' })
        .getByText(String(n), { exact: true })
        .waitFor();
    await solved(page, 0);
    await other.goto(
      `${base}#/level?l=t${Buffer.from(JSON.stringify({ game: 'sokoban', text: one })).toString('base64url')}`,
    );
    await board(other).waitFor();
    await other.keyboard.press('ArrowRight');
    await other.locator('[data-test=won]').waitFor();
    await solved(page, 1);
    const [before] = await page.evaluate(() => [document.documentElement.dataset.theme]);
    await other.locator('.bar button').click();
    await page.waitForFunction((was) => document.documentElement.dataset.theme !== was, before);
    await other.close();
  },

  async 'a studio opened by a plain address plays, shares and keeps'({ page, open }) {
    // There the browser offers neither of these.
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
      delete Crypto.prototype.randomUUID;
      document.execCommand = () => {
        window.copied = /** @type {HTMLTextAreaElement} */ (document.activeElement).value;
        return true;
      };
    });
    await open('play/daily/sokoban/easy');
    await board(page).waitFor();
    const share = page.getByRole('button', { name: 'Share' });
    await share.click();
    await page.getByRole('button', { name: 'Link copied' }).waitFor();
    const copied = await page.evaluate(() => window.copied);
    assert.match(copied, /#\/level\?l=/);
    await page.goto(copied);
    await board(page).waitFor();
    await keepThree(page, 'move', 'Kept');
    // Where even that is refused, the link is in the address to be taken by hand.
    await page.evaluate(() => (document.execCommand = () => false));
    await page.evaluate(() => (location.hash = '#/play/pack/starter/sokoban/1'));
    await board(page).waitFor();
    await page.getByRole('button', { name: 'Share' }).click();
    await page.waitForFunction(() => location.hash.startsWith('#/level?l='));
  },

  async 'a new page begins at its top, and one comes back to where one was'({ page, open }) {
    await open('play/pack/starter/sokoban');
    await page.locator('.tile').nth(16).scrollIntoViewIfNeeded();
    await page.locator('.tile canvas').nth(16).waitFor();
    const was = await page.evaluate(() => scrollY);
    assert.ok(was > 100, `${was} px down`);
    await page.locator('.tile').nth(16).click();
    await page.getByText('Level 17 of').waitFor();
    await page.waitForFunction(() => scrollY === 0);
    await page.goBack();
    await page.waitForFunction((y) => scrollY === y, was);
    await page.goForward();
    await page.getByText('Level 17 of').waitFor();
    await page.waitForFunction(() => scrollY === 0);
    await page.goBack();
    await page.waitForFunction((y) => scrollY === y, was);
    await page.reload();
    await page.waitForFunction((y) => scrollY === y, was);
    await page.getByRole('link', { name: 'Insight', exact: true }).click();
    await page.getByRole('heading', { name: 'Insight' }).waitFor();
    await page.waitForFunction(() => scrollY === 0);
  },

  async 'a title of any length stays in its place'({ visit }) {
    const title = `An exceedingly long title ${'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(5)}`;
    for (const options of [
      laptop,
      { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    ]) {
      const { page, open, close } = await visit(options);
      await page.addInitScript(
        ([name, text]) =>
          localStorage.setItem(
            'lw.packs',
            JSON.stringify([
              {
                id: 'x',
                title: name,
                game: 'sokoban',
                levels: [{ game: 'sokoban', id: '1'.repeat(32), text, title: name, own: true }],
              },
            ]),
          ),
        [title, one],
      );
      for (const address of ['play/daily/sokoban/easy', 'play/pack/own/x', 'play/pack/own/x/1']) {
        await open(address);
        await page.getByText('An exceedingly long title').first().waitFor();
        assert.ok((await wide(page)) <= 0, `${address} is too wide`);
        const lines = await page
          .locator('h1')
          .evaluate((head) => head.clientHeight / parseFloat(getComputedStyle(head).lineHeight));
        assert.ok(lines < 3.6, `${lines} lines of heading`);
        const cut = await page.evaluate(
          () =>
            [...document.querySelectorAll('.tile > *')].filter(
              (part) =>
                part.getBoundingClientRect().right >
                part.parentElement.getBoundingClientRect().right,
            ).length,
        );
        assert.equal(cut, 0, `${address}: what a tile holds is within it`);
      }
      await close();
    }
  },

  async 'on a laptop the main tools of a page are in sight'({ visit }) {
    const { page, open, close } = await visit(laptop);
    const seen = async (locator, what) => {
      await locator.waitFor();
      await page
        .waitForFunction(
          (part) => part.getBoundingClientRect().bottom <= innerHeight,
          await locator.elementHandle(),
        )
        .catch(() => assert.fail(`${what} is below the window`));
    };
    await open('make?game=sokoban');
    await seen(page.getByRole('button', { name: 'Make levels' }), 'Make levels');
    for (const game of ['sokoban', 'flow', 'move']) {
      await open(`edit?game=${game}`);
      await seen(page.getByRole('toolbar', { name: 'Tools' }), `the toolbar of ${game}`);
      await seen(page.getByRole('button', { name: 'Play it' }), `Play it of ${game}`);
      await open('insight');
    }
    await open('script');
    await page.locator('[data-test=player] .board').waitFor();
    await seen(page.getByRole('button', { name: 'Hint' }), 'Hint');
    await close();
  },

  async 'a dark page is printed light, without what is only for the screen'({ visit, base }) {
    const { page, open, close } = await visit({ ...laptop, colorScheme: 'dark' });
    await open('make?game=move');
    await keepThree(page, 'move', 'On paper');
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'light');
    for (const part of ['button', 'select', 'input', '.note', '.segments']) {
      assert.equal(await page.locator(`${part}:visible`).count(), 0, part);
    }
    assert.equal(await page.locator('.tile:visible').count(), 3);
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.tile canvas')].every((canvas) => {
        const [r, g, b] = canvas.getContext('2d').getImageData(0, 0, 1, 1).data;
        return r + g + b > 600;
      }),
    );
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
    // All of a long pack is on paper, also what nobody has scrolled to.
    await page.setViewportSize({ width: 400, height: 300 });
    await page.goto(`${base}#/play/pack/starter/sokoban`);
    await page.locator('.tile canvas').first().waitFor();
    const all = await page.locator('.tile').count();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.waitForFunction((n) => document.querySelectorAll('.tile canvas').length === n, all);
    await close();
  },

  async 'dark boards are light on paper at once, and dark again after it'({ visit }) {
    for (const address of ['play/pack/starter/sokoban', 'play/pack/starter/sokoban/1']) {
      const { page, open, close } = await visit({ ...laptop, colorScheme: 'dark' });
      await open(address);
      await page.locator('.tile canvas, .board canvas').first().waitFor();
      // Nothing waits between these three, as nothing does when a browser prints.
      await page.waitForFunction(() => {
        const brightness = () => {
          const canvas = document.querySelector('.tile canvas, .board canvas');
          return (
            canvas
              .getContext('2d')
              .getImageData(0, 0, canvas.width, canvas.height)
              .data.reduce((sum, value) => sum + value, 0) /
            canvas.width /
            canvas.height /
            4
          );
        };
        const before = brightness();
        dispatchEvent(new Event('beforeprint'));
        const onPaper = brightness();
        dispatchEvent(new Event('afterprint'));
        return onPaper > before + 15 && brightness() === before;
      });
      await page.pdf();
      await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
      await close();
    }
  },
};
