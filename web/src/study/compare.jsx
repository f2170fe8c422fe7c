// Two levels side by side, or one behind the other on a phone: look at both, play both, choose the
// harder one.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Thumb } from '../board/thumb.jsx';
import { useKinds } from '../engine/use-kinds.js';
import { gameTitle } from '../games.js';
import { t } from '../texts.js';
import { Button, Note, Segments } from '../ui/controls.jsx';
import { Onward, ScreenTitle } from './bits.jsx';
import { askPair } from './person.js';
import { Goal, StudyBoard, levelOf } from './play/board.jsx';
import { MoveRecord } from './play/record.js';
import { problemText } from './problem.js';
import { askWhenStored } from './stored.js';

/** @typedef {import('./run.js').StudyRun} StudyRun */
/** @typedef {'left' | 'right'} Side */
/** @typedef {object} CompareProps
 * @property {StudyRun} run
 * @property {StudyPhase} phase
 * @property {number} trial
 * @property {() => void} onDone */

/** Room under the boards for what takes a move back, the counters and the question. */
const BELOW = 180;
/** @type {Side[]} */
const SIDES = ['left', 'right'];

/** The pair of a trial; an open one is asked for when everything before it is stored.
 * @param {CompareProps} props */
function usePair({ run, phase, trial }) {
  const given = phase.trials?.[trial].levels;
  const [pair, setPair] = useState(/** @type {string[] | null} */ (given ?? null));
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let here = !given;
    const ask = () => askPair(run.study, run.kept.key, { phase: phase.id, trial });
    askWhenStored(run.sender, ask, () => here).then(
      (found) => here && setPair(found),
      (error) => setProblem(problemText(error)),
    );
    return () => {
      here = false;
    };
  }, [given, run, phase.id, trial]);
  return { pair, problem };
}

/** @param {CompareProps} props */
export function CompareScreen(props) {
  const { run, trial } = props;
  const { pair, problem } = usePair(props);
  const kinds = useKinds();
  const title = t('study.pairN', { n: trial + 1 });
  return (
    <div class="screen wide stack" data-test="compare" data-trial={trial}>
      <ScreenTitle title={title} />
      {problem && (
        <Note kind="bad" icon="warn" role="alert">
          {problem}
        </Note>
      )}
      {pair && kinds ? (
        <Pair {...props} pair={pair} kind={kinds.get(run.plan.levels[pair[0]].game)} />
      ) : (
        <p class="soft" aria-busy="true">
          {t('ui.loading')}
        </p>
      )}
    </div>
  );
}

/** Between pairs, once enough were judged. @param {{ nDone: number, onDone: (answer: 'more' |
 *   'enough') => void }} props */
export const MoreScreen = ({ nDone, onDone }) => (
  <div class="screen stack" data-test="more">
    <ScreenTitle title={t('study.morePairs')} />
    <p>{t('study.morePairsHelp', { n: nDone })}</p>
    <Onward>
      <Button label={t('study.enoughPairs')} data-test="enough" onClick={() => onDone('enough')} />
      <Button
        label={t('study.nextPair')}
        kind="main"
        data-test="next"
        onClick={() => onDone('more')}
      />
    </Onward>
  </div>
);

/** Notes which of the two is in front, and what was done there.
 * @param {CompareProps & { pair: string[], kind?: Kind }} props */
