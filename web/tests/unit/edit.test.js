import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleared, gridDraw, gridText, paintCell, resize } from '../../src/edit/grid.js';

const sokoban = { before: '', rows: [[...'#####'], [...'#@$.#'], [...'#####']], separator: '', after: '' };
const move = { before: '', rows: [['A.', '..'], ['##', '.a']], separator: ' ', after: '' };

test('text is what the cells say', () => {
  assert.equal(gridText(sokoban), '#####\n#@$.#\n#####\n');
  assert.equal(gridText(move), 'A. ..\n## .a\n');
});

test('painting changes one cell and leaves the old grid alone', () => {
  const next = paintCell('sokoban', sokoban, 2, 1, ' ');
  assert.equal(gridText(next), '#####\n#@ .#\n#####\n');
  assert.equal(gridText(sokoban), '#####\n#@$.#\n#####\n');
  assert.equal(paintCell('sokoban', sokoban, 0, 0, '#'), sokoban);
  assert.equal(paintCell('sokoban', sokoban, 9, 0, '#'), sokoban);
});

test('there is one player; where it stood on a goal the goal stays', () => {
  const moved = paintCell('sokoban', sokoban, 3, 1, '+');
  assert.equal(gridText(moved), '#####\n# $+#\n#####\n');
  assert.equal(gridText(paintCell('sokoban', moved, 1, 1, '@')), '#####\n#@$.#\n#####\n');
});

test('short rows are filled up to where one paints', () => {
  const ragged = { ...sokoban, rows: [[...'####'], ['#'], [...'####']] };
  assert.equal(gridText(paintCell('sokoban', ragged, 3, 1, '#')), '####\n#  #\n####\n');
});

test('resizing cuts and fills, and keeps a header true', () => {
  const flow = { before: '3 1\n', rows: [['R', '.', 'R']], separator: '', after: '\n0 0\n' };
  assert.equal(gridText(resize('flow', flow, 4, 2)), '4 2\nR.R.\n....\n\n0 0\n');
  assert.equal(gridText(resize('move', move, 1, 1)), 'A.\n');
  assert.equal(gridText(cleared('sokoban', sokoban)), '#####\n#   #\n#####\n');
});

test('cells that are no level yet can still be drawn', () => {
  const draw = gridDraw('move', move, 'dark', 3);
  assert.deepEqual([draw.width, draw.height], [6, 6]);
  assert.equal(draw.items.filter((item) => item[0] === 'text').length, 3);
});
