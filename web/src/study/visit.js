// How somebody comes to a study: who they are, whether another tab has it, and where they were.
import { statusOf } from '../errors.js';
import { href } from '../route.js';
import { preferred, speak } from './language.js';
import { askInfo, askMe, forgetPerson, loadLost, saveLost } from './person.js';
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

/** What the study is, in a language that the person reads if it has one, and speaks that.
 * @param {string} study @param {string | undefined} language that was chosen
 * @param {AbortSignal} signal of a page that has been left, which speaks no more */
export async function askInLanguage(study, language, signal) {
  let info = await askInfo(study, language);
  const better = language ? undefined : preferred(info);
  if (better) info = await askInfo(study, better);
  await speak(info.language, info.interface, signal);
  return info;
}

/** Will the server never take it? @param {unknown} error */
const isFinal = (error) => [400, 409, 422].includes(statusOf(error) ?? 0);

/** Sends what waits. What the server will never take is given up: else nobody could go on. How much
 * that was is kept until the log says it.
 * @param {string} study @param {import('./log.js').StudyLog} log */
async function sendRest(study, log) {
  try {
    await log.flush();
  } catch (error) {
    if (!isFinal(error)) throw error;
    await log.salvage(isFinal, (n) => saveLost(study, loadLost(study) + n));
  }
}

/** Sends what was left over and asks where the person is. Throws what cannot be helped.
 * @param {StudyInfo} info @param {import('./person.js').Kept} kept @returns {Promise<StudyRun>} */
export async function openRun(info, kept) {
  const { study } = info;
  const log = openLog(study, kept.key);
  let me = await askMe(study, kept.key);
  log.begin(me.next_seq);
  if (log.waiting() > 0) {
    await sendRest(study, log);
    me = await askMe(study, kept.key);
    log.begin(me.next_seq);
  }
  return new StudyRun(info, kept, me, log);
}

/** Says in the log of somebody who does not come back here what was lost of it, where the log
 * takes anything at all. @param {string} study @param {string} key
 * @param {import('./log.js').StudyLog} log */
async function noteLost(study, key, log) {
  const events = loadLost(study);
  if (events === 0) return;
  const { state, next_seq: next, progress } = await askMe(study, key);
  if (state !== 'inside' || !progress.in_phase || !progress.phase_id) return;
  log.begin(next);
  log.append({ type: 'lost', phase: progress.phase_id, data: { events } });
  await log.salvage(isFinal, () => {});
}

/** Makes room for the next person at this computer: what the one before did is sent, and then
 * nothing of them stays. Whoever the server knows no more has nothing to be sent. Throws when it
 * cannot be reached.
 * @param {string} study @param {import('./person.js').Kept} kept */
export async function handOver(study, kept) {
  const log = openLog(study, kept.key);
  try {
    log.begin((await askMe(study, kept.key)).next_seq);
    await sendRest(study, log);
    await noteLost(study, kept.key, log);
  } catch (error) {
    if (![401, 404].includes(statusOf(error) ?? 0)) throw error;
  }
  forgetPerson(study);
}

/** The address without the panel's name for whoever came by it: they are gone.
 * @param {string} study */
export const dropPanel = (study) =>
  history.replaceState(null, '', `${location.pathname}${href('study', [study])}`);
