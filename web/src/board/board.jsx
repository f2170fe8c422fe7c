// The board: a canvas with keyboard, mouse and touch. It knows no rules; what a gesture
// means is the owner's business.
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { theme, whenPrinted } from '../settings.js';
import { useSignal } from '../signal.js';
import { t } from '../texts.js';
import { createView } from './canvas.js';
import { startGesture } from './gesture.js';
import { arrows, keyName } from './keys.js';
import { paintMarks } from './marks.js';
import { nearestMoved, scrolledTo } from './sight.js';

const STEPS = { up: [0, -1], right: [1, 0], down: [0, 1], left: [-1, 0] };

/** @typedef {object} BoardProps
 * @property {import('./paint.js').Draw} draw
 * @property {import('./paint.js').Draw | null} [light] the same in light colours, for paper
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
 * @property {number} [below] css pixels for what stands under the board, where the window is wide
 * @property {boolean} [everywhere] take keys also when the focus is elsewhere on the page and does not need them
 * @property {boolean} [near] cells as large as a finger needs; what does not fit is scrolled to
 * @property {(small: boolean) => void} [onSmall] hears whether cells are too small for a finger when all are in sight
 * @property {any} [children] over the board */

/** Css pixels of a drawn cell: less is too small for a finger, so much is shown when one looks
 * from near. What is carried has several drawn cells and must be held, not only hit. */
const sizes = (stride) =>
  stride === 1 ? { small: 14, close: 26 } : { small: 24 / stride, close: 45 / stride };

/** Css pixels: so near the edge the board moves under what is carried, by so many a frame. */
const EDGE = 24;
const CREEP = 4;

