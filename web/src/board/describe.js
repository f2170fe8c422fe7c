// A board in words, row by row, for screen readers: the engine's letters with their names,
// and runs counted.
import { has, t } from '../texts.js';

/** A letter's name in a game: as the texts have it, as the palette has it, or itself. */
function nameOf(game, letter, names) {
  if (letter !== '.' && has(`board.letters.${game}.${letter}`)) {
    return t(`board.letters.${game}.${letter}`);
  }
  // The ends of Flow have one name in the palette; which belong together is told by their letters.
  if (game !== 'flow' && names.has(letter)) return names.get(letter);
  if ('┃━┏┓┗┛│─┌┐└┘╹╺╻╸'.includes(letter)) return t('board.path');
  if (letter === '·' || letter === ' ') return t('board.empty');
  if (game === 'flow' || game === 'move') {
    return t(
      game === 'flow' ? 'board.end' : letter === letter.toLowerCase() ? 'board.goal' : 'board.ball',
      { letter: letter.toUpperCase() },
    );
  }
  return letter;
}

function sayRow(letters, name) {
  const runs = [];
  for (const [x, letter] of letters.entries()) {
    const said = name(letter, x);
    const last = runs[runs.length - 1];
    if (last?.said === said) last.n += 1;
    else runs.push({ said, n: 1 });
  }
  return runs.map(({ said, n }) => (n > 1 ? `${n} ${said}` : said)).join(', ');
}

/** Where something on an edge of Lazors stands, by a cell and its side. */
function edgeOf(x, y) {
  const side = y % 3 === 0 ? 'top' : y % 3 === 2 ? 'bottom' : x % 3 === 0 ? 'left' : 'right';
  return {
    column: Math.floor(x / 3) + 1,
    row: Math.floor(y / 3) + 1,
    side: t(`board.sides.${side}`),
  };
}

/** What stands between two cells is drawn in both; the first of them counts. */
const isSecond = (grid, x, y) =>
  (x > 0 && x % 3 === 0 && grid[y][x - 1] === grid[y][x]) ||
  (y > 0 && y % 3 === 0 && grid[y - 1][x] === grid[y][x]);

/** Three by three letters are one cell of Lazors; things on edges are told by themselves. */
function describeLazors(rows, names) {
  const grid = rows.map((row) => [...row]);
  const board = grid.length - 3;
  const name = (letter) => nameOf('lazors', letter, names);
  const lines = [];
  for (let y = 1; y < board; y += 3) {
    lines.push(
      `${(y + 2) / 3}: ${sayRow(
        grid[y].filter((_, x) => x % 3 === 1),
        name,
      )}.`,
    );
  }
  const lasers = [];
  const targets = [];
  let lit = 0;
  grid.slice(0, board).forEach((row, y) =>
    row.forEach((letter, x) => {
      if (letter === ' ' || isSecond(grid, x, y)) return;
      if ('↖↗↙↘'.includes(letter)) {
        lasers.push(t('board.laser', { way: t(`board.ways.${letter}`), ...edgeOf(x, y) }));
      }
      if (letter === '○') targets.push(t('board.target', edgeOf(x, y)));
      if (letter === '●') targets.push(t('board.targetLit', edgeOf(x, y)));
      lit += letter === '●' ? 1 : 0;
    }),
  );
  const tray = grid[board + 1].flatMap((letter, x) =>
    x % 3 === 1 && letter !== ' '
      ? [
          `${grid[board + 2]
            .slice(x - 1, x + 2)
            .join('')
            .replace(/\D/g, '')} ${name(letter)}`,
        ]
      : [],
  );
  return [
    ...lines,
    ...lasers,
    t('board.targets', { n: targets.length, lit }),
    ...targets,
    ...(tray.length ? [t('board.tray', { blocks: tray.join(', ') })] : []),
  ].join(' ');
}

/** The goals of Move by column and row, also those under balls, which the rows do not show:
 * a ring, with its letter where that is not the ball's. @param {DrawItem[]} items */
function goalsOf(items) {
  const goals = new Map();
  const cell = (x, y) => `${Math.floor(x)} ${Math.floor(y)}`;
  for (const item of items) {
    const [kind, x, y] = item;
    if (kind === 'circle' && item[4] === null) goals.set(cell(x, y), '');
    if (kind === 'text' && item[5] !== item[5].toUpperCase()) goals.set(cell(x, y), item[5]);
  }
  return goals;
}

function describeMove(rows, names, items) {
  const goals = goalsOf(items);
  const name = (y) => (letter, x) => {
    const goal = /[A-Z]/.test(letter) ? goals.get(`${x} ${y}`) : undefined;
    return goal === undefined
      ? nameOf('move', letter, names)
      : t('board.ballOnGoal', { letter, goal: (goal || letter).toUpperCase() });
  };
  return rows.map((row, y) => `${y + 1}: ${sayRow([...row], name(y))}.`).join(' ');
}

/** @param {string} game @param {string[]} rows @param {{ glyph: string, title: string }[]} palette
 * @param {DrawItem[]} [items] what is drawn @returns {string} */
export function describeRows(game, rows, palette, items = []) {
  const names = new Map(palette.map(({ glyph, title }) => [glyph, title]));
  if (game === 'lazors' && rows.length >= 6) return describeLazors(rows, names);
  if (game === 'move') return describeMove(rows, names, items);
  return rows
    .map((row, y) => `${y + 1}: ${sayRow([...row], (letter) => nameOf(game, letter, names))}.`)
    .join(' ');
}
