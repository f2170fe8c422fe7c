// Edit: paint a level and see at once what it is worth.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Board } from '../board/board.jsx';
import { describeRows } from '../board/describe.js';
import { keepLevels } from '../data/packs.js';
import { decodeLevel } from '../data/share.js';
import { starterLevels } from '../data/starter.js';
import { ask, work } from '../engine/engine.js';
import { useKinds } from '../engine/use-kinds.js';
import { gameNames, traits } from '../games.js';
import { Player, ShareButton } from '../play/player.jsx';
import { Watch } from '../play/watch.jsx';
import { go, href } from '../route.js';
import { load, save } from '../storage.js';
import { t } from '../texts.js';
import { announce } from '../ui/announce.jsx';
import { Button, Check, Field, Note, Segments, Shown } from '../ui/controls.jsx';
import { Heading } from '../ui/heading.jsx';
import { cleared, gridWidth, MAX_SIDE, paintCell, resize } from './grid.js';
import {
  clickLaser,
  clickTarget,
  nearestEdge,
  putStock,
  readThings,
  stockKinds,
} from './lazors.js';
import { Palette } from './palette.jsx';
import { useDocument } from './use-document.js';
import { useVerdict } from './use-verdict.js';
import { Answer, Verdict } from './verdict.jsx';

const games = gameNames.filter((name) => name !== 'puzzlescript');
/** Brushes that are no cells: they stand on edges, and clicking again changes them. */
const things = ['laser', 'target'];

/** @param {{ route: import('../route.js').Route }} props */
export function EditPage({ route }) {
  const kinds = useKinds();
  const [shared, setShared] = useState(null);
  const code = route.query.l;
  useEffect(() => {
    if (code) decodeLevel(code).then(setShared, () => setShared(null));
  }, [code]);
  const game = code
    ? shared?.game
    : games.includes(route.query.game)
      ? route.query.game
      : 'sokoban';
  const kind = game && kinds?.get(game);
  return (
    <>
      <Heading title={t('edit.title')} page={t('pages.edit')}>
        <p>{t('edit.lead')}</p>
      </Heading>
      <Segments
        label={t('edit.game')}
        value={game ?? ''}
        onChange={(value) => go(href('edit', [], { game: value }))}
        options={games.map((value) => ({ value, title: t(`games.${value}`) }))}
      />
      {kind && games.includes(game) ? (
        <Editor
          key={`${game}/${code ?? ''}`}
          kind={kind}
          shared={code ? shared?.text : undefined}
        />
      ) : (
        <p class="soft" aria-busy="true">
          {t('ui.loading')}
        </p>
      )}
    </>
  );
}

/** Where the editor begins: a given text, what was here last, or a starter level. */
function useFirstText(game, shared) {
  const [first, setFirst] = useState(shared ?? load(`edit.${game}`, null));
  useEffect(() => {
    if (first === null) starterLevels(game).then((levels) => setFirst(levels[0].text));
  }, []);
  return first;
}