/** @param {BoardProps} props */
export function Board(props) {
  const {
    draw,
    light = null,
    label,
    description,
    marks = {},
    pointing,
    stride = 1,
    cursorStride = stride,
    duration = 0,
    tallest = 0.62,
    below = 0,
    near = false,
    children,
  } = props;
  const frame = useRef(null);
  const canvas = useRef(null);
  const view = useRef(null);
  const fitted = useRef(null);
  const gesture = useRef(null);
  const touched = useRef(null);
  const seen = useRef(null);
  const [path, setPath] = useState(null);
  const [cursor, setCursor] = useState(null);
  const shade = useSignal(theme);
  const id = useId();
  const byCursor = pointing === 'path' || pointing === 'carry' || props.onPaint;

  const fit = () => {
    const box = frame.current.getBoundingClientRect();
    // Where the window is wide, the board ends above its lower edge, so nothing scrolls.
    const room =
      window.innerWidth >= 992 ? window.innerHeight - (box.top + window.scrollY) - 32 - below : 0;
    const height = Math.max(220, room, window.innerHeight * tallest);
    const padding =
      frame.current.offsetWidth -
      frame.current.clientWidth +
      2 * parseFloat(getComputedStyle(frame.current).paddingLeft);
    const space = [
      Math.max(60, box.width - padding),
      room > (below ? 200 : 280) ? room - padding : height,
    ];
    const { small, close } = sizes(stride);
    props.onSmall?.(Math.min(space[0] / draw.width, space[1] / draw.height) < small);
    if (near) frame.current.style.maxHeight = `${Math.round(space[1])}px`;
    else frame.current.style.removeProperty('max-height');
    view.current.fit(
      draw,
      ...(near ? [draw.width * close, draw.height * close] : space),
      80 / stride,
    );
    fitted.current = `${draw.width}x${draw.height}`;
  };

  /** From near, the board follows the player, or the place that was touched last, or what moved
   * of what one looked at. */
  const follow = (before) => {
    if (!near) return;
    const { clientWidth, clientHeight, scrollLeft, scrollTop } = frame.current;
    const cell = canvas.current.clientWidth / draw.width;
    const middle = {
      x: (scrollLeft + clientWidth / 2) / cell,
      y: (scrollTop + clientHeight / 2) / cell,
    };
    const at = draw.player ?? (byCursor ? touched.current : nearestMoved(before, draw, middle));
    if (at === undefined || at === null) return;
    frame.current.scrollTo({
      left: scrolledTo(at % draw.width, cell, { from: scrollLeft, length: clientWidth }),
      top: scrolledTo(Math.floor(at / draw.width), cell, { from: scrollTop, length: clientHeight }),
    });
  };

  // A frame may change before what watches it is renewed, so that always fits as of now.
  const fitNow = useRef(fit);
  fitNow.current = fit;

  useLayoutEffect(() => {
    view.current = createView(canvas.current);
    return () => view.current.stop();
  }, []);
  useLayoutEffect(() => {
    if (fitted.current !== `${draw.width}x${draw.height}`) fit();
    else view.current.show(draw, duration);
    frame.current.style.setProperty('--board', draw.background);
    follow(seen.current);
    seen.current = draw;
  }, [draw]);
  useLayoutEffect(() => {
    if (!fitted.current) return;
    fit();
    follow(null);
  }, [near]);
  useLayoutEffect(() => {
    if (cursor === null) return;
    touched.current = cursor;
    follow(null);
  }, [cursor]);
  useEffect(
    () => whenPrinted((onPaper) => view.current.show(onPaper && light ? light : draw, 0)),
    [draw, light],
  );
  useEffect(() => {
    const observer = new ResizeObserver(() => fitNow.current());
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    view.current.setOverlay(
      paintMarks({ ...marks, path: path ?? marks.path, cursor, stride: cursorStride }, shade),
    );
  }, [marks, path, cursor, shade, cursorStride]);

  const down = (event) => {
    if (event.button !== 0 || event.target.closest('.won, .over')) return;
    const { x, y } = view.current.pointAt(event);
    if (x < -0.5 || y < -0.5 || x > draw.width + 0.5 || y > draw.height + 0.5) return;
    frame.current.setPointerCapture(event.pointerId);
    const now = startGesture({ width: draw.width, height: draw.height, x, y });
    gesture.current = now;
    const holds = props.startsDrag?.(now.cells[0]);
    now.carries = holds || (byCursor && !near);
    // From near, a finger that holds nothing moves the board.
    if (near && byCursor && !holds)
      now.pan = {
        x: event.clientX,
        y: event.clientY,
        left: frame.current.scrollLeft,
        top: frame.current.scrollTop,
      };
    else touched.current = now.cells[0];
    if (near && now.carries) creep();
    setCursor(null);
    props.onPaint?.(now.cells[0], { x, y }, true);
  };
  const move = (event) => {
    const now = gesture.current;
    if (!now) return;
    if (now.pan) {
      frame.current.scrollTo({
        left: now.pan.left + now.pan.x - event.clientX,
        top: now.pan.top + now.pan.y - event.clientY,
      });
      return;
    }
    now.last = event;
    const before = now.cells.length;
    const { x, y } = view.current.pointAt(event);
    now.move(x, y);
    if (now.cells.length === before) return;
    if (props.onPaint)
      now.cells.slice(before).forEach((cell) => props.onPaint(cell, { x, y }, false));
    else if (now.carries) setPath(now.cells.slice());
  };
  /** What is carried to the edge of what is seen moves the board on. */
  const creep = () => {
    const now = gesture.current;
    if (!now?.carries) return;
    if (now.cells.length > 1) {
      const { left, right, top, bottom } = frame.current.getBoundingClientRect();
      const step = (at, low, high) => (at < low + EDGE ? -CREEP : at > high - EDGE ? CREEP : 0);
      frame.current.scrollBy(
        step(now.last.clientX, left, right),
        step(now.last.clientY, top, bottom),
      );
      move(now.last);
    }
    requestAnimationFrame(creep);
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
    if (!now || now.pan || props.onPaint) return;
    const { tap, swipe, to } = now.end();
    if (now.carries) touched.current = to;
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
      props.onPaint(
        here,
        { x: (here % draw.width) + 0.5, y: Math.floor(here / draw.width) + 0.5 },
        true,
      );
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
      const taken =
        event.defaultPrevented ||
        frame.current.contains(target) ||
        target.closest('input, textarea, select, dialog, summary, [role=tab], [role=radio]') ||
        (target.closest('button, a') && (event.key === ' ' || event.key === 'Enter'));
      if (!taken) keyNow.current(event);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [props.everywhere]);

  return (
    <div
      ref={frame}
      class={`board ${near ? 'near' : ''} ${near && byCursor ? 'held' : ''}`}
      tabIndex={0}
      role="application"
      aria-label={label}
      aria-roledescription={t('board.role')}
      aria-describedby={description ? id : undefined}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onTouchMove={keepTouch}
      onPointerCancel={() => {
        gesture.current = null;
        setPath(null);
      }}
      onKeyDown={key}
    >
      <canvas ref={canvas} aria-hidden="true" />
      {description && (
        <p id={id} class="hidden-text">
          {description}
        </p>
      )}
      {children}
    </div>
  );
}
