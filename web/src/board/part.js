// The part of a board that a game shows to its player, cut out of the drawing of all of it.
import { shift } from './tween.js';

/** @typedef {BoardPart} Part */

/** @param {number} at @param {number} size @param {number} from @param {number} length */
const inside = (at, size, from, length) => at + size > from + 1e-6 && at < from + length - 1e-6;

/** Rectangles that are out of sight are left out; the canvas cuts what else is.
 * @param {DrawItem} item @param {Part} part */
function isSeen(item, part) {
  if (item[0] !== 'rect') return true;
  const [, x, y, width, height] = item;
  return inside(x, width, part.x, part.width) && inside(y, height, part.y, part.height);
}

/** Cells of the whole board as cells of the part; those out of sight are left out.
 * @param {number[]} cells @param {number} width of the whole board
 * @param {Part | undefined} part */
export function cutCells(cells, width, part) {
  if (!part) return cells;
  return cells.flatMap((cell) => {
    const x = (cell % width) - part.x;
    const y = Math.floor(cell / width) - part.y;
    return x >= 0 && y >= 0 && x < part.width && y < part.height ? [y * part.width + x] : [];
  });
}

/** @param {Draw} draw @param {Part | undefined} part nothing: all of it
 * @returns {Draw} */
export function cutDraw(draw, part) {
  if (!part) return draw;
  const { x, y, width, height } = part;
  const items = draw.items.filter((item) => isSeen(item, part)).map((item) => shift(item, -x, -y));
  const rows = draw.rows?.slice(y, y + height).map((row) => [...row].slice(x, x + width).join(''));
  const [player] = draw.player === undefined ? [] : cutCells([draw.player], draw.width, part);
  return { ...draw, width, height, items, rows, player };
}

/** @param {Part | undefined} one @param {Part | undefined} other */
export const samePart = (one, other) =>
  one?.x === other?.x &&
  one?.y === other?.y &&
  one?.width === other?.width &&
  one?.height === other?.height;
