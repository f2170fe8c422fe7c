// Paints a draw list (docs/engine-calls.md) on a canvas. Lengths are in cells; a cell is
// a whole number of device pixels, so that edges are crisp and neighbours leave no seam.

/** @typedef {CanvasRenderingContext2D} Context */

/** @param {Context} ctx @param {RectItem} item @param {number} s device pixels a cell */
function rect(ctx, [, x, y, w, h, round, fill, stroke, thick], s) {
  const [left, top] = [Math.round(x * s), Math.round(y * s)];
  ctx.beginPath();
  if (round > 0) ctx.roundRect(x * s, y * s, w * s, h * s, round * s);
  else ctx.rect(left, top, Math.round((x + w) * s) - left, Math.round((y + h) * s) - top);
  finish(ctx, fill, stroke, thick * s);
}

/** @param {Context} ctx @param {CircleItem} item @param {number} s */
function circle(ctx, [, x, y, radius, fill, stroke, thick], s) {
  ctx.beginPath();
  ctx.arc(x * s, y * s, radius * s, 0, 2 * Math.PI);
  finish(ctx, fill, stroke, thick * s);
}

/** @param {Context} ctx @param {LineItem} item @param {number} s */
function line(ctx, [, x0, y0, x1, y1, thick, stroke], s) {
  ctx.beginPath();
  ctx.lineCap = 'round';
  ctx.moveTo(x0 * s, y0 * s);
  ctx.lineTo(x1 * s, y1 * s);
  finish(ctx, null, stroke, thick * s);
}

/** @param {Context} ctx @param {PolygonItem} item @param {number} s */
function polygon(ctx, [, points, fill], s) {
  ctx.beginPath();
  for (let i = 0; i + 1 < points.length; i += 2) {
    if (i === 0) ctx.moveTo(points[i] * s, points[i + 1] * s);
    else ctx.lineTo(points[i] * s, points[i + 1] * s);
  }
  ctx.closePath();
  finish(ctx, fill, null, 0);
}

/** @param {Context} ctx @param {TextItem} item @param {number} s */
function write(ctx, [, x, y, height, fill, text], s) {
  ctx.font = `650 ${height * s}px system-ui, sans-serif`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'alphabetic';
  ctx.fillStyle = fill ?? 'transparent';
  // Capital letters are about 0.72 of the font's size high; they are centred.
  ctx.fillText(text, x * s, (y + 0.36 * height) * s);
}

/** @param {Context} ctx @param {Colour} fill @param {Colour} stroke @param {number} thick */
function finish(ctx, fill, stroke, thick) {
  if (fill) {
    ctx.fillStyle = fill;
    ctx.fill();
  }
  if (stroke && thick > 0) {
    ctx.lineWidth = thick;
    ctx.strokeStyle = stroke;
    ctx.stroke();
  }
}

/** @param {Context} ctx @param {DrawItem} item @param {number} scale device pixels a cell */
export function paintItem(ctx, item, scale) {
  if (item[0] === 'rect') rect(ctx, item, scale);
  else if (item[0] === 'circle') circle(ctx, item, scale);
  else if (item[0] === 'line') line(ctx, item, scale);
  else if (item[0] === 'polygon') polygon(ctx, item, scale);
  else if (item[0] === 'text') write(ctx, item, scale);
}

/** The painter of a canvas that nothing shines through.
 * @param {HTMLCanvasElement} canvas @returns {Context} */
export function painterOf(canvas) {
  const ctx = canvas.getContext('2d', { alpha: false });
  if (!ctx) throw new Error('this browser does not paint');
  return ctx;
}

/** Paints the whole list, background included, with a margin of so many cells around.
 * @param {Context} ctx @param {Draw} draw @param {number} scale @param {number} [margin] */
export function paintDraw(ctx, draw, scale, margin = 0) {
  const side = (/** @type {number} */ cells) => (cells + 2 * margin) * scale + 1;
  ctx.fillStyle = draw.background;
  ctx.fillRect(0, 0, side(draw.width), side(draw.height));
  ctx.save();
  ctx.translate(Math.round(margin * scale), Math.round(margin * scale));
  for (const item of draw.items) paintItem(ctx, item, scale);
  ctx.restore();
}

/** How far a round item reaches over the edge: some games put things on it.
 * @param {Draw} draw @returns {number} cells */
export function overhang(draw) {
  let over = 0;
  for (const item of draw.items) {
    if (item[0] !== 'circle') continue;
    const [, x, y, radius, , stroke, thick] = item;
    const reach = radius + (stroke ? thick / 2 : 0);
    over = Math.max(over, reach - x, reach - y, x + reach - draw.width, y + reach - draw.height);
  }
  return over > 0.01 ? Math.min(1, over + 0.2) : 0;
}

/** @typedef {{ width: number, height: number }} Size */

/** How many device pixels a cell gets in a box of css pixels.
 * @param {Size} draw in cells @param {Size} box @param {number} ratio device pixels a css pixel
 * @param {{ most?: number, margin?: number }} [options] css pixels a cell at most; cells around */
export function cellScale(draw, box, ratio, { most = 72, margin = 0 } = {}) {
  const across = box.width / (draw.width + 2 * margin);
  const down = box.height / (draw.height + 2 * margin);
  return Math.max(1, Math.floor(Math.min(across, down, most) * ratio));
}
