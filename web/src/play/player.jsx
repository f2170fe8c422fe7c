// Playing one level: board, controls, counters, hint, warning, share.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Board } from '../board/board.jsx';
import { describeRows } from '../board/describe.js';
import { cutCells, cutDraw } from '../board/part.js';
import { progress } from '../data/progress.js';
import { ask } from '../engine/engine.js';
import { useKinds } from '../engine/use-kinds.js';
import { choose, settings } from '../settings.js';
import { useSignal } from '../signal.js';
import { t } from '../texts.js';
import { Button, Check, Note, Shown } from '../ui/controls.jsx';
import { HowTo } from './howto.jsx';
import { dragStart, keyInput, pointerInput } from './input.js';
import { Opinion } from './opinion.jsx';
import { Counters, Pad, Won } from './parts.jsx';
import { ReportButton } from './report-button.jsx';
import { ShareButton } from './share-button.jsx';
import { useActions } from './use-actions.js';
import { useLight, usePlay } from './use-play.js';

/** @typedef {{ href: string, title?: string }} Next where one goes after a win */
/** @typedef {object} PlayerProps
 * @property {Level} level
 * @property {string} label
 * @property {Next} [next]
 * @property {() => void} [onWin]
 * @property {boolean} [everywhere]
 * @property {number} [below] room for what stands under the board
 * @property {boolean} [asks] how hard levels were, of those who may be asked
 * @property {import('preact').ComponentChildren} [children] */

/** What the letters of a board are called: by its kind, or by its own source.
 * @param {Kind | undefined} kind @param {Level} level */
function usePalette(kind, { game, source }) {
  const [legend, setLegend] = useState(/** @type {Glyph[]} */ ([]));
  useEffect(() => {
    let here = true;
    if (source) {
      ask({ call: 'parse', game, source }).then(
        ({ palette }) => here && setLegend(palette),
        () => {},
      );
    }
    return () => {
      here = false;
    };
  }, [game, source]);
  return source ? legend : (kind?.palette ?? []);
}

/** @param {PlayerProps} props */
export function Player(props) {
  const { level } = props;
  const kind = useKinds()?.get(level.game);
  const resume = useMemo(() => progress.get()[level.id ?? '']?.save, [level]);
  const { session, state, ms, error } = usePlay(level, resume);
  const light = useLight(session, state);
  const actions = useActions(level, session, state, props.onWin);
  const [small, setSmall] = useState(false);
  const [near, setNear] = useState(false);
  if (error) {
    return (
      <Note kind="bad" icon="warn" role="alert">
        {error.message}
      </Note>
    );
  }
  const sight = { small, setSmall, near, setNear };
  return (
    <div class="playroom">
      <div class="player" data-test="player">
        <div class="stack">
          {state && kind ? (
            <PlayBoard {...props} {...{ kind, state, ms, light, actions, sight }} />
          ) : (
            <div class="board empty" aria-busy="true">
              {t('ui.loading')}
            </div>
          )}
        </div>
        <Beside {...{ level, kind, state, actions, sight }} asks={props.asks ?? true}>
          {props.children}
        </Beside>
      </div>
    </div>
  );
}

/** @typedef {import('./input.js').Actions} Actions */
/** @typedef {object} Sight looking from near, where cells are small
 * @property {boolean} small
 * @property {(small: boolean) => void} setSmall
 * @property {boolean} near
 * @property {(near: boolean) => void} setNear */

/** @typedef {object} PlayBoardProps
 * @property {Kind} kind
 * @property {PlayState} state
 * @property {number} ms
 * @property {Draw | null} light
 * @property {Actions} actions
 * @property {Sight} sight */

