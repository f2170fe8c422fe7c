// Without a network, after the first visit; and the moves that wait for the server.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { assertWon, board, pressAll } from './hands.mjs';

const [first] = JSON.parse(readFileSync(new URL('../../levels/sokoban.json', import.meta.url), 'utf8'));

export default {
  async 'a visited studio plays offline and remembers'({ page, open, context, engine }) {
    await open('play');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(async () => (await caches.keys()).length === 1 && navigator.serviceWorker.controller);
    await context.setOffline(true);
    await page.goto('about:blank');
    await open('play/pack/starter/sokoban/1');
    await pressAll(page, engine.call({ call: 'solve', text: first.text }).solution);
    await assertWon(page);
    await open('make?game=move');
    await page.getByLabel('How many').waitFor();
    await open('play/pack/starter/sokoban');
    await page.locator('.tile', { hasText: 'Solved' }).first().waitFor();
    await page.reload();
    await page.locator('.tile', { hasText: 'Solved' }).first().waitFor();
    await context.setOffline(false);
  },

  async 'moves made while the server is away arrive when it is back'({ page, open, context, base, engine, live, noise }) {
    if (!live) return 'skipped';
    await open('play/daily/sokoban/easy');
    await board(page).waitFor();
    await page.evaluate(() => navigator.serviceWorker.ready);
    const { level } = await (await fetch(`${base}api/v1/daily?game=sokoban&difficulty=easy`)).json();
    await context.setOffline(true);
    await pressAll(page, engine.call({ call: 'solve', text: level.text }).solution);
    await assertWon(page);
    await page.locator('[data-test=away]').waitFor();
    const waiting = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('lw.q.event.')).length);
    assert.ok((await waiting()) >= 2);
    // The page is closed and opened again before the network returns.
    await page.reload();
    assert.ok((await waiting()) >= 2);
    await context.setOffline(false);
    await page.waitForFunction(() => !Object.keys(localStorage).some((key) => key.startsWith('lw.q.event.')), null, { timeout: 90000 });
    const key = await page.evaluate(() => JSON.parse(localStorage.getItem('lw.player')).key);
    const me = await (await fetch(`${base}api/v1/players/me`, { headers: { Authorization: `Player ${key}` } })).json();
    assert.ok(me.levels.some((one) => one.level === level.id && one.solved), JSON.stringify(me));
    // That the network was gone, the browser says by itself.
    noise.splice(0, noise.length, ...noise.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED')));
    return undefined;
  },
};
