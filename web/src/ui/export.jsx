// Levels out of the browser: every format the engine writes, a picture sheet, JSON.
import { useState } from 'preact/hooks';
import { cellScale, paintDraw } from '../board/paint.js';
import { drawLevel } from '../board/thumb.jsx';
import { ask } from '../engine/engine.js';
import { useKinds } from '../engine/use-kinds.js';
import { theme } from '../settings.js';
import { t } from '../texts.js';
import { Button } from './controls.jsx';

/** Hands a file to the person. @param {string} name @param {Blob} blob */
export function download(name, blob) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

const fileName = (title) => title.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'levels';

const SHEET_CELL = 240;
const SHEET_GAP = 16;

/** All levels as one picture, in rows. @returns {Promise<Blob>} */
export async function sheet(levels) {
  const columns = Math.min(levels.length, Math.max(1, Math.ceil(Math.sqrt(levels.length * 1.4))));
  const rows = Math.ceil(levels.length / columns);
  const canvas = document.createElement('canvas');
  canvas.width = columns * (SHEET_CELL + SHEET_GAP) + SHEET_GAP;
  canvas.height = rows * (SHEET_CELL + SHEET_GAP) + SHEET_GAP;
  const ctx = canvas.getContext('2d', { alpha: false });
  for (let i = 0; i < levels.length; i++) {
    const draw = await drawLevel(levels[i], theme.get());
    if (i === 0) {
      ctx.fillStyle = draw.background;
      ctx.fillRect(0, 0, canvas.width, canvas.height);
    }
    const scale = cellScale(draw, SHEET_CELL, SHEET_CELL, 1, 64);
    ctx.save();
    ctx.translate(SHEET_GAP + (i % columns) * (SHEET_CELL + SHEET_GAP) + Math.floor((SHEET_CELL - draw.width * scale) / 2),
      SHEET_GAP + Math.floor(i / columns) * (SHEET_CELL + SHEET_GAP) + Math.floor((SHEET_CELL - draw.height * scale) / 2));
    paintDraw(ctx, draw, scale);
    ctx.restore();
  }
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
}

/** @param {{ game: string, levels: any[], title: string, source?: string }} props */
export function ExportButtons({ game, levels, title, source }) {
  const kind = useKinds()?.get(game);
  const [format, setFormat] = useState('');
  const [problem, setProblem] = useState('');
  const formats = kind?.formats.filter((one) => one.write) ?? [];
  const chosen = format || formats[0]?.name || 'png';
  const save = async () => {
    try {
      setProblem('');
      if (chosen === 'png') {
        download(`${fileName(title)}.png`, await sheet(levels));
        return;
      }
      const made = await ask({ call: 'export', game, source, title, format: chosen,
        levels: levels.map(({ text, title: name, solution }) => ({ text, ...(name ? { title: name } : {}), ...(solution ? { solution } : {}) })) });
      download(`${fileName(title)}${made.ending}`, new Blob([made.text], { type: 'text/plain' }));
    } catch (error) {
      setProblem(error.message);
    }
  };
  return (
    <span class="row">
      <select class="input" aria-label={t('export.format')} value={chosen} onChange={(event) => setFormat(event.currentTarget.value)} style={{ width: 'auto' }}>
        {formats.map((one) => <option key={one.name} value={one.name}>{one.endings[0] ?? one.name} · {one.title}</option>)}
        <option value="png">.png · {t('export.sheet')}</option>
      </select>
      <Button label={t('export.save')} icon="down" onClick={save} disabled={levels.length === 0} />
      {problem && <span role="alert" class="pill bad">{problem}</span>}
    </span>
  );
}
