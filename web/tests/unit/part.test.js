import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutCells, cutDraw, samePart } from '../../src/board/part.js';

/** @type {Draw} */
const draw = {
  width: 4,
  height: 3,
  background: '#000000',
  player: 6,
  rows: ['abcd', 'efgh', 'ijkl'],
  items: [
    ['rect', 0, 0, 1, 1, 0, '#ff0000', null, 0],
    ['rect', 2.2, 1, 0.8, 0.2, 0, '#00ff00', null, 0],
    ['rect', 1.8, 1, 0.2, 0.2, 0, '#0000ff', null, 0],
  ],
};

test('a part of a board has its own cells, letters and player', () => {
  const cut = cutDraw(draw, { x: 2, y: 1, width: 2, height: 2 });
  assert.deepEqual([cut.width, cut.height, cut.player, cut.background], [2, 2, 0, '#000000']);
  assert.deepEqual(cut.rows, ['gh', 'kl']);
  assert.deepEqual(
    cut.items.map((item) => item[6]),
    ['#00ff00'],
  );
  assert.ok(Math.abs(Number(cut.items[0][1]) - 0.2) < 1e-9 && cut.items[0][2] === 0);
  assert.equal(draw.items[1][1], 2.2, 'the drawing of all stays as it is');
  assert.equal(cutDraw(draw, { x: 0, y: 0, width: 2, height: 3 }).player, undefined);
});

test('without a part all is shown', () => {
  assert.equal(cutDraw(draw, undefined), draw);
  assert.deepEqual(cutCells([1, 11], 4, undefined), [1, 11]);
});

test('cells out of sight are no cells of the part', () => {
  assert.deepEqual(
    cutCells([0, 5, 6, 7, 10, 11], 4, { x: 1, y: 1, width: 2, height: 2 }),
    [0, 1, 3],
  );
});

test('parts are the same by their numbers', () => {
  const part = { x: 0, y: 0, width: 2, height: 2 };
  assert.ok(samePart(undefined, undefined) && samePart(part, { ...part }));
  assert.ok(!samePart(part, undefined) && !samePart(part, { ...part, x: 2 }));
});
