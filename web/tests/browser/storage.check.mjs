// What a browser kept under version 0.1 (tests/data/README.md) is still there and still works.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { board } from './hands.mjs';

const kept = JSON.parse(readFileSync(new URL('../data/storage-0.1.json', import.meta.url), 'utf8'));
const waiting = (page) =>
  page.evaluate(
    () => Object.keys(localStorage).filter((key) => key.startsWith('lw.q.event.')).length,
  );

/** A browser with that past, and no server within reach. */
async function comeBack({ page, base }) {
  await page.route(/\/api\/|\/healthz/, (route) => route.abort());
  await page.goto(`${base}icon.svg`);
  await page.evaluate(({ localStorage: local, sessionStorage: session }) => {
    for (const [key, value] of Object.entries(local)) localStorage.setItem(key, value);
    for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, value);
  }, kept);
}

/** The studio of then had the level; this one may have chosen another for its first day. */
async function bringLevel(base, { game, text }) {
  const send = async (path, body, headers = {}) => {
    const answer = await fetch(`${base}api/v1${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    assert.equal(answer.status, 201, path);
    return answer.json();
  };
  const { key } = await send('/players', {});
  const pack = { title: 'Of that day', game, levels: [{ text }] };
  await send('/packs', pack, { Authorization: `Player ${key}` });
}

export default {
  async 'plays, settings and the key of an older version are there'(visit) {
    const { page, open } = visit;
    await comeBack(visit);
    await open('play');
    await page.getByRole('tab', { name: 'Sokoban', selected: true }).waitFor();
    await page.getByRole('tab', { name: 'Medium', selected: true }).waitFor();
    await page.getByLabel(/Warn me/, { exact: false }).waitFor();
    assert.ok(await page.getByLabel(/Warn me/).isChecked());
    assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
    await page.locator('[data-test=away]', { hasText: '2 events waiting' }).waitFor();
    await open('play/pack/starter/sokoban');
    await page.locator('.tile', { hasText: 'Level 1' }).first().getByText('Solved').waitFor();
    await open('play/pack/starter/sokoban/1');
    await page.getByText('yours 11').waitFor();
    await open('play/pack/starter/sokoban/2');
    await page.locator('[data-test=moves]', { hasText: /^4/ }).waitFor();
    await open('insight');
    await page.getByText('Continue in another browser').click();
    await page.getByRole('button', { name: 'Copy my key' }).click();
    await page.waitForFunction(() => window.copied);
    const { key } = JSON.parse(kept.localStorage['lw.player']);
    assert.equal(await page.evaluate(() => window.copied), key);
    visit.forgive(/Failed to load resource|ERR_FAILED/);
  },

  async 'levels and texts of an older version are there'(visit) {
    const { page, open } = visit;
    await comeBack(visit);
    await open('play/daily/sokoban/easy');
    await page.getByRole('link', { name: /My own pack/ }).click();
    await page.getByRole('link', { name: /Level 1/ }).click();
    await board(page).waitFor();
    await open('play/daily/flow/easy');
    await page.getByRole('link', { name: /My levels.*2 levels/ }).waitFor();
    for (const game of ['sokoban', 'lazors']) {
      await open(`edit?game=${game}`);
      await page.locator('[data-test=verdict]').getByText('Solvable in').waitFor();
      const text = await page.getByLabel('As text').inputValue();
      assert.equal(text, JSON.parse(kept.localStorage[`lw.edit.${game}`]));
    }
    await open('script');
    await page.getByText('The game compiles').waitFor();
    assert.match(await page.getByLabel('Game source').inputValue(), /^title Written before$/m);
    await open('make?game=flow');
    await page.getByText('These levels were made earlier.').waitFor();
    assert.equal(await page.getByLabel('How many').inputValue(), '2');
    assert.equal(await page.locator('.gallery > li').count(), 2);
    visit.forgive(/Failed to load resource|ERR_FAILED/);
  },

  async 'moves that an older version could not send arrive'(visit) {
    const { page, open, live } = visit;
    if (!live) return 'skipped';
    const { level: played } = JSON.parse(kept.localStorage['lw.daily.sokoban.medium']);
    await bringLevel(visit.base, played);
    await comeBack(visit);
    await open('play');
    await page.locator('[data-test=away]').waitFor();
    assert.equal(await waiting(page), 2);
    await page.unroute(/\/api\/|\/healthz/);
    await page.waitForFunction(
      () => !Object.keys(localStorage).some((key) => key.startsWith('lw.q.')),
    );
    const { key } = JSON.parse(await page.evaluate(() => localStorage.getItem('lw.player')));
    const me = await fetch(new URL('/api/v1/players/me', visit.base), {
      headers: { Authorization: `Player ${key}` },
    });
    const { levels } = await me.json();
    assert.deepEqual(
      levels.map(({ level }) => level),
      [played.id],
    );
    visit.forgive(/Failed to load resource|ERR_FAILED|401/);
    return undefined;
  },
};
