// Lazors on the pages.
import { has, t } from 'lw-pages/texts.js';
import { describe } from './describe.js';
import { StockFields } from './stock.jsx';
import { clickLaser, clickTarget, cutThings, nearestEdge, thingItems } from './things.js';

/** @type {NonNullable<GamePart['sample']>} */
function sample(glyph) {
  /** @param {string} cell @param {string} laser @param {string} target */
  const level = (cell, laser, target) =>
    `GRID START\n${cell} o\nGRID STOP\n\nA 1\n\nL ${laser}\n\nP ${target}\n`;
  // Lasers and targets stand between two cells, so half of each is shown.
  if (glyph === 'laser') return { text: level('o', '2 1 1 1', '0 1'), x: 0.5, y: 0 };
  if (glyph === 'target') return { text: level('o', '4 1 -1 1', '2 1'), x: 0.5, y: 0 };
  return { text: level(glyph, '4 1 -1 1', '3 2'), x: 0, y: 0 };
}

/** @type {GamePart} */
const lazors = {
  letter: (letter) =>
    has(`games.lazors.letters.${letter}`) ? t(`games.lazors.letters.${letter}`) : undefined,
  describe: (rows, name) => (rows.length >= 6 ? describe(rows, name) : ''),
  sample,
  editor: {
    brushes: () =>
      ['laser', 'target'].map((glyph) => ({
        glyph,
        title: t(`games.lazors.brushes.${glyph}`),
        help: t(`games.lazors.brushHelp.${glyph}`),
      })),
    place(brush, grid, at) {
      const columns = Math.max(...grid.rows.map((row) => row.length));
      const put = brush === 'laser' ? clickLaser : clickTarget;
      return put(grid, nearestEdge(at.x, at.y, columns, grid.rows.length));
    },
    afterResize: cutThings,
    items: (grid, colours) => thingItems(grid.after, colours),
    Fields: StockFields,
  },
};
export default lazors;
