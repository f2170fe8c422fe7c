import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ease, planTween, shift } from '../../src/board/tween.js';

const draw = (items) => ({ width: 5, height: 5, background: '#fff', items });
const box = (x, y, fill = '#aa0000') => ['rect', x, y, 0.8, 0.8, 0.1, fill, null, 0];

test('what stays has no way to go', () => {
  const list = draw([box(0, 0), box(1, 1)]);
  assert.ok(
    planTween(list, draw([box(0, 0), box(1, 1)])).every(
      ({ dx, dy, fade }) => dx === 0 && dy === 0 && fade === 0,
    ),
  );
});

test('what moved by whole cells slides from where it was', () => {
  const parts = planTween(draw([box(0, 0), box(3, 3)]), draw([box(0, 0), box(3, 2)]));
  const moved = parts.find(({ item }) => item[1] === 3);
  assert.deepEqual([moved.dx, moved.dy, moved.fade], [0, 1, 0]);
  assert.equal(parts.length, 2);
});

test('a thing that changes its colour on the way is the same thing', () => {
  const [part] = planTween(draw([box(1, 0)]), draw([box(2, 0, '#00aa00')]));
  assert.deepEqual([part.dx, part.dy, part.fade], [-1, 0, 0]);
  assert.equal(part.item[6], '#00aa00');
});

test('the nearest of equal things is taken, whole cells only', () => {
  const rows = (y) =>
    [0, 0.2, 0.4, 0.6, 0.8].map((d) => ['rect', 1, y + d, 1, 0.2, 0, '#123456', null, 0]);
  const parts = planTween(draw(rows(2)), draw(rows(1)));
  // Four rows of the sprite overlap none of the old ones exactly, each moves by one cell.
  for (const { dx, dy, fade } of parts) assert.deepEqual([dx, Math.round(dy), fade], [0, 1, 0]);
});

test('what has no partner fades in or out', () => {
  const parts = planTween(
    draw([['circle', 1, 1, 0.3, '#111111', null, 0]]),
    draw([['text', 2, 2, 0.5, '#222222', 'A']]),
  );
  assert.deepEqual(parts.map(({ fade }) => fade).sort(), [-1, 1]);
});

test('every item of the new list is painted exactly once, over random lists', () => {
  let seed = 7;
  const random = (n) => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) % n;
  for (let round = 0; round < 200; round++) {
    const make = () =>
      draw(
        Array.from({ length: random(12) }, () =>
          box(random(5), random(5), random(2) ? '#aa0000' : '#00aa00'),
        ),
      );
    const to = make();
    const parts = planTween(make(), to);
    const shown = parts.filter(({ fade }) => fade >= 0).map(({ item }) => item);
    assert.equal(shown.length, to.items.length);
    assert.deepEqual(new Set(shown), new Set(to.items));
  }
});

test('shift moves every point, and not at all by nothing', () => {
  assert.deepEqual(shift(['line', 0, 0, 1, 1, 0.1, '#000'], 2, 3), [
    'line',
    2,
    3,
    3,
    4,
    0.1,
    '#000',
  ]);
  assert.deepEqual(shift(['polygon', [0, 0, 1, 0], '#000'], 1, 2), [
    'polygon',
    [1, 2, 2, 2],
    '#000',
  ]);
  const item = /** @type {DrawItem} */ (box(1, 1));
  assert.equal(shift(item, 0, 0), item);
  assert.equal(ease(0), 0);
  assert.equal(ease(1), 1);
});
