import assert from 'node:assert/strict';
import { test } from 'node:test';
import en from '../../texts/en.json';
import { describeRows } from '../../src/board/describe.js';
import { startGesture } from '../../src/board/gesture.js';
import { keyName } from '../../src/board/keys.js';
import { keyInput } from '../../src/play/input.js';
import { loadDaily, pickForDate, today } from '../../src/data/daily.js';
import { bettered, merged, trimmed } from '../../src/data/progress.js';
import { hardnessOf, withBand } from '../../src/data/rating.js';
import {
  calibrationData,
  dayData,
  percentileRows,
  methodRows,
  playedRows,
} from '../../src/insight/shape.js';
import { href, parseRoute } from '../../src/route.js';
import { beginsAtTop } from '../../src/scroll.js';
import { plural, t } from '../../src/texts.js';

test('texts fill their gaps and show what is missing', () => {
  assert.equal(t('packs.of', { n: 2, total: 5 }), 'Level 2 of 5');
  assert.equal(t('no.such.text'), 'no.such.text');
  assert.equal(plural('packs.levels', 1), '1 level');
  assert.equal(plural('packs.levels', 3), '3 levels');
});

test('every leaf of the texts is a sentence', () => {
  const walk = (node, path) =>
    Object.entries(node).forEach(([key, value]) =>
      typeof value === 'string'
        ? assert.ok(value.trim() === value && value !== '', `${path}.${key}`)
        : walk(value, `${path}.${key}`),
    );
  walk(en, 'en');
});

test('addresses come back as they were made', () => {
  const route = parseRoute(href('play', ['pack', 'own', 'a/b ?#'], { l: 'x&y=%' }));
  assert.deepEqual(route, {
    page: 'play',
    parts: ['pack', 'own', 'a/b ?#'],
    query: { l: 'x&y=%' },
  });
  assert.deepEqual(parseRoute(''), { page: 'play', parts: [], query: {} });
  assert.deepEqual(parseRoute('#/%E0%A4%A').parts, []);
});

test('a day has one level, the next day another', () => {
  assert.equal(today(Date.UTC(2026, 10, 16, 23, 59)), '2026-11-16');
  assert.equal((pickForDate('2026-11-16', 7) + 1) % 7, pickForDate('2026-11-17', 7));
  assert.ok(pickForDate('1960-01-01', 7) >= 0);
});

test('a date without a level has none; only a studio that is away is stood in for', async (context) => {
  const answer = (status) =>
    context.mock.method(globalThis, 'fetch', async () => {
      if (status === 0) throw new TypeError('no connection');
      return new Response(JSON.stringify({ error: { code: 'x', message: 'x' } }), {
        status,
        headers: { 'Content-Type': 'application/json' },
      });
    });
  const seen = async (status, date) => {
    answer(status);
    const { from, away, level } = await loadDaily('sokoban', 'easy', date);
    return [from, away, Boolean(level)];
  };
  assert.deepEqual(await seen(404, '2099-01-01'), ['none', undefined, false]);
  assert.deepEqual(await seen(400, '2020-99-99'), ['none', undefined, false]);
  assert.deepEqual(await seen(0, '2099-01-01'), ['own', true, true]);
  assert.deepEqual(await seen(503, '2099-01-01'), ['own', true, true]);
  assert.deepEqual(await seen(404), ['own', false, true]);
});

test('the better result is kept, and the newest entries', () => {
  assert.deepEqual(bettered({ at: 1 }, { moves: 9, pushes: 3 }), {
    at: 1,
    solved: true,
    moves: 9,
    pushes: 3,
  });
  assert.equal(bettered({ at: 1, solved: true, moves: 5 }, { moves: 9 }).moves, 5);
  assert.deepEqual(Object.keys(trimmed({ a: { at: 1 }, b: { at: 3 }, c: { at: 2 } }, 2)), [
    'b',
    'c',
  ]);
});

test('what the server knows is added, and the better result stays', () => {
  const here = { a: { at: 1, solved: true, moves: 5, pushes: 2 }, b: { at: 1, save: 'x' } };
  const there = [
    { level: 'a', solved: true, best_moves: 9, best_pushes: 4 },
    { level: 'b', solved: true, best_moves: 7, best_pushes: null },
    { level: 'c', solved: false, best_moves: null },
    { level: 'd', solved: true, best_moves: null, best_pushes: null },
  ];
  const both = merged(here, there, 2);
  assert.deepEqual(both.a, here.a);
  assert.deepEqual(both.b, { at: 1, save: 'x', solved: true, moves: 7, pushes: undefined });
  assert.equal(both.c, undefined);
  assert.equal(both.d.solved, true);
  assert.equal(here.b.solved, undefined);
});

