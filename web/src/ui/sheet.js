// All levels of a pack as one picture: the title, then rows of boards drawn to one scale,
// numbered.
import { cellScale, overhang, paintDraw, painterOf } from '../board/paint.js';
import { drawLevel } from '../board/thumb.jsx';
import { theme } from '../settings.js';

const CELL = { width: 240, height: 240 };
const GAP = 28;
const HEAD = 64;
const LINE = 26;

/** @param {string} name */
const token = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Where everything stands. @param {Draw[]} draws */
function planSheet(draws) {
  const columns = Math.min(draws.length, Math.max(1, Math.ceil(Math.sqrt(draws.length * 1.4))));
  const margins = draws.map(overhang);
  const scale = Math.min(
    ...draws.map((draw, i) => cellScale(draw, CELL, 1, { most: 64, margin: margins[i] })),
  );
  /** @param {'width' | 'height'} length @param {number} least */
  const side = (length, least) =>
    Math.max(...draws.map((draw, i) => Math.ceil((draw[length] + 2 * margins[i]) * scale)), least);
  const wide = side('width', 80) + GAP;
  const high = side('height', 60) + GAP + LINE;
  return {
    margins,
    scale,
    width: columns * wide + GAP,
    height: Math.ceil(draws.length / columns) * high + HEAD + GAP,
    at: (/** @type {number} */ i) => ({
      x: GAP + (i % columns) * wide,
      y: HEAD + Math.floor(i / columns) * high,
    }),
  };
}

/** @param {Level[]} levels @param {string} title @returns {Promise<Blob>} */
export async function sheet(levels, title) {
  /** @type {Draw[]} */
  const draws = [];
  for (const level of levels) draws.push(await drawLevel(level, theme.get()));
  const plan = planSheet(draws);
  const canvas = document.createElement('canvas');
  canvas.width = plan.width;
  canvas.height = plan.height;
  const ctx = painterOf(canvas);
  ctx.fillStyle = token('--paper');
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  /** @param {string} text @param {number} x @param {number} y @param {string} font */
  const write = (text, x, y, font) => {
    ctx.font = `${font} system-ui, sans-serif`;
    ctx.fillStyle = token('--ink');
    ctx.fillText(text, x, y, canvas.width - 2 * GAP);
  };
  write(title, GAP, HEAD - 20, '700 26px');
  draws.forEach((draw, i) => {
    const { x, y } = plan.at(i);
    write(String(i + 1), x, y + 18, '650 16px');
    ctx.save();
    ctx.translate(x, y + LINE);
    paintDraw(ctx, draw, plan.scale, plan.margins[i]);
    ctx.restore();
  });
  return new Promise((done, fail) =>
    canvas.toBlob(
      (blob) => (blob ? done(blob) : fail(new Error('the picture is too large'))),
      'image/png',
    ),
  );
}
