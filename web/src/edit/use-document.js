// The level being edited: its text, how the engine reads it, and what was before.
import { useEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../engine/engine.js';
import { theme } from '../settings.js';
import { useSignal } from '../signal.js';
import { gridDraw, gridText, roughGrid } from './grid.js';

const HISTORY = 200;

/** @param {string} game @param {string | null} first text to begin with; null while it loads @param {number} stride
 * @param {string | null} [before] text that Undo leads back to */
export function useDocument(game, first, stride, before = null) {
  const [text, setText] = useState(first);
  const [read, setRead] = useState({
    grid: null,
    draw: null,
    valid: false,
    message: '',
    id: undefined,
    readText: null,
  });
  const [history, setHistory] = useState({
    past: before !== null && before !== first ? [before] : [],
    future: [],
  });
  const shade = useSignal(theme);
  const latest = useRef(text);

  useEffect(() => {
    if (first !== null && latest.current === null) put(first, false);
  }, [first]);
  useEffect(() => {
    if (text === null) return undefined;
    let here = true;
    ask({ call: 'parse', game, text, grid: true, draw: true, theme: shade }).then(
      (reply) => {
        if (!here) return;
        const level = reply.levels[0];
        const message =
          level?.message ?? reply.messages.find((one) => one.severity === 'error')?.message ?? '';
        setRead((now) =>
          level?.grid
            ? {
                grid: level.grid,
                draw: level.draw ?? gridDraw(game, level.grid, shade, stride),
                valid: level.valid,
                message,
                id: level.id,
                readText: text,
              }
            : fallback({
                ...now,
                grid: roughGrid(game, text) ?? now.grid,
                valid: false,
                message,
                id: undefined,
                readText: text,
              }),
        );
      },
      (error) =>
        here &&
        setRead((now) =>
          fallback({
            ...now,
            grid: roughGrid(game, text) ?? now.grid,
            valid: false,
            message: error.message,
            id: undefined,
            readText: text,
          }),
        ),
    );
    return () => {
      here = false;
    };
  }, [text, shade]);

  /** Cells as painted stay on the screen even when they are no level. */
  const fallback = (now) =>
    now.grid ? { ...now, draw: gridDraw(game, now.grid, shade, stride) } : now;

  function put(next, record = true) {
    if (next === latest.current) return;
    const before = latest.current;
    latest.current = next;
    if (record && before !== null) {
      setHistory(({ past }) => ({ past: [...past.slice(-HISTORY), before], future: [] }));
    }
    setText(next);
  }

  return {
    text,
    ...read,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    put,
    /** @param {import('./grid.js').Grid} grid @param {boolean} record false within one stroke */
    putGrid(grid, record = true) {
      setRead((now) => ({ ...now, grid }));
      put(gridText(grid), record);
    },
    undo() {
      setHistory(({ past, future }) => {
        if (past.length === 0) return { past, future };
        const back = past[past.length - 1];
        const now = latest.current;
        latest.current = back;
        setText(back);
        return { past: past.slice(0, -1), future: [now, ...future] };
      });
    },
    redo() {
      setHistory(({ past, future }) => {
        if (future.length === 0) return { past, future };
        const now = latest.current;
        latest.current = future[0];
        setText(future[0]);
        return { past: [...past, now], future: future.slice(1) };
      });
    },
  };
}
