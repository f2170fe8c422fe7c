// A level to play in a study: the board of the studio without hints, saved positions or ways to
// share, and with everything noted.
import { useMemo, useState } from 'preact/hooks';
import { Board } from '../../board/board.jsx';
import { describeRows } from '../../board/describe.js';
import { cutDraw } from '../../board/part.js';
import { dragStart, keyInput, pointerInput } from '../../play/input.js';
import { Counters, Pad } from '../../play/parts.jsx';
import { usePlay } from '../../play/use-play.js';
import { t } from '../../texts.js';
import { announce } from '../../ui/announce.jsx';
import { Button, Note } from '../../ui/controls.jsx';
import { problemText } from '../problem.js';

/** A level of a plan as the pages know levels. @param {StudyPlan} plan @param {string} id
 * @returns {Level} */
export function levelOf(plan, id) {
  const { game, text, rules, source } = plan.levels[id];
  return { id, game, text, source, rules, own: true };
}

/** @typedef {object} StudyBoardProps
 * @property {Level} level
 * @property {Kind} kind
 * @property {string} label
 * @property {import('./record.js').MoveRecord} record
 * @property {boolean} canUndo does the design allow it?
 * @property {string[]} [without] codes of keys that are not for the board
 * @property {boolean} [restartsByKey] not where other keys are pressed in haste
 * @property {boolean} [everywhere]
 * @property {boolean} [isOver] nothing moves any more
 * @property {(state: PlayState) => void} [onState]
 * @property {number} [tallest]
 * @property {number} [below] room for what stands under the board
 * @property {import('preact').ComponentChildren} [over] over the board
 * @property {import('preact').ComponentChildren} [children] beside it */

/** @param {StudyBoardProps} props */
function useStudyPlay({ level, record, isOver = false, canUndo, onState }) {
  // A level that is begun again is another play: what was before cannot be taken back.
  const [opened, setOpened] = useState(() => ({ ...level }));
  const { session, state, ms, error } = usePlay(opened, undefined, (now) => {
    if (record.take(now)) onState?.(now);
  });
  const isOpen = state !== null && !state.won && !isOver;
  const none = () => {};
  const restart = () => {
    if (!isOpen || record.solution === '') return;
    record.restart();
    setOpened({ ...level });
    announce(t('play.restarted'));
  };
  const undo = () => {
    if (isOpen && canUndo && state.can_undo) session?.undo().catch(none);
  };
  const actions = /** @type {any} */ ({
    step: (/** @type {any} */ input) => isOpen && session?.step(input).catch(none),
    follow: (/** @type {any} */ plan) => isOpen && session?.follow(plan).catch(none),
    undo,
    restart,
    redo: none,
    hint: none,
  });
  return { state, ms, error, actions, undo, restart, isOpen };
}

/** A message of the game itself, until it was read. @param {{ text: string }} props */
function Message({ text }) {
  const [read, setRead] = useState('');
  if (!text || read === text) return null;
  return (
    <div class="over">
      <div class="card flat row">
        <span>{text}</span>
        <Button label={t('ui.ok')} kind="small" onClick={() => setRead(text)} />
      </div>
    </div>
  );
}

/** What can be done beside the board, and what else there is.
 * @param {StudyBoardProps & { play: ReturnType<typeof useStudyPlay> }} props */
const Beside = ({ kind, level, canUndo, play: { state, isOpen, undo, restart }, children }) => (
  <div class="stack">
    {state && <Counters kind={kind} state={state} level={level} />}
    <div class="controls">
      {canUndo && (
        <Button
          label={t('play.undo')}
          icon="undo"
          class="said"
          disabled={!isOpen || !state?.can_undo}
          onClick={undo}
        />
      )}
      <Button
        label={t('play.restart')}
        icon="restart"
        class="said"
        disabled={!isOpen || !state?.n_moves}
        onClick={restart}
      />
    </div>
    {children}
  </div>
);

/** @param {StudyBoardProps} props */
export function StudyBoard(props) {
  const { level, kind, label, canUndo, everywhere = true } = props;
  const play = useStudyPlay(props);
  const { state, ms, error, actions, isOpen } = play;
  const draw = useMemo(() => state && cutDraw(state.draw, state.part), [state]);
  if (error) {
    return (
      <Note kind="bad" icon="warn" role="alert">
        {problemText(error)}
      </Note>
    );
  }
  const onKey = keyInput(kind, actions);
  /** @param {string} name @param {string} code */
  const byKeyboard = (name, code) =>
    (name !== 'r' || props.restartsByKey !== false) && onKey(name, code);
  return (
    <div class="playroom">
      <div class="player" data-test="player" data-level={level.id}>
        <div class="stack">
          {state && draw ? (
            <Board
              draw={draw}
              label={label}
              description={
                draw.rows && describeRows(level.game, draw.rows, kind.palette, draw.items)
              }
              pointing={kind.pointing}
              stride={kind.stride}
              duration={ms}
              tallest={props.tallest ?? 0.5}
              below={props.below}
              onKey={byKeyboard}
              without={props.without}
              {...pointerInput(kind, actions)}
              startsDrag={dragStart(kind, state.draw)}
              everywhere={everywhere && isOpen}
            >
              {props.over ?? <Message text={state.message ?? ''} />}
            </Board>
          ) : (
            <div class="board empty" aria-busy="true">
              {t('ui.loading')}
            </div>
          )}
          {kind.keys.length > 0 && (
            <Pad keys={kind.keys} onKey={onKey} canUndo={canUndo && state?.can_undo === true} />
          )}
        </div>
        <Beside {...props} play={play} />
      </div>
    </div>
  );
}

/** What has to be done to win, where the plan says it of a level.
 * @param {{ plan: StudyPlan, id: string }} props */
export const Goal = ({ plan, id }) => {
  const { goal } = plan.levels[id];
  return goal ? (
    <p class="goal" data-test="goal" lang={plan.language}>
      {goal}
    </p>
  ) : null;
};
