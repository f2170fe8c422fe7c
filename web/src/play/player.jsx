// Playing one level: board, controls, counters, hint, warning, share.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Board } from '../board/board.jsx';
import { describeRows } from '../board/describe.js';
import { cutCells, cutDraw } from '../board/part.js';
import { encodeLevel } from '../data/share.js';
import { noteSave, noteWin, progress } from '../data/progress.js';
import { ask } from '../engine/engine.js';
import { useKinds } from '../engine/use-kinds.js';
import { traits } from '../games.js';
import { startDiary } from '../net/player.js';
import { href } from '../route.js';
import { choose, settings } from '../settings.js';
import { useSignal } from '../signal.js';
import { plural, t } from '../texts.js';
import { announce } from '../ui/announce.jsx';
import { Button, Check, Note, Shown } from '../ui/controls.jsx';
import { copyText } from '../ui/copy.js';
import { Icon } from '../ui/icon.jsx';
import { HowTo } from './howto.jsx';
import { useLight, usePlay } from './use-play.js';

const NODES_HINT = 300000;
const NODES_DEAD = 60000;

/** What the letters of a board are called: by its kind, or by the legend of a PuzzleScript game.
 * @param {Kind | undefined} kind @param {Level} level */
function usePalette(kind, { game, source }) {
  const [legend, setLegend] = useState([]);
  useEffect(() => {
    let here = true;
    if (source)
      ask({ call: 'parse', game, source }).then(
        ({ palette }) => here && setLegend(palette),
        () => {},
      );
    return () => {
      here = false;
    };
  }, [source]);
  return source ? legend : (kind?.palette ?? []);
}

/** @param {{ level: Level, label: string, next?: { href: string, title?: string }, onWin?: () => void, everywhere?: boolean, below?: number, children?: any }} props
 * below: room for what stands under the board */
