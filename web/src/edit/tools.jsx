// What stands under the board of the editor.
import { useRef, useState } from 'preact/hooks';
import { keepLevels } from '../data/packs.js';
import { ask, work } from '../engine/engine.js';
import { codeOf, messageOf } from '../errors.js';
import { partOf } from '../games.js';
import { t, titleOf } from '../texts.js';
import { Button } from '../ui/controls.jsx';
import { PackName } from '../ui/pack-name.jsx';
import { cleared, gridWidth, MAX_SIDE, resize } from './grid.js';

/** @typedef {import('./use-document.js').EditDocument} EditDocument */
/** @typedef {import('./use-document.js').EditableKind} EditableKind */
/** @typedef {{ kind: import('../ui/controls.jsx').NoteKind, text: string }} Said */
/** @typedef {(said: Said | null) => void} OnSaid */
/** @typedef {{ kind: EditableKind, doc: EditDocument, onSaid: OnSaid }} ToolProps */

/** Changes of a whole level that a page offers, in this order.
 * @type {import('../ui/icon.jsx').IconName[]} */
const CHANGES = ['trim', 'mirror', 'rotate'];

/** @param {ToolProps} props */
export function Tools({ kind, doc, onSaid }) {
  const { grid } = doc;
  /** @param {string} what */
  const transform = (what) =>
    ask({ call: 'transform', game: kind.name, text: doc.text, what }).then(
      (made) => doc.put(made.text),
      (error) => onSaid({ kind: 'bad', text: messageOf(error) }),
    );
  /** @param {number} width @param {number} height */
  const toSize = (width, height) => {
    if (!grid) return;
    const next = resize(kind.edit, grid, width, height);
    doc.putGrid(partOf(kind.name).editor?.afterResize(next) ?? next);
  };
  return (
    <div class="row" role="toolbar" aria-label={t('edit.tools')}>
      <Button label={t('edit.undo')} icon="undo" bare onClick={doc.undo} disabled={!doc.canUndo} />
      <Button label={t('edit.redo')} icon="redo" bare onClick={doc.redo} disabled={!doc.canRedo} />
      {CHANGES.filter((what) => kind.transformations.includes(what)).map((what) => (
        <Button
          key={what}
          label={t(`edit.changes.${what}`)}
          icon={what}
          bare
          onClick={() => transform(what)}
        />
      ))}
      <Button
        label={t('edit.clear')}
        icon="clear"
        bare
        onClick={() => grid && doc.putGrid(cleared(kind.edit, grid))}
      />
      {grid && <SizeFields grid={grid} onChange={toSize} />}
    </div>
  );
}

/** @param {{ grid: Grid, onChange: (width: number, height: number) => void }} props */
function SizeFields({ grid, onChange }) {
  const width = gridWidth(grid);
  const height = grid.rows.length;
  /** @param {string} label @param {number} value @param {(n: number) => void} set */
  const field = (label, value, set) => (
    <label class="row small">
      {label}
      <input
        class="input"
        style={{ width: '4.6rem' }}
        type="number"
        min="1"
        max={MAX_SIDE}
        value={value}
        onChange={(event) => {
          const n = Math.round(Number(event.currentTarget.value));
          if (n >= 1 && n <= MAX_SIDE) set(n);
        }}
      />
    </label>
  );
  return (
    <span class="row" role="group" aria-label={t('edit.size')}>
      {field(t('edit.width'), width, (w) => onChange(w, height))}
      {field(t('edit.height'), height, (h) => onChange(width, h))}
    </span>
  );
}

/** @param {number} value */
const rounded = (value) => Math.round(value * 10) / 10;

/** @type {('harder' | 'easier')[]} */
const DIRECTIONS = ['harder', 'easier'];

/** A small change that makes the level harder or easier. @param {ToolProps} props */
export function ChangeButtons({ kind, doc, onSaid }) {
  const [busy, setBusy] = useState('');
  const seed = useRef(1);
  /** @param {'harder' | 'easier'} direction */
  const change = async (direction) => {
    setBusy(direction);
    onSaid(null);
    const request = { call: /** @type {const} */ ('mutate'), game: kind.name, text: doc.text };
    try {
      const made = await work({ ...request, direction, seed: seed.current++, seconds: 20 });
      doc.put(made.text);
      const what =
        made.by === 'rating' ? t('edit.rating') : titleOf('measures', made.by, kind.name);
      const [before, after] = [rounded(made.before), rounded(made.after)];
      onSaid({ kind: 'good', text: t('edit.changedTo', { what, before, after }) });
    } catch (error) {
      const text = codeOf(error) === 'limit' ? t('edit.noChange') : messageOf(error);
      onSaid({ kind: 'info', text });
    }
    setBusy('');
  };
  return (
    <>
      {DIRECTIONS.map((direction) => (
        <Button
          key={direction}
          label={t(busy === direction ? 'edit.changing' : `edit.directions.${direction}`)}
          icon={direction}
          disabled={!doc.valid || busy !== ''}
          onClick={() => change(direction)}
        />
      ))}
    </>
  );
}

/** @param {{ level: Level, disabled: boolean, onSaid: OnSaid }} props */
export function SaveCard({ level, disabled, onSaid }) {
  const [pack, setPack] = useState(t('make.packDefault'));
  const keep = () => {
    const kept = keepLevels(level.game, pack.trim() || t('make.packDefault'), [level]);
    onSaid({ kind: 'good', text: t(kept.added ? 'edit.saved' : 'make.keptNone', { pack }) });
  };
  return (
    <section class="card stack tight">
      <PackName label={t('edit.saving')} name={pack} onName={setPack} />
      <Button label={t('edit.save')} icon="save" disabled={disabled} onClick={keep} />
    </section>
  );
}