test('difficulty is a place among levels, or on a plain scale, or not known', () => {
  // The band is the engine's, whatever the number.
  const rated = /** @type {const} */ ({ percentile: 40, rating: 9, band: 'hard' });
  assert.deepEqual(hardnessOf(rated), { percent: 40, band: 'hard' });
  assert.equal(hardnessOf({ rating: 10 })?.percent, 100);
  assert.equal(hardnessOf({ percentile: null, rating: 1 })?.percent, 0);
  assert.equal(hardnessOf({ calibrated: false, message: 'x' }), null);
  assert.equal(hardnessOf(null), null);
});

test('levels that an earlier version kept get their band', () => {
  const kept = { game: 'g', percent: 33.9 };
  assert.equal(withBand(kept).band, 'easy');
  assert.equal(withBand({ ...kept, percent: 34 }).band, 'medium');
  assert.equal(withBand({ ...kept, percent: 67 }).band, 'hard');
  assert.equal(withBand({ ...kept, band: 'hard' }).band, 'hard');
  assert.equal(withBand({ game: 'g' }).band, undefined);
});

test('gestures: tap, swipe, and every cell of a fast drag', () => {
  const press = (x, y) => startGesture({ width: 5, height: 5, x, y });
  assert.deepEqual(press(2.5, 1.5).end(), { tap: true, swipe: null, from: 7, to: 7 });
  const swipe = press(2.5, 2.5);
  swipe.move(2.6, 0.2);
  assert.equal(swipe.end().swipe, 'up');
  const drag = press(0.5, 0.5);
  drag.move(4.5, 0.5);
  assert.deepEqual(drag.cells, [0, 1, 2, 3, 4]);
  drag.move(9, 9);
  assert.equal(drag.end().to, 24);
});

test('W A S D are places on the keyboard, whatever is printed there; the rest are letters', () => {
  const did = [];
  const note = (name) => () => did.push(name);
  const actions = /** @type {any} */ ({
    step: ({ key }) => did.push(key),
    undo: note('undo'),
    redo: note('redo'),
    restart: note('restart'),
    hint: note('hint'),
  });
  const kind = /** @type {any} */ ({
    keys: ['up', 'left', 'down', 'right'].map((key) => ({ key })),
  });
  const press = keyInput(kind, actions);
  const doing = (key, code) => {
    did.length = 0;
    const isTaken = press(keyName({ key }), code);
    return isTaken ? did.join() : null;
  };
  assert.deepEqual(
    [
      ['w', 'KeyW'],
      ['z', 'KeyW'], // French
      ['q', 'KeyA'],
      ['ц', 'KeyW'], // Russian
      ['o', 'KeyS'], // Dvorak
      ['ArrowUp', 'ArrowUp'],
      ['w', ''], // a screen keyboard
      ['z', 'KeyY'], // German
    ].map((one) => doing(...one)),
    ['up', 'up', 'left', 'up', 'down', 'up', 'up', 'undo'],
  );
  assert.equal(doing('w', 'KeyZ'), null);
  assert.equal(doing('r', 'KeyR'), 'restart');
  did.length = 0;
  press(keyName({ key: 'z', ctrlKey: true }), 'KeyW');
  assert.deepEqual(did, ['undo']);
});

test("keys of the board: the engine's names, undo and redo as everywhere", () => {
  assert.deepEqual(
    ['ArrowUp', ' ', 'W', 'Enter'].map((key) => keyName({ key })),
    ['up', 'space', 'w', 'Enter'],
  );
  for (const held of [{ ctrlKey: true }, { metaKey: true }]) {
    assert.equal(keyName({ key: 'z', ...held }), 'undo');
    assert.equal(keyName({ key: 'Z', shiftKey: true, ...held }), 'redo');
    assert.equal(keyName({ key: 'y', ...held }), 'redo');
    assert.equal(keyName({ key: 'r', ...held }), null);
    assert.equal(keyName({ key: 'z', altKey: true, ...held }), null);
  }
});

