// When the pairs of a phase end, and why.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signal } from '../../src/signal.js';
import { Pairs } from '../../src/study/pairs.js';

/** A run whose time begins and is over when the test says so, with so many of ten pairs judged.
 * @param {object} phase @param {number} [nDone] */
function begun(phase, nDone = 0) {
  const run = {
    reason: 'done',
    isOver: signal(false),
    nStarts: 0,
    progressOf: () => ({ n_done: nDone }),
    startTime: () => void run.nStarts++,
    setWithin: () => {},
  };
  const all = { trials: Array(10).fill({}), least_pairs: 2, ...phase };
  const pairs = new Pairs(/** @type {any} */ (run), /** @type {any} */ (all));
  pairs.begin();
  return { run, pairs };
}

test('when the minutes of a phase are over, no further pair begins and it ends by time', () => {
  const { run, pairs } = begun({ minutes: 1 });
  assert.equal(run.nStarts, 1, 'its time runs');
  for (let i = 0; i < 3; i++) {
    assert.ok(pairs.goesOn());
    if (i === 2) run.isOver.set(true);
    pairs.note();
  }
  assert.equal(pairs.nDone, 3, 'the open pair was judged');
  assert.ok(!pairs.goesOn());
  pairs.end();
  assert.equal(run.reason, 'time');
});

test('nobody is asked for more pairs when the time is over; who has enough has stopped', () => {
  const late = begun({ minutes: 1, as_many_as_one_likes: true }, 2);
  assert.ok(late.pairs.isAsked());
  late.run.isOver.set(true);
  assert.ok(!late.pairs.isAsked());
  const enough = begun({ as_many_as_one_likes: true }, 1);
  assert.ok(!enough.pairs.isAsked(), 'one is still owed');
  enough.pairs.note();
  assert.ok(enough.pairs.isAsked());
  enough.pairs.take('enough');
  assert.ok(!enough.pairs.goesOn());
  enough.pairs.end();
  assert.equal(enough.run.reason, 'stopped');
});

test('all pairs judged is done, also in the last moment', () => {
  const { run, pairs } = begun({ minutes: 1 }, 9);
  pairs.note();
  run.isOver.set(true);
  assert.ok(!pairs.goesOn());
  pairs.end();
  assert.equal(run.reason, 'done');
});
