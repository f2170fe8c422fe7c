// A level's text as cells that can be painted, and back. Pure.
// A grid is what the engine's parse gives: before, rows of cells, separator, after.

export const MAX_SIDE = 64;

/** @param {Grid} grid @returns {string} */
export const gridText = ({ before, rows, separator, after }) =>
  `${before}${rows.map((row) => `${row.join(separator)}\n`).join('')}${after}`;

/** @param {Grid} grid */
export const gridWidth = (grid) => Math.max(1, ...grid.rows.map((row) => row.length));

/** One cell changed; of what there may be only one, the other goes.
 * @param {EditRules} rules @param {Grid} grid @param {{ x: number, y: number }} at
 * @param {string} glyph @returns {Grid} the same when nothing changed */
export function paintCell({ blank, single }, grid, { x, y }, glyph) {
  if (y < 0 || y >= grid.rows.length || x < 0 || x >= gridWidth(grid)) return grid;
  if ((grid.rows[y][x] ?? blank) === glyph) return grid;
  const thing = single.find((glyphs) => Object.hasOwn(glyphs, glyph));
  const rows = grid.rows.map((row) =>
    row.map((cell) => (thing && Object.hasOwn(thing, cell) ? thing[cell] : cell)),
  );
  while (rows[y].length < x) rows[y].push(blank);
  rows[y][x] = glyph;
  return { ...grid, rows };
}

/** Cut or filled to a size; a header that has the size in it is kept true.
 * @param {EditRules} rules @param {Grid} grid @param {number} width @param {number} height
 * @returns {Grid} */
export function resize({ blank }, grid, width, height) {
  const rows = Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => grid.rows[y]?.[x] ?? blank),
  );
  return { ...grid, rows, before: grid.before.replace(/^\d+ \d+(?=\s)/, `${width} ${height}`) };
}

const SIZE_LINE = /^\d+ \d+\s*$/;

/** The lines that hold cells: those between two marks, or all but a line with the size.
 * @param {EditRules} rules @param {string[]} lines
 * @returns {{ before: string[], cells: string[], after: string[] } | null} */
function cellLines({ first_line: first, last_line: last }, lines) {
  if (first && last) {
    const start = lines.indexOf(first);
    const stop = lines.indexOf(last);
    if (start < 0 || stop <= start + 1) return null;
    const before = lines.slice(0, start + 1);
    return { before, cells: lines.slice(start + 1, stop), after: lines.slice(stop) };
  }
  const sized = SIZE_LINE.test(lines[0]);
  const cells = lines
    .slice(sized ? 1 : 0)
    .filter((line) => line.trim() && !(sized && SIZE_LINE.test(line)));
  return { before: sized ? [lines[0]] : [], cells, after: [] };
}

/** The cells of a text that is no level (yet), so that what one typed is what one sees.
 * @param {EditRules} rules @param {string} text
 * @returns {Grid | null} null when there are no cells in it */
export function roughGrid(rules, text) {
  const found = cellLines(rules, text.replace(/\s+$/, '').split('\n'));
  if (!found || found.cells.length === 0 || found.cells.length > MAX_SIDE) return null;
  if (found.cells.some((line) => line.length > 3 * MAX_SIDE)) return null;
  const { separator } = rules;
  const joined = (/** @type {string[]} */ lines) => lines.map((line) => `${line}\n`).join('');
  return {
    before: joined(found.before),
    rows: found.cells.map((line) => (separator ? line.trim().split(/\s+/) : [...line])),
    separator,
    after: joined(found.after),
  };
}

/** All cells empty, but for the frame that a game has around its boards.
 * @param {EditRules} rules @param {Grid} grid @returns {Grid} */
export function cleared({ blank, frame }, grid) {
  const width = gridWidth(grid);
  const last = grid.rows.length - 1;
  const rows = grid.rows.map((_, y) =>
    Array.from({ length: width }, (_, x) => {
      const outer = x === 0 || y === 0 || x === width - 1 || y === last;
      return outer ? (frame ?? blank) : blank;
    }),
  );
  return { ...grid, rows };
}

/** @type {Record<Theme, GridColours>} */
const themes = {
  dark: {
    back: '#16191d',
    cell: '#2a2f36',
    edge: '#424a54',
    ink: '#f1f4f7',
    wall: '#6f7a8c',
    bright: '#ff8a3c',
  },
  light: {
    back: '#f7f5f0',
    cell: '#e6e2d8',
    edge: '#c9c3b5',
    ink: '#1d1b17',
    wall: '#7d7669',
    bright: '#c23a00',
  },
};

/** A cell as its letters, or filled where it is of the frame's kind.
 * @param {EditRules} rules @param {string} cell @param {BoardPart} box @param {GridColours} colours
 * @returns {DrawItem[]} */
function cellItems({ blank, frame }, cell, { x, y, width: side }, colours) {
  const inner = 0.94 * side;
  const inset = 0.03 * side;
  /** @type {DrawItem[]} */
  const items = [
    [
      'rect',
      x + inset,
      y + inset,
      inner,
      inner,
      0.06 * side,
      colours.cell,
      colours.edge,
      0.02 * side,
    ],
  ];
  if (cell === frame) items.push(['rect', x, y, side, side, 0, colours.wall, null, 0]);
  else if (cell !== blank) {
    items.push(['text', x + side / 2, y + side / 2, 0.46 * side, colours.ink, cell]);
  }
  return items;
}

/** A plain picture of cells that are no level yet, so that there is always something to
 * paint on. @param {EditRules} rules @param {Grid} grid @param {Theme} theme
 * @param {{ stride?: number, more?: GameEditor['items'] }} [look] more: what else is drawn
 * @returns {Draw} */
export function gridDraw(rules, grid, theme, { stride = 1, more } = {}) {
  const colours = themes[theme];
  const width = gridWidth(grid);
  const items = grid.rows.flatMap((row, y) =>
    Array.from({ length: width }, (_, x) => {
      const box = { x: x * stride, y: y * stride, width: stride, height: stride };
      return cellItems(rules, row[x] ?? rules.blank, box, colours);
    }).flat(),
  );
  return {
    width: width * stride,
    height: grid.rows.length * stride,
    background: colours.back,
    items: [...items, ...(more?.(grid, colours) ?? [])],
    rows: grid.rows.map((row) => row.join('')),
  };
}
