// Making, editing, PuzzleScript.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { assertWon, board, giveTime, pressAll } from './hands.mjs';
import { lanterns } from './levels.mjs';

async function exported(page, format) {
  await page.getByLabel('File format').selectOption(format);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** Makes levels with the form as it stands and waits for the end. */
async function make(page, count) {
  await page.getByLabel('How many').fill(String(count));
  await giveTime(page);
  await page.getByRole('button', { name: 'Make levels' }).click();
  await page.locator('[data-test=made]').waitFor();
}

async function keepAndExport({ page, engine }, where) {
  if (where) await page.getByRole('tab', { name: where }).click();
  await make(page, 20);
  await page.waitForFunction(() => document.querySelectorAll('.gallery .tile').length === 20);
  await page.getByRole('button', { name: 'Select all' }).click();
  await page.getByLabel('Pack').fill('Twenty');
  await page.getByRole('button', { name: 'Save to pack' }).click();
  await page.getByText('20 levels saved to').waitFor();
  const { name, bytes } = await exported(page, 'sok');
  assert.equal(name, 'twenty.sok');
  const { levels } = engine.call({ call: 'parse', game: 'sokoban', text: bytes.toString() });
  assert.equal(levels.length, 20);
  for (const level of levels) {
    assert.equal(
      engine.call({ call: 'replay', text: level.text, moves: level.solution }).won,
      true,
    );
  }
  const json = await exported(page, 'json');
  assert.match(json.name, /^twenty\.json/);
  assert.ok(json.bytes.toString().includes('"'));
  assert.equal(
    engine.call({
      call: 'parse',
      game: 'sokoban',
      text: (await exported(page, 'xsb')).bytes.toString(),
    }).levels.length,
    20,
  );
  const png = await exported(page, 'png');
  assert.deepEqual([...png.bytes.subarray(1, 4)], [...Buffer.from('PNG')]);
  await page.getByRole('link', { name: 'Show the pack' }).click();
  await page.getByRole('heading', { name: 'Twenty' }).waitFor();
  assert.equal(await page.locator('.gallery .tile').count(), 20);
}

const verdict = (page) => page.locator('[data-test=verdict]');

/** Writes down what is asked of the engines from now on, in every page of the visit. */
const noteCalls = (context) =>
  context.addInitScript(() => {
    window.asked = [];
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function noted(message, ...rest) {
      if (message.request) window.asked.push(message.request);
      return postMessage.call(this, message, ...rest);
    };
  });
const rated = (page) =>
  page.evaluate(() => window.asked.filter(({ call }) => call === 'rate').map(({ text }) => text));
const bars = (page, n) =>
  page.waitForFunction(
    (wanted) => document.querySelectorAll('.gallery .band').length === wanted,
    n,
  );

export default {
  async 'a level is rated once, however often one looks'({ page, open, context }) {
    await noteCalls(context);
    await open('make?game=flow');
    await make(page, 3);
    await bars(page, 3);
    assert.deepEqual(await rated(page), [], 'the run that made them did not rate them');
    // As older pages kept a run: without how hard its levels are.
    await page.evaluate(() => {
      const [key] = Object.keys(sessionStorage).filter((name) => name.startsWith('lw.run.'));
      const run = JSON.parse(sessionStorage.getItem(key));
      for (const level of run.levels) delete level.percent;
      sessionStorage.setItem(key, JSON.stringify(run));
    });
    await page.reload();
    await bars(page, 3);
    assert.equal(new Set(await rated(page)).size, 3);
    await page.getByRole('link', { name: 'Play', exact: true }).click();
    await board(page).waitFor();
    await page.getByRole('link', { name: 'Make', exact: true }).click();
    await page.getByRole('tab', { name: 'Flow' }).click();
    await bars(page, 3);
    await page.getByRole('button', { name: 'Save all to pack' }).click();
    await page.getByRole('link', { name: 'Show the pack' }).click();
    await page.getByRole('heading', { name: 'My levels' }).waitFor();
    await bars(page, 3);
    assert.equal((await rated(page)).length, 3);
  },

  async 'a level that brings its rating is not rated again'({ page, open, context }) {
    await noteCalls(context);
    await open('make?game=sokoban');
    await page.getByLabel('Difficulty: from').fill('1');
    await make(page, 2);
    await bars(page, 2);
    assert.deepEqual(await rated(page), []);
  },

  async 'twenty levels made in the browser, kept and exported'(visit) {
    await visit.open('make?game=sokoban');
    await keepAndExport(visit, visit.live ? 'In this browser' : null);
  },

  async 'twenty levels made by the server, kept and exported'(visit) {
    if (!visit.live) return 'skipped';
    await visit.open('make?game=sokoban');
    return keepAndExport(visit, 'On the server');
  },

  async 'making can be stopped, and wrong options are told'({ page, open }) {
    await open('make?game=sokoban');
    await page.getByLabel('Method').selectOption('mcts');
    await page.getByLabel('How many').fill('200');
    await giveTime(page);
    await page.getByRole('button', { name: 'Make levels' }).click();
    await page.getByRole('progressbar', { name: 'Making levels' }).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.locator('[data-test=made]', { hasText: 'Stopped' }).waitFor();
    await page.getByLabel('Method').selectOption('farthest');
    await page.getByLabel('Size', { exact: true }).fill('huge');
    await page.getByText('Enter a size such as 7x5.').waitFor();
    assert.ok(await page.getByRole('button', { name: 'Make levels' }).isDisabled());
  },

  async 'a run goes on while one looks elsewhere, and is there when one comes back'({
    page,
    open,
  }) {
    await open('make?game=sokoban');
    await page.getByLabel('Method').selectOption('mcts');
    await page.getByLabel('How many').fill('150');
    await giveTime(page);
    await page.getByRole('button', { name: 'Make levels' }).click();
    await page.locator('.gallery .tile').nth(1).waitFor();
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.getByRole('heading', { name: 'Edit a level' }).waitFor();
    await page.locator('[data-test=at-work]', { hasText: 'Making Sokoban levels' }).click();
    await page.getByRole('progressbar', { name: 'Making levels' }).waitFor();
    assert.equal(await page.getByLabel('How many').inputValue(), '150', 'the form is as it was');
    assert.equal(await page.getByLabel('Method').inputValue(), 'mcts');
    const before = await page.locator('.gallery .tile').count();
    assert.ok(before >= 2, `${before} levels`);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.locator('[data-test=made]', { hasText: 'Stopped' }).waitFor();
    // What this browser made is there after a reload, and so is the form.
    const made = await page.locator('.gallery .tile').count();
    await page.reload();
    await page.locator('[data-test=made]').waitFor();
    assert.equal(await page.locator('.gallery .tile').count(), made);
    assert.equal(await page.getByLabel('How many').inputValue(), '150');
  },

  async 'a run of this browser that a reload ends keeps what it found'({ page, open }) {
    await open('make?game=sokoban');
    await page.getByLabel('Method').selectOption('mcts');
    await page.getByLabel('How many').fill('150');
    await giveTime(page);
    await page.getByRole('button', { name: 'Make levels' }).click();
    await page.locator('.gallery .tile').nth(1).waitFor();
    await page.reload();
    await page.locator('[data-test=made]', { hasText: 'The page was closed' }).waitFor();
    await page.locator('.gallery .tile canvas').first().waitFor();
    assert.ok(await page.getByRole('button', { name: 'Make levels' }).isEnabled());
  },

  async 'who chooses none keeps all; a pack is deleted only after a question'({ page, open }) {
    await open('make?game=move');
    await make(page, 3);
    await page.getByRole('button', { name: 'Export 3 levels' }).waitFor();
    await page.getByRole('button', { name: 'Save all to pack' }).click();
    await page.getByText('3 levels saved to').waitFor();
    await page.getByRole('link', { name: 'Show the pack' }).click();
    await page.getByRole('button', { name: 'Delete this pack' }).click();
    await page
      .getByRole('dialog')
      .getByText('Its 3 levels are stored in this browser and nowhere else.')
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    assert.equal(await page.locator('.gallery .tile').count(), 3);
    await page.getByRole('button', { name: 'Delete this pack' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('heading', { name: 'Level of the day' }).waitFor();
    assert.equal(await page.evaluate(() => localStorage.getItem('lw.packs')), '[]');
  },

  async 'a level of 64 by 64 is edited, its lines unbroken'({ page, open }) {
    const rows = Array.from({ length: 64 }, (_, y) =>
      y === 0 || y === 63 ? '#'.repeat(64) : `#${y === 1 ? '@$.' : '   '}${' '.repeat(59)}#`,
    );
    await open('edit?game=sokoban');
    await page.getByLabel('As text').fill(`${rows.join('\n')}\n`);
    await verdict(page).getByText('Solvable in 1 move').waitFor();
    const field = await page
      .getByLabel('As text')
      .evaluate((text) => [
        text.scrollHeight / parseFloat(getComputedStyle(text).lineHeight),
        getComputedStyle(text).whiteSpace,
      ]);
    assert.ok(field[0] < 67, `${field[0]} lines on the screen`);
    await page.getByLabel('Height').fill('50');
    await page.getByLabel('Height').press('Tab');
    await page.waitForFunction(
      () => document.querySelector('aside textarea').value.trimEnd().split('\n').length === 50,
    );
    await page.getByLabel('Height').fill('64');
    await page.getByLabel('Height').press('Tab');
    await page.waitForFunction(
      () =>
        document.querySelector('aside textarea').value.replace(/\n$/, '').split('\n').length === 64,
    );
  },

  async 'levels of every game can be made'({ page, open }) {
    for (const game of ['flow', 'lazors', 'move', 'puzzlescript']) {
      await open(`make?game=${game}`);
      await page.getByLabel('How many').waitFor();
      await make(page, 2);
      await page.waitForFunction(
        () => document.querySelectorAll('.gallery .tile canvas').length === 2,
      );
      await open('insight');
    }
  },

  async 'a level edited until it cannot be solved says so'({ page, open }) {
    await open('edit?game=sokoban');
    const text = page.getByLabel('As text');
    await text.fill('######\n#    #\n# @$ #\n#.   #\n######\n');
    await verdict(page)
      .getByText(/Solvable in \d+ moves/)
      .waitFor();
    await verdict(page).getByText('Rating for people').waitFor();
    // Paint a wall where the box would have to go: it is stuck against the right side.
    const canvas = page.locator('.board canvas');
    await page.getByRole('radio', { name: /^wall/ }).click();
    const box = await canvas.boundingBox();
    for (const [x, y] of [
      [3, 1],
      [3, 3],
    ]) {
      await page.mouse.click(
        box.x + ((x + 0.5) / 6) * box.width,
        box.y + ((y + 0.5) / 5) * box.height,
      );
    }
    await verdict(page).getByText('Proved unsolvable.').waitFor();
    assert.equal(await text.inputValue(), '######\n#  # #\n# @$ #\n#. # #\n######\n');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page
      .getByRole('button', { name: 'Undo' })
      .click()
      .catch(() => {});
    await verdict(page)
      .getByText(/Solvable in/)
      .waitFor();
    await text.fill('####\n#  #\n####\n');
    await verdict(page)
      .getByText(/Not a level yet/)
      .waitFor();
  },

  async 'an edited level is watched, changed, mirrored, played and saved'({ page, open }) {
    await open('edit?game=sokoban');
    await page.getByLabel('As text').fill('#######\n#@ $ .#\n#   # #\n#######\n');
    await verdict(page)
      .getByText(/Solvable in/)
      .waitFor();
    await page.getByRole('button', { name: 'Watch the solution' }).click();
    await page.locator('[data-test=watch]').waitFor();
    await page.getByRole('button', { name: 'Back to painting' }).click();
    await page.getByRole('button', { name: 'Mirror' }).click();
    await page.waitForFunction(() =>
      document.querySelector('aside textarea').value.startsWith('#######\n#. $ @#'),
    );
    await page.getByRole('button', { name: 'Make it harder' }).click();
    await page
      .locator('.note.good, .note.info')
      .filter({ hasText: /Rating|No small change/ })
      .first()
      .waitFor();
    await page.getByLabel('As text').fill('#######\n#@ $ .#\n#   # #\n#######\n');
    await verdict(page)
      .getByText(/Solvable in/)
      .waitFor();
    await page.getByRole('button', { name: 'Save to pack' }).click();
    await page.getByText(/Saved to/).waitFor();
    await page.getByRole('button', { name: 'Play it' }).click();
    // The editor has a board too; keys pressed before the game is there would go to it.
    await page.getByRole('button', { name: 'Hint', disabled: false }).waitFor();
    await pressAll(page, 'rrr');
    await assertWon(page);
  },

  async 'PuzzleScript: error at its line, played, solved, levels made into it'({
    page,
    open,
    engine,
  }) {
    await open('script');
    const editor = page.getByLabel('Game source');
    await editor.fill(
      lanterns.replace('late [ Lantern | Lantern | Snow ]', 'late [ Lantern | Lantern | Snou ]'),
    );
    const line = lanterns.split('\n').findIndex((row) => row.startsWith('late ')) + 1;
    await page.locator(`.gutter .bad[data-line="${line}"]`).waitFor();
    await page
      .locator('[data-test=messages] .where', { hasText: `Line ${line}` })
      .first()
      .waitFor();
    // The rest of the game plays on.
    await board(page).waitFor();
    await editor.fill(lanterns);
    await page.getByText('The game compiles. 4 levels').waitFor();
    await board(page).waitFor();
    await page.locator('.board').focus();
    await pressAll(page, 'r');
    await assertWon(page);
    await page.getByLabel('Level', { exact: true }).selectOption('2');
    await page.getByRole('button', { name: 'Solve this level' }).click();
    await page
      .locator('[data-test=solve]')
      .getByText('Solved in 8 moves, proved to be the shortest.')
      .waitFor();
    await page
      .getByRole('tab', { name: 'In this browser' })
      .click()
      .catch(() => {});
    await page.getByLabel('How many').fill('2');
    await page.getByRole('button', { name: 'Make levels' }).click();
    await page.getByRole('button', { name: 'Add to the game' }).click();
    await page.getByText('The game compiles. 6 levels').waitFor();
    const source = await editor.inputValue();
    for (const level of [5, 6]) {
      assert.equal(engine.call({ call: 'solve', source, level }).status, 'solved');
    }
  },

  async 'what another text replaces can be had back'({ page, open }) {
    await open('script');
    await page.getByText('The game compiles').waitFor();
    const field = page.getByLabel('Game source');
    const mine = lanterns.replace(/^title .*$/m, 'title My own');
    await field.fill(mine);
    await page.getByRole('button', { name: 'Load the example' }).click();
    await page.getByText('This text replaced yours.').waitFor();
    assert.notEqual(await field.inputValue(), mine);
    await page.getByRole('button', { name: 'Restore mine' }).click();
    await page.waitForFunction(
      (text) => document.querySelector('.code textarea').value === text,
      mine,
    );
    // The same in the editor of levels, where Undo does it.
    await open('edit?game=sokoban');
    await page.getByLabel('As text').fill('#####\n#@$.#\n#####\n');
    await verdict(page).getByText('Solvable in 1 move').waitFor();
    const other = Buffer.from(
      JSON.stringify({ game: 'sokoban', text: '######\n#@$ .#\n######\n' }),
    ).toString('base64url');
    await open(`edit?l=t${other}`);
    await verdict(page).getByText('Solvable in 2 moves').waitFor();
    await page
      .getByRole('toolbar', { name: 'Tools' })
      .getByRole('button', { name: 'Undo' })
      .click();
    await page.waitForFunction(
      () => document.querySelector('aside textarea').value === '#####\n#@$.#\n#####\n',
    );
  },
};
