// What players say of levels, and the level sets whose table fills from what they do.
import assert from 'node:assert/strict';
import { axeFindings } from './axe.mjs';
import { assertWon, board, pressAll } from './hands.mjs';

const get = async (base, path) => (await fetch(`${base}api/v1${path}`)).json();

/** Asks the server until what it says is so. */
async function until(base, path, isSo) {
  for (;;) {
    const found = await get(base, path);
    if (isSo(found)) return found;
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** Levels of one step each, which differ. */
const text = (n) => {
  const wall = '#'.repeat(5 + n);
  return `${wall}\n#${' '.repeat(n)}@$.#\n${wall}\n`;
};

async function bringPack(base, n) {
  const { key } = await (await fetch(`${base}api/v1/players`, { method: 'POST' })).json();
  const levels = Array.from({ length: n }, (_, i) => ({ text: text(i), solution: 'R' }));
  const answer = await fetch(`${base}api/v1/packs`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Player ${key}` },
    body: JSON.stringify({ title: 'Steps', game: 'sokoban', levels }),
  });
  return (await answer.json()).id;
}

const card = (page) => page.locator('[data-test=opinion]');
const step = (page, n) => card(page).getByRole('button', { name: `${n} of 10`, exact: true });

async function win(page) {
  await pressAll(page, 'r');
  await assertWon(page);
}

const ratings = (found) => found.ratings[0] ?? { ratings: 0, mean: 0 };
const INSIGHT = '/insight?game=sokoban';

export default {
  async 'players say how hard a level was, or that they do not want to be asked'(shared) {
    if (!shared.live) return 'skipped';
    const server = await shared.ownServer();
    const visit = await shared.visit({ at: server.base });
    const { page, open, base, context } = visit;
    try {
      const pack = await bringPack(base, 7);
      const level = (n) => open(`play/pack/server/${pack}/${n}`);
      await level(1);
      await win(page);
      assert.deepEqual(await axeFindings(page), []);
      await step(page, 4).click();
      await card(page).getByText('You can still change it').waitFor();
      await until(base, INSIGHT, (found) => ratings(found).mean === 4);
      // Changing it replaces it.
      await step(page, 6).focus();
      await page.keyboard.press('Enter');
      await until(base, INSIGHT, (found) => ratings(found).mean === 6);

      // Said without a network, sent when it is back.
      await level(2);
      await win(page);
      await context.setOffline(true);
      await step(page, 8).click();
      await context.setOffline(false);
      await until(base, INSIGHT, (found) => ratings(found).ratings === 2);

      // One that is left is asked about beside the next.
      await level(7);
      await board(page).waitFor();
      await page.keyboard.press('ArrowLeft');
      await page.waitForFunction(() =>
        document.querySelector('[data-test=moves]')?.textContent.startsWith('1'),
      );
      await level(3);
      await card(page).getByText('How hard was the level you left?').waitFor();
      await step(page, 10).click();
      const found = await until(base, INSIGHT, (one) => ratings(one).ratings === 3);
      assert.equal(ratings(found).mean, 8);

      // Three ratings later two levels are compared.
      await win(page);
      await card(page).getByText('Which of these two was harder?').waitFor();
      assert.deepEqual(await axeFindings(page), []);
      await card(page).getByRole('button', { name: 'The first' }).click();
      await until(base, INSIGHT, (one) => one.totals.comparisons === 1);
      await open('insight');
      await page.getByText('Mean rating, 1 to 10').waitFor();
      await page.getByText('8.0').waitFor();

      // Put away: nothing for the rest of the visit. Switched off: nothing at all.
      await level(4);
      await win(page);
      await card(page).getByRole('button', { name: 'Not now' }).click();
      await level(5);
      await win(page);
      assert.equal(await card(page).count(), 0);
      await page.reload();
      await level(6);
      await win(page);
      await card(page).getByRole('button', { name: 'Don’t ask again' }).click();
      assert.equal(await card(page).count(), 0);
      assert.equal(await page.getByLabel('Ask me now and then').isChecked(), false);
      visit.forgive(/ERR_INTERNET_DISCONNECTED/);
      visit.assertQuiet();
    } finally {
      await visit.close();
      await server.stop();
    }
    return undefined;
  },

  async 'level sets: the player’s own order, and a table that fills'(shared) {
    if (!shared.live) return 'skipped';
    const server = await shared.ownServer();
    const visit = await shared.visit({ at: server.base });
    const { page, open, base, engine } = visit;
    try {
      await open('play/daily/sokoban/easy');
      await page.getByRole('link', { name: 'See the sets' }).click();
      await page.getByText('the studio collects anonymous data').waitFor();
      assert.deepEqual(await axeFindings(page), []);
      await page.getByRole('button', { name: 'Start' }).click();
      const sets = page.locator('[data-test=set]');
      await sets.first().waitFor();
      const names = await sets.locator('span:first-child').allTextContents();
      assert.deepEqual(names, ['The easy set', 'Set 1', 'Set 2', 'Set 3', 'Set 4', 'Set 5']);
      const order = () => sets.evaluateAll((links) => links.map((link) => link.hash));
      const before = await order();
      await page.getByText('David W. Skinner').waitFor();
      assert.deepEqual(await axeFindings(page), []);
      await page.reload();
      await sets.first().waitFor();
      assert.deepEqual(await order(), before, 'a reload keeps the order');

      const id = before[0].split('/').pop();
      const { levels } = await get(base, `/sets/${id}`);
      await sets.first().click();
      await page.locator('.tile').first().click();
      const { solution } = engine.call({ call: 'solve', text: levels[0].text });
      await pressAll(page, solution[0]);
      await page.getByRole('button', { name: 'Restart' }).click();
      await pressAll(page, solution);
      await assertWon(page);
      await page.getByRole('link', { name: 'Next level' }).first().click();
      await page.getByText('2 of 25').first().waitFor();
      const next = engine.call({ call: 'solve', text: levels[1].text });
      await pressAll(page, next.solution[0]);
      await page.getByRole('link', { name: 'All sets' }).click();
      const of = ({ sets: rows }) => rows.find((row) => row.set === id);
      const tables = await until(base, '/reports/tables', (now) => of(now).quit === 1);
      const { users, attempted, restarted, solved } = of(tables);
      assert.deepEqual(
        { users, attempted, restarted, solved },
        {
          users: 1,
          attempted: 2,
          restarted: 1,
          solved: 1,
        },
      );
      assert.deepEqual(tables.sessions, [{ sessions: 1, users: 1 }]);
      visit.assertQuiet();
    } finally {
      await visit.close();
      await server.stop();
    }
    return undefined;
  },
};
