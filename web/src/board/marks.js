// Marks over a board: each has a shape of its own, not only a colour.

const colours = {
  light: { hint: '#1257a0', dead: '#a3330f', halo: '#ffffff', path: '#1257a0', cursor: '#1257a0' },
  dark: { hint: '#9fd0ff', dead: '#ffab8c', halo: '#12151a', path: '#9fd0ff', cursor: '#ffffff' },
};

/** @typedef {object} Marks cells
 * @property {number[]} [hint]
 * @property {number[]} [dead] what is lost
 * @property {number[]} [shade] where something would be lost
 * @property {number[]} [path] being drawn
 * @property {number | null} [cursor]
 * @property {number} [stride] drawn cells a cell of the board */
/** @typedef {CanvasRenderingContext2D} Context */
/** @typedef {[x: number, y: number]} Place */

/** @param {number} cell @param {number} width @returns {Place} */
const at = (cell, width) => [cell % width, Math.floor(cell / width)];

/** @param {Context} ctx @param {number} s device pixels a cell @param {Place} place */
function hint(ctx, s, [x, y]) {
  ctx.setLineDash([s * 0.18, s * 0.1]);
  ctx.strokeRect((x + 0.04) * s, (y + 0.04) * s, 0.92 * s, 0.92 * s);
  ctx.setLineDash([]);
}

/** A ring with a bar, over a lighter or darker one so that it is seen on anything; some games
 * have things with a cross on them already.
 * @param {Context} ctx @param {number} s @param {Place} place @param {string} ink
 * @param {string} halo */
function barred(ctx, s, [x, y], ink, halo) {
  const strokes = /** @type {const} */ ([
    [halo, 0.19],
    [ink, 0.1],
  ]);
  for (const [colour, thick] of strokes) {
    ctx.strokeStyle = colour;
    ctx.lineWidth = Math.max(2, thick * s);
    ctx.beginPath();
    ctx.arc((x + 0.5) * s, (y + 0.5) * s, 0.38 * s, 0, 2 * Math.PI);
    ctx.moveTo((x + 0.5 - 0.27) * s, (y + 0.5 + 0.27) * s);
    ctx.lineTo((x + 0.5 + 0.27) * s, (y + 0.5 - 0.27) * s);
    ctx.stroke();
  }
}

/** @param {Context} ctx @param {number} s @param {Place} place @param {number} reach */
function cross(ctx, s, [x, y], reach) {
  ctx.beginPath();
  for (const way of [1, -1]) {
    ctx.moveTo((x + 0.5 - reach) * s, (y + 0.5 - reach * way) * s);
    ctx.lineTo((x + 0.5 + reach) * s, (y + 0.5 + reach * way) * s);
  }
  ctx.stroke();
}

/** @param {Context} ctx @param {number} s @param {Place[]} places */
function path(ctx, s, places) {
  ctx.lineJoin = 'round';
  ctx.beginPath();
  places.forEach(([x, y], i) => {
    if (i === 0) ctx.moveTo((x + 0.5) * s, (y + 0.5) * s);
    ctx.lineTo((x + 0.5) * s, (y + 0.5) * s);
  });
  ctx.stroke();
}

/** Around the cell of the board, of which this is the middle of what is drawn.
 * @param {Context} ctx @param {number} s @param {Place} place @param {number} stride */
function cursor(ctx, s, [x, y], stride) {
  const back = Math.floor(stride / 2);
  const inset = 0.06 * stride;
  const side = 0.88 * stride * s;
  ctx.strokeRect((x - back + inset) * s, (y - back + inset) * s, side, side);
}

/** A painter for what lies over a draw list.
 * @param {Marks} marks @param {Theme} theme @returns {import('./canvas.js').Overlay} */
export function paintMarks(marks, theme) {
  const colour = colours[theme];
  const stride = marks.stride ?? 1;
  return (ctx, s, { width }) => {
    ctx.lineCap = 'round';
    ctx.lineWidth = Math.max(1, 0.035 * s);
    ctx.strokeStyle = `${colour.dead}88`;
    for (const cell of marks.shade ?? []) cross(ctx, s, at(cell, width), 0.11);
    for (const cell of marks.dead ?? []) {
      barred(ctx, s, at(cell, width), colour.dead, colour.halo);
    }
    ctx.lineWidth = Math.max(2, 0.07 * s);
    ctx.strokeStyle = colour.hint;
    for (const cell of marks.hint ?? []) hint(ctx, s, at(cell, width));
    if (marks.path?.length) {
      ctx.strokeStyle = `${colour.path}aa`;
      ctx.lineWidth = 0.16 * s * stride;
      const places = marks.path.map((cell) => at(cell, width));
      path(ctx, s, places);
    }
    if (marks.cursor != null) {
      ctx.strokeStyle = colour.cursor;
      ctx.lineWidth = Math.max(2, 0.06 * s * stride);
      cursor(ctx, s, at(marks.cursor, width), stride);
    }
  };
}
