// The seam to the instruments: fetched when a plan has one.
import { signal } from '../signal.js';
import { t } from '../texts.js';
import { screen } from './screen.js';

/** @typedef {import('./run.js').StudyRun} StudyRun */
/** @typedef {{ stop: () => void, feedback: import('../signal.js').Signal<{ kind: string, text:
 *   string } | null> }} Prompts */

const load = () => import('./instruments/index.js');

/** An instrument as a screen. @param {StudyRun} run @param {StudyPhase} phase
 * @param {() => void} onOver is called when run.reason says how it ended */
export const instrumentScreen = (run, phase, onOver) =>
  screen(async (place) => {
    const { runInstrument } = await load();
    const { ended, prompted } = run.progressOf(phase);
    run.startTime();
    const how = await runInstrument({
      phase,
      done: new Set(ended),
      prompted: new Set(prompted),
      place,
      emit: run.emit,
      texts: t,
      clock: run.clock,
      signal: run.signal,
    });
    // The page is being left: nothing comes after this.
    if (how === 'stopped') await new Promise(() => {});
    run.reason = how === 'failed' ? 'failed' : 'done';
    onOver();
  });

/** Words during play, from now on. @param {StudyRun} run @param {StudyPhase} phase
 * @returns {Prompts} */
export function startStudyPrompts(run, phase) {
  /** @type {Prompts['feedback']} */
  const feedback = signal(/** @type {{ kind: string, text: string } | null} */ (null));
  const end = new AbortController();
  run.signal.addEventListener('abort', () => end.abort(), { once: true });
  load().then(({ startPrompts }) => {
    if (end.signal.aborted) return;
    const { prompted } = run.progressOf(phase);
    const started = startPrompts({
      phase,
      prompted: new Set(prompted),
      emit: run.emit,
      texts: t,
      clock: run.clock,
      signal: end.signal,
    });
    started.feedback.watch((said) => feedback.set(said));
  });
  return { stop: () => end.abort(), feedback };
}
