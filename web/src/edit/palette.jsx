// The brushes: what a cell may be. A small picture of each is drawn by the glyph itself.
import { t } from '../texts.js';

/** @param {{ palette: { glyph: string, title: string }[], brush: string, onChange: (glyph: string) => void }} props */
export function Palette({ palette, brush, onChange }) {
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
      {palette.map(({ glyph, title }) => (
        <button key={glyph} type="button" role="radio" aria-checked={glyph === brush} tabIndex={glyph === brush ? 0 : -1} onClick={() => onChange(glyph)}>
          <span class="glyph" aria-hidden="true">{glyph === ' ' ? '␣' : glyph}</span><span>{title}</span>
        </button>
      ))}
    </div>
  );
}
