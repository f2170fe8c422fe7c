// The editor of one game: a board to paint on, its tools, and the verdict beside it.
import { useEffect, useState } from 'preact/hooks';
import { Board } from '../board/board.jsx';
import { describeRows } from '../board/describe.js';
import { hardnessOf } from '../data/rating.js';
import { starterLevels } from '../data/starter.js';
import { partOf } from '../games.js';
import { Player } from '../play/player.jsx';
import { ShareButton } from '../play/share-button.jsx';
import { Watch } from '../play/watch.jsx';
import { load, save } from '../storage.js';
import { t } from '../texts.js';
import { Button, Check, Field, Note, Shown } from '../ui/controls.jsx';
import { Palette } from './palette.jsx';
import { ChangeButtons, SaveCard, Tools } from './tools.jsx';
import { useDocument } from './use-document.js';
import { usePainting } from './use-painting.js';
import { useVerdict } from './use-verdict.js';
import { Answer, Verdict } from './verdict.jsx';

/** @typedef {import('./use-document.js').EditableKind} EditableKind */
/** @typedef {import('./use-document.js').EditDocument} EditDocument */
/** @typedef {import('./use-verdict.js').Verdict} VerdictOf */
/** @typedef {'paint' | 'play' | 'watch'} Mode */

/** Where the editor begins: a given text, what was here last, a starter level, or the level
 * from which one learns the game. @param {Kind} kind @param {string} [shared]
 * @returns {string | null} null while it loads */
function useFirstText(kind, shared) {
  const [first, setFirst] = useState(
    /** @type {string | null} */ (shared ?? load(`edit.${kind.name}`, null)),
  );
  useEffect(() => {
    if (first !== null) return;
    starterLevels(kind.name).then(([level]) =>
      setFirst(level?.text ?? kind.howto?.text ?? `${kind.edit?.blank ?? ' '}\n`),
    );
  }, [first, kind]);
  return first;
}

/** @param {{ kind: EditableKind, shared?: string }} props */
export function Editor({ kind, shared }) {
  const game = kind.name;
  const first = useFirstText(kind, shared);
  // A level that was opened takes the place of one's own, which Undo brings back.
  const [own] = useState(() => (shared ? load(`edit.${game}`, null) : null));
  const doc = useDocument(kind, first, own);
  const verdict = useVerdict(kind, doc.text, doc.valid && doc.readText === doc.text);
  const [mode, setMode] = useState(/** @type {Mode} */ ('paint'));
  const [shade, setShade] = useState(true);
  const [said, setSaid] = useState(/** @type {import('./tools.jsx').Said | null} */ (null));
  useEffect(() => {
    if (doc.text !== null) save(`edit.${game}`, doc.text);
  }, [game, doc.text]);
  if (!doc.draw || !doc.grid || doc.text === null) return <NotYet message={doc.message} />;
  const level = { game, text: doc.text, id: doc.id, own: true };
  return (
    <div class="split">
      <div class="stack">
        <Desk {...{ kind, doc, verdict, level, mode, setMode, shade }} onSaid={setSaid} />
        <div class="row">
          {mode === 'paint' ? (
            <Button
              label={t('edit.play')}
              icon="play"
              kind="main"
              disabled={!doc.valid}
              onClick={() => setMode('play')}
            />
          ) : (
            <Button
              label={t('edit.paint')}
              icon="edit"
              kind="main"
              onClick={() => setMode('paint')}
            />
          )}
          {kind.mutate && <ChangeButtons kind={kind} doc={doc} onSaid={setSaid} />}
          <ShareButton level={level} />
        </div>
        {said && (
          <Note kind={said.kind} role="status">
            {said.text}
          </Note>
        )}
        {kind.squares && (
          <Check
            label={t('edit.shade')}
            help={t('edit.shadeHelp')}
            checked={shade}
            onChange={setShade}
          />
        )}
      </div>
      <Aside {...{ kind, doc, verdict, level }} onWatch={() => setMode('watch')} onSaid={setSaid} />
    </div>
  );
}

