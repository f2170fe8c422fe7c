// What a board that is looked at from near keeps in sight. Pure.

/** @typedef {{ from: number, length: number }} Part what is seen of one axis, in pixels */

/** Where to scroll so that a cell is well inside; where one is already, when it is.
 * @param {number} at column or row @param {number} cell pixels @param {Part} part */
export function scrolledTo(at, cell, { from, length }) {
  const margin = Math.min(2 * cell, Math.max(0, (length - cell) / 2));
  const inside = at * cell >= from + margin && (at + 1) * cell <= from + length - margin;
  return inside ? from : Math.max(0, (at + 0.5) * cell - length / 2);
}

/** Of the things that moved, the one nearest to a place: what one looked at is followed.
 * Things are letters of the rows, as balls of Move are capitals.
 * @param {Draw | null} before @param {Draw} after
 * @param {{ x: number, y: number }} middle in cells @returns {number | undefined} a cell */
export function nearestMoved(before, after, middle) {
  let best;
  let least = Infinity;
  after.rows?.forEach((row, y) =>
    [...row].forEach((letter, x) => {
      if (letter < 'A' || letter > 'Z' || before?.rows?.[y]?.[x] === letter) return;
      const distance = Math.hypot(x + 0.5 - middle.x, y + 0.5 - middle.y);
      if (distance >= least) return;
      least = distance;
      best = y * after.width + x;
    }),
  );
  return best;
}
