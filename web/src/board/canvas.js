// One canvas that shows draw lists, sliding from one to the next.
import { cellScale, overhang, paintDraw, painterOf, paintItem } from './paint.js';
import { ease, planTween, shift } from './tween.js';

/** Phones refuse canvases of more than 4096 by 4096 pixels. */
const MOST_PIXELS = 4000;

/** @typedef {(ctx: CanvasRenderingContext2D, scale: number, draw: Draw) => void} Overlay */

/** Can one be slid into the other? @param {Draw | null} from @param {Draw} to */
const slides = (from, to) =>
  from !== null &&
  from !== to &&
  from.width === to.width &&
  from.height === to.height &&
  from.background === to.background;

export class CanvasView {
  /** @type {Draw | null} */
  #shown = null;
  #scale = 1;
  #margin = 0;
  #frame = 0;
  /** @type {Overlay | null} */
  #overlay = null;

  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.ctx = painterOf(canvas);
  }

  /** Makes the canvas fit a box of css pixels.
   * @param {Draw} draw @param {import('./paint.js').Size} box
   * @param {number} most css pixels a cell */
  fit(draw, box, most) {
    const { canvas } = this;
    const ratio = Math.min(
      window.devicePixelRatio || 1,
      MOST_PIXELS / Math.max(box.width, box.height),
    );
    this.#margin = overhang(draw);
    this.#scale = cellScale(draw, box, ratio, { most, margin: this.#margin });
    const around = 2 * Math.round(this.#margin * this.#scale);
    const width = draw.width * this.#scale + around;
    const height = draw.height * this.#scale + around;
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
      canvas.style.width = `${width / ratio}px`;
      canvas.style.height = `${height / ratio}px`;
    }
    this.#settle(draw);
  }

  /** Shows a list; slides there when ms > 0 and it has the same size.
   * @param {Draw} draw @param {number} ms */
  show(draw, ms) {
    const from = this.#shown;
    this.stop();
    if (from === null || ms <= 0 || !slides(from, draw)) {
      this.#settle(draw);
      return;
    }
    this.#shown = draw;
    const parts = planTween(from, draw);
    const began = performance.now();
    const step = (/** @type {number} */ now) => {
      const t = Math.min(1, (now - began) / ms);
      if (t >= 1) {
        this.#settle(draw);
        return;
      }
      this.#paintBetween(draw, parts, ease(Math.max(0, t)));
      this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }

  /** What lies over the list: marks, a path being drawn, the cursor.
   * @param {Overlay} next */
  setOverlay(next) {
    this.#overlay = next;
    if (this.#shown && !this.#frame) this.#settle(this.#shown);
  }

  /** The point under the pointer, in cells. @param {{ clientX: number, clientY: number }} event */
  pointAt({ clientX, clientY }) {
    const box = this.canvas.getBoundingClientRect();
    const margin = this.#margin;
    const { width = 0, height = 0 } = this.#shown ?? {};
    return {
      x: ((clientX - box.left) / box.width) * (width + 2 * margin) - margin,
      y: ((clientY - box.top) / box.height) * (height + 2 * margin) - margin,
    };
  }

  stop() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  /** @param {() => void} paint */
  #inside(paint) {
    const { ctx } = this;
    ctx.save();
    ctx.translate(Math.round(this.#margin * this.#scale), Math.round(this.#margin * this.#scale));
    paint();
    ctx.restore();
  }

  /** @param {Draw} draw @param {import('./tween.js').Part[]} parts @param {number} t 0 to 1 */
  #paintBetween(draw, parts, t) {
    const { ctx, canvas } = this;
    ctx.globalAlpha = 1;
    ctx.fillStyle = draw.background;
    ctx.fillRect(0, 0, canvas.width, canvas.height);
    this.#inside(() => {
      for (const { item, dx, dy, fade } of parts) {
        ctx.globalAlpha = fade === 0 ? 1 : fade > 0 ? t : 1 - t;
        paintItem(ctx, shift(item, dx * (1 - t), dy * (1 - t)), this.#scale);
      }
      ctx.globalAlpha = 1;
      this.#overlay?.(ctx, this.#scale, draw);
    });
  }

  /** @param {Draw} draw */
  #settle(draw) {
    this.stop();
    this.#shown = draw;
    paintDraw(this.ctx, draw, this.#scale, this.#margin);
    this.#inside(() => this.#overlay?.(this.ctx, this.#scale, draw));
  }
}
