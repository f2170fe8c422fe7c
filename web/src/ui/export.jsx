// Levels out of the browser: every format the engine writes, a picture sheet, JSON.
import { useState } from 'preact/hooks';
import { cellScale, overhang, paintDraw } from '../board/paint.js';
import { drawLevel } from '../board/thumb.jsx';
import { ask } from '../engine/engine.js';
import { useKinds } from '../engine/use-kinds.js';
import { theme } from '../settings.js';
import { plural, t } from '../texts.js';
import { Button } from './controls.jsx';

/** Hands a file to the person. @param {string} name @param {Blob} blob */
export function download(name, blob) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

const fileName = (title) =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'levels';

const SHEET_CELL = 240;
const SHEET_GAP = 28;
const SHEET_HEAD = 64;
const SHEET_LINE = 26;

/** All levels as one picture: the title, then rows of boards drawn to one scale, numbered.
 * @param {any[]} levels @param {string} title @returns {Promise<Blob>} */
export async function sheet(levels, title) {
  const draws = [];
  for (const level of levels) draws.push(await drawLevel(level, theme.get()));
  const columns = Math.min(draws.length, Math.max(1, Math.ceil(Math.sqrt(draws.length * 1.4))));
  const rows = Math.ceil(draws.length / columns);
  const margins = draws.map(overhang);
  const cell = { width: SHEET_CELL, height: SHEET_CELL };
  const scale = Math.min(
    ...draws.map((draw, i) => cellScale(draw, cell, 1, { most: 64, margin: margins[i] })),
  );
  const side = (length, n) =>
    Math.max(...draws.map((draw, i) => Math.ceil((draw[length] + 2 * margins[i]) * scale)), n);
  const wide = side('width', 80) + SHEET_GAP;
  const high = side('height', 60) + SHEET_GAP + SHEET_LINE;
  const canvas = document.createElement('canvas');
  canvas.width = columns * wide + SHEET_GAP;
  canvas.height = rows * high + SHEET_HEAD + SHEET_GAP;
  const ctx = canvas.getContext('2d', { alpha: false });
  const token = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  ctx.fillStyle = token('--paper');
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  const write = (text, x, y, size, weight) => {
    ctx.font = `${weight} ${size}px system-ui, sans-serif`;
    ctx.fillStyle = token('--ink');
    ctx.fillText(text, x, y, canvas.width - 2 * SHEET_GAP);
  };
  write(title, SHEET_GAP, SHEET_HEAD - 20, 26, 700);
  draws.forEach((draw, i) => {
    const x = SHEET_GAP + (i % columns) * wide;
    const y = SHEET_HEAD + Math.floor(i / columns) * high;
    write(String(i + 1), x, y + 18, 16, 650);
    ctx.save();
    ctx.translate(x, y + SHEET_LINE);
    paintDraw(ctx, draw, scale, margins[i]);
    ctx.restore();
  });
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
}

const rulesOf = (source) => source.split(/^LEVELS[ \t]*$/im)[0].replace(/\s+$/, '');

/** PuzzleScript levels as rows under one game: they may be rows already, a number in their
 * game, or a whole game each, as the server keeps them.
 * @returns {Promise<{ source?: string, levels: any[] }>} */
async function underOneGame(levels, source) {
  const games = levels.map(
    (level) => level.source ?? (/^LEVELS[ \t]*$/im.test(level.text ?? '') ? level.text : source),
  );
  if (games.some((game) => !game || rulesOf(game) !== rulesOf(games[0])))
    throw new Error(t('export.manyGames'));
  const parsed = new Map();
  const rows = async (level, game) => {
    if (level.text && level.text !== game) return level;
    if (!parsed.has(game))
      parsed.set(game, await ask({ call: 'parse', game: 'puzzlescript', source: game }));
    return { ...level, text: parsed.get(game).levels[(level.level ?? 1) - 1].text };
  };
  return {
    source: games[0],
    levels: await Promise.all(levels.map((level, i) => rows(level, games[i]))),
  };
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
        download(`${fileName(title)}.png`, await sheet(levels, title));
        return;
      }
      const from = kind.from_source ? await underOneGame(levels, source) : { source, levels };
      const made = await ask({
        call: 'export',
        game,
        source: from.source,
        title,
        format: chosen,
        levels: from.levels.map(({ text, title: name, solution }) => ({
          text,
          ...(name ? { title: name } : {}),
          ...(solution ? { solution } : {}),
        })),
      });
      download(`${fileName(title)}${made.ending}`, new Blob([made.text], { type: 'text/plain' }));
    } catch (error) {
      setProblem(error.message);
    }
  };
  return (
    <span class="row">
      <select
        class="input"
        aria-label={t('export.format')}
        value={chosen}
        onChange={(event) => {
          setFormat(event.currentTarget.value);
          setProblem('');
        }}
        style={{ width: 'auto' }}
      >
        {formats.map((one) => (
          <option key={one.name} value={one.name}>
            {one.endings[0] ?? one.name} · {one.title}
          </option>
        ))}
        <option value="png">.png · {t('export.sheet')}</option>
      </select>
      <Button
        label={plural('export.save', levels.length)}
        icon="down"
        onClick={save}
        disabled={levels.length === 0}
      />
      {problem && (
        <span role="alert" class="pill bad">
          {problem}
        </span>
      )}
    </span>
  );
}
