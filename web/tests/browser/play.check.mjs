// Playing: the daily level by keys, every game to its end, walking, undo, sharing.
import assert from 'node:assert/strict';
import {
  assertWon,
  board,
  counter,
  dragOver,
  hasSaid,
  listen,
  playFlow,
  playLazors,
  pressAll,
} from './hands.mjs';
import { lanterns, starter } from './levels.mjs';

/** The level the page shows today: asked of the server, or chosen as the page does. */
async function dailyLevel({ base, live }, game, difficulty) {
  if (live) {
    const response = await fetch(`${base}api/v1/daily?game=${game}&difficulty=${difficulty}`);
    assert.equal(response.status, 200);
    return (await response.json()).level;
  }
  const fitting = starter(game).filter((level) => level.difficulty === difficulty);
  return fitting[Math.floor(Date.now() / 86400000) % fitting.length];
}

const sizeOf = (engine, game, text) => engine.call({ call: 'draw', game, text }).draw;
const solve = (engine, request) => engine.call({ call: 'solve', ...request }).solution;

export default {
  async 'daily level solved by key presses'(visit) {
    const { page, engine } = visit;
    await visit.open('play/daily/sokoban/easy');
    const level = await dailyLevel(visit, 'sokoban', 'easy');
    const solution = solve(engine, { game: 'sokoban', text: level.text, metric: 'moves' });
    await pressAll(page, solution);
    await assertWon(page);
    assert.equal(await counter(page, 'moves'), solution.length);
    assert.match(await page.title(), /Level of the day/);
  },

  async 'undo, redo, start again'({ page, open }) {
    await open('play/pack/starter/sokoban/3');
    await page.getByRole('button', { name: 'Hint', disabled: false }).waitFor();
    // What is painted, not a picture of the screen, which may be of a moment before.
    const painted = () => board(page).evaluate((canvas) => canvas.toDataURL());
    const before = await painted();
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(() =>
      document.querySelector('[data-test=moves]').textContent.startsWith('1'),
    );
    await page.waitForFunction(
      (picture) =>
        document.querySelector('[data-test=player] .board canvas').toDataURL() !== picture,
      before,
    );
    await page.keyboard.press('u');
    await page.waitForFunction(() =>
      document.querySelector('[data-test=moves]').textContent.startsWith('0'),
    );
    await page.waitForFunction(
      (picture) =>
        document.querySelector('[data-test=player] .board canvas').toDataURL() === picture,
      before,
    );
    await page.keyboard.press('y');
    await page.waitForFunction(() =>
      document.querySelector('[data-test=moves]').textContent.startsWith('1'),
    );
    await page.keyboard.press('r');
    await page.waitForFunction(() =>
      document.querySelector('[data-test=moves]').textContent.startsWith('0'),
    );
  },

  async 'undo and redo by Ctrl and Cmd'({ page, open }) {
    await open('play/pack/starter/sokoban/3');
    await board(page).waitFor();
    const press = async (key, n) => {
      await page.keyboard.press(key);
      await page.waitForFunction(
        (text) => document.querySelector('[data-test=moves]').textContent.startsWith(text),
        String(n),
      );
    };
    await press('ArrowLeft', 1);
    await press('Control+z', 0);
    await press('Control+Shift+Z', 1);
    await press('Meta+z', 0);
    await press('Meta+Shift+Z', 1);
    await board(page).focus();
    await press('Control+z', 0);
    await press('Control+y', 1);
  },

  async 'every level that ships shows how hard it is'({ page, open, base, live }) {
    const shown = () =>
      page.waitForFunction(() => {
        const tiles = [...document.querySelectorAll('.gallery .tile')];
        return tiles.length > 0 && tiles.every((tile) => tile.querySelector('.band'));
      });
    for (const game of ['sokoban', 'flow', 'lazors', 'move', 'puzzlescript']) {
      await open(`play/pack/starter/${game}`);
      await shown();
      if (!live) continue;
      const { packs } = await (await fetch(`${base}api/v1/packs?game=${game}&per_page=200`)).json();
      await open(`play/pack/server/${packs.find(({ title }) => /, easy$/.test(title)).id}`);
      await shown();
    }
  },

  async 'a pack without a title has a name'({ page, open }) {
    await page.addInitScript(
      (levels) =>
        localStorage.setItem(
          'lw.packs',
          JSON.stringify([{ id: 'bare', title: ' \u200b', game: 'sokoban', levels }]),
        ),
      starter('sokoban')
        .slice(0, 2)
        .map(({ id, text }) => ({ game: 'sokoban', id, text })),
    );
    await open('play/daily/sokoban/easy');
    await page.getByRole('link', { name: 'Untitled pack' }).click();
    await page.getByRole('heading', { name: 'Untitled pack' }).waitFor();
    await page.locator('.tile').first().click();
    await page.getByRole('heading', { name: 'Untitled pack, level 1' }).waitFor();
  },

  async 'Sokoban by pointing: walk to a square, drag a box home'({ page, open, engine }) {
    const text = '#######\n#@    #\n#  $ .#\n#     #\n#######\n';
    const shared = Buffer.from(JSON.stringify({ game: 'sokoban', text })).toString('base64url');
    await open(`level?l=t${shared}`);
    await board(page).waitFor();
    const size = sizeOf(engine, 'sokoban', text);
    await dragOver(page, [[1, 3]], size);
    await page.waitForFunction(() =>
      document.querySelector('[data-test=moves]').textContent.startsWith('2'),
    );
    await dragOver(
      page,
      [
        [3, 2],
        [5, 2],
      ],
      size,
    );
    await assertWon(page);
    assert.equal(await counter(page, 'pushes'), 2);
  },

  async 'Flow played to the end by dragging'({ page, open, engine }) {
    const { text } = starter('flow')[0];
    await open('play/pack/starter/flow/1');
    await playFlow(page, solve(engine, { game: 'flow', text }), sizeOf(engine, 'flow', text));
    await assertWon(page);
  },

  async 'Lazors played to the end by carrying blocks'({ page, open, engine }) {
    const { text } = starter('lazors')[0];
    await open('play/pack/starter/lazors/1');
    const stock = text.match(/^[ABC] \d+/gm).map((line) => line[0]);
    await playLazors(
      page,
      solve(engine, { game: 'lazors', text }),
      sizeOf(engine, 'lazors', text),
      stock,
    );
    await assertWon(page);
  },

  async 'Flow played by keyboard alone'({ page, open, engine }) {
    const text = '3 2\nR.R\nB.B\n';
    const shared = Buffer.from(JSON.stringify({ game: 'flow', text })).toString('base64url');
    await open(`level?l=t${shared}`);
    await board(page).waitFor();
    assert.equal(engine.call({ call: 'solve', game: 'flow', text }).status, 'solved');
    const press = async (keys) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await press(['ArrowRight', 'Space', 'ArrowRight', 'ArrowRight', 'Space']);
    await press(['ArrowDown', 'Space', 'ArrowLeft', 'ArrowLeft', 'Space']);
    await assertWon(page);
  },

  async 'a mouse that passes over the board leaves alone what keys carry'({ page, open }) {
    const text = '3 2\nR.R\nB.B\n';
    const shared = Buffer.from(JSON.stringify({ game: 'flow', text })).toString('base64url');
    await open(`level?l=t${shared}`);
    await board(page).waitFor();
    const press = async (keys) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const { x, y, width, height } = await board(page).boundingBox();
    await press(['ArrowRight', 'Space', 'ArrowRight']);
    await page.mouse.move(x + 5, y + 5);
    await page.mouse.move(x + width - 5, y + height - 5, { steps: 4 });
    await press(['ArrowRight', 'Space']);
    await press(['ArrowDown', 'Space', 'ArrowLeft', 'ArrowLeft', 'Space']);
    await assertWon(page);
  },

  async 'Move played to the end by keys'({ page, open, engine }) {
    const { text } = starter('move')[0];
    await open('play/pack/starter/move/1');
    await pressAll(page, solve(engine, { game: 'move', text }));
    await assertWon(page);
  },

  async 'PuzzleScript played to the end by keys'({ page, open, engine }) {
    await open('play/pack/starter/puzzlescript/2');
    await pressAll(page, solve(engine, { game: 'puzzlescript', source: lanterns, level: 2 }));
    await assertWon(page);
  },

  async 'PuzzleScript shows the part of the board that the game does'({ page, open }) {
    const row = '.'.repeat(8);
    const source = `flickscreen 4x3\n${lanterns.replace(/^LEVELS[^]*/m, `LEVELS\n\nP.......\n${row}\n${row}\n${row}\n.....*.O\n${row}\n`)}`;
    await open(
      `script?l=t${Buffer.from(JSON.stringify({ game: 'puzzlescript', source, level: 1 })).toString('base64url')}`,
    );
    const sees = (start) =>
      page.waitForFunction((wanted) => {
        const { width, height } = document.querySelector('[data-test=player] .board canvas') ?? {
          width: 0,
          height: 1,
        };
        const told =
          document.querySelector('[data-test=player] .board .hidden-text')?.textContent ?? '';
        return (
          told.startsWith(wanted) &&
          told.split(': ').length === 4 &&
          Math.abs(width / height - 4 / 3) < 0.02
        );
      }, start);
    const press = async (key, times) => {
      for (let i = 0; i < times; i++) await page.keyboard.press(key);
    };
    await sees('1: keeper, 3 empty.');
    await page.locator('[data-test=player] .board').focus();
    await press('ArrowRight', 3);
    await sees('1: 3 empty, keeper.');
    await press('ArrowRight', 1);
    await sees('1: keeper, 3 empty.');
    await press('ArrowDown', 3);
    await sees('1: keeper, 3 empty. 2: empty, lantern, empty, stone.');
    await press('u', 1);
    await sees('1: 4 empty.');
    await press('u', 3);
    await sees('1: 3 empty, keeper.');
  },

  async 'a hint points and says'({ page, open }) {
    await open('play/pack/starter/sokoban/1');
    await board(page).waitFor();
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.locator('.note.info').waitFor();
    assert.ok((await page.locator('.note.info').textContent()).length > 8);
  },

  async 'a lost position is told when one asks for it'({ page, open }) {
    const text = '######\n#    #\n# @$ #\n#.   #\n######\n';
    await open(
      `level?l=t${Buffer.from(JSON.stringify({ game: 'sokoban', text })).toString('base64url')}`,
    );
    await board(page).waitFor();
    await page.getByLabel(/Warn me/).check();
    await page.locator('.board').focus();
    await page.keyboard.press('ArrowRight');
    await page.locator('.note.bad').waitFor();
  },

  async 'how to play shows three pictures for every game'({ page, open }) {
    for (const game of ['sokoban', 'flow', 'lazors', 'move', 'puzzlescript']) {
      await open(`play/pack/starter/${game}/1`);
      await board(page).waitFor();
      await page.getByRole('button', { name: 'How to play' }).click();
      await page.waitForFunction(
        () => document.querySelectorAll('dialog .how canvas').length === 3,
      );
      await page.keyboard.press('Escape');
      await page.locator('dialog').waitFor({ state: 'detached' });
    }
  },

  async 'an address that no page has shows Play, whatever it is called'({ page, open }) {
    for (const address of ['__proto__', 'constructor', 'nowhere', 'play/daily/__proto__/easy']) {
      await page.goto('about:blank');
      await open(address);
      await page.getByRole('heading', { level: 1, name: 'Level of the day' }).waitFor();
      await board(page).waitFor();
    }
    await open('play/pack/starter/__proto__');
    await page.getByRole('alert').waitFor();
  },

  async 'what was shown before is gone as soon as the address is another'({ page, open, forgive }) {
    const link = (text) =>
      `level?l=t${Buffer.from(JSON.stringify({ game: 'sokoban', text })).toString('base64url')}`;
    /** What is told of boards when the page has followed the address, and before it has loaded
     * anything. */
    const goTo = (address) =>
      page.evaluate(
        (hash) =>
          new Promise((done) => {
            const told = () =>
              [...document.querySelectorAll('.board .hidden-text, .tile .name')].map(
                (one) => one.textContent,
              );
            addEventListener('hashchange', () => done(told()), { once: true });
            location.hash = hash;
          }),
        `#/${address}`,
      );
    const ways = [
      ['play/pack/starter/flow', 'play/pack/starter/sokoban'],
      ['play/pack/starter/flow/1', 'play/pack/starter/sokoban/1'],
      [link('#####\n#@$.#\n#####\n'), link('######\n#@ $.#\n######\n')],
      ['play/daily/sokoban/easy', 'play/daily/sokoban/easy?date=2020-01-01'],
    ];
    for (const [from, to] of ways) {
      await open(from);
      await page.locator('.board .hidden-text, .tile .name').first().waitFor({ state: 'attached' });
      assert.deepEqual(await goTo(to), [], to);
      await open('insight');
    }
    forgive(/status of 404/);
  },

  async 'a shared link brings the level; a bad or huge one is refused in words'({
    page,
    open,
    base,
    noise,
  }) {
    await open('play/pack/starter/sokoban/1');
    await board(page).waitFor();
    await listen(page);
    await page.getByRole('button', { name: 'Share' }).click();
    await hasSaid(page, 'Link copied');
    const url = await page.evaluate(() => window.copied);
    assert.ok(url.startsWith(`${base}#/level?l=`));
    await page.goto(url);
    await page.reload();
    await board(page).waitFor();
    await open(`level?l=t${'A'.repeat(20000)}`);
    await page.getByText(/too long to be a level/).waitFor();
    const script = Buffer.from(
      JSON.stringify({
        game: 'sokoban',
        text: '#####\n#@$.#\n#####\n',
        title: '<img src=x onerror=alert(1)>',
      }),
    ).toString('base64url');
    await open(`level?l=t${script}`);
    await page.getByRole('heading', { name: '<img src=x onerror=alert(1)>' }).waitFor();
    await open('level?l=zzzzz');
    await page.getByText(/doesn’t contain a playable level/).waitFor();
    assert.deepEqual(noise, []);
  },
};
