// Painting with a brush: cells, or what a game has besides cells.
import { useMemo, useRef, useState } from 'preact/hooks';
import { partOf } from '../games.js';
import { announce } from '../ui/announce.jsx';
import { paintCell } from './grid.js';

/** What is painted without such a pause is one stroke, and one step of Undo. */
const STROKE_MS = 400;

/** @param {import('./use-document.js').EditableKind} kind
 * @param {import('./use-document.js').EditDocument} doc */
export function usePainting(kind, doc) {
  const { editor } = partOf(kind.name);
  const extra = useMemo(() => editor?.brushes() ?? [], [editor]);
  const palette = useMemo(() => [...kind.palette, ...extra], [kind, extra]);
  const [brush, setBrush] = useState(palette[0]?.glyph ?? '');
  const special = extra.find(({ glyph }) => glyph === brush);
  // Several cells of one stroke come before the document is drawn again.
  const grid = useRef(doc.grid);
  grid.current = doc.grid;
  const stroke = useRef(0);

  /** @param {Grid} next @param {boolean} [record] */
  const put = (next, record) => {
    if (next === grid.current) return;
    grid.current = next;
    doc.putGrid(next, record);
  };
  /** @type {NonNullable<import('../board/board.jsx').BoardProps['onPaint']>} */
  const paint = (cell, at, first) => {
    const { current: now } = grid;
    if (!now || !doc.draw) return;
    if (special && editor) {
      if (first) put(editor.place(brush, now, at));
      return;
    }
    const { width } = doc.draw;
    const place = {
      x: Math.floor((cell % width) / kind.stride),
      y: Math.floor(Math.floor(cell / width) / kind.stride),
    };
    const next = paintCell(kind.edit, now, place, brush);
    if (next === now) return;
    put(next, performance.now() - stroke.current > STROKE_MS);
    stroke.current = performance.now();
  };
  /** Typing a glyph chooses that brush. @param {string} name */
  const chooseByKey = (name) => {
    const found = palette.find(({ glyph }) => glyph === name || glyph === name.toUpperCase());
    if (!found) return false;
    setBrush(found.glyph);
    announce(found.title);
    return true;
  };
  return { palette, brush, setBrush, help: special?.help, onEdges: !!special, paint, chooseByKey };
}