function Editor({ kind, shared }) {
  const game = kind.name;
  const { stride } = traits[game];
  const first = useFirstText(game, shared);
  // A level that was opened takes the place of one's own, which Undo brings back.
  const own = useMemo(() => (shared ? load(`edit.${game}`, null) : null), []);
  const doc = useDocument(game, first, stride, own);
  const verdict = useVerdict(kind, doc.text, doc.valid && doc.readText === doc.text);
  const palette = useMemo(
    () =>
      game === 'lazors'
        ? [...kind.palette, ...things.map((glyph) => ({ glyph, title: t(`edit.things.${glyph}`) }))]
        : kind.palette,
    [kind],
  );
  const [brush, setBrush] = useState(palette[0]?.glyph ?? '');
  const [mode, setMode] = useState('paint');
  const [shade, setShade] = useState(true);
  const [busy, setBusy] = useState('');
  const [said, setSaid] = useState(null);
  const seed = useRef(1);
  const grid = useRef(null);
  const stroke = useRef(0);
  grid.current = doc.grid;
  useEffect(() => {
    if (doc.text !== null) save(`edit.${game}`, doc.text);
  }, [doc.text]);

  const place = (at) => {
    const put = brush === 'laser' ? clickLaser : clickTarget;
    const next = put(
      grid.current,
      nearestEdge(at.x, at.y, gridWidth(grid.current), grid.current.rows.length),
    );
    grid.current = next;
    doc.putGrid(next);
  };
  const paint = (cell, at, first) => {
    if (things.includes(brush)) return first ? place(at) : undefined;
    const x = Math.floor((cell % doc.draw.width) / stride);
    const y = Math.floor(Math.floor(cell / doc.draw.width) / stride);
    const next = paintCell(game, grid.current, x, y, brush);
    if (next === grid.current) return undefined;
    grid.current = next;
    doc.putGrid(next, performance.now() - stroke.current > 400);
    stroke.current = performance.now();
    return undefined;
  };
  const change = async (direction) => {
    setBusy(direction);
    setSaid(null);
    try {
      const made = await work({
        call: 'mutate',
        game,
        text: doc.text,
        direction,
        seed: seed.current++,
        seconds: 20,
      });
      doc.put(made.text);
      setSaid({
        kind: 'good',
        text: t(made.rating == null ? 'edit.changed' : 'edit.changedTo', {
          before: round(made.before),
          after: round(made.rating),
        }),
      });
    } catch (error) {
      setSaid({ kind: 'info', text: error.code === 'limit' ? t('edit.noChange') : error.message });
    }
    setBusy('');
  };
  const transform = (what) =>
    ask({ call: 'transform', game, text: doc.text, what }).then(
      (made) => doc.put(made.text),
      (error) => setSaid({ kind: 'bad', text: error.message }),
    );
  const level = { game, text: doc.text, id: doc.id, own: true };

  if (!doc.draw || !doc.grid) {
    return doc.message ? (
      <Note kind="bad" role="alert">
        {doc.message}
      </Note>
    ) : (
      <p class="soft" aria-busy="true">
        {t('ui.loading')}
      </p>
    );
  }
  const tools = (
    <div class="row" role="toolbar" aria-label={t('edit.tools')}>
      <Button label={t('edit.undo')} icon="undo" bare onClick={doc.undo} disabled={!doc.canUndo} />
      <Button label={t('edit.redo')} icon="redo" bare onClick={doc.redo} disabled={!doc.canRedo} />
      {game === 'sokoban' && (
        <Button label={t('edit.trim')} icon="trim" bare onClick={() => transform('trim')} />
      )}
      <Button label={t('edit.mirror')} icon="mirror" bare onClick={() => transform('mirror')} />
      <Button label={t('edit.rotate')} icon="rotate" bare onClick={() => transform('rotate')} />
      <Button
        label={t('edit.clear')}
        icon="clear"
        bare
        onClick={() => doc.putGrid(cleared(game, doc.grid))}
      />
      <SizeFields grid={doc.grid} onChange={(w, h) => doc.putGrid(resize(game, doc.grid, w, h))} />
    </div>
  );
  return (
    <div class="split">
      <div class="stack">
        {mode === 'paint' && (
          <Palette
            game={game}
            palette={palette}
            brush={brush}
            stride={stride}
            onChange={setBrush}
          />
        )}
        {mode === 'paint' && things.includes(brush) && (
          <p class="soft small">{t(`edit.thingHelp.${brush}`)}</p>
        )}
        {mode === 'paint' && (
          <Board
            draw={doc.draw}
            label={t('edit.board')}
            description={
              doc.valid && doc.draw.rows
                ? describeRows(game, doc.draw.rows, kind.palette, doc.draw.items)
                : doc.draw.rows?.join(' / ')
            }
            pointing="path"
            stride={stride}
            cursorStride={things.includes(brush) ? 1 : stride}
            onPaint={paint}
            onKey={(name) => editorKey(doc, name) || paletteKey(palette, name, setBrush)}
            marks={{ shade: shade && verdict.text === doc.text ? verdict.dead : [] }}
            tallest={0.46}
            below={124}
          />
        )}
        {mode === 'play' && (
          <Player key={doc.text} level={level} label={t('edit.board')} everywhere />
        )}
        {mode === 'watch' && verdict.solved?.solution && (
          <Shown>
            <Watch
              level={level}
              solution={verdict.solved.solution}
              onClose={() => setMode('paint')}
            />
          </Shown>
        )}
        <div class="beside-board">
          <Answer doc={doc} verdict={verdict} />
        </div>
        {mode === 'paint' && tools}
        {mode === 'paint' && game === 'lazors' && (
          <StockFields
            grid={doc.grid}
            onChange={(kindOf, n) => doc.putGrid(putStock(doc.grid, kindOf, n))}
          />
        )}
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
          {kind.mutate && (
            <Button
              label={busy === 'harder' ? t('edit.changing') : t('edit.harder')}
              icon="harder"
              disabled={!doc.valid || busy !== ''}
              onClick={() => change('harder')}
            />
          )}
          {kind.mutate && (
            <Button
              label={busy === 'easier' ? t('edit.changing') : t('edit.easier')}
              icon="easier"
              disabled={!doc.valid || busy !== ''}
              onClick={() => change('easier')}
            />
          )}
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
      <aside class="stack">
        <Verdict kind={kind} doc={doc} verdict={verdict} onWatch={() => setMode('watch')} />
        <SaveCard
          game={game}
          level={{
            ...level,
            own: undefined,
            solution: verdict.solved?.solution,
            best: verdict.solved?.measures,
          }}
          disabled={!doc.valid}
          onSaid={setSaid}
        />
        <section class="card">
          <Field label={t('edit.text')} help={t('edit.textHelp')}>
            {(field) => (
              <textarea
                {...field}
                rows={12}
                spellcheck={false}
                value={doc.text}
                onInput={(event) => doc.put(event.currentTarget.value)}
              />
            )}
          </Field>
        </section>
      </aside>
    </div>
  );
}

