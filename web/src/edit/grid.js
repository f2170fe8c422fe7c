// A level's text as cells that can be painted, and back. Pure.
// A grid is what the engine's parse gives: before, rows of cells, separator, after.

import { cutThings, thingItems } from './lazors.js';

/** @typedef {{ before: string, rows: string[][], separator: string, after: string }} Grid */

/** What an empty cell is, by game, and which cells there may be only one of. */
const rules = {
  sokoban: { blank: ' ', single: { '@': ' ', '+': '.' } },
  flow: { blank: '.' },
  lazors: { blank: 'o' },
  move: { blank: '..' },
};

export const MAX_SIDE = 64;

/** @param {Grid} grid @returns {string} */
export const gridText = ({ before, rows, separator, after }) =>
  `${before}${rows.map((row) => `${row.join(separator)}\n`).join('')}${after}`;

/** @param {Grid} grid */
export const gridWidth = (grid) => Math.max(1, ...grid.rows.map((row) => row.length));

/** One cell changed; of what there may be only one, the other goes.
 * @param {string} game @param {Grid} grid @param {number} x @param {number} y @param {string} glyph @returns {Grid} the same when nothing changed */
export function paintCell(game, grid, x, y, glyph) {
  if (y < 0 || y >= grid.rows.length || x < 0 || x >= gridWidth(grid)) return grid;
  const { blank, single = {} } = rules[game] ?? { blank: ' ' };
  if ((grid.rows[y][x] ?? blank) === glyph) return grid;
  const rows = grid.rows.map((row) =>
    glyph in single ? row.map((cell) => single[cell] ?? cell) : row.slice(),
  );
  while (rows[y].length < x) rows[y].push(blank);
  rows[y][x] = glyph;
  return { ...grid, rows };
}

/** Cut or filled to a size; a header that tells the size is kept true.
 * @param {string} game @param {Grid} grid @param {number} width @param {number} height @returns {Grid} */
export function resize(game, grid, width, height) {
  const { blank } = rules[game] ?? { blank: ' ' };
  const rows = Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => grid.rows[y]?.[x] ?? blank),
  );
  const next = {
    ...grid,
    rows,
    before: grid.before.replace(/^\d+ \d+(?=\s)/, `${width} ${height}`),
  };
  return game === 'lazors' ? cutThings(next) : next;
}

/** The cells of a text that is no level (yet), so that what one typed is what one sees.
 * @param {string} game @param {string} text @returns {Grid | null} null when there are no cells in it */
export function roughGrid(game, text) {
  const lines = text.replace(/\s+$/, '').split('\n');
  if (game === 'lazors') {
    const start = lines.indexOf('GRID START');
    const stop = lines.indexOf('GRID STOP');
    if (start < 0 || stop <= start + 1) return null;
    const rows = lines.slice(start + 1, stop).map((line) => line.trim().split(/\s+/));
    return {
      before: `${lines.slice(0, start + 1).join('\n')}\n`,
      rows,
      separator: ' ',
      after: `${lines.slice(stop).join('\n')}\n`,
    };
  }
  const head = game === 'flow' && /^\d+ \d+\s*$/.test(lines[0]) ? 1 : 0;
  const cells = lines.slice(head).filter((line) => line.trim() && !(head && /^0 0\s*$/.test(line)));
  if (
    cells.length === 0 ||
    cells.length > MAX_SIDE ||
    cells.some((line) => line.length > 3 * MAX_SIDE)
  ) {
    return null;
  }
  const separator = game === 'move' ? ' ' : '';
  const rows = cells.map((line) => (separator ? line.trim().split(/\s+/) : [...line]));
  return { before: head ? `${lines[0]}\n` : '', rows, separator, after: '' };
}

/** All cells empty; Sokoban keeps a wall around. @param {string} game @param {Grid} grid @returns {Grid} */
export function cleared(game, grid) {
  const { blank } = rules[game] ?? { blank: ' ' };
  const width = gridWidth(grid);
  const last = grid.rows.length - 1;
  const rows = grid.rows.map((_, y) =>
    Array.from({ length: width }, (_, x) =>
      game === 'sokoban' && (x === 0 || y === 0 || x === width - 1 || y === last) ? '#' : blank,
    ),
  );
  return { ...grid, rows };
}

/** A plain picture of cells that are no level yet, so that there is always something to
 * paint on. @param {string} game @param {Grid} grid @param {'light' | 'dark'} theme @param {number} stride */
export function gridDraw(game, grid, theme, stride = 1) {
  const colours =
    theme === 'dark'
      ? {
          back: '#16191d',
          cell: '#2a2f36',
          edge: '#424a54',
          ink: '#f1f4f7',
          wall: '#6f7a8c',
          laser: '#ff8a3c',
        }
      : {
          back: '#f7f5f0',
          cell: '#e6e2d8',
          edge: '#c9c3b5',
          ink: '#1d1b17',
          wall: '#7d7669',
          laser: '#c23a00',
        };
  const { blank } = rules[game] ?? { blank: ' ' };
  const width = gridWidth(grid);
  const items = [];
  grid.rows.forEach((row, y) => {
    for (let x = 0; x < width; x++) {
      const cell = row[x] ?? blank;
      items.push([
        'rect',
        (x + 0.03) * stride,
        (y + 0.03) * stride,
        0.94 * stride,
        0.94 * stride,
        0.06 * stride,
        colours.cell,
        colours.edge,
        0.02 * stride,
      ]);
      if (game === 'sokoban' && cell === '#') {
        items.push(['rect', x * stride, y * stride, stride, stride, 0, colours.wall, null, 0]);
      } else if (cell !== blank) {
        items.push([
          'text',
          (x + 0.5) * stride,
          (y + 0.5) * stride,
          0.46 * stride,
          colours.ink,
          cell,
        ]);
      }
    }
  });
  if (game === 'lazors') items.push(...thingItems(grid.after, colours));
  return {
    width: width * stride,
    height: grid.rows.length * stride,
    background: colours.back,
    items,
    rows: grid.rows.map((row) => row.join('')),
  };
}
