// What is kept of a run of a generator. A job of the server is known by its number in every
// tab, or by its mark before the number is heard; what a tab made by itself is its own.
import { load, save } from '../storage.js';

/** @param {string} place */
const name = (place) => `lw.run.${place}`;

/** @typedef {object} KeptRun
 * @property {import('../make/runs.js').MakeRequest} request
 * @property {string} [job]
 * @property {string} [asked] the mark of a job whose number is not known yet
 * @property {number} [at] when that was, in ms
 * @property {Level[]} [levels]
 * @property {boolean} [cut] it had not ended */

/** @param {string} place @returns {KeptRun | null} */
export function keptRun(place) {
  try {
    return JSON.parse(sessionStorage.getItem(name(place)) ?? 'null') ?? load(`run.${place}`, null);
  } catch {
    return load(`run.${place}`, null);
  }
}

/** @param {string} place @param {KeptRun | null} run null: nothing is kept any more */
export function keepRun(place, run) {
  const shared = run?.job || run?.asked;
  save(`run.${place}`, shared ? run : null);
  try {
    if (run && !shared) sessionStorage.setItem(name(place), JSON.stringify(run));
    else sessionStorage.removeItem(name(place));
  } catch {
    // No room: then it lasts as long as the page.
  }
}
