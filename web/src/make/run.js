// Runs `generate`, in this browser's worker or as a job of the server; both tell their
// progress in the same form.
import { produce } from '../engine/engine.js';
import { api } from '../net/api.js';
import { askForJob, followJob } from '../net/job.js';
import { asPlayer } from '../net/player.js';

/** @typedef {{ fraction?: number, done?: number, total?: number, rate?: number, levels?: any[], best?: any, waiting?: boolean, away?: boolean }} Progress */

/** @param {Record<string, any>} request
 * @param {(progress: Progress) => void} onprogress @param {AbortSignal} signal
 * @returns {Promise<{ levels: any[], report: any }>} */
export const runHere = (request, onprogress, signal) => produce(request, { onprogress, signal });

/** A job of the server. @param {string} once the mark by which it is known when it is asked for again
 * @param {(job: string) => void} onjob hears the job's number, once the server has it */
export async function runJob(request, once, onprogress, signal, onjob) {
  onprogress({ waiting: true });
  const post = () => asPlayer('POST', '/jobs', { body: request, once });
  const job = await askForJob(post, onprogress, signal, (late) =>
    net.cancel(pathOf(late)).catch(() => {}),
  );
  if (job === null) return { levels: [], report: { status: 'cancelled' } };
  onjob(job);
  return followRun(job, onprogress, signal);
}

const pathOf = (job) => `/jobs/${encodeURIComponent(job)}`;

/** A job that is there already. @param {string} job */
export const followRun = (job, onprogress, signal) =>
  followJob(pathOf(job), onprogress, signal, net);

const net = {
  open: (url) => new EventSource(url),
  get: (path) => api('GET', path),
  cancel: (path) => asPlayer('DELETE', path),
};
