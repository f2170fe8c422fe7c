// A game that was added as docs/adding-a-game.md says, by a folder and a line: the studio makes,
// plays, hints, edits and rates it. Skipped in a tree that has no such game.
import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assertWon, board, giveTime } from './hands.mjs';

/** The name of docs/adding-a-game.md. */
const GAME = 'counter';

const build = join(dirname(fileURLToPath(import.meta.url)), '../../../build');
const shot = (page, name) =>
  page.screenshot({ path: join(build, `added-${name}.png`), fullPage: true });
const verdict = (page) => page.locator('[data-test=verdict]');

/** Has the server make levels with the form as it stands. */
async function makeByServer({ page, open }) {
  await open(`make?game=${GAME}`);
  await page.getByRole('tab', { name: 'On the server' }).click();
  await page.getByLabel('How many').fill('4');
  await giveTime(page);
  await page.getByRole('button', { name: 'Make levels' }).click();
  await page.locator('[data-test=made]', { hasText: '4 levels made' }).waitFor();
  await page.waitForFunction(() => document.querySelectorAll('.gallery .tile canvas').length === 4);
  await shot(page, 'made');
}

/** Wins by doing what the hints say. */
async function playByHints({ page }) {
  await page.getByRole('button', { name: 'Play', exact: true }).first().click();
  await board(page).waitFor();
  for (let i = 0; (await page.locator('[data-test=won]').count()) === 0; i++) {
    assert.ok(i < 200, 'the hints lead nowhere');
    await page.getByRole('button', { name: 'Hint', disabled: false }).click();
    const said = page.getByText(/Step to the (left|right)\./).first();
    await said.waitFor();
    if (i === 0) await shot(page, 'hinted');
    const isLeft = (await said.textContent()).includes('left');
    await page.keyboard.press(isLeft ? 'ArrowLeft' : 'ArrowRight');
    await page.waitForFunction(
      (n) =>
        document.querySelector('[data-test=won]') ||
        document.querySelector('[data-test=moves]').textContent.startsWith(String(n)),
      i + 1,
    );
  }
  await assertWon(page);
  await page.getByRole('button', { name: 'How to play' }).click();
  await page.getByRole('dialog').getByText('On the flag, the level is solved.').waitFor();
  await page.keyboard.press('Escape');
}

/** Clicks a cell of a line of `width` cells. */
async function paint(page, x, width) {
  const box = await page.locator('.board canvas').boundingBox();
  await page.mouse.click(box.x + ((x + 0.5) / width) * box.width, box.y + box.height / 2);
}

async function editAndRate({ page, open }) {
  await open(`edit?game=${GAME}`);
  const text = page.getByLabel('As text');
  await text.fill('@....F..\n');
  await verdict(page).getByText('Solvable in 5 moves').waitFor();
  await verdict(page)
    .getByRole('heading', { name: /Uncalibrated rating: .* of 10/ })
    .waitFor();
  await shot(page, 'edited');
  await page.getByRole('radio', { name: /^rock/ }).click();
  await paint(page, 2, 8);
  await verdict(page).getByText('Proved unsolvable.').waitFor();
  assert.equal(await text.inputValue(), '@.#..F..\n');
  // There is only one flag: painting another takes the first away.
  await page.getByRole('radio', { name: /^flag/ }).click();
  await paint(page, 1, 8);
  await verdict(page).getByText('Solvable in 1 move').waitFor();
  assert.equal(await text.inputValue(), '@F#.....\n');
  await text.fill('..@....F..\n');
  await verdict(page).getByText('Solvable in 5 moves').waitFor();
  await page.getByRole('button', { name: 'Make it harder' }).click();
  await verdict(page).getByText('Solvable in 6 moves').waitFor();
}

export default {
  async 'an added game is made, played, hinted, edited and rated'(visit) {
    const { kinds } = visit.engine.call({ call: 'kinds' });
    if (!visit.live || !kinds.some(({ name }) => name === GAME)) return 'skipped';
    await makeByServer(visit);
    await playByHints(visit);
    return editAndRate(visit);
  },
};
