import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestMoved, scrolledTo } from '../../src/board/sight.js';

test('a cell that is well inside moves nothing, another comes to the middle', () => {
  const part = { from: 100, length: 200 };
  for (const at of [7, 8, 9, 12]) assert.equal(scrolledTo(at, 20, part), 100, String(at));
  for (const at of [0, 5, 6, 13, 14, 40]) {
    assert.equal(scrolledTo(at, 20, part), Math.max(0, (at + 0.5) * 20 - 100), String(at));
  }
  // Whatever it was, the cell is inside afterwards; also when hardly one has room.
  for (const length of [20, 50, 90, 400]) {
    for (let at = 0; at < 60; at++) {
      const from = scrolledTo(at, 20, { from: 333, length });
      assert.ok(at * 20 >= from && (at + 1) * 20 <= from + length, `${at} in ${length}`);
      assert.equal(scrolledTo(at, 20, { from, length }), from, 'and stays there');
    }
  }
});

test('of what moved, the nearest to where one looks is followed', () => {
  const draw = (...rows) => ({
    width: rows[0].length,
    height: rows.length,
    background: '',
    items: [],
    rows,
  });
  const before = draw('A··B', '···a');
  const after = draw('·A·B', '···a');
  assert.equal(nearestMoved(before, after, { x: 3.5, y: 0.5 }), 1, 'what stayed is not followed');
  assert.equal(nearestMoved(null, before, { x: 3, y: 0 }), 3);
  assert.equal(nearestMoved(null, before, { x: 0, y: 0 }), 0);
  assert.equal(nearestMoved(before, before, { x: 0, y: 0 }), undefined);
});