function useLooks({ run, phase, trial, pair, kind }) {
  const [from] = useState(() => {
    run.emit('pair-start', { left: pair[0], right: pair[1] }, trial);
    return run.clock.now();
  });
  const [records] = useState(() =>
    pair.map(
      (level) => new MoveRecord({ level, trial, emit: run.emit, words: kind?.words === true }),
    ),
  );
  const look = useRef({ side: /** @type {Side} */ ('left'), from, moves: 0 });
  const isOver = useRef(false);
  useEffect(() => {
    const keep = () => !isOver.current && records.forEach((record) => record.flush());
    const timer = setInterval(keep, 2000);
    addEventListener('pagehide', keep);
    return () => {
      clearInterval(timer);
      removeEventListener('pagehide', keep);
    };
  }, [records]);
  const note = () => {
    if (!phase.play) return;
    const record = records[SIDES.indexOf(look.current.side)];
    record.flush();
    const data = {
      side: look.current.side,
      play_ms: Math.round((run.clock.now() - look.current.from) * 1000) / 1000,
      moves: record.moves - look.current.moves,
      solved: record.isWon,
    };
    run.emit('look', data, trial);
  };
  return {
    records,
    /** @param {Side} side */
    turn(side) {
      note();
      const { moves } = records[SIDES.indexOf(side)];
      look.current = { side, from: run.clock.now(), moves };
    },
    /** @param {Side | 'equal'} answer */
    choose(answer) {
      note();
      isOver.current = true;
      const reaction = Math.round((run.clock.now() - from) * 1000) / 1000;
      run.emit('comparison', { answer, reaction_ms: reaction }, trial);
    },
  };
}

/** @param {CompareProps & { pair: string[], kind?: Kind }} props */
function Pair(props) {
  const { run, phase, pair, onDone } = props;
  const { records, turn, choose } = useLooks(props);
  const [side, setSide] = useState(/** @type {Side} */ ('left'));
  /** @param {Side} next */
  const bring = (next) => {
    if (next === side) return;
    turn(next);
    setSide(next);
  };
  /** @param {Side | 'equal'} answer */
  const decide = (answer) => {
    choose(answer);
    onDone();
  };
  const question = phase.question || t('study.whichHarder');
  return (
    <>
      <div class="pair-switch">
        <Segments
          label={t('study.sides')}
          options={SIDES.map((one) => ({ value: one, title: t(`study.side.${one}`) }))}
          value={side}
          onChange={(next) => bring(next === 'left' ? 'left' : 'right')}
        />
      </div>
      <div class="pair" data-side={side}>
        {SIDES.map((one, i) => (
          <section
            key={one}
            class={`pair-side ${one === side ? 'front' : ''}`}
            data-side={one}
            aria-label={t(`study.side.${one}`)}
            onPointerDownCapture={() => bring(one)}
            onFocusCapture={() => bring(one)}
          >
            <Half {...{ run, phase, record: records[i], id: pair[i], isFront: one === side }} />
          </section>
        ))}
      </div>
      <Onward class="of-pair">
        <b lang={run.plan.language}>{question}</b>
        {SIDES.map((one) => (
          <Button
            key={one}
            label={t(`study.choose.${one}`)}
            kind="main"
            data-test={`choose-${one}`}
            onClick={() => decide(one)}
          />
        ))}
        {phase.equal && (
          <Button
            label={t('study.chooseEqual')}
            data-test="choose-equal"
            onClick={() => decide('equal')}
          />
        )}
      </Onward>
    </>
  );
}

/** @param {{ run: StudyRun, phase: StudyPhase, record: MoveRecord, id: string, isFront: boolean }}
 *   props */
function Half({ run, phase, record, id, isFront }) {
  const level = useMemo(() => levelOf(run.plan, id), [run.plan, id]);
  const kind = useKinds()?.get(level.game);
  const [isWon, setWon] = useState(false);
  if (!phase.play) return <Thumb level={level} width={460} height={380} />;
  if (!kind) return null;
  return (
    <>
      <Goal plan={run.plan} id={id} />
      <StudyBoard
        level={level}
        kind={kind}
        label={t('board.label', { game: gameTitle(level.game), title: t('study.levels') })}
        record={record}
        canUndo={phase.undo !== false}
        everywhere={isFront}
        tallest={0.42}
        below={BELOW}
        onState={(state) => setWon(state.won)}
      >
        {isWon && <span class="pill good">{t('play.solved')}</span>}
      </StudyBoard>
    </>
  );
}
