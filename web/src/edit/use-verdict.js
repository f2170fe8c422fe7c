// What the engine says about the level while one draws: solvable or not, how hard, which
// squares are dead. A newer drawing ends the thinking about an older one; until the new
// answer is there, `text` tells of which drawing the old one was.
import { useEffect, useState } from 'preact/hooks';
import { ask, think } from '../engine/engine.js';
import { messageOf } from '../errors.js';

/** A stroke over several cells is one drawing; the answer is still there at once. */
const PAUSE_MS = 40;
const SOLVE_SECONDS = 5;
const RATE_SECONDS = 6;

/** @typedef {object} Verdict
 * @property {'idle' | 'thinking' | 'done'} state
 * @property {Solved} [solved]
 * @property {Rated} [rated]
 * @property {string} [problem]
 * @property {number[]} dead
 * @property {string | null} text of which drawing */

/** @type {Verdict} */
const nothing = { state: 'idle', dead: [], text: null };

/** @param {Kind} kind @param {string} text @param {AbortSignal} signal
 * @param {(change: Partial<Verdict>) => void} tell */
async function judge(kind, text, signal, tell) {
  const game = kind.name;
  try {
    const dead = kind.squares ? (await ask({ call: 'squares', game, text })).dead : [];
    const count = kind.counts_solutions ? { count: 2 } : {};
    const solved = await think(
      { call: 'solve', game, text, seconds: SOLVE_SECONDS, ...count },
      { signal },
    );
    tell({ state: 'thinking', solved, dead, rated: undefined, problem: undefined, text });
    if (solved.status === 'solved') {
      tell({ rated: await think({ call: 'rate', game, text, seconds: RATE_SECONDS }, { signal }) });
    }
    tell({ state: 'done' });
  } catch (error) {
    tell({ state: 'done', solved: undefined, rated: undefined, problem: messageOf(error), text });
  }
}

/** @param {Kind} kind @param {string | null} text @param {boolean} valid */
export function useVerdict(kind, text, valid) {
  const [verdict, setVerdict] = useState(nothing);
  useEffect(() => {
    if (text === null) return undefined;
    const abort = new AbortController();
    const { signal } = abort;
    /** @param {Partial<Verdict>} change */
    const tell = (change) => {
      if (!signal.aborted) setVerdict((now) => ({ ...now, ...change }));
    };
    const timer = setTimeout(() => {
      if (valid) judge(kind, text, signal, tell);
      else tell({ ...nothing, solved: undefined, rated: undefined, text });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [kind, text, valid]);
  return verdict;
}
