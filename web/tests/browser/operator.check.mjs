// What the operator decides, as people see it: a closed studio, one that only reads; and what
// players decide: a passphrase, to leave.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { board } from './hands.mjs';

const keyOf = (page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('lw.player') ?? 'null')?.key);

/** A server and a browser of the check's own. */
async function onOwnServer(shared, check) {
  const server = await shared.ownServer();
  const studio = (...words) =>
    execFileSync(shared.program, ['studio', ...words, '--data', server.data], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  const follows = async (name, on) => {
    for (;;) {
      const health = await (await fetch(`${server.base}healthz`)).json();
      if (health[name] === on) return;
      await new Promise((done) => setTimeout(done, 100));
    }
  };
  try {
    const visit = await shared.visit({ at: server.base });
    await check({ server, visit, studio, follows });
    visit.forgive(/status of (401|403|503)/);
    visit.assertQuiet();
    await visit.close();
  } finally {
    await server.stop();
  }
}

export default {
  async 'a closed studio lets in who was invited, and who comes again'(shared) {
    if (!shared.program) return 'skipped';
    return onOwnServer(shared, async ({ server, visit, studio, follows }) => {
      studio('closed', 'on');
      await follows('closed', true);
      const { page } = visit;
      await visit.open('play');
      await page.getByRole('heading', { name: 'This studio is closed' }).waitFor();
      await page.getByLabel('Handle').fill('bako-lumi-tere-nosu');
      await page.getByLabel('Passphrase').fill('never heard of it');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('That handle and passphrase don’t match').waitFor();
      await visit.open(studio('invite').replace('/#/', ''));
      await page.getByRole('button', { name: 'Enter the studio' }).click();
      await page
        .getByRole('link', { name: /Sokoban/ })
        .first()
        .waitFor();
      assert.match(await keyOf(page), /^[0-9a-f]{64}$/);
      // The invited player keeps the key under a passphrase and comes again elsewhere.
      await visit.open('insight');
      await page.getByText('Continue in another browser').click();
      await page.getByLabel('New passphrase').fill('several good words');
      await page.getByRole('button', { name: 'Save my key' }).click();
      const said = await page.getByText('Your handle is').textContent();
      const [handle] = /\w{4}-\w{4}-\w{4}-\w{4}/.exec(said);
      const other = await shared.visit({ at: server.base });
      await other.open('play');
      await other.page.getByLabel('Handle').fill(handle);
      await other.page.getByLabel('Passphrase').fill('several good words');
      await other.page.getByRole('button', { name: 'Sign in' }).click();
      await other.page
        .getByRole('link', { name: /Sokoban/ })
        .first()
        .waitFor();
      assert.equal(await keyOf(other.page), await keyOf(page));
      other.forgive(/status of 401/);
      await other.close();
      // And leaves.
      await page.getByText('Delete my player', { exact: true }).click();
      await page.getByRole('button', { name: 'Delete my player…' }).click();
      await page.getByRole('button', { name: 'Yes, delete it for good' }).click();
      await page.getByText('Your player has been deleted.').waitFor();
      assert.equal(await keyOf(page), undefined);
    });
  },

  async 'a studio that only reads gets what was played when it is over'(shared) {
    if (!shared.program) return 'skipped';
    return onOwnServer(shared, async ({ server, visit, studio, follows }) => {
      const { page } = visit;
      studio('read_only', 'on');
      await follows('read_only', true);
      await visit.open('play/daily/sokoban/easy');
      await board(page).waitFor();
      for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'z']) {
        await page.keyboard.press(key);
      }
      await page.locator('[data-test="read-only"]').waitFor();
      const waiting = () =>
        page.evaluate(
          () => Object.keys(localStorage).filter((key) => key.startsWith('lw.q.event.')).length,
        );
      assert.ok((await waiting()) > 0, 'events are kept');
      studio('read_only', 'off');
      await follows('read_only', false);
      await page.evaluate(() => dispatchEvent(new Event('online')));
      await page.locator('[data-test="read-only"]').waitFor({ state: 'detached' });
      await page.waitForFunction(
        () => !Object.keys(localStorage).some((key) => key.startsWith('lw.q.event.')),
      );
      const totals = (await (await fetch(`${server.base}api/v1/insight`)).json()).totals;
      assert.ok(totals.events > 0, 'and stored');
    });
  },
};
