// Runs `generate`, in this browser's worker or as a job of the server; both report their
// progress in the same form.
import { produce } from '../engine/engine.js';
import { api } from '../net/api.js';
import { askForJob, followJob } from '../net/job.js';
import { asPlayer } from '../net/player.js';

/** @typedef {import('./runs.js').MakeRequest} MakeRequest */
/** @typedef {(progress: RunProgress) => void} OnProgress */

/** @param {MakeRequest} request @param {OnProgress} onprogress @param {AbortSignal} signal
 * @returns {Promise<Generated>} */
export const runHere = (request, onprogress, signal) =>
  produce({ ...request }, { onprogress, signal });

/** @param {string} job */
const pathOf = (job) => `/jobs/${encodeURIComponent(job)}`;

/** @type {import('../net/job.js').JobNet} */
const net = {
  open: (url) => new EventSource(url),
  get: (path) => api('GET', path),
  cancel: (path) => asPlayer('DELETE', path),
};

/** A job that is there already.
 * @param {string} job @param {OnProgress} onprogress @param {AbortSignal} signal */
export const followRun = (job, onprogress, signal) =>
  followJob(pathOf(job), onprogress, signal, net);

/** A job of the server. @param {MakeRequest} request
 * @param {{ once: string, onjob: (job: string) => void }} job once: the mark by which it is known
 *   when it is asked for again; onjob: hears its number, once the server has it
 * @param {OnProgress} onprogress @param {AbortSignal} signal @returns {Promise<Generated>} */
export async function runJob(request, { once, onjob }, onprogress, signal) {
  onprogress({ waiting: true });
  const post = () => asPlayer('POST', '/jobs', { body: request, once });
  const late = (/** @type {string} */ job) => net.cancel(pathOf(job)).catch(() => {});
  const job = await askForJob(post, onprogress, signal, late);
  if (job === null) return { levels: [], report: { status: 'cancelled' } };
  onjob(job);
  return followRun(job, onprogress, signal);
}