export function Player({ level, label, next, onWin, everywhere = false, below, children }) {
  const kind = useKinds()?.get(level.game);
  const palette = usePalette(kind, level);
  const { warn } = useSignal(settings);
  const entry = useSignal(progress)[level.id];
  const resume = useMemo(() => progress.get()[level.id]?.save, [level]);
  const { session, state, ms, error } = usePlay(level, resume);
  const light = useLight(session, state);
  const [advice, setAdvice] = useState(null);
  const [problem, setProblem] = useState('');
  const [help, setHelp] = useState(false);
  const [message, setMessage] = useState('');
  const [small, setSmall] = useState(false);
  const [near, setNear] = useState(false);
  const diary = useRef(null);
  const latest = useRef(null);
  const trait = traits[level.game];
  const draw = useMemo(() => state && cutDraw(state.draw, state.part), [state]);
  const onPaper = useMemo(() => light && cutDraw(light, state.part), [light]);
  latest.current = state;

  useEffect(() => {
    diary.current = startDiary(level.own ? undefined : level.id);
    return () => diary.current.close(latest.current, latest.current?.won);
  }, [level]);
  useEffect(() => {
    if (!state) return;
    setMessage(state.message ?? '');
    if (state.won) won();
    else if (state.n_moves > 0 || state.can_redo) noteSave(level.id, state.save);
  }, [state]);
  useEffect(() => {
    setAdvice((now) => (now?.kind === 'dead' ? null : now));
    if (!warn || !state || state.won || !state.changed) return undefined;
    const turn = session.turn;
    session
      .queue(() => session.call('play.dead', { nodes: NODES_DEAD }))
      .then(
        (found) => {
          if (session.turn !== turn || found.outcome !== 'unsolvable') return;
          setAdvice({ kind: 'dead', ...found });
          announce(found.text);
        },
        () => {},
      );
    return undefined;
  }, [state, warn]);

  function won() {
    const first = !progress.get()[level.id]?.solved;
    noteWin(level.id, { moves: state.n_moves, pushes: state.measures?.pushes });
    diary.current.note('win', state, state.moves);
    announce(t('play.wonSpoken', { moves: plural('play.moves', state.n_moves) }));
    if (first) onWin?.();
  }

  const act = (promise, said) =>
    promise.then(
      (after) => {
        setProblem('');
        setAdvice(null);
        if (after?.changed && after.n_moves === 1 && !after.won) diary.current.note('start', after);
        if (said) announce(said);
      },
      (failure) => setProblem(failure.message),
    );
  const step = (input) => state && !state.won && act(session.step(input));
  const undo = () =>
    act(
      session.undo().then(() => diary.current.note('undo', session.state)),
      t('play.undone'),
    );
  const redo = () => act(session.redo(), t('play.redone'));
  const restart = () =>
    act(
      session.restart().then(() => diary.current.note('restart', session.state)),
      t('play.restarted'),
    );
  const hint = () => {
    diary.current.note('hint', state);
    session
      .queue(() => session.call('play.hint', { nodes: NODES_HINT }))
      .then(
        (found) => {
          setAdvice({ kind: found.outcome === 'unsolvable' ? 'dead' : 'hint', ...found });
          announce(found.text);
        },
        (failure) => setProblem(failure.message),
      );
  };
  const onKey = (name) => {
    if (['u', 'z', 'Backspace', 'undo'].includes(name)) return (undo(), true);
    if (name === 'y' || name === 'redo') return (redo(), true);
    if (name === 'r') return (restart(), true);
    if (name === 'h') return (hint(), true);
    const wasd = { w: 'up', a: 'left', s: 'down', d: 'right' }[name];
    const key = name === 'x' || name === 'Enter' ? 'space' : (wasd ?? name);
    if (!kind?.keys.some((known) => known.key === key)) return false;
    step({ key });
    return true;
  };
  const { stride } = trait;
  const middle = (at) => Math.floor(at / stride) * stride + Math.floor(stride / 2);
  /** Does the cell, or the block it is a part of, hold what a finger can take? */
  const isHeld = (cell) =>
    trait.held?.test(
      [...(state.draw.rows?.[middle(Math.floor(cell / state.draw.width))] ?? '')][
        middle(cell % state.draw.width)
      ] ?? ' ',
    );
  const tap = (cell) => {
    if (!state || state.won) return;
    if (trait.pointing === 'walk') act(session.follow({ call: 'play.walk', cell }));
    else if (level.game === 'puzzlescript') step({ key: 'space' });
  };
  const drag = (cells) => {
    if (!state || state.won) return;
    if (trait.pointing === 'walk')
      act(session.follow({ call: 'play.drag', from: cells[0], to: cells[cells.length - 1] }));
    else step({ cells });
  };

  if (error)
    return (
      <Note kind="bad" icon="warn" role="alert">
        {error.message}
      </Note>
    );
  const marks = advice
    ? {
        [advice.kind === 'dead' ? 'dead' : 'hint']: cutCells(
          advice.cells ?? [],
          state.draw.width,
          state.part,
        ),
      }
    : undefined;
  return (
    <div class="playroom">
      <div class="player" data-test="player">
        <div class="stack">
          {state ? (
            <Board
              draw={draw}
              light={onPaper}
              label={label}
              description={draw.rows && describeRows(level.game, draw.rows, palette, draw.items)}
              marks={marks}
              pointing={trait.pointing}
              stride={trait.stride}
              duration={ms}
              onKey={onKey}
              onTap={tap}
              onDrag={drag}
              tallest={0.43}
              below={below}
              near={near && small && !state.won}
              onSmall={setSmall}
              onSwipe={(key) => step({ key })}
              startsDrag={trait.held && isHeld}
              everywhere={everywhere}
            >
              {state.won && <Won state={state} level={level} next={next} onAgain={restart} />}
              {message && !state.won && (
                <div class="over">
                  <div class="card flat row">
                    <span>{message}</span>
                    <Button label={t('ui.ok')} kind="small" onClick={() => setMessage('')} />
                  </div>
                </div>
              )}
            </Board>
          ) : (
            <div class="board empty" aria-busy="true">
              {t('ui.loading')}
            </div>
          )}
          {kind?.keys.length > 0 && state && (
            <Pad keys={kind.keys} onKey={onKey} canUndo={state.can_undo} />
          )}
        </div>
        <div class="stack">
          {state && <Counters state={state} level={level} entry={entry} />}
          <div class="controls">
            <Button label={t('play.undo')} icon="undo" onClick={undo} disabled={!state?.can_undo} />
            <Button
              label={t('play.redo')}
              icon="redo"
              bare
              onClick={redo}
              disabled={!state?.can_redo}
            />
            <Button
              label={t('play.restart')}
              icon="restart"
              bare
              onClick={restart}
              disabled={!state?.n_moves}
            />
            <Button
              label={t('play.hint')}
              icon="hint"
              onClick={hint}
              disabled={!state || state.won}
            />
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
            <Button label={t('play.howto')} icon="help" bare onClick={() => setHelp(true)} />
          </div>
          {problem && (
            <Shown>
              <Note kind="bad" icon="warn" role="alert">
                {problem}
              </Note>
            </Shown>
          )}
          {advice?.text && (
            <Shown key={advice.text}>
              <Note
                kind={advice.kind === 'dead' ? 'bad' : 'info'}
                icon={advice.kind === 'dead' ? 'warn' : 'hint'}
              >
                {advice.text}
              </Note>
            </Shown>
          )}
          {kind && (
            <Check label={t('play.warn')} checked={warn} onChange={(on) => choose({ warn: on })} />
          )}
          {children}
        </div>
        {help && <HowTo game={level.game} kind={kind} onClose={() => setHelp(false)} />}
      </div>
    </div>
  );
}

