// The first minutes of somebody who has just started the studio, in one visit.
import assert from 'node:assert/strict';
import { assertWon, giveTime, pressAll } from './hands.mjs';

export default {
  async 'a newcomer wins a level, makes twenty and gives them to the studio'({
    page,
    open,
    base,
    engine,
    live,
  }) {
    if (!live) return 'skipped';
    await open('play');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const { text } = JSON.parse(
      await page.evaluate(() =>
        fetch('/api/v1/daily?game=sokoban&difficulty=easy').then((answer) => answer.text()),
      ),
    ).level;
    await open('play/daily/sokoban/easy');
    await pressAll(
      page,
      engine.call({ call: 'solve', game: 'sokoban', text, metric: 'moves' }).solution,
    );
    await assertWon(page);

    await open('make?game=sokoban');
    await page.getByLabel('How many').fill('20');
    await giveTime(page);
    await page.getByRole('button', { name: 'Make levels' }).click();
    await page.locator('[data-test=made]').waitFor();
    await page.waitForFunction(() => document.querySelectorAll('.gallery .tile').length === 20);
    await page.getByRole('button', { name: 'Select all' }).click();
    const title = `Twenty of ${Date.now()}`;
    await page.getByLabel('Pack').fill(title);
    await page.getByRole('button', { name: 'Save to pack' }).click();
    await page.getByText('20 levels saved to').waitFor();
    await page.getByRole('link', { name: 'Show the pack' }).click();
    await page.getByRole('button', { name: 'Publish to the studio' }).click();
    await page.getByText(/Published: \d+ new/).waitFor();

    const { packs } = await (await fetch(`${base}api/v1/packs?game=sokoban&per_page=200`)).json();
    const stored = packs.find((pack) => pack.title === title);
    assert.equal(stored?.n_levels, 20, 'the pack as the store has it');
    await open(`play/pack/server/${stored.id}`);
    await page.getByRole('heading', { name: title }).waitFor();
    assert.equal(await page.locator('.gallery .tile').count(), 20);
  },

  async 'the licences of all that the pages contain are one click away'({ page, open }) {
    await open('play');
    await page.getByRole('link', { name: 'Licences' }).click();
    await page.waitForURL('**/licenses.txt');
    const text = await page.evaluate(() => document.body.innerText);
    for (const part of ['Levelwright developers', 'preact', 'uplot', 'musl']) {
      assert.ok(text.includes(part), `the notices do not name ${part}`);
    }
  },
};