/** @param {{ message: string }} props */
function NotYet({ message }) {
  if (message) {
    return (
      <Note kind="bad" role="alert">
        {message}
      </Note>
    );
  }
  return (
    <p class="soft" aria-busy="true">
      {t('ui.loading')}
    </p>
  );
}

/** @typedef {{ kind: EditableKind, doc: EditDocument, verdict: VerdictOf, level: Level }} Parts */
/** @typedef {{ mode: Mode, setMode: (mode: Mode) => void }} Modes */
/** @typedef {{ onSaid: import('./tools.jsx').OnSaid }} Says */

/** What one works on: the board to paint, the level to play, or its solution.
 * @param {Parts & Modes & Says & { shade: boolean }} props */
function Desk({ kind, doc, verdict, level, mode, setMode, shade, onSaid }) {
  const painting = usePainting(kind, doc);
  const solution = verdict.solved?.solution;
  const { Fields } = partOf(kind.name).editor ?? {};
  return (
    <>
      {mode === 'paint' && <PaintBoard {...{ kind, doc, verdict, shade, painting }} />}
      {mode === 'play' && (
        <Player key={doc.text ?? ''} level={level} label={t('edit.board')} everywhere />
      )}
      {mode === 'watch' && solution && (
        <Shown>
          <Watch kind={kind} level={level} solution={solution} onClose={() => setMode('paint')} />
        </Shown>
      )}
      <div class="beside-board">
        <Answer doc={doc} verdict={verdict} />
      </div>
      {mode === 'paint' && <Tools kind={kind} doc={doc} onSaid={onSaid} />}
      {mode === 'paint' && Fields && doc.grid && <Fields grid={doc.grid} onChange={doc.putGrid} />}
    </>
  );
}

/** @param {EditDocument} doc @param {string} name */
function undoKey(doc, name) {
  if (name !== 'undo' && name !== 'redo') return false;
  doc[name]();
  return true;
}

/** @typedef {ReturnType<typeof usePainting>} Painting */

/** @param {Omit<Parts, 'level'> & { shade: boolean, painting: Painting }} props */
function PaintBoard({ kind, doc, verdict, shade, painting }) {
  const { draw, valid } = doc;
  if (!draw) return null;
  const rows = draw.rows ?? [];
  const words = valid ? describeRows(kind.name, rows, kind.palette, draw.items) : rows.join(' / ');
  return (
    <>
      <Palette
        kind={kind}
        palette={painting.palette}
        brush={painting.brush}
        onChange={painting.setBrush}
      />
      {painting.help && <p class="soft small">{painting.help}</p>}
      <Board
        draw={draw}
        label={t('edit.board')}
        description={words}
        pointing="path"
        stride={kind.stride}
        cursorStride={painting.onEdges ? 1 : kind.stride}
        onPaint={painting.paint}
        onKey={(name) => undoKey(doc, name) || painting.chooseByKey(name)}
        marks={{ shade: shade && verdict.text === doc.text ? verdict.dead : [] }}
        tallest={0.46}
        below={124}
      />
    </>
  );
}

/** @param {Parts & Says & { onWatch: () => void }} props */
function Aside({ kind, doc, verdict, level, onWatch, onSaid }) {
  const { solved, rated } = verdict;
  const kept = {
    ...level,
    own: undefined,
    solution: solved?.solution,
    best: solved?.measures,
    ...(verdict.text === doc.text ? hardnessOf(rated) : null),
  };
  return (
    <aside class="stack">
      <Verdict kind={kind} doc={doc} verdict={verdict} onWatch={onWatch} />
      <SaveCard level={kept} disabled={!doc.valid} onSaid={onSaid} />
      <section class="card">
        <Field label={t('edit.text')} help={t('edit.textHelp')}>
          {(field) => (
            <textarea
              {...field}
              rows={12}
              spellcheck={false}
              value={doc.text ?? ''}
              onInput={(event) => doc.put(event.currentTarget.value)}
            />
          )}
        </Field>
      </section>
    </aside>
  );
}