test('boards in words count what repeats', () => {
  assert.equal(
    describeRows(
      'sokoban',
      ['##@'],
      [
        { glyph: '#', title: 'wall' },
        { glyph: '@', title: 'player' },
      ],
    ),
    '1: 2 wall, player.',
  );
  assert.equal(
    describeRows(
      'flow',
      ['R·┓', '··R'],
      [
        { glyph: '.', title: 'empty' },
        { glyph: 'R', title: 'end of a path' },
      ],
    ),
    '1: end R, empty, path. 2: 2 empty, end R.',
  );
  assert.equal(
    describeRows('move', ['#·a', 'A··'], []),
    '1: rock, empty, goal A. 2: ball A, 2 empty.',
  );
  assert.equal(
    describeRows(
      'puzzlescript',
      ['# p'],
      [
        { glyph: '#', title: 'hedge' },
        { glyph: 'p', title: 'keeper' },
      ],
    ),
    '1: hedge, empty, keeper.',
  );
});

test('a ball of Move hides no goal', () => {
  /** @type {DrawItem[]} */
  const items = [
    ['circle', 0.5, 0.5, 0.4, null, '#111111', 0.1],
    ['circle', 0.5, 0.5, 0.3, '#222222', '#111111', 0.1],
    ['text', 0.5, 0.5, 0.4, '#fff', 'A'],
    ['circle', 1.5, 0.5, 0.4, null, '#111111', 0.1],
    ['text', 1.5, 0.5, 0.4, '#fff', 'A'],
    ['text', 1.87, 0.87, 0.2, '#000', 'b'],
    ['text', 2.5, 0.5, 0.4, '#fff', 'B'],
  ];
  assert.equal(
    describeRows('move', ['AAB'], [], items),
    '1: ball A on goal A, ball A on goal B, ball B.',
  );
});

test('a board of Lazors is told by cells, lasers, targets and tray', () => {
  const rows = [
    ' ↘╲   ',
    ' x••· ',
    '   ╲• ',
    '      ',
    ' ·  A○',
    '    ● ',
    '      ',
    ' A  C ',
    '×2 ×11',
  ];
  assert.equal(
    describeRows('lazors', rows, [{ glyph: 'x', title: 'closed' }]),
    '1: closed, open. 2: open, mirror. Laser at column 1, row 1, top edge, pointing down right. Targets: 2, lit: 1. ' +
      'Target at column 2, row 2, right edge. Lit target at column 2, row 2, bottom edge. To place: 2 mirror, 11 refracting block.',
  );
  // Between two cells a target is drawn in both.
  assert.match(
    describeRows(
      'lazors',
      ['      ', ' ·○○· ', ' ○    ', ' ○    ', ' ·  · ', '      ', '      ', ' A    ', '×1    '],
      [],
    ),
    /Targets: 2, lit: 0\. Target at column 1, row 1, right edge\. Target at column 1, row 1, bottom edge\. To place: 1 mirror/,
  );
});

test('charts take rows with gaps', () => {
  assert.deepEqual(
    methodRows([
      { method: 'mcts', levels: 2 },
      { method: 'evolve', levels: 5 },
      { method: 'mcts', levels: 4 },
    ]),
    [
      { title: 'mcts', value: 6 },
      { title: 'evolve', value: 5 },
    ],
  );
  assert.deepEqual(
    percentileRows([
      { tenth: 1, levels: 1 },
      { tenth: 9, levels: 2 },
      { tenth: -1, levels: 9 },
    ]).map((row) => row.value),
    [0, 1, 0, 0, 0, 0, 0, 0, 0, 2],
  );
  assert.deepEqual(
    playedRows([
      { method: 'mcts', plays: 3, wins: 1 },
      { method: 'mcts', plays: 1, wins: 1 },
      { method: 'new', plays: 0, wins: 0 },
    ]),
    [{ title: 'mcts', value: 50 }],
  );
  assert.deepEqual(
    dayData([
      { date: '2026-11-02', plays: 3 },
      { date: '2026-11-01', plays: 1, wins: 1 },
    ])[1],
    [1, 3],
  );
  assert.deepEqual(
    calibrationData([
      { predicted: 90, plays: 4, wins: 1 },
      { predicted: 10, plays: 2, wins: 2 },
      { predicted: 50, plays: 0, wins: 0 },
    ]),
    [
      [10, 90],
      [0, 75],
    ],
  );
});

test('a new page begins at its top; the tabs of a page leave it where it is', () => {
  assert.equal(beginsAtTop('#/play/pack/starter/sokoban', '#/play/pack/starter/sokoban/3'), true);
  assert.equal(beginsAtTop('#/play', '#/play/daily/flow/easy?date=2026-01-02'), true);
  assert.equal(beginsAtTop('#/make?game=flow', '#/insight'), true);
  assert.equal(beginsAtTop('#/insight', '#/insight?game=flow'), false);
});
