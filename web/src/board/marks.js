// Marks over a board: each has a shape of its own, not only a colour.

const colours = {
  light: { hint: '#1257a0', dead: '#a3330f', halo: '#ffffff', path: '#1257a0', cursor: '#1257a0' },
  dark: { hint: '#9fd0ff', dead: '#ffab8c', halo: '#12151a', path: '#9fd0ff', cursor: '#ffffff' },
};

/** @typedef {{ hint?: number[], dead?: number[], shade?: number[], path?: number[], cursor?: number | null, stride?: number }} Marks */

const at = (cell, width) => [cell % width, Math.floor(cell / width)];

function hint(ctx, s, x, y) {
  ctx.setLineDash([s * 0.18, s * 0.1]);
  ctx.strokeRect((x + 0.04) * s, (y + 0.04) * s, 0.92 * s, 0.92 * s);
  ctx.setLineDash([]);
}

/** A ring with a bar, over a lighter or darker one so that it is seen on anything; boxes have
 * a cross on their lid already. */
function barred(ctx, s, x, y, ink, halo) {
  for (const [colour, thick] of [
    [halo, 0.19],
    [ink, 0.1],
  ]) {
    ctx.strokeStyle = colour;
    ctx.lineWidth = Math.max(2, thick * s);
    ctx.beginPath();
    ctx.arc((x + 0.5) * s, (y + 0.5) * s, 0.38 * s, 0, 2 * Math.PI);
    ctx.moveTo((x + 0.5 - 0.27) * s, (y + 0.5 + 0.27) * s);
    ctx.lineTo((x + 0.5 + 0.27) * s, (y + 0.5 - 0.27) * s);
    ctx.stroke();
  }
}

function cross(ctx, s, x, y, reach) {
  ctx.beginPath();
  for (const [dx, dy] of [
    [1, 1],
    [1, -1],
  ]) {
    ctx.moveTo((x + 0.5 - reach * dx) * s, (y + 0.5 - reach * dy) * s);
    ctx.lineTo((x + 0.5 + reach * dx) * s, (y + 0.5 + reach * dy) * s);
  }
  ctx.stroke();
}

/** A painter for createView().setOverlay.
 * @param {Marks} marks @param {'light' | 'dark'} theme */
export function paintMarks(marks, theme) {
  const colour = colours[theme];
  const stride = marks.stride ?? 1;
  return (ctx, s, draw) => {
    ctx.lineCap = 'round';
    ctx.lineWidth = Math.max(1, 0.035 * s);
    ctx.strokeStyle = `${colour.dead}88`;
    for (const cell of marks.shade ?? []) cross(ctx, s, ...at(cell, draw.width), 0.11);
    for (const cell of marks.dead ?? []) {
      barred(ctx, s, ...at(cell, draw.width), colour.dead, colour.halo);
    }
    ctx.lineWidth = Math.max(2, 0.07 * s);
    ctx.strokeStyle = colour.hint;
    for (const cell of marks.hint ?? []) hint(ctx, s, ...at(cell, draw.width));
    if (marks.path?.length) {
      ctx.strokeStyle = `${colour.path}aa`;
      ctx.lineWidth = 0.16 * s * stride;
      ctx.lineJoin = 'round';
      ctx.beginPath();
      marks.path.forEach((cell, i) => {
        const [x, y] = at(cell, draw.width);
        if (i === 0) ctx.moveTo((x + 0.5) * s, (y + 0.5) * s);
        ctx.lineTo((x + 0.5) * s, (y + 0.5) * s);
      });
      ctx.stroke();
    }
    if (marks.cursor != null) {
      const [x, y] = at(marks.cursor, draw.width);
      const back = Math.floor(stride / 2);
      ctx.strokeStyle = colour.cursor;
      ctx.lineWidth = Math.max(2, 0.06 * s * stride);
      ctx.strokeRect(
        (x - back + 0.06 * stride) * s,
        (y - back + 0.06 * stride) * s,
        0.88 * stride * s,
        0.88 * stride * s,
      );
    }
  };
}
