// By finger on a phone: taps, swipes, drags, painting.
import assert from 'node:assert/strict';
import { assertWon, board, cellPoint, counter, hasSaid, listen, pathsOf } from './hands.mjs';
import { lanterns, starter } from './levels.mjs';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const shared = (level) => `level?l=t${Buffer.from(JSON.stringify(level)).toString('base64url')}`;

/** A finger: goes down, over points, and up. */
async function fingerOf(page, context) {
  const cdp = await context.newCDPSession(page);
  const send = (type, points) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
  return async (points) => {
    await send('touchStart', [points[0]]);
    for (let i = 1; i < points.length; i++) {
      for (const share of [0.34, 0.67, 1]) {
        await send('touchMove', [
          points[i].map((to, d) => points[i - 1][d] + (to - points[i - 1][d]) * share),
        ]);
      }
    }
    await send('touchEnd', []);
  };
}

async function onPhone({ visit }, play) {
  const mobile = await visit(phone);
  const finger = await fingerOf(mobile.page, mobile.context);
  await play({ ...mobile, finger });
  mobile.assertQuiet();
  await mobile.close();
}

const starts = (page, n) =>
  page.waitForFunction(
    (text) => document.querySelector('[data-test=moves]').textContent.startsWith(text),
    String(n),
  );

/** From near, is a drawn cell of so many columns within what is seen? */
const inSight = (page, column, row, columns) =>
  page.waitForFunction(
    ([x, y, n]) => {
      const box = document.querySelector('[data-test=player] .board');
      const cell = box.querySelector('canvas').clientWidth / n;
      const within = (at, from, length) =>
        (at + 0.2) * cell > from && (at + 0.8) * cell < from + length;
      return (
        cell >= 14 &&
        within(x, box.scrollLeft, box.clientWidth) &&
        within(y, box.scrollTop, box.clientHeight)
      );
    },
    [column, row, columns],
  );
const closer = (page) => page.getByRole('button', { name: 'Zoom in' }).tap();
const press = (page, name) => page.locator('.pad').getByRole('button', { name, exact: true }).tap();

