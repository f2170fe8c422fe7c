// The brushes: what a cell may be, each with its picture, cut out of a small level that
// the game draws. Where the game cannot draw it alone, its letter stands there.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { paintDraw, painterOf } from '../board/paint.js';
import { ask } from '../engine/engine.js';
import { partOf } from '../games.js';
import { theme } from '../settings.js';
import { useSignal } from '../signal.js';
import { t } from '../texts.js';
import { element } from '../ui/element.js';
import { useLoadEffect } from '../ui/use-load.js';

const SIDE = 34;

/** @param {{ game: string, glyph: string, stride: number }} props */
function Brush({ game, glyph, stride }) {
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const [draw, setDraw] = useState(/** @type {Draw | null} */ (null));
  const shade = useSignal(theme);
  const sample = useMemo(() => partOf(game).sample?.(glyph), [game, glyph]);
  useLoadEffect(
    (isHere) => {
      if (!sample) return;
      ask({ call: 'draw', game, text: sample.text, theme: shade }).then(
        (reply) => isHere() && setDraw(reply.draw),
        () => isHere() && setDraw(null),
      );
    },
    [game, sample, shade],
  );
  useEffect(() => {
    if (!draw || !sample) return;
    const ratio = window.devicePixelRatio || 1;
    const scale = Math.round((SIDE * ratio) / stride);
    const view = element(canvas);
    view.width = scale * stride;
    view.height = scale * stride;
    view.style.width = `${SIDE}px`;
    view.style.height = `${SIDE}px`;
    const ctx = painterOf(view);
    ctx.translate(-sample.x * stride * scale, -sample.y * stride * scale);
    paintDraw(ctx, draw, scale);
  }, [draw, sample, stride]);
  if (draw) return <canvas ref={canvas} aria-hidden="true" />;
  return (
    <span class="glyph" aria-hidden="true">
      {glyph === ' ' ? '␣' : glyph}
    </span>
  );
}

/** Brushes of one title are told apart by their letters. @param {Glyph[]} palette */
function named(palette) {
  return palette.map(({ glyph, title }) => {
    const many = palette.filter((other) => other.title === title).length > 1;
    return { glyph, title: many ? `${title} ${glyph}` : title, short: many ? glyph : title };
  });
}

/** @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** @typedef {object} PaletteProps
 * @property {Kind} kind
 * @property {Glyph[]} palette
 * @property {string} brush
 * @property {(glyph: string) => void} onChange */

/** @param {PaletteProps} props */
export function Palette({ kind, palette, brush, onChange }) {
  /** @param {import('preact').TargetedKeyboardEvent<HTMLElement>} event */
  const move = (event) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const at = palette.findIndex(({ glyph }) => glyph === brush);
    const next = (at + step + palette.length) % palette.length;
    onChange(palette[next].glyph);
    const button = event.currentTarget.children[next];
    if (button instanceof HTMLElement) button.focus();
  };
  return (
    <div class="palette" role="radiogroup" aria-label={t('edit.palette')} onKeyDown={move}>
      {named(palette).map(({ glyph, title, short }) => (
        <button
          key={glyph}
          type="button"
          role="radio"
          aria-checked={glyph === brush}
          aria-label={title}
          title={title}
          tabIndex={glyph === brush ? 0 : -1}
          onClick={() => onChange(glyph)}
        >
          <Brush game={kind.name} glyph={glyph} stride={kind.stride} />
          <span aria-hidden="true">{short}</span>
        </button>
      ))}
    </div>
  );
}
