// What a board shows: as large as its frame allows, and from near the part that matters.
import { CanvasView } from './canvas.js';
import { nearestMoved, scrolledTo } from './sight.js';

/** Css pixels of a drawn cell: less is too small for a finger, so much is shown when one looks
 * from near. What is carried has several drawn cells and must be held, not only hit.
 * @param {number} stride */
const sizes = (stride) =>
  stride === 1 ? { small: 14, close: 26 } : { small: 24 / stride, close: 45 / stride };

/** Windows as wide as this hold the board and what belongs to it side by side. */
const WIDE = 992;

/** @typedef {object} Look how a board is to be seen
 * @property {Draw} draw
 * @property {number} stride drawn cells a cell of the board
 * @property {number} tallest share of the window's height at most
 * @property {number} below css pixels for what stands under the board, where the window is wide
 * @property {boolean} near cells as large as a finger needs; what does not fit is scrolled to
 * @property {boolean} byCursor the place that was touched last is what one looks at
 * @property {(small: boolean) => void} [onSmall] */

export class Stage {
  /** The cell that was touched last. @type {number | null} */
  touched = null;
  /** @type {Draw | null} */
  #before = null;
  #fitted = '';

  /** @param {HTMLElement} frame @param {HTMLCanvasElement} canvas @param {Look} look */
  constructor(frame, canvas, look) {
    this.frame = frame;
    this.canvas = canvas;
    this.view = new CanvasView(canvas);
    this.look = look;
  }

  /** The next list, slid to in so many ms. @param {number} ms */
  show(ms) {
    const { draw } = this.look;
    if (this.#fitted === `${draw.width}x${draw.height}`) this.view.show(draw, ms);
    else this.fit();
    this.frame.style.setProperty('--board', draw.background);
    this.follow(this.#before);
    this.#before = draw;
  }

  /** As large as there is room now. */
  fit() {
    const { draw, near, stride, onSmall } = this.look;
    const space = this.#space();
    const { small, close } = sizes(stride);
    onSmall?.(Math.min(space.width / draw.width, space.height / draw.height) < small);
    if (near) this.frame.style.maxHeight = `${Math.round(space.height)}px`;
    else this.frame.style.removeProperty('max-height');
    const box = near ? { width: draw.width * close, height: draw.height * close } : space;
    this.view.fit(draw, box, 80 / stride);
    this.#fitted = `${draw.width}x${draw.height}`;
  }

  /** From near or from far: all is measured again, once there is something to see. */
  refit() {
    if (!this.#fitted) return;
    this.fit();
    this.follow(null);
  }

  /** From near, the board follows the player, or the place that was touched last, or what moved
   * of what one looked at. @param {Draw | null} before */
  follow(before) {
    const { draw, near, byCursor } = this.look;
    if (!near) return;
    const { clientWidth, clientHeight, scrollLeft, scrollTop } = this.frame;
    const cell = this.canvas.clientWidth / draw.width;
    const middle = {
      x: (scrollLeft + clientWidth / 2) / cell,
      y: (scrollTop + clientHeight / 2) / cell,
    };
    const at = draw.player ?? (byCursor ? this.touched : nearestMoved(before, draw, middle));
    if (at === undefined || at === null) return;
    this.frame.scrollTo({
      left: scrolledTo(at % draw.width, cell, { from: scrollLeft, length: clientWidth }),
      top: scrolledTo(Math.floor(at / draw.width), cell, { from: scrollTop, length: clientHeight }),
    });
  }

  /** Css pixels for the board. Where the window is wide it ends above the lower edge, so that
   * nothing scrolls. @returns {import('./paint.js').Size} */
  #space() {
    const { tallest, below } = this.look;
    const { frame } = this;
    const box = frame.getBoundingClientRect();
    const wide = window.innerWidth >= WIDE;
    const room = wide ? window.innerHeight - (box.top + window.scrollY) - 32 - below : 0;
    const borders = frame.offsetWidth - frame.clientWidth;
    const padding = borders + 2 * parseFloat(getComputedStyle(frame).paddingLeft);
    const height = Math.max(220, room, window.innerHeight * tallest);
    return {
      width: Math.max(60, box.width - padding),
      height: room > (below ? 200 : 280) ? room - padding : height,
    };
  }
}
