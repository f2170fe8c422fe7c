// The board: a canvas with keyboard, mouse and touch. It knows no rules; what a gesture
// means is the owner's business.
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { theme } from '../settings.js';
import { useSignal } from '../signal.js';
import { t } from '../texts.js';
import { createView } from './canvas.js';
import { startGesture } from './gesture.js';
import { arrows, keyName } from './keys.js';
import { paintMarks } from './marks.js';

const STEPS = { up: [0, -1], right: [1, 0], down: [0, 1], left: [-1, 0] };

/** @typedef {object} BoardProps
 * @property {import('./paint.js').Draw} draw
 * @property {string} label
 * @property {string} [description] the board in words
 * @property {import('./marks.js').Marks} [marks]
 * @property {import('../games.js').Pointing} pointing
 * @property {number} [stride] drawn cells a cell of the board
 * @property {number} [duration] of a slide in ms
 * @property {(key: string) => boolean | void} [onKey] a key by its engine name, or 'undo' or 'redo'; true when it meant something
 * @property {(cell: number) => void} [onTap]
 * @property {(key: string) => void} [onSwipe]
 * @property {(cells: number[]) => void} [onDrag]
 * @property {(cell: number, at: { x: number, y: number }, first: boolean) => void} [onPaint] pressed and moved over, for editing; at: where in it, first: just pressed
 * @property {number} [cursorStride] how far an arrow key moves the cursor; the stride when not given
 * @property {(cell: number) => boolean} [startsDrag] a press here carries something
 * @property {number} [tallest] share of the window's height at most
 * @property {boolean} [everywhere] take keys also when the focus is elsewhere on the page and does not need them
 * @property {any} [children] over the board */

