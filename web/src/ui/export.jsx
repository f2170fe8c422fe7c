// Levels out of the browser: every format the engine writes, and a picture sheet.
import { useState } from 'preact/hooks';
import { ask } from '../engine/engine.js';
import { useKinds } from '../engine/use-kinds.js';
import { messageOf } from '../errors.js';
import { partOf } from '../games.js';
import { plural, t } from '../texts.js';
import { Button } from './controls.jsx';
import { sheet } from './sheet.js';

const LINK_MS = 10000;

/** Hands a file to the person. @param {string} name @param {Blob} blob */
export function download(name, blob) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), LINK_MS);
}

/** @param {string} title */
const fileName = (title) =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'levels';

/** @typedef {{ game: string, levels: Level[], title: string, source?: string }} Exported */

/** The file's ending and content. @param {Exported} exported @param {string} format
 * @returns {Promise<[ending: string, Blob]>} */
async function fileOf({ game, levels, title, source }, format) {
  if (format === 'png') return ['.png', await sheet(levels, title)];
  const { gather } = partOf(game);
  const from = gather ? await gather(levels, source) : { source, levels };
  const made = await ask({
    call: 'export',
    game,
    source: from.source,
    title,
    format,
    levels: from.levels.map(({ text, title: name, solution }) => ({
      text,
      ...(name ? { title: name } : {}),
      ...(solution ? { solution } : {}),
    })),
  });
  return [made.ending, new Blob([made.text], { type: 'text/plain' })];
}

/** @param {Exported} props */
export function ExportButtons(props) {
  const { game, levels, title } = props;
  const kind = useKinds()?.get(game);
  const [format, setFormat] = useState('');
  const [problem, setProblem] = useState('');
  const formats = kind?.formats.filter((one) => one.write) ?? [];
  const chosen = format || formats[0]?.name || 'png';
  const save = async () => {
    try {
      setProblem('');
      const [ending, blob] = await fileOf(props, chosen);
      download(`${fileName(title)}${ending}`, blob);
    } catch (error) {
      setProblem(messageOf(error));
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
