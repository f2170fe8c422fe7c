// The campaign that the page writes is the one that its chapters say.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  countLevels,
  fileOf,
  isGood,
  newChapter,
  problemOfChapter,
} from '../../src/make/chapters.js';

const campaign = () => ({
  title: 'Two',
  author: 'me',
  seed: 7,
  chapters: [newChapter('sokoban')],
});

test('a chapter begins where the one before it ended', () => {
  const first = newChapter('sokoban');
  const second = newChapter('flow', { ...first, to: 9.5 });
  assert.deepEqual([second.game, second.from, second.to], ['sokoban', 9.5, 10]);
});

test('the file has what the command reads', () => {
  const made = campaign();
  made.chapters.push({ ...newChapter('move'), count: 3, teaches: ['rock'] });
  const file = JSON.parse(fileOf(made));
  assert.deepEqual(Object.keys(file), ['title', 'author', 'seed', 'chapters']);
  assert.deepEqual(file.chapters[0].difficulty, [2, 4]);
  assert.equal('teaches' in file.chapters[0], false);
  assert.deepEqual(file.chapters[1].teaches, ['rock']);
  assert.equal(countLevels(made), 23);
});

test('what cannot be made is not saved', () => {
  const good = newChapter('move');
  for (const [change, problem] of /** @type {const} */ ([
    [{ count: 0 }, 'count'],
    [{ count: Number.NaN }, 'count'],
    [{ count: 2.5 }, 'count'],
    [{ from: 0 }, 'difficulty'],
    [{ from: 5, to: 4 }, 'difficulty'],
    [{ to: Number.NaN }, 'difficulty'],
    [{ count: 1, teaches: ['edge', 'rock'] }, 'teaches'],
    [{}, ''],
  ])) {
    assert.equal(
      problemOfChapter({ ...good, ...change, teaches: [...(change.teaches ?? [])] }),
      problem,
    );
  }
  assert.equal(isGood(campaign()), true);
  assert.equal(isGood({ ...campaign(), chapters: [] }), false);
  assert.equal(isGood({ ...campaign(), chapters: [good, { ...good, count: 990 }] }), false);
});