const round = (value) => (value == null ? '?' : Math.round(value * 10) / 10);

function editorKey(doc, name) {
  if (name !== 'undo' && name !== 'redo') return false;
  doc[name]();
  return true;
}

/** Typing a glyph chooses that brush. */
function paletteKey(palette, name, choose) {
  const found = palette.find(({ glyph }) => glyph === name || glyph === name.toUpperCase());
  if (found) {
    choose(found.glyph);
    announce(found.title);
  }
  return Boolean(found);
}

function SizeFields({ grid, onChange }) {
  const width = gridWidth(grid);
  const height = grid.rows.length;
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

/** How many blocks the player gets to place. */
function StockFields({ grid, onChange }) {
  const { stock } = readThings(grid.after);
  return (
    <div class="row">
      {stockKinds.map((kind) => (
        <label key={kind} class="row small">
          {t(`edit.stock.${kind}`)}
          <input
            class="input"
            style={{ width: '4.2rem' }}
            type="number"
            min="0"
            max="24"
            value={stock[kind] ?? 0}
            onChange={(event) => {
              const n = Math.round(Number(event.currentTarget.value));
              if (n >= 0 && n <= 24) onChange(kind, n);
            }}
          />
        </label>
      ))}
    </div>
  );
}

function SaveCard({ game, level, disabled, onSaid }) {
  const [pack, setPack] = useState(t('make.packDefault'));
  const keep = () => {
    const kept = keepLevels(game, pack.trim() || t('make.packDefault'), [level]);
    onSaid({ kind: 'good', text: t(kept.added ? 'edit.saved' : 'make.keptNone', { pack }) });
  };
  return (
    <section class="card stack tight">
      <Field label={t('edit.saving')}>
        {(field) => (
          <input
            {...field}
            value={pack}
            maxLength={80}
            onInput={(event) => setPack(event.currentTarget.value)}
          />
        )}
      </Field>
      <Button label={t('edit.save')} icon="save" disabled={disabled} onClick={keep} />
    </section>
  );
}
