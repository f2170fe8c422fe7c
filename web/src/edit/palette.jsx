// The brushes: what a cell may be, each with its picture, cut out of a small level that
// the game draws. Where the game cannot draw it alone, its letter stands there.
import { useEffect, useRef, useState } from 'preact/hooks';
import { paintDraw } from '../board/paint.js';
import { ask } from '../engine/engine.js';
import { theme } from '../settings.js';
import { useSignal } from '../signal.js';
import { t } from '../texts.js';

const SIDE = 34;

/** A level in which the glyph stands at column x, row y of the board. */
const samples = {
  sokoban: (glyph) => ({
    text: `#####\n#${glyph} ${'@+'.includes(glyph) ? ' ' : '@'}#\n#####\n`,
    x: 1,
    y: 1,
  }),
  flow: (glyph) => ({
    text: glyph === '.' ? 'R.R\n' : `${glyph}.${glyph}\n`,
    x: glyph === '.' ? 1 : 0,
    y: 0,
  }),
  move: (glyph) => sampleOfMove(glyph),
  lazors: (glyph) => sampleOfLazors(glyph),
};

/** Lasers and targets stand between two cells, so half of each is shown. */
function sampleOfLazors(glyph) {
  const level = (cell, laser, target) =>
    `GRID START\n${cell} o\nGRID STOP\n\nA 1\n\nL ${laser}\n\nP ${target}\n`;
  if (glyph === 'laser') return { text: level('o', '2 1 1 1', '0 1'), x: 0.5, y: 0 };
  if (glyph === 'target') return { text: level('o', '4 1 -1 1', '2 1'), x: 0.5, y: 0 };
  return { text: level(glyph, '4 1 -1 1', '3 2'), x: 0, y: 0 };
}

function sampleOfMove(glyph) {
  const ball = /[A-Z]/.exec(glyph)?.[0];
  const goal = /[a-z]/.exec(glyph)?.[0];
  const rest = [];
  if (ball && goal !== ball.toLowerCase()) rest.push(`.${ball.toLowerCase()}`);
  if (goal && ball !== goal.toUpperCase()) rest.push(`${goal.toUpperCase()}.`);
  if (!ball && !goal) rest.push('A.', '.a');
  return { text: `${[glyph, ...rest, '..'].join(' ')}\n`, x: 0, y: 0 };
}

function Brush({ game, glyph, stride }) {
  const canvas = useRef(null);
  const [draw, setDraw] = useState(null);
  const shade = useSignal(theme);
  const sample = samples[game]?.(glyph);
  useEffect(() => {
    let here = true;
    if (sample)
      ask({ call: 'draw', game, text: sample.text, theme: shade }).then(
        (reply) => here && setDraw(reply.draw),
        () => here && setDraw(null),
      );
    return () => {
      here = false;
    };
  }, [game, glyph, shade]);
  useEffect(() => {
    if (!draw) return;
    const ratio = window.devicePixelRatio || 1;
    const scale = Math.round((SIDE * ratio) / stride);
    canvas.current.width = scale * stride;
    canvas.current.height = scale * stride;
    canvas.current.style.width = `${SIDE}px`;
    canvas.current.style.height = `${SIDE}px`;
    const ctx = canvas.current.getContext('2d', { alpha: false });
    ctx.translate(-sample.x * stride * scale, -sample.y * stride * scale);
    paintDraw(ctx, draw, scale);
  }, [draw]);
  return draw ? (
    <canvas ref={canvas} aria-hidden="true" />
  ) : (
    <span class="glyph" aria-hidden="true">
      {glyph === ' ' ? '␣' : glyph}
    </span>
  );
}

/** Brushes of one title are told apart by their letters. */
function named(palette) {
  return palette.map(({ glyph, title }) => {
    const many = palette.filter((other) => other.title === title).length > 1;
    return { glyph, title: many ? `${title} ${glyph}` : title, short: many ? glyph : title };
  });
}

/** @param {{ game: string, palette: { glyph: string, title: string }[], brush: string, stride: number, onChange: (glyph: string) => void }} props */
export function Palette({ game, palette, brush, stride, onChange }) {
  const move = (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = palette.findIndex(({ glyph }) => glyph === brush);
    const next = (at + step + palette.length) % palette.length;
    onChange(palette[next].glyph);
    event.currentTarget.children[next]?.focus();
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
          <Brush game={game} glyph={glyph} stride={stride} />
          <span aria-hidden="true">{short}</span>
        </button>
      ))}
    </div>
  );
}