/** @param {PlayerProps & PlayBoardProps} props */
function PlayBoard({ level, label, next, everywhere = false, below, ...props }) {
  const { kind, state, ms, light, actions, sight } = props;
  const palette = usePalette(kind, level);
  const [message, setMessage] = useState('');
  useEffect(() => setMessage(state.message ?? ''), [state]);
  const draw = useMemo(() => cutDraw(state.draw, state.part), [state]);
  const onPaper = useMemo(() => light && cutDraw(light, state.part), [light, state.part]);
  const { advice } = actions;
  const cells = advice ? cutCells(advice.cells, state.draw.width, state.part) : [];
  const onKey = keyInput(kind, actions);
  return (
    <>
      <Board
        draw={draw}
        light={onPaper}
        label={label}
        description={draw.rows && describeRows(level.game, draw.rows, palette, draw.items)}
        marks={advice ? { [advice.kind]: cells } : undefined}
        pointing={kind.pointing}
        stride={kind.stride}
        duration={ms}
        tallest={0.43}
        below={below}
        near={sight.near && sight.small && !state.won}
        onSmall={sight.setSmall}
        onKey={onKey}
        {...pointerInput(kind, actions)}
        startsDrag={dragStart(kind, state.draw)}
        everywhere={everywhere}
      >
        {state.won && <Won state={state} level={level} next={next} onAgain={actions.restart} />}
        {message && !state.won && (
          <div class="over">
            <div class="card flat row">
              <span>{message}</span>
              <Button label={t('ui.ok')} kind="small" onClick={() => setMessage('')} />
            </div>
          </div>
        )}
      </Board>
      {kind.keys.length > 0 && <Pad keys={kind.keys} onKey={onKey} canUndo={state.can_undo} />}
    </>
  );
}

/** @typedef {object} BesideProps
 * @property {Level} level
 * @property {Kind} [kind]
 * @property {PlayState | null} state
 * @property {Actions} actions
 * @property {Sight} sight
 * @property {boolean} [asks]
 * @property {import('preact').ComponentChildren} [children] */

/** What stands beside the board. @param {BesideProps} props */
function Beside({ level, kind, state, actions, sight, asks, children }) {
  const { warn, ask: mayAsk } = useSignal(settings);
  const entry = useSignal(progress)[level.id ?? ''];
  const [help, setHelp] = useState(false);
  const { problem, advice } = actions;
  const isBad = advice?.kind === 'dead';
  return (
    <div class="stack">
      {state && kind && <Counters kind={kind} state={state} level={level} entry={entry} />}
      <Controls {...{ level, kind, state, actions, sight }} onHelp={() => setHelp(true)} />
      {asks && !level.own && <Opinion level={level} won={state?.won ?? false} />}
      {problem && (
        <Shown>
          <Note kind="bad" icon="warn" role="alert">
            {problem}
          </Note>
        </Shown>
      )}
      {advice?.text && (
        <Shown key={advice.text}>
          <Note kind={isBad ? 'bad' : 'info'} icon={isBad ? 'warn' : 'hint'}>
            {advice.text}
          </Note>
        </Shown>
      )}
      {kind?.hints && (
        <Check label={t('play.warn')} checked={warn} onChange={(on) => choose({ warn: on })} />
      )}
      {asks && !level.own && (
        <Check label={t('opinion.may')} checked={mayAsk} onChange={(on) => choose({ ask: on })} />
      )}
      {children}
      {help && kind && <HowTo kind={kind} onClose={() => setHelp(false)} />}
    </div>
  );
}

/** @param {BesideProps & { onHelp: () => void }} props */
function Controls({ level, kind, state, actions, sight, onHelp }) {
  const { small, near, setNear } = sight;
  return (
    <div class="controls">
      <Button
        label={t('play.undo')}
        icon="undo"
        onClick={actions.undo}
        disabled={!state?.can_undo}
      />
      <Button
        label={t('play.redo')}
        icon="redo"
        bare
        onClick={actions.redo}
        disabled={!state?.can_redo}
      />
      <Button
        label={t('play.restart')}
        icon="restart"
        bare
        onClick={actions.restart}
        disabled={!state?.n_moves}
      />
      {kind?.hints !== false && (
        <Button
          label={t('play.hint')}
          icon="hint"
          onClick={actions.hint}
          disabled={!kind || !state || state.won}
        />
      )}
      {small && (
        <Button
          label={t(near ? 'play.far' : 'play.near')}
          icon={near ? 'far' : 'near'}
          bare
          aria-pressed={near}
          onClick={() => setNear(!near)}
        />
      )}
      <ShareButton level={level} />
      {level.studio && level.id && <ReportButton thing="level" id={level.id} bare />}
      <Button label={t('play.howto')} icon="help" bare onClick={onHelp} />
    </div>
  );
}
