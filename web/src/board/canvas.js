// One canvas that shows draw lists, sliding from one to the next.
import { cellScale, overhang, paintDraw, paintItem } from './paint.js';
import { ease, planTween, shift } from './tween.js';

/** @param {HTMLCanvasElement} canvas */
export function createView(canvas) {
  const ctx = canvas.getContext('2d', { alpha: false });
  let shown = null;
  let scale = 1;
  let margin = 0;
  let frame = 0;
  let overlay = null;
  let after = null;

  function paint(parts, t) {
    ctx.globalAlpha = 1;
    ctx.fillStyle = shown.background;
    ctx.fillRect(0, 0, canvas.width, canvas.height);
    ctx.save();
    inside();
    for (const { item, dx, dy, fade } of parts) {
      ctx.globalAlpha = fade === 0 ? 1 : fade > 0 ? t : 1 - t;
      paintItem(ctx, shift(item, dx * (1 - t), dy * (1 - t)), scale);
    }
    ctx.globalAlpha = 1;
    overlay?.(ctx, scale, shown);
    ctx.restore();
  }

  const inside = () => ctx.translate(Math.round(margin * scale), Math.round(margin * scale));

  function settle() {
    cancelAnimationFrame(frame);
    frame = 0;
    paintDraw(ctx, shown, scale, margin);
    ctx.save();
    inside();
    overlay?.(ctx, scale, shown);
    ctx.restore();
    const done = after;
    after = null;
    done?.();
  }

  return {
    /** Makes the canvas fit a box of css pixels. */
    fit(draw, width, height, most) {
      // Phones refuse canvases of more than 4096 by 4096 pixels.
      const ratio = Math.min(window.devicePixelRatio || 1, 4000 / Math.max(width, height));
      margin = overhang(draw);
      const next = cellScale(draw, width, height, ratio, most, margin);
      const w = draw.width * next + 2 * Math.round(margin * next);
      const h = draw.height * next + 2 * Math.round(margin * next);
      if (canvas.width !== w || canvas.height !== h) {
        canvas.width = w;
        canvas.height = h;
        canvas.style.width = `${w / ratio}px`;
        canvas.style.height = `${h / ratio}px`;
      }
      scale = next;
      shown = draw;
      settle();
    },
    /** Shows a list; slides there when ms > 0 and it has the same size.
     * @param {import('./paint.js').Draw} draw @param {number} ms @param {() => void} [done] */
    show(draw, ms, done) {
      cancelAnimationFrame(frame);
      after?.();
      after = done ?? null;
      const from = shown;
      shown = draw;
      if (
        !from ||
        ms <= 0 ||
        from === draw ||
        from.width !== draw.width ||
        from.height !== draw.height ||
        from.background !== draw.background
      ) {
        settle();
        return;
      }
      const parts = planTween(from, draw);
      const began = performance.now();
      const step = (now) => {
        const t = Math.min(1, (now - began) / ms);
        if (t >= 1) return settle();
        paint(parts, ease(Math.max(0, t)));
        frame = requestAnimationFrame(step);
      };
      frame = requestAnimationFrame(step);
    },
    /** What lies over the list: marks, a path being drawn, the cursor. */
    setOverlay(next) {
      overlay = next;
      if (shown && !frame) settle();
    },
    /** The point under the pointer, in cells. */
    pointAt(event) {
      const box = canvas.getBoundingClientRect();
      const cells = (share, n) => share * (n + 2 * margin) - margin;
      return {
        x: cells((event.clientX - box.left) / box.width, shown.width),
        y: cells((event.clientY - box.top) / box.height, shown.height),
      };
    },
    stop: () => cancelAnimationFrame(frame),
  };
}
