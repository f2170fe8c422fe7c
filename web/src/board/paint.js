// Paints a draw list (docs/engine-calls.md) on a canvas. Lengths are in cells; a cell is
// a whole number of device pixels, so that edges are crisp and neighbours leave no seam.

/** @typedef {any[]} Item */
/** @typedef {{ width: number, height: number, player?: number, background: string, items: Item[], rows?: string[] }} Draw */

const painters = {
  rect(ctx, [, x, y, w, h, round, fill, stroke, thick], s) {
    ctx.beginPath();
    if (round > 0) ctx.roundRect(x * s, y * s, w * s, h * s, round * s);
    else {
      ctx.rect(
        Math.round(x * s),
        Math.round(y * s),
        Math.round((x + w) * s) - Math.round(x * s),
        Math.round((y + h) * s) - Math.round(y * s),
      );
    }
    finish(ctx, fill, stroke, thick * s);
  },
  circle(ctx, [, x, y, radius, fill, stroke, thick], s) {
    ctx.beginPath();
    ctx.arc(x * s, y * s, radius * s, 0, 2 * Math.PI);
    finish(ctx, fill, stroke, thick * s);
  },
  line(ctx, [, x0, y0, x1, y1, thick, stroke], s) {
    ctx.beginPath();
    ctx.lineCap = 'round';
    ctx.moveTo(x0 * s, y0 * s);
    ctx.lineTo(x1 * s, y1 * s);
    finish(ctx, null, stroke, thick * s);
  },
  polygon(ctx, [, points, fill], s) {
    ctx.beginPath();
    for (let i = 0; i + 1 < points.length; i += 2) {
      if (i === 0) ctx.moveTo(points[i] * s, points[i + 1] * s);
      else ctx.lineTo(points[i] * s, points[i + 1] * s);
    }
    ctx.closePath();
    finish(ctx, fill, null, 0);
  },
  text(ctx, [, x, y, height, fill, text], s) {
    ctx.font = `650 ${height * s}px system-ui, sans-serif`;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'alphabetic';
    ctx.fillStyle = fill;
    // Capital letters are about 0.72 of the font's size high; they are centred.
    ctx.fillText(text, x * s, (y + 0.36 * height) * s);
  },
};

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

/** @param {CanvasRenderingContext2D} ctx @param {Item} item @param {number} scale device pixels a cell */
export function paintItem(ctx, item, scale) {
  painters[item[0]]?.(ctx, item, scale);
}

/** Paints the whole list, background included, with a margin of so many cells around.
 * @param {CanvasRenderingContext2D} ctx @param {Draw} draw @param {number} scale @param {number} [margin] */
export function paintDraw(ctx, draw, scale, margin = 0) {
  ctx.fillStyle = draw.background;
  ctx.fillRect(0, 0, (draw.width + 2 * margin) * scale + 1, (draw.height + 2 * margin) * scale + 1);
  ctx.save();
  ctx.translate(Math.round(margin * scale), Math.round(margin * scale));
  for (const item of draw.items) paintItem(ctx, item, scale);
  ctx.restore();
}

/** How far a round item reaches over the edge: targets and lasers of Lazors stand on it.
 * @param {Draw} draw @returns {number} cells */
export function overhang(draw) {
  let over = 0;
  for (const [kind, x, y, radius, , stroke, thick] of draw.items) {
    if (kind !== 'circle') continue;
    const reach = radius + (stroke ? thick / 2 : 0);
    over = Math.max(over, reach - x, reach - y, x + reach - draw.width, y + reach - draw.height);
  }
  return over > 0.01 ? Math.min(1, over + 0.2) : 0;
}

/** How many device pixels a cell gets in a box of css pixels.
 * @param {{ width: number, height: number }} draw @param {number} width @param {number} height
 * @param {number} ratio device pixels a css pixel @param {number} [most] css pixels a cell at most @param {number} [margin] cells */
export function cellScale(draw, width, height, ratio, most = 72, margin = 0) {
  const css = Math.min(
    width / (draw.width + 2 * margin),
    height / (draw.height + 2 * margin),
    most,
  );
  return Math.max(1, Math.floor(css * ratio));
}
