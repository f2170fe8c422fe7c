// Playing one level of a phase, until it is solved, given up, left, or the time is over.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useKinds } from '../../engine/use-kinds.js';
import { gameTitle } from '../../games.js';
import { useSignal } from '../../signal.js';
import { plural, t } from '../../texts.js';
import { announce } from '../../ui/announce.jsx';
import { Button } from '../../ui/controls.jsx';
import { element } from '../../ui/element.js';
import { useLatest } from '../../ui/use-latest.js';
import { ScreenTitle } from '../bits.jsx';
import { Goal, StudyBoard, levelOf } from './board.jsx';
import { MoveRecord, visibleTime } from './record.js';
import { WaysOut } from './ways-out.jsx';

/** @typedef {import('../run.js').StudyRun} StudyRun */
/** @typedef {'solved' | 'gave-up' | 'left' | 'time' | 'unwinnable'} Outcome */
/** @typedef {object} LevelProps
 * @property {StudyRun} run
 * @property {StudyPhase} phase
 * @property {number} trial
 * @property {import('../instruments.js').Prompts | null} [prompts]
 * @property {(outcome: Outcome | 'stopped') => void} onDone stopped: the person plays no more */

/** Keys that answer sounds do not move anything. @param {StudyPhase} phase */
const keysOfPrompts = ({ prompts }) =>
  prompts
    ? [prompts.high_key, prompts.low_key, prompts.other_high_key, prompts.other_low_key].filter(
        Boolean,
      )
    : [];

/** @param {LevelProps} props */
export function LevelScreen(props) {
  const { run, phase, trial } = props;
  const id = phase.trials?.[trial].levels?.[0] ?? '';
  const kind = useKinds()?.get(run.plan.levels[id].game);
  const title = t('study.levelOf', { n: trial + 1, of: phase.trials?.length ?? 0 });
  return (
    <div class="screen wide stack" data-test="level" data-trial={trial}>
      <ScreenTitle title={title} />
      <Goal plan={run.plan} id={id} />
      {kind ? (
        <Playing {...props} id={id} kind={kind} title={title} />
      ) : (
        <p class="soft" aria-busy="true">
          {t('ui.loading')}
        </p>
      )}
    </div>
  );
}

/** Notes the level from its start to its end.
 * @param {LevelProps & { id: string, kind: Kind }} props */
function useNotes({ run, trial, id, kind, onDone }) {
  const [record] = useState(() => {
    run.emit('level-start', { level: id }, trial);
    return new MoveRecord({ level: id, trial, emit: run.emit, words: kind.words });
  });
  const [time] = useState(visibleTime);
  const ended = useRef(/** @type {Outcome | ''} */ (''));
  useEffect(() => {
    const keep = () => !ended.current && record.flush();
    const timer = setInterval(keep, 2000);
    addEventListener('pagehide', keep);
    return () => {
      clearInterval(timer);
      removeEventListener('pagehide', keep);
      time.stop();
    };
  }, [record, time]);
  /** @param {Outcome} outcome @param {Outcome | 'stopped'} [then] what comes of it */
  const end = (outcome, then = outcome) => {
    if (ended.current) return;
    record.flush();
    ended.current = outcome;
    const { moves, undos, restarts, pushes } = record;
    run.emit(
      'level-end',
      {
        level: id,
        outcome,
        moves,
        ...(pushes === undefined ? {} : { pushes }),
        undos,
        restarts,
        play_ms: time.ms(),
        ...(outcome === 'solved' ? { solution: record.solution } : {}),
      },
      trial,
    );
    if (outcome !== 'solved') onDone(then);
  };
  return { record, end, ended };
}

/** @param {LevelProps & { id: string, kind: Kind, title: string }} props */
function Playing(props) {
  const { run, phase, id, kind, title, onDone } = props;
  const { record, end, ended } = useNotes(props);
  const [won, setWon] = useState(/** @type {PlayState | null} */ (null));
  const isOver = useSignal(run.isOver);
  const now = useLatest({ end, onDone });
  useEffect(() => {
    if (isOver && !ended.current) now.current.end('time');
    else if (isOver) now.current.onDone('solved');
  }, [isOver, ended, now]);
  const level = useMemo(() => levelOf(run.plan, id), [run.plan, id]);
  /** @param {PlayState} state */
  const hear = (state) => {
    if (!state.won || ended.current) return;
    end('solved');
    setWon(state);
    announce(t('play.wonSpoken', { moves: plural('play.moves', state.n_moves) }));
  };
  return (
    <StudyBoard
      level={level}
      kind={kind}
      label={t('board.label', { game: gameTitle(level.game), title })}
      record={record}
      canUndo={phase.undo !== false}
      without={keysOfPrompts(phase)}
      restartsByKey={!phase.prompts}
      isOver={won !== null}
      onState={hear}
      over={won && <Solved onDone={() => onDone('solved')} />}
    >
      {!won && <WaysOut run={run} phase={phase} onEnd={end} />}
      {props.prompts && <PromptLine prompts={props.prompts} />}
    </StudyBoard>
  );
}

/** @param {{ onDone: () => void }} props */
function Solved({ onDone }) {
  const box = useRef(/** @type {HTMLDivElement | null} */ (null));
  useEffect(() => element(box).querySelector('button')?.focus({ preventScroll: true }), []);
  return (
    <div class="won" ref={box} data-test="won">
      <div class="card">
        <p>{t('play.won')}</p>
        <Button label={t('study.next')} kind="main" data-test="next" onClick={onDone} />
      </div>
    </div>
  );
}

/** What was right or wrong of the word before, where the design says so, and trouble with sound.
 * @param {{ prompts: import('../instruments.js').Prompts }} props */
function PromptLine({ prompts }) {
  const said = useSignal(prompts.feedback);
  return (
    <p class="prompt-line" role="status" data-kind={said?.kind}>
      {said?.text ?? ''}
    </p>
  );
}
