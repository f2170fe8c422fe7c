import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleared, gridDraw, gridText, paintCell, resize, roughGrid } from '../../src/edit/grid.js';
import {
  clickLaser,
  clickTarget,
  cutThings,
  nearestEdge,
  putStock,
  readThings,
} from '../../../src/games/lazors/web/things.js';
import { loadKinds } from './kinds.js';

const kinds = await loadKinds();
const rules = (game) => kinds[game].edit;

const sokoban = {
  before: '',
  rows: [[...'#####'], [...'#@$.#'], [...'#####']],
  separator: '',
  after: '',
};
const move = {
  before: '',
  rows: [
    ['A.', '..'],
    ['##', '.a'],
  ],
  separator: ' ',
  after: '',
};

test('text is what the cells say', () => {
  assert.equal(gridText(sokoban), '#####\n#@$.#\n#####\n');
  assert.equal(gridText(move), 'A. ..\n## .a\n');
});

test('painting changes one cell and leaves the old grid alone', () => {
  const next = paintCell(rules('sokoban'), sokoban, { x: 2, y: 1 }, ' ');
  assert.equal(gridText(next), '#####\n#@ .#\n#####\n');
  assert.equal(gridText(sokoban), '#####\n#@$.#\n#####\n');
  assert.equal(paintCell(rules('sokoban'), sokoban, { x: 0, y: 0 }, '#'), sokoban);
  assert.equal(paintCell(rules('sokoban'), sokoban, { x: 9, y: 0 }, '#'), sokoban);
});

test('there is one player; where it stood on a goal the goal stays', () => {
  const moved = paintCell(rules('sokoban'), sokoban, { x: 3, y: 1 }, '+');
  assert.equal(gridText(moved), '#####\n# $+#\n#####\n');
  assert.equal(
    gridText(paintCell(rules('sokoban'), moved, { x: 1, y: 1 }, '@')),
    '#####\n#@$.#\n#####\n',
  );
});

test('short rows are filled up to where one paints', () => {
  const ragged = { ...sokoban, rows: [[...'####'], ['#'], [...'####']] };
  assert.equal(
    gridText(paintCell(rules('sokoban'), ragged, { x: 3, y: 1 }, '#')),
    '####\n#  #\n####\n',
  );
});

test('resizing cuts and fills, and keeps a header true', () => {
  const flow = { before: '3 1\n', rows: [['R', '.', 'R']], separator: '', after: '\n0 0\n' };
  assert.equal(gridText(resize(rules('flow'), flow, 4, 2)), '4 2\nR.R.\n....\n\n0 0\n');
  assert.equal(gridText(resize(rules('move'), move, 1, 1)), 'A.\n');
  assert.equal(gridText(cleared(rules('sokoban'), sokoban)), '#####\n#   #\n#####\n');
});

test('cells that are no level yet can still be drawn', () => {
  const draw = gridDraw(rules('move'), move, 'dark', { stride: 3 });
  assert.deepEqual([draw.width, draw.height], [6, 6]);
  assert.equal(draw.items.filter((item) => item[0] === 'text').length, 3);
});

const lazors = {
  before: 'GRID START\n',
  rows: [
    ['o', 'o'],
    ['o', 'x'],
  ],
  separator: ' ',
  after: 'GRID STOP\n\nA 2\n\nL 0 1 1 1\n\nP 3 4\n',
};

test('the text of Lazors comes back with its lasers, targets and blocks', () => {
  assert.deepEqual(readThings(lazors.after), {
    lasers: [[0, 1, 1, 1]],
    targets: [[3, 4]],
    stock: { A: 2 },
    other: ['GRID STOP'],
  });
  assert.equal(gridText(putStock(lazors, 'A', 2)), gridText(lazors));
  assert.match(putStock(lazors, 'C', 1).after, /A 2\nC 1\n/);
  assert.doesNotMatch(putStock(lazors, 'A', 0).after, /^A/m);
});

test('a click finds the middle of the nearest edge', () => {
  assert.deepEqual(nearestEdge(0.2, 1.4, 2, 2), [0, 1]);
  assert.deepEqual(nearestEdge(1.5, 0.1, 2, 2), [1, 0]);
  assert.deepEqual(nearestEdge(6.4, 4.6, 2, 2), [4, 3]);
  for (let x = -1; x < 8; x += 0.37) {
    for (let y = -1; y < 8; y += 0.41) {
      const [px, py] = nearestEdge(x, y, 2, 2);
      assert.ok((px + py) % 2 === 1 && px >= 0 && py >= 0 && px <= 4 && py <= 4, `${x} ${y}`);
    }
  }
});

test('clicking a laser turns it through four directions and takes it away', () => {
  let grid = lazors;
  const seen = [];
  for (let i = 0; i < 5; i++) {
    grid = clickLaser(grid, [4, 1]);
    seen.push(
      readThings(grid.after)
        .lasers.filter((laser) => laser[0] === 4)
        .map((laser) => laser.slice(2).join(' '))
        .join(),
    );
  }
  assert.deepEqual(new Set(seen.slice(0, 4)).size, 4);
  assert.deepEqual([seen[0], seen[4]], ['-1 1', '']);
  assert.equal(readThings(clickTarget(lazors, [3, 4]).after).targets.length, 0);
  assert.equal(readThings(clickTarget(lazors, [1, 2]).after).targets.length, 2);
});

test('a smaller board of Lazors loses what lay outside', () => {
  const outside = { ...lazors, after: `${lazors.after}P 4 1\n` };
  const cut = cutThings(resize(rules('lazors'), outside, 1, 2));
  assert.deepEqual(readThings(cut.after).targets, []);
  assert.deepEqual(readThings(cut.after).lasers, [[0, 1, 1, 1]]);
});

test('cells of a text that is no level are shown as typed', () => {
  assert.deepEqual(roughGrid(rules('sokoban'), '###\n# #\n').rows, [
    ['#', '#', '#'],
    ['#', ' ', '#'],
  ]);
  assert.equal(gridText(roughGrid(rules('flow'), '2 1\nR.\n')), '2 1\nR.\n');
  assert.equal(gridText(roughGrid(rules('lazors'), gridText(lazors))), gridText(lazors));
  assert.equal(gridText(roughGrid(rules('move'), 'A. ..\n')), 'A. ..\n');
  assert.equal(roughGrid(rules('sokoban'), ' \n'), null);
  assert.equal(roughGrid(rules('lazors'), 'o o\n'), null);
});
