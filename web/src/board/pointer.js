// What mouse and finger do on a board: they carry, paint, swipe, tap, or move the board itself
// when it is looked at from near.
import { startGesture } from './gesture.js';

/** Css pixels: so near the edge the board moves under what is carried, by so many a frame. */
const EDGE = 24;
const CREEP = 4;

/** @typedef {import('./board.jsx').BoardProps} BoardProps */
/** @typedef {{ x: number, y: number, left: number, top: number }} Pan where a finger and the
 *   board were */
/** @typedef {ReturnType<typeof startGesture> & { carries: boolean, pan?: Pan, last?: PointerEvent
 *   }} Press */

export class Pointer {
  /** @type {Press | null} */
  #press = null;

  /** @param {import('./stage.js').Stage} stage @param {BoardProps} owner
   * @param {{ setPath: (cells: number[] | null) => void, onDown: () => void }} heard */
  constructor(stage, owner, heard) {
    this.stage = stage;
    this.owner = owner;
    this.heard = heard;
  }

  /** @param {PointerEvent} event */
  down(event) {
    const { stage, owner } = this;
    const { draw, near, byCursor } = stage.look;
    const { target } = event;
    if (event.button !== 0 || (target instanceof Element && target.closest('.won, .over'))) return;
    const { x, y } = stage.view.pointAt(event);
    if (x < -0.5 || y < -0.5 || x > draw.width + 0.5 || y > draw.height + 0.5) return;
    stage.frame.setPointerCapture(event.pointerId);
    const gesture = startGesture({ width: draw.width, height: draw.height, x, y });
    const [first] = gesture.cells;
    const holds = owner.startsDrag?.(first) === true;
    /** @type {Press} */
    const press = Object.assign(gesture, { carries: holds || (byCursor && !near) });
    this.#press = press;
    // From near, a finger that holds nothing moves the board.
    if (near && byCursor && !holds) press.pan = this.#panFrom(event);
    else stage.touched = first;
    if (near && press.carries) this.#creep();
    this.heard.onDown();
    owner.onPaint?.(first, { x, y }, true);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { stage, owner } = this;
    const press = this.#press;
    if (!press) return;
    if (press.pan) {
      const { x, y, left, top } = press.pan;
      stage.frame.scrollTo({ left: left + x - event.clientX, top: top + y - event.clientY });
      return;
    }
    press.last = event;
    const before = press.cells.length;
    const { x, y } = stage.view.pointAt(event);
    press.move(x, y);
    if (press.cells.length === before) return;
    if (owner.onPaint) {
      for (const cell of press.cells.slice(before)) owner.onPaint(cell, { x, y }, false);
    } else if (press.carries) {
      this.heard.setPath(press.cells.slice());
    }
  }

  /** @param {PointerEvent} event */
  up(event) {
    // Moves of one frame come together, so the last of them may be known only now.
    this.move(event);
    const press = this.#press;
    const { owner } = this;
    this.cancel();
    if (!press || press.pan || owner.onPaint) return;
    const { tap, swipe, to } = press.end();
    if (press.carries) this.stage.touched = to;
    if (press.carries && press.cells.length > 1) owner.onDrag?.(press.cells);
    else if (tap) owner.onTap?.(press.cells[0]);
    else if (swipe) owner.onSwipe?.(swipe);
  }

  cancel() {
    this.#press = null;
    this.heard.setPath(null);
  }

  /** A finger's way belongs to us alone: else the browser takes it for a fling, though
   * nothing scrolls, and drops a tap that follows soon. @param {TouchEvent} event */
  keepTouch(event) {
    if (this.#press && event.cancelable) event.preventDefault();
  }

  /** @param {PointerEvent} event @returns {Pan} */
  #panFrom(event) {
    const { scrollLeft, scrollTop } = this.stage.frame;
    return { x: event.clientX, y: event.clientY, left: scrollLeft, top: scrollTop };
  }

  /** What is carried to the edge of what is seen moves the board on. */
  #creep() {
    const press = this.#press;
    if (!press?.carries) return;
    if (press.cells.length > 1 && press.last) {
      const { frame } = this.stage;
      const { left, right, top, bottom } = frame.getBoundingClientRect();
      const { clientX, clientY } = press.last;
      frame.scrollBy(creepBy(clientX, left, right), creepBy(clientY, top, bottom));
      this.move(press.last);
    }
    requestAnimationFrame(() => this.#creep());
  }
}

/** @param {number} at @param {number} low @param {number} high */
const creepBy = (at, low, high) => (at < low + EDGE ? -CREEP : at > high - EDGE ? CREEP : 0);
