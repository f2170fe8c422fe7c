// What a pointer did on the board, as one of a few gestures. Pure: the component feeds
// events in and acts on what comes out.

const SWIPE_CELLS = 0.6;

/** @param {number} dx @param {number} dy */
const direction = (dx, dy) =>
  Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 'right' : 'left') : dy > 0 ? 'down' : 'up';

/** One press of a pointer, from down to up.
 * @param {BoardPart} start the board's size and where it was pressed, in cells */
export function startGesture({ width, height, x, y }) {
  /** @param {number} cx @param {number} cy */
  const cellAt = (cx, cy) => {
    const column = Math.min(width - 1, Math.max(0, Math.floor(cx)));
    const row = Math.min(height - 1, Math.max(0, Math.floor(cy)));
    return row * width + column;
  };
  const cells = [cellAt(x, y)];
  let last = [x, y];
  return {
    cells,
    /** Adds every cell between the last point and this one, side by side.
     * @param {number} nx @param {number} ny */
    move(nx, ny) {
      const steps = Math.max(
        1,
        Math.ceil(Math.max(Math.abs(nx - last[0]), Math.abs(ny - last[1])) * 3),
      );
      const [fromX, fromY] = last;
      for (let i = 1; i <= steps; i++) {
        const cell = cellAt(fromX + ((nx - fromX) * i) / steps, fromY + ((ny - fromY) * i) / steps);
        if (cell !== cells[cells.length - 1]) cells.push(cell);
      }
      last = [nx, ny];
    },
    /** @returns {{ tap: boolean, swipe: string | null, from: number, to: number }} */
    end() {
      const dx = last[0] - x;
      const dy = last[1] - y;
      const far = Math.max(Math.abs(dx), Math.abs(dy)) >= SWIPE_CELLS;
      return {
        tap: cells.length === 1 && !far,
        swipe: far ? direction(dx, dy) : null,
        from: cells[0],
        to: cells[cells.length - 1],
      };
    },
  };
}
