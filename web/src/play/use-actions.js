// What a person can do with a level: steps, undo, hints, and what is noted of it.
import { useEffect, useRef, useState } from 'preact/hooks';
import { messageOf } from '../errors.js';
import { noteLeft } from '../data/opinions.js';
import { noteSave, noteWin, progress } from '../data/progress.js';
import { startDiary } from '../net/player.js';
import { settings } from '../settings.js';
import { useSignal } from '../signal.js';
import { plural, t } from '../texts.js';
import { announce } from '../ui/announce.jsx';
import { useLatest } from '../ui/use-latest.js';

const NODES_HINT = 300000;
const NODES_DEAD = 60000;

/** @typedef {import('./session.js').PlaySession} PlaySession */
/** @typedef {import('../net/player.js').Diary} Diary */
/** @typedef {{ kind: 'dead' | 'hint', cells: number[], text: string }} Told advice on the board */

/** The diary of this play; closed when the level is left.
 * @param {Level} level @param {PlayState | null} state */
function useDiary(level, state) {
  /** @type {{ current: Diary }} */
  const diary = useRef({ note() {}, close() {} });
  const latest = useRef(state);
  latest.current = state;
  useEffect(() => {
    diary.current = startDiary(level.own ? undefined : level.id, level.set);
    return () => {
      const { current } = latest;
      diary.current.close(current, current?.won);
      if (current && current.n_moves > 0 && !current.won) noteLeft(level);
    };
  }, [level]);
  return diary;
}

/** Keeps where one stopped, and wins.
 * @param {Level} level @param {PlayState | null} state @param {{ current: Diary }} diary
 * @param {() => void} [onWin] the first time */
function useNotes(level, state, diary, onWin) {
  // A new level is not in the state of the old one, so what is noted follows the state alone.
  const now = useLatest({ level, onWin });
  useEffect(() => {
    if (!state) return;
    const { id } = now.current.level;
    if (!state.won) {
      if (state.n_moves > 0 || state.can_redo) noteSave(id, state.save);
      return;
    }
    const first = !progress.get()[id ?? '']?.solved;
    noteWin(id, { moves: state.n_moves, pushes: state.measures?.pushes ?? undefined });
    diary.current.note('win', state, state.moves);
    announce(t('play.wonSpoken', { moves: plural('play.moves', state.n_moves) }));
    if (first) now.current.onWin?.();
  }, [state, diary, now]);
}

/** Hints, and the warning of those who want to be warned.
 * @param {PlaySession | null} session @param {PlayState | null} state */
function useAdvice(session, state) {
  const [advice, setAdvice] = useState(/** @type {Told | null} */ (null));
  const { warn } = useSignal(settings);
  const sessionNow = useLatest(session);
  useEffect(() => {
    const session = sessionNow.current;
    setAdvice((now) => (now?.kind === 'dead' ? null : now));
    if (!warn || !session || !state || state.won || !state.changed) return;
    const { turn } = session;
    session
      .queue(() => session.call('play.dead', { nodes: NODES_DEAD }))
      .then(
        (found) => {
          if (session.turn !== turn || found.outcome !== 'unsolvable') return;
          setAdvice({ kind: 'dead', cells: found.cells ?? [], text: found.text });
          announce(found.text);
        },
        () => {},
      );
  }, [state, warn, sessionNow]);
  const hint = async () => {
    const found = await session?.queue(() => session.call('play.hint', { nodes: NODES_HINT }));
    if (!found) return;
    const kind = found.outcome === 'unsolvable' ? 'dead' : 'hint';
    setAdvice({ kind, cells: found.cells ?? [], text: found.text });
    announce(found.text);
  };
  return { advice, hint, forget: () => setAdvice(null) };
}

/** @param {Level} level @param {PlaySession | null} session @param {PlayState | null} state
 * @param {() => void} [onWin] */
export function useActions(level, session, state, onWin) {
  const [problem, setProblem] = useState('');
  const diary = useDiary(level, state);
  useNotes(level, state, diary, onWin);
  const { advice, hint, forget } = useAdvice(session, state);
  const isOpen = state !== null && !state.won;

  /** @param {Promise<unknown>} promise @param {string} [said] */
  const act = (promise, said) =>
    promise.then(
      () => {
        setProblem('');
        forget();
        if (said) announce(said);
      },
      (error) => setProblem(messageOf(error)),
    );
  /** @param {'undo' | 'restart'} kind */
  const noted = (kind) => (/** @type {PlayState} */ after) => diary.current.note(kind, after);
  /** The first move begins a play. @param {PlayState | null} after */
  const begun = (after) => {
    if (after?.changed && after.n_moves === 1 && !after.won) diary.current.note('start', after);
  };
  return {
    advice,
    problem,
    /** @param {import('./session.js').Step} input */
    step: (input) => isOpen && session && act(session.step(input).then(begun)),
    /** @param {import('./session.js').Plan} plan */
    follow: (plan) => isOpen && session && act(session.follow(plan).then(begun)),
    undo: () => session && act(session.undo().then(noted('undo')), t('play.undone')),
    redo: () => session && act(session.redo(), t('play.redone')),
    restart: () => session && act(session.restart().then(noted('restart')), t('play.restarted')),
    hint: () => {
      diary.current.note('hint', state);
      hint().catch((error) => setProblem(messageOf(error)));
    },
  };
}
