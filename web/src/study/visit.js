// How somebody comes to a study: who they are, whether another tab has it, and where they were.
import { statusOf } from '../errors.js';
import { href } from '../route.js';
import { askMe, forgetPerson } from './person.js';
import { StudyRun, openLog } from './run.js';

/** Holds what only one tab may have until the signal ends it. Where browsers know no locks (an
 * address they do not trust), the server refuses the second tab's events.
 * @param {string} study @param {AbortSignal} signal @param {boolean} waits
 * @returns {Promise<boolean>} whether it was to be had */
export function holdStudy(study, signal, waits) {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    /** @param {Lock | null} lock */
    const held = (lock) => {
      resolve(lock !== null);
      return lock && new Promise((done) => signal.addEventListener('abort', done));
    };
    const how = waits ? { signal } : { ifAvailable: true };
    navigator.locks.request(`lw-study-${study}`, how, held).catch(() => resolve(false));
  });
}

/** Will the server never take it? @param {unknown} error */
const isFinal = (error) => [400, 409, 422].includes(statusOf(error) ?? 0);

/** Sends what waits. What the server will never take is given up: else nobody could go on.
 * @param {import('./log.js').StudyLog} log @returns {Promise<number>} how many events were lost */
async function sendRest(log) {
  try {
    await log.flush();
    return 0;
  } catch (error) {
    if (!isFinal(error)) throw error;
    return log.salvage(isFinal);
  }
}

/** Sends what was left over and asks where the person is. Throws what cannot be helped.
 * @param {StudyInfo} info @param {import('./person.js').Kept} kept @returns {Promise<StudyRun>} */
export async function openRun(info, kept) {
  const { study } = info;
  const log = openLog(study, kept.key);
  let me = await askMe(study, kept.key);
  let nLost = 0;
  log.begin(me.next_seq);
  if (log.waiting() > 0) {
    nLost = await sendRest(log);
    me = await askMe(study, kept.key);
    log.begin(me.next_seq);
  }
  return new StudyRun(info, kept, me, { log, nLost });
}

/** Makes room for the next person at this computer: what the one before did is sent, and then
 * nothing of them stays. Whoever the server knows no more has nothing to be sent. Throws when it
 * cannot be reached.
 * @param {string} study @param {import('./person.js').Kept} kept */
export async function handOver(study, kept) {
  const log = openLog(study, kept.key);
  try {
    log.begin((await askMe(study, kept.key)).next_seq);
    await sendRest(log);
  } catch (error) {
    if (![401, 404].includes(statusOf(error) ?? 0)) throw error;
  }
  forgetPerson(study);
}

/** The address without the panel's name for whoever came by it: they are gone.
 * @param {string} study */
export const dropPanel = (study) =>
  history.replaceState(null, '', `${location.pathname}${href('study', [study])}`);