export default {
  "every brush is in sight, and every page's name within its highlight": (visit) =>
    onPhone(visit, async ({ page, open }) => {
      for (const game of ['sokoban', 'flow', 'lazors', 'move']) {
        await open(`edit?game=${game}`);
        await page.locator('.palette button').first().waitFor();
        const hidden = await page.evaluate(() =>
          [...document.querySelectorAll('.palette button')]
            .filter((brush) => brush.getBoundingClientRect().right > innerWidth)
            .map((brush) => brush.textContent),
        );
        assert.deepEqual(hidden, [], game);
      }
      const wide = await page.evaluate(() =>
        [...document.querySelectorAll('.tabs-main a')]
          .filter((tab) => tab.firstElementChild.nextElementSibling.offsetWidth > tab.clientWidth)
          .map((tab) => tab.textContent),
      );
      assert.deepEqual(wide, []);
    }),

  'Sokoban by finger: tap to walk, swipe to step, drag a box, press the pad': (visit) =>
    onPhone(visit, async ({ page, open, engine, finger }) => {
      const text = '########\n#@     #\n#  $  .#\n#      #\n########\n';
      await open(shared({ game: 'sokoban', text }));
      await board(page).waitFor();
      const size = engine.call({ call: 'draw', game: 'sokoban', text }).draw;
      const at = (x, y) => cellPoint(page, [x, y], size);
      await page.touchscreen.tap(...(await at(1, 3)));
      await starts(page, 2);
      const before = await page.evaluate(() => scrollY);
      await finger([await at(5, 3), await at(6, 3)]);
      await starts(page, 3);
      // A tap that follows a swipe at once is not dropped.
      const undo = await page.locator('.pad').getByRole('button', { name: 'Undo' }).boundingBox();
      await listen(page);
      await finger([await at(4, 3), await at(4, 1)]);
      await page.touchscreen.tap(undo.x + undo.width / 2, undo.y + undo.height / 2);
      await hasSaid(page, 'Undone.');
      await starts(page, 3);
      assert.equal(
        await page.evaluate(() => scrollY),
        before,
        'a swipe over the board does not scroll',
      );
      await page.locator('.pad').getByRole('button', { name: 'Left' }).tap();
      await starts(page, 4);
      await finger([await at(3, 2), await at(6, 2)]);
      await assertWon(page);
      assert.equal(await counter(page, 'pushes'), 3);
    }),

  'a level too large for a finger is looked at from near': (visit) =>
    onPhone(visit, async ({ page, open }) => {
      const rows = Array.from({ length: 64 }, (_, y) =>
        y === 0 || y === 63
          ? '#'.repeat(64)
          : y === 40
            ? `#${' '.repeat(50)}@$.${' '.repeat(9)}#`
            : `#${' '.repeat(62)}#`,
      );
      await open(
        `level?l=t${Buffer.from(JSON.stringify({ game: 'sokoban', text: `${rows.join('\n')}\n` })).toString('base64url')}`,
      );
      await board(page).waitFor();
      await page.getByRole('button', { name: 'Zoom in' }).tap();
      const frame = page.locator('[data-test=player] .board');
      // The player stands in sight, in cells that can be tapped; a tap beside it walks there.
      const seen = () =>
        frame.evaluate((box) => ({
          left: box.scrollLeft,
          top: box.scrollTop,
          width: box.clientWidth,
          height: box.clientHeight,
          all: box.scrollWidth,
        }));
      const at = async () => {
        const [{ left, top, width, height, all }, outer] = [
          await seen(),
          await frame.boundingBox(),
        ];
        const cell = all / 64;
        const [x, y] = [51.5 * cell - left, 40.5 * cell - top];
        assert.ok(cell >= 20, `${cell} px a cell`);
        assert.ok(x > 0 && x < width && y > 0 && y < height, 'the player is in sight');
        return { x: outer.x + x, y: outer.y + y, cell };
      };
      const { x, y, cell } = await at();
      await page.touchscreen.tap(x - 3 * cell, y);
      await starts(page, 3);
      // Walked out of the middle, it is still in sight; the whole board comes back by the same
      // button.
      for (let i = 0; i < 3; i++) {
        await page.locator('.pad').getByRole('button', { name: 'Right' }).tap();
      }
      await starts(page, 6);
      await at();
      await page.getByRole('button', { name: 'Show the whole board' }).tap();
      assert.equal(await frame.evaluate((box) => box.scrollWidth > box.clientWidth + 1), false);
      await page.locator('.pad').getByRole('button', { name: 'Right' }).tap();
      await assertWon(page);
    }),

  'whatever letter a PuzzleScript game gives its player, it stays in sight from near': (visit) =>
    onPhone(visit, async ({ page, open }) => {
      const line = (n, at, what) => `${'.'.repeat(at)}${what}${'.'.repeat(n - at - 1)}`;
      const rows = [
        ...Array(39).fill(line(60, 0, '.')),
        `${'.'.repeat(50)}P${'.'.repeat(7)}*O`,
        line(60, 3, '*'),
      ];
      const source = lanterns.replace(/^LEVELS[^]*/m, `LEVELS\n\n${rows.join('\n')}\n`);
      await open(shared({ game: 'puzzlescript', source, level: 1 }));
      await board(page).waitFor();
      await closer(page);
      await inSight(page, 50, 39, 60);
      for (let i = 0; i < 7; i++) await press(page, 'Left');
      await starts(page, 7);
      await inSight(page, 43, 39, 60);
    }),

  'the ball of Move that one looks at stays in sight from near, also back again': (visit) =>
    onPhone(visit, async ({ page, open }) => {
      const rows = Array.from({ length: 50 }, (_, y) =>
        Array.from({ length: 50 }, (_, x) =>
          y === 30 && x === 3 ? 'A.' : y === 30 && x === 45 ? '.a' : '..',
        ).join(' '),
      );
      await open(shared({ game: 'move', text: `${rows.join('\n')}\n` }));
      await board(page).waitFor();
      await closer(page);
      await inSight(page, 3, 30, 50);
      for (let i = 0; i < 20; i++) await press(page, 'Right');
      await starts(page, 20);
      await inSight(page, 23, 30, 50);
      for (let i = 0; i < 20; i++) await press(page, 'Undo');
      await starts(page, 0);
      await inSight(page, 3, 30, 50);
    }),

  'from near a finger on nothing moves the board of Flow, one on a path draws': (visit) =>
    onPhone(visit, async ({ page, open, finger }) => {
      const frame = page.locator('[data-test=player] .board');
      const flow = Array.from({ length: 40 }, (_, y) =>
        y === 0 ? `A${'.'.repeat(39)}` : y === 39 ? `${'.'.repeat(39)}A` : '.'.repeat(40),
      );
      await open(shared({ game: 'flow', text: `${flow.join('\n')}\n` }));
      await board(page).waitFor();
      await closer(page);
      await inSight(page, 0, 0, 40);
      const at = async (x, y) => {
        const [outer, cell] = await Promise.all([
          frame.boundingBox(),
          frame.evaluate((box) => [
            box.querySelector('canvas').clientWidth / 40,
            box.scrollLeft,
            box.scrollTop,
          ]),
        ]);
        return [outer.x + (x + 0.5) * cell[0] - cell[1], outer.y + (y + 0.5) * cell[0] - cell[2]];
      };
      await finger([await at(0, 0), await at(4, 0), await at(9, 0)]);
      await starts(page, 1);
      await inSight(page, 9, 0, 40);
      await finger([await at(8, 8), await at(4, 4)]);
      const scrolled = await frame.evaluate((box) => box.scrollTop);
      assert.ok(scrolled > 0, 'a finger on nothing moves the board');
      await starts(page, 1);
    }),

  'Flow, Lazors and Move by finger': (visit) =>
    onPhone(visit, async ({ page, open, engine, finger }) => {
      const flow = starter('flow')[0].text;
      await open('play/pack/starter/flow/1');
      await board(page).waitFor();
      const size = engine.call({ call: 'draw', game: 'flow', text: flow }).draw;
      for (const cells of pathsOf(
        engine.call({ call: 'solve', game: 'flow', text: flow }).solution,
      )) {
        await finger(await Promise.all(cells.map((cell) => cellPoint(page, cell, size))));
      }
      await assertWon(page);

      const lazors =
        'GRID START\no o o\no o o\no o o\nGRID STOP\n\nA 1\n\nL 0 1 1 1\n\nP 4 3\nP 5 2\n';
      await open(shared({ game: 'lazors', text: lazors }));
      await board(page).waitFor();
      const drawn = engine.call({ call: 'draw', game: 'lazors', text: lazors }).draw;
      const middle = (x, y) => cellPoint(page, [3 * x + 1, 3 * y + 1], drawn);
      await finger([await middle(0, 3), await middle(1, 2)]);
      await assertWon(page);

      await open(shared({ game: 'move', text: 'A. .. .a\n' }));
      await board(page).waitFor();
      const row = engine.call({ call: 'draw', game: 'move', text: 'A. .. .a\n' }).draw;
      for (let i = 0; i < 2; i++) {
        await finger([await cellPoint(page, [0, 0], row), await cellPoint(page, [2, 0], row)]);
        await starts(page, i + 1);
      }
      await assertWon(page);
    }),

  'a level painted by finger is judged under the board': (visit) =>
    onPhone(visit, async ({ page, open, finger }) => {
      await open('edit?game=sokoban');
      await page.getByLabel('As text').fill('######\n#    #\n# @$ #\n#.   #\n######\n');
      const line = page.locator('.beside-board');
      await line.getByText(/Solvable in/).waitFor();
      await page.getByRole('radio', { name: 'wall', exact: true }).tap();
      const canvas = page.locator('.board canvas');
      await canvas.scrollIntoViewIfNeeded();
      const box = await canvas.boundingBox();
      const at = (x, y) => [
        box.x + ((x + 0.5) / 6) * box.width,
        box.y + ((y + 0.5) / 5) * box.height,
      ];
      await finger([at(1, 1), at(4, 1)]);
      await finger([at(3, 3), at(4, 3)]);
      await line.getByText('Proved unsolvable.').waitFor();
      const shown = await line.boundingBox();
      const bar = await page.locator('.tabs-main').boundingBox();
      assert.ok(
        shown.y > box.y && shown.y + shown.height <= bar.y,
        'the answer is seen without scrolling',
      );
      assert.equal(
        await page.getByLabel('As text').inputValue(),
        '######\n######\n# @$ #\n#. ###\n######\n',
      );
    }),

  'lasers and targets are painted by mouse, keys and finger'({ page, open, engine, visit }) {
    const empty = 'GRID START\no o o\no o o\no o o\nGRID STOP\n\nA 1\n';
    const size = { width: 9, height: 12, items: [] };
    const point = async (target, x, y) => {
      const box = await target.locator('.board canvas').boundingBox();
      const text = await target.getByLabel('As text').inputValue();
      const draw = (() => {
        const { levels } = engine.call({
          call: 'parse',
          game: 'lazors',
          text,
          grid: true,
          draw: true,
        });
        return levels[0]?.draw ?? { ...size, height: 9 };
      })();
      const margin = marginOf(draw, box);
      return [
        box.x + ((x * 1.5 + margin) / (draw.width + 2 * margin)) * box.width,
        box.y + ((y * 1.5 + margin) / (draw.height + 2 * margin)) * box.height,
      ];
    };
    const textIs = (target, pattern) =>
      target.waitForFunction(
        ([source]) => new RegExp(source, 'm').test(document.querySelector('aside textarea').value),
        [pattern],
      );
    const play = async (target, click, name) => {
      await target.goto(`${target.url().split('#')[0]}#/edit?game=lazors`);
      await target.getByLabel('As text').fill(empty);
      await target.getByRole('radio', { name: 'laser' }).click();
      await click(0, 1);
      await textIs(target, '^L 0 1 1 1$');
      await click(0, 1);
      await textIs(target, '^L 0 1 -1 1$');
      for (let i = 0; i < 4; i++) await click(0, 1);
      await textIs(target, '^L 0 1 1 1$');
      await target.getByRole('radio', { name: 'target' }).click();
      await click(4, 3);
      await textIs(target, '^P 4 3$');
      await target
        .locator('[data-test=verdict]')
        .getByText(/Solvable in/)
        .waitFor()
        .catch((error) => {
          throw new Error(`${name}: ${error.message}`);
        });
      await click(4, 3);
      await target.waitForFunction(
        () => !/^P/m.test(document.querySelector('aside textarea').value),
      );
    };
    return (async () => {
      await open('edit?game=lazors');
      await play(page, async (x, y) => page.mouse.click(...(await point(page, x, y))), 'mouse');
      await onPhone({ visit }, async (mobile) => {
        await mobile.open('edit?game=lazors');
        await play(
          mobile.page,
          async (x, y) => {
            await mobile.page.locator('.board canvas').scrollIntoViewIfNeeded();
            await mobile.page.touchscreen.tap(...(await point(mobile.page, x, y)));
          },
          'finger',
        );
      });
      // By keys: the cursor moves in thirds of a cell, so edges can be reached.
      await page.getByLabel('As text').fill(empty);
      await page.getByRole('radio', { name: 'laser' }).click();
      await page.locator('.board').focus();
      for (const key of ['ArrowRight', 'ArrowLeft', 'Space']) await page.keyboard.press(key);
      await textIs(page, '^L 0 1 1 1$');
      await page.keyboard.press('Space');
      await textIs(page, '^L 0 1 -1 1$');
    })();
  },
};

/** How much the board shows around its cells, from the picture's proportions: things on the
 * edge need room, and a level that cannot be read is drawn without it. */
function marginOf(draw, box) {
  const ratio = box.width / box.height;
  if (Math.abs(ratio - draw.width / draw.height) < 0.005) return 0;
  return Math.max(0, (draw.width - ratio * draw.height) / (2 * ratio - 2));
}
