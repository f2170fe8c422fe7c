// The level being edited: its text, how the engine reads it, and what was before.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../engine/engine.js';
import { messageOf } from '../errors.js';
import { partOf } from '../games.js';
import { History } from '../history.js';
import { theme } from '../settings.js';
import { useSignal } from '../signal.js';
import { gridDraw, gridText, roughGrid } from './grid.js';

const HISTORY = 200;

/** How the engine reads the text.
 * @typedef {object} Reading
 * @property {Grid | null} grid
 * @property {Draw | null} draw
 * @property {boolean} valid
 * @property {string} message why it is not
 * @property {string} [id]
 * @property {string | null} readText which text was read */

/** @type {Reading} */
const unread = { grid: null, draw: null, valid: false, message: '', readText: null };

/** @typedef {Kind & { edit: EditRules }} EditableKind */

/** Cells as painted stay on the screen even when they are no level.
 * @param {EditableKind} kind @param {Theme} shade @param {Grid} grid */
const plainDraw = (kind, shade, grid) =>
  gridDraw(kind.edit, grid, shade, {
    stride: kind.stride,
    more: partOf(kind.name).editor?.items,
  });

/** @param {EditableKind} kind @param {string} text @param {Theme} shade
 * @returns {Promise<(now: Reading) => Reading>} */
async function read(kind, text, shade) {
  /** @param {string} message @returns {(now: Reading) => Reading} */
  const failed = (message) => (now) => {
    const grid = roughGrid(kind.edit, text) ?? now.grid;
    const draw = grid ? plainDraw(kind, shade, grid) : now.draw;
    return { grid, draw, valid: false, message, readText: text };
  };
  try {
    const request = { call: /** @type {const} */ ('parse'), game: kind.name, text, theme: shade };
    const { levels, messages } = await ask({ ...request, grid: true, draw: true });
    const [level] = levels;
    const wrong = messages.find((one) => one.severity === 'error');
    const message = level?.message ?? wrong?.message ?? '';
    if (!level?.grid) return failed(message);
    const { grid, valid, id } = level;
    const draw = level.draw ?? plainDraw(kind, shade, grid);
    return () => ({ grid, draw, valid, message, id, readText: text });
  } catch (error) {
    return failed(messageOf(error));
  }
}

/** The text and what Undo leads back to.
 * @param {string | null} first null while it loads @param {string | null} before */
function useText(first, before) {
  const [text, setText] = useState(first);
  const latest = useRef(text);
  const history = useRef(/** @type {History<string> | null} */ (null));
  if (!history.current) {
    history.current = new History(HISTORY);
    if (before !== null && before !== first) history.current.note(before);
  }
  const { current: past } = history;
  const show = useCallback((/** @type {string | undefined} */ next) => {
    if (next === undefined) return;
    latest.current = next;
    setText(next);
  }, []);
  const put = useCallback(
    (/** @type {string} */ next, record = true) => {
      if (next === latest.current) return;
      if (record && latest.current !== null) past.note(latest.current);
      show(next);
    },
    [past, show],
  );
  const now = () => latest.current ?? '';
  useEffect(() => {
    if (first !== null && latest.current === null) put(first, false);
  }, [first, put]);
  return {
    text,
    put,
    canUndo: past.canUndo,
    canRedo: past.canRedo,
    undo: () => show(past.undo(now)),
    redo: () => show(past.redo(now)),
  };
}

/** @param {EditableKind} kind @param {string | null} first text to begin with; null while it loads
 * @param {string | null} [before] text that Undo leads back to */
export function useDocument(kind, first, before = null) {
  const { text, put, ...undoing } = useText(first, before);
  const [reading, setReading] = useState(unread);
  const shade = useSignal(theme);
  useEffect(() => {
    if (text === null) return undefined;
    let here = true;
    read(kind, text, shade).then((change) => here && setReading(change));
    return () => {
      here = false;
    };
  }, [kind, text, shade]);
  return {
    text,
    ...reading,
    ...undoing,
    put,
    /** @param {Grid} grid @param {boolean} record false within one stroke */
    putGrid(grid, record = true) {
      setReading((now) => ({ ...now, grid }));
      put(gridText(grid), record);
    },
  };
}

/** @typedef {ReturnType<typeof useDocument>} EditDocument */
