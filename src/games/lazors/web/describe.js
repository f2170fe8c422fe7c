// A board in words. Three by three letters are one cell; things on edges are described by
// themselves.
import { sayRow } from 'lw-pages/board/describe.js';
import { t } from 'lw-pages/texts.js';

/** Where something on an edge stands, by a cell and its side.
 * @param {number} x @param {number} y letters */
function edgeOf(x, y) {
  const vertical = y % 3 === 0 ? 'top' : y % 3 === 2 ? 'bottom' : '';
  const side = vertical || (x % 3 === 0 ? 'left' : 'right');
  return {
    column: Math.floor(x / 3) + 1,
    row: Math.floor(y / 3) + 1,
    side: t(`games.lazors.sides.${side}`),
  };
}

/** What stands between two cells is drawn in both; the first of them counts.
 * @param {string[][]} grid @param {number} x @param {number} y */
const isSecond = (grid, x, y) =>
  (x > 0 && x % 3 === 0 && grid[y][x - 1] === grid[y][x]) ||
  (y > 0 && y % 3 === 0 && grid[y - 1][x] === grid[y][x]);

/** The lasers and targets of the rows of a board, in words. @param {string[][]} grid */
function thingsOf(grid) {
  /** @type {string[]} */
  const lasers = [];
  /** @type {string[]} */
  const targets = [];
  let lit = 0;
  for (const [y, row] of grid.entries()) {
    for (const [x, letter] of row.entries()) {
      if (letter === ' ' || isSecond(grid, x, y)) continue;
      const way = '↖↗↙↘'.includes(letter) ? t(`games.lazors.ways.${letter}`) : '';
      if (way) lasers.push(t('games.lazors.laser', { way, ...edgeOf(x, y) }));
      if (letter === '○') targets.push(t('games.lazors.target', edgeOf(x, y)));
      if (letter !== '●') continue;
      targets.push(t('games.lazors.targetLit', edgeOf(x, y)));
      lit += 1;
    }
  }
  return [...lasers, t('games.lazors.targets', { n: targets.length, lit }), ...targets];
}

/** The blocks below the board, each with its number.
 * @param {string[][]} tray its three rows @param {(letter: string) => string} name */
function trayOf(tray, name) {
  const blocks = tray[1].flatMap((letter, x) => {
    if (x % 3 !== 1 || letter === ' ') return [];
    const digits = tray[2].slice(x - 1, x + 2).join('');
    return [`${digits.replace(/\D/g, '')} ${name(letter)}`];
  });
  return blocks.length ? [t('games.lazors.tray', { blocks: blocks.join(', ') })] : [];
}

/** @param {string[]} rows @param {(letter: string) => string} name */
export function describe(rows, name) {
  const grid = rows.map((row) => [...row]);
  // The last three rows are the tray.
  const board = grid.slice(0, -3);
  const lines = board
    .filter((_, y) => y % 3 === 1)
    .map((row, y) => {
      const cells = row.filter((_, x) => x % 3 === 1);
      return `${y + 1}: ${sayRow(cells, name)}.`;
    });
  return [...lines, ...thingsOf(board), ...trayOf(grid.slice(-3), name)].join(' ');
}