function Counters({ state, level, entry }) {
  const rows = traits[level.game].counters.map((name) => ({
    name,
    now: name === 'moves' ? state.n_moves : (state.measures?.[name] ?? 0),
    best: level.best?.[name],
    own: entry?.solved ? entry[name] : undefined,
  }));
  return (
    <dl class="counters">
      {rows.map(({ name, now, best, own }) => (
        <div key={name}>
          <dt>{t(`measures.${name}`)}</dt>
          <dd data-test={name}>
            {now}
            {best != null && <small> {t('play.ofBest', { best })}</small>}
          </dd>
          {own != null && (
            <dd>
              <small>{t('play.yours', { own })}</small>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

function Won({ state, level, next, onAgain }) {
  const box = useRef(null);
  useEffect(() => box.current?.querySelector('a, button')?.focus({ preventScroll: true }), []);
  const best = level.best?.moves;
  const verdict = best == null ? 'plain' : state.n_moves <= best ? 'best' : 'more';
  return (
    <div class="won" ref={box} data-test="won">
      <div class="card">
        <p>{t('play.won')}</p>
        <p>
          {t(`play.wonIn.${verdict}`, {
            moves: plural('play.moves', state.n_moves),
            more: state.n_moves - (best ?? 0),
          })}
        </p>
        <div class="row">
          {next && (
            <a class="button main" href={next.href}>
              {next.title ?? t('play.next')}
              <Icon name="next" />
            </a>
          )}
          <Button label={t('play.again')} icon="restart" onClick={onAgain} />
        </div>
      </div>
    </div>
  );
}

/** Arrow buttons for those who have no keyboard; swipes do the same. */
function Pad({ keys, onKey, canUndo }) {
  const has = (name) => keys.some((known) => known.key === name);
  /** @type {Record<string, import('../ui/icon.jsx').IconName>} */
  const icons = { up: 'up', left: 'prev', down: 'below', right: 'next' };
  return (
    <div class="pad">
      {Object.entries(icons)
        .filter(([name]) => has(name))
        .map(([name, icon]) => (
          <Button
            key={name}
            class={name}
            label={t(`keys.${name}`)}
            icon={icon}
            bare
            onClick={() => onKey(name)}
          />
        ))}
      <Button
        class="back"
        label={t('play.undo')}
        icon="undo"
        bare
        disabled={!canUndo}
        onClick={() => onKey('u')}
      />
      {has('space') && (
        <Button
          class="act"
          label={t('keys.space')}
          icon="check"
          bare
          onClick={() => onKey('space')}
        />
      )}
    </div>
  );
}

export function ShareButton({ level, kind = '' }) {
  const [said, setSaid] = useState(null);
  const say = (icon, text) => {
    setSaid({ icon, text });
    announce(text);
  };
  const share = async () => {
    try {
      const { game, text, source, level: number, title, rules } = level;
      const code = await encodeLevel({ game, text, source, level: number, title, rules });
      const url = `${location.origin}${location.pathname}${href('level', [], { l: code })}`;
      const copied = await copyText(url).then(
        () => true,
        () => false,
      );
      // Then the link is where one can take it by hand.
      if (!copied) location.hash = href('level', [], { l: code });
      else say('check', t('share.copied'));
    } catch (error) {
      say('warn', t(error instanceof RangeError ? 'share.long' : 'share.failed'));
    }
  };
  useEffect(() => {
    const timer = said && setTimeout(() => setSaid(null), 4000);
    return () => clearTimeout(timer);
  }, [said]);
  return (
    <Button
      label={said?.text ?? t('play.share')}
      icon={said?.icon ?? 'share'}
      kind={kind}
      class={said ? 'said' : ''}
      onClick={share}
    />
  );
}
