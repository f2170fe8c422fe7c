// The board: a canvas with keyboard, mouse and touch. It knows no rules; what a gesture
// means is the owner's business.
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { theme, whenPrinted } from '../settings.js';
import { useSignal } from '../signal.js';
import { t } from '../texts.js';
import { element } from '../ui/element.js';
import { useLatest } from '../ui/use-latest.js';
import { paintMarks } from './marks.js';
import { Pointer } from './pointer.js';
import { Stage } from './stage.js';
import { keyHandler, useCursor, useKeysEverywhere } from './use-cursor.js';

/** @typedef {'walk' | 'swipe' | 'path' | 'carry'} Pointing
 * walk: a tap walks, a drag from what is held pushes it; swipe: a swipe is an arrow key;
 * path: the cells a drag goes over; carry: from where to where a drag went */

/** @typedef {object} BoardProps
 * @property {Draw} draw
 * @property {Draw | null} [light] the same in light colours, for paper
 * @property {string} label
 * @property {string} [description] the board in words
 * @property {import('./marks.js').Marks} [marks]
 * @property {Pointing} pointing
 * @property {number} [stride] drawn cells a cell of the board
 * @property {number} [duration] of a slide in ms
 * @property {(key: string, code: string) => boolean | void} [onKey] a key by its engine name, or
 *   'undo' or 'redo', and by its place; true when it meant something
 * @property {string[]} [without] codes of keys that are not for the board
 * @property {(cell: number) => void} [onTap]
 * @property {(key: string) => void} [onSwipe]
 * @property {(cells: number[]) => void} [onDrag]
 * @property {(cell: number, at: { x: number, y: number }, first: boolean) => void} [onPaint]
 *   pressed and moved over, for editing; at: where in it, first: just pressed
 * @property {number} [cursorStride] how far an arrow key moves the cursor; else the stride
 * @property {(cell: number) => boolean} [startsDrag] a press here carries something
 * @property {number} [tallest] share of the window's height at most
 * @property {number} [below] css pixels for what stands under the board, where the window is wide
 * @property {boolean} [everywhere] take keys also when the focus is elsewhere on the page and
 *   does not need them
 * @property {boolean} [near] cells as large as a finger needs; what does not fit is scrolled to
 * @property {(small: boolean) => void} [onSmall] hears whether cells are too small for a finger
 *   when all are in sight
 * @property {import('preact').ComponentChildren} [children] over the board */

/** @param {BoardProps} props */
const isByCursor = ({ pointing, onPaint }) =>
  pointing === 'path' || pointing === 'carry' || onPaint !== undefined;

/** The stage of a board, there from the first layout on. @param {BoardProps} props */
function useStage(props) {
  const { draw, light = null, duration = 0, near = false, stride = 1 } = props;
  const { tallest = 0.62, below = 0, onSmall } = props;
  const frame = useRef(/** @type {HTMLDivElement | null} */ (null));
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const stage = useRef(/** @type {Stage | null} */ (null));
  const look = { draw, stride, tallest, below, near, byCursor: isByCursor(props), onSmall };
  // A frame may change before what watches it is renewed, so the look is always that of now.
  if (stage.current) stage.current.look = look;
  const now = useLatest({ look, duration });
  useLayoutEffect(() => {
    const made = new Stage(element(frame), element(canvas), now.current.look);
    stage.current = made;
    const observer = new ResizeObserver(() => made.fit());
    observer.observe(made.frame);
    return () => {
      observer.disconnect();
      made.view.stop();
    };
  }, [now]);
  useLayoutEffect(() => element(stage).show(now.current.duration), [draw, now]);
  useLayoutEffect(() => element(stage).refit(), [near]);
  useEffect(
    () => whenPrinted((onPaper) => element(stage).view.show(onPaper && light ? light : draw, 0)),
    [draw, light],
  );
  return { frame, canvas, stage };
}

/** What mouse and finger do, told to the owner of now.
 * @param {BoardProps} props @param {{ current: Stage | null }} stage
 * @param {{ setPath: (cells: number[] | null) => void, onDown: () => void }} heard */
function usePointer(props, stage, heard) {
  const pointer = useRef(/** @type {Pointer | null} */ (null));
  if (pointer.current) Object.assign(pointer.current, { owner: props, heard });
  const now = useLatest({ props, heard });
  useLayoutEffect(() => {
    pointer.current = new Pointer(element(stage), now.current.props, now.current.heard);
  }, [stage, now]);
  return pointer;
}

/** @param {BoardProps} props */
export function Board(props) {
  const { label, description, marks = {}, stride = 1, cursorStride = stride, near = false } = props;
  const id = useId();
  const shade = useSignal(theme);
  const { frame, canvas, stage } = useStage(props);
  const [path, setPath] = useState(/** @type {number[] | null} */ (null));
  const cursor = useCursor(props, setPath);
  const pointer = usePointer(props, stage, { setPath, onDown: cursor.hide });
  const byCursor = isByCursor(props);
  const key = keyHandler(props, byCursor, cursor);
  useKeysEverywhere(props.everywhere === true, frame, key);
  useLayoutEffect(() => {
    if (cursor.cursor === null) return;
    element(stage).touched = cursor.cursor;
    element(stage).follow(null);
  }, [cursor.cursor, stage]);
  useLayoutEffect(() => {
    const all = { ...marks, path: path ?? marks.path, cursor: cursor.cursor, stride: cursorStride };
    element(stage).view.setOverlay(paintMarks(all, shade));
  }, [marks, path, cursor.cursor, shade, cursorStride, stage]);
  return (
    <div
      ref={frame}
      class={`board ${near ? 'near' : ''} ${near && byCursor ? 'held' : ''}`}
      tabIndex={0}
      role="application"
      aria-label={label}
      aria-roledescription={t('board.role')}
      aria-describedby={description ? id : undefined}
      onPointerDown={(event) => pointer.current?.down(event)}
      onPointerMove={(event) => pointer.current?.move(event)}
      onPointerUp={(event) => pointer.current?.up(event)}
      onTouchMove={(event) => pointer.current?.keepTouch(event)}
      onPointerCancel={() => pointer.current?.cancel()}
      onKeyDown={key}
    >
      <canvas ref={canvas} aria-hidden="true" />
      {description && (
        <p id={id} class="hidden-text">
          {description}
        </p>
      )}
      {props.children}
    </div>
  );
}
