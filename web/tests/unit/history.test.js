import assert from 'node:assert/strict';
import { test } from 'node:test';
import { History } from '../../src/history.js';

test('texts go back and forth, and something new ends what was undone', () => {
  const history = new History();
  let text = 'a';
  const put = (next) => {
    history.note(text);
    text = next;
  };
  const now = () => text;
  put('b');
  put('c');
  text = history.undo(now);
  assert.equal(text, 'b');
  text = history.undo(now);
  assert.deepEqual([text, history.canUndo, history.canRedo], ['a', false, true]);
  assert.equal(history.undo(now), undefined);
  text = history.redo(now);
  assert.equal(text, 'b');
  put('d');
  assert.deepEqual([history.canRedo, history.redo(now)], [false, undefined]);
  assert.equal(history.undo(now), 'b');
});

test('a count of steps is the same back and forth', () => {
  const history = new History();
  history.note(0);
  history.amend(4);
  history.note(1);
  const same = (n) => n;
  assert.deepEqual([history.undo(same), history.undo(same)], [1, 4]);
  assert.deepEqual([history.redo(same), history.redo(same)], [4, 1]);
});

test('only so much is kept, the newest of it', () => {
  const history = new History(2);
  for (const text of ['a', 'b', 'c']) history.note(text);
  const none = () => '';
  assert.deepEqual(
    [history.undo(none), history.undo(none), history.undo(none)],
    ['c', 'b', undefined],
  );
});
