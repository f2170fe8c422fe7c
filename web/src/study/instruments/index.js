// The instruments of studies: what a phase of the plan asks for, drawn in a place of the page and
// told as events (docs/studies.md, "Instruments").
import { render } from 'preact';
import { isByFinger } from '../around.js';
import { runAttention } from './attention/attention.jsx';
import { runHeadphones, runPitch } from './checks.jsx';
import { refuseTouch } from './refuse.jsx';
import { screensOf } from './screens.jsx';
import { runStroop } from './stroop.jsx';

export { startPrompts } from './run-prompts.js';

/** @typedef {object} InstrumentOptions
 * @property {import('./run-prompts.js').Phase} phase
 * @property {Iterable<number>} done numbers of trials that are over
 * @property {Iterable<number>} prompted numbers of words that were played
 * @property {HTMLElement} place to draw in; left empty
 * @property {import('./prompts.js').Emit} emit
 * @property {import('./run-prompts.js').Texts} texts
 * @property {import('./run-prompts.js').Clock} clock
 * @property {AbortSignal} signal */

/** @type {Map<string, (options: InstrumentOptions, ask: import('./screens.jsx').Ask) =>
 *   Promise<'done' | 'failed'>>} */
const instruments = new Map([
  ['attention-network', runAttention],
  ['auditory-stroop', runStroop],
  ['headphone-check', runHeadphones],
  ['pitch-check', runPitch],
]);
const byKeys = ['attention-network', 'auditory-stroop'];

/** Runs an instrument to its end. `failed`: a check was not passed, or sound could not be had;
 * `stopped`: the signal said so.
 * @param {Omit<InstrumentOptions, 'prompted'> & { prompted?: Iterable<number> }} given
 * @returns {Promise<'done' | 'failed' | 'stopped'>} */
export async function runInstrument(given) {
  const options = { ...given, prompted: given.prompted ?? given.done };
  const { phase, place, signal, texts } = options;
  const run = instruments.get(phase.instrument ?? '');
  if (!run) throw new Error(`there is no instrument ${phase.instrument}`);
  const ask = screensOf(place, signal);
  try {
    if (byKeys.includes(phase.instrument ?? '') && isByFinger()) await refuseTouch(ask, texts);
    return await run(options, ask);
  } catch (error) {
    if (signal.aborted) return 'stopped';
    throw error;
  } finally {
    render(null, place);
  }
}