/** @param {BoardProps} props */
export function Board(props) {
  const { draw, label, description, marks = {}, pointing, stride = 1, cursorStride = stride, duration = 0, tallest = 0.62, children } = props;
  const frame = useRef(null);
  const canvas = useRef(null);
  const view = useRef(null);
  const fitted = useRef(null);
  const gesture = useRef(null);
  const [path, setPath] = useState(null);
  const [cursor, setCursor] = useState(null);
  const shade = useSignal(theme);
  const id = useId();
  const byCursor = pointing === 'path' || pointing === 'carry' || props.onPaint;

  const fit = () => {
    const box = frame.current.getBoundingClientRect();
    // Where the window is wide, the board ends above its lower edge, so nothing scrolls.
    const room = window.innerWidth >= 992 ? window.innerHeight - (box.top + window.scrollY) - 32 : 0;
    const height = Math.max(220, room, window.innerHeight * tallest);
    const padding = frame.current.offsetWidth - frame.current.clientWidth + 2 * parseFloat(getComputedStyle(frame.current).paddingLeft);
    view.current.fit(draw, Math.max(60, box.width - padding), room > 280 ? room - padding : height, 80 / stride);
    fitted.current = `${draw.width}x${draw.height}`;
  };

  useLayoutEffect(() => {
    view.current = createView(canvas.current);
    return () => view.current.stop();
  }, []);
  useLayoutEffect(() => {
    if (fitted.current !== `${draw.width}x${draw.height}`) fit();
    else view.current.show(draw, duration);
    frame.current.style.setProperty('--board', draw.background);
  }, [draw]);
  useEffect(() => {
    const observer = new ResizeObserver(() => fit());
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [draw.width, draw.height, draw]);
  useLayoutEffect(() => {
    view.current.setOverlay(paintMarks({ ...marks, path: path ?? marks.path, cursor, stride: cursorStride }, shade));
  }, [marks, path, cursor, shade, cursorStride]);

  const down = (event) => {
    if (event.button !== 0 || event.target.closest('.won, .over')) return;
    const { x, y } = view.current.pointAt(event);
    if (x < -0.5 || y < -0.5 || x > draw.width + 0.5 || y > draw.height + 0.5) return;
    frame.current.setPointerCapture(event.pointerId);
    gesture.current = startGesture({ width: draw.width, height: draw.height, x, y });
    gesture.current.carries = pointing === 'path' || pointing === 'carry' || props.startsDrag?.(gesture.current.cells[0]);
    setCursor(null);
    props.onPaint?.(gesture.current.cells[0], { x, y }, true);
  };
  const move = (event) => {
    const now = gesture.current;
    if (!now) return;
    const before = now.cells.length;
    const { x, y } = view.current.pointAt(event);
    now.move(x, y);
    if (now.cells.length === before) return;
    if (props.onPaint) now.cells.slice(before).forEach((cell) => props.onPaint(cell, { x, y }, false));
    else if (now.carries) setPath(now.cells.slice());
  };
  /** A finger's way belongs to us alone: else the browser takes it for a fling, though
   * nothing scrolls, and drops a tap that follows soon. */
  const keepTouch = (event) => gesture.current && event.cancelable && event.preventDefault();
  const up = (event) => {
    // Moves of one frame come together, so the last of them may be known only now.
    move(event);
    const now = gesture.current;
    gesture.current = null;
    setPath(null);
    if (!now || props.onPaint) return;
    const { tap, swipe } = now.end();
    if (now.carries && now.cells.length > 1) props.onDrag?.(now.cells);
    else if (tap) props.onTap?.(now.cells[0]);
    else if (swipe) props.onSwipe?.(swipe);
  };

  const moveCursor = (name) => {
    const [dx, dy] = STEPS[name];
    const middle = Math.floor(stride / 2);
    const from = cursor ?? middle * draw.width + middle;
    const x = (from % draw.width) + dx * cursorStride;
    const y = Math.floor(from / draw.width) + dy * cursorStride;
    if (cursor !== null && (x < 0 || y < 0 || x >= draw.width || y >= draw.height)) return;
    const next = cursor === null ? from : y * draw.width + x;
    setCursor(next);
    if (gesture.current?.byKey) {
      gesture.current.cells.push(next);
      setPath(gesture.current.cells.slice());
    }
  };
  const pick = () => {
    const here = cursor ?? Math.floor(stride / 2) * (draw.width + 1);
    if (props.onPaint) {
      setCursor(here);
      props.onPaint(here, { x: (here % draw.width) + 0.5, y: Math.floor(here / draw.width) + 0.5 }, true);
      return;
    }
    const carried = gesture.current?.byKey ? gesture.current.cells : null;
    gesture.current = carried ? null : { byKey: true, cells: [here] };
    setCursor(here);
    setPath(carried ? null : [here]);
    if (carried?.length > 1) props.onDrag?.(carried);
  };
  const key = (event) => {
    const name = keyName(event);
    if (name === null) return;
    let used = false;
    if (byCursor && arrows[event.key]) {
      moveCursor(name);
      used = true;
    } else if (byCursor && (name === 'space' || name === 'Enter')) {
      pick();
      used = true;
    } else {
      used = props.onKey?.(name) === true;
    }
    if (used) event.preventDefault();
  };

  const keyNow = useRef(key);
  keyNow.current = key;
  useLayoutEffect(() => {
    if (!props.everywhere) return undefined;
    const listen = (event) => {
      const { target } = event;
      const taken = event.defaultPrevented || frame.current.contains(target)
        || target.closest('input, textarea, select, dialog, summary, [role=tab], [role=radio]')
        || (target.closest('button, a') && (event.key === ' ' || event.key === 'Enter'));
      if (!taken) keyNow.current(event);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [props.everywhere]);

  return (
    <div ref={frame} class="board" tabIndex={0} role="application" aria-label={label}
      aria-roledescription={t('board.role')} aria-describedby={description ? id : undefined}
      onPointerDown={down} onPointerMove={move} onPointerUp={up} onTouchMove={keepTouch}
      onPointerCancel={() => { gesture.current = null; setPath(null); }} onKeyDown={key}>
      <canvas ref={canvas} aria-hidden="true" />
      {description && <p id={id} class="hidden-text">{description}</p>}
      {children}
    </div>
  );
}
