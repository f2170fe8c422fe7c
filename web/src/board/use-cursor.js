// A board by keys alone: arrows move a cursor, Space or Enter takes something up and puts it
// down, or paints.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { arrows, keyName } from './keys.js';

/** @typedef {import('./board.jsx').BoardProps} BoardProps */

/** @type {Record<string, [number, number]>} */
const STEPS = { up: [0, -1], right: [1, 0], down: [0, 1], left: [-1, 0] };

/** The cell one step on, or null at the edge.
 * @param {Draw} draw @param {number} from @param {string} way @param {number} stride */
function stepFrom(draw, from, way, stride) {
  const [dx, dy] = STEPS[way];
  const x = (from % draw.width) + dx * stride;
  const y = Math.floor(from / draw.width) + dy * stride;
  return x < 0 || y < 0 || x >= draw.width || y >= draw.height ? null : y * draw.width + x;
}

/** @param {BoardProps} props @param {(cells: number[] | null) => void} setPath */
export function useCursor(props, setPath) {
  const { draw, stride = 1, cursorStride = stride } = props;
  const [cursor, setCursor] = useState(/** @type {number | null} */ (null));
  /** The way of what was taken up. @type {{ current: number[] | null }} */
  const carried = useRef(null);
  const first = Math.floor(stride / 2) * (draw.width + 1);

  /** @param {string} way */
  const move = (way) => {
    const next = cursor === null ? first : stepFrom(draw, cursor, way, cursorStride);
    if (next === null) return;
    setCursor(next);
    if (!carried.current) return;
    carried.current = [...carried.current, next];
    setPath(carried.current);
  };
  const pick = () => {
    const here = cursor ?? first;
    setCursor(here);
    if (props.onPaint) {
      const [x, y] = [here % draw.width, Math.floor(here / draw.width)];
      props.onPaint(here, { x: x + 0.5, y: y + 0.5 }, true);
      return;
    }
    const way = carried.current;
    carried.current = way ? null : [here];
    setPath(carried.current);
    if (way && way.length > 1) props.onDrag?.(way);
  };
  const hide = () => {
    carried.current = null;
    setCursor(null);
  };
  return { cursor, move, pick, hide };
}

/** What a key does on a board; true when it meant something.
 * @param {BoardProps} props @param {boolean} byCursor @param {ReturnType<typeof useCursor>} cursor
 * @returns {(event: KeyboardEvent) => void} */
export function keyHandler(props, byCursor, cursor) {
  /** @param {KeyboardEvent} event */
  const act = (event) => {
    const name = keyName(event);
    if (name === null) return false;
    if (byCursor && event.key in arrows) cursor.move(name);
    else if (byCursor && (name === 'space' || name === 'Enter')) cursor.pick();
    else return props.onKey?.(name, event.code) === true;
    return true;
  };
  return (event) => {
    if (!props.without?.includes(event.code) && act(event)) event.preventDefault();
  };
}

/** Does what has the focus need this key itself? @param {KeyboardEvent} event */
function isTaken({ target, key, defaultPrevented }) {
  if (defaultPrevented || !(target instanceof Element)) return defaultPrevented;
  const controls = 'input, textarea, select, dialog, summary, [role=tab], [role=radio]';
  const pressed = key === ' ' || key === 'Enter';
  return target.closest(controls) !== null || (pressed && target.closest('button, a') !== null);
}

/** Keys also when the focus is elsewhere on the page and does not need them.
 * @param {boolean} on @param {{ current: HTMLElement | null }} frame
 * @param {(event: KeyboardEvent) => void} key */
export function useKeysEverywhere(on, frame, key) {
  const keyNow = useRef(key);
  keyNow.current = key;
  useLayoutEffect(() => {
    if (!on) return undefined;
    const listen = (/** @type {KeyboardEvent} */ event) => {
      const inside = event.target instanceof Node && frame.current?.contains(event.target);
      if (!inside && !isTaken(event)) keyNow.current(event);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [on, frame]);
}
