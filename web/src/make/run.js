// Runs `generate`, in this browser's worker or as a job of the server; both tell their
// progress in the same form.
import { produce } from '../engine/engine.js';
import { api } from '../net/api.js';
import { followJob } from '../net/job.js';
import { asPlayer } from '../net/player.js';

/** @typedef {{ fraction?: number, done?: number, total?: number, rate?: number, levels?: any[], best?: any, waiting?: boolean, away?: boolean }} Progress */

/** @param {Record<string, any>} request @param {'browser' | 'server'} where
 * @param {(progress: Progress) => void} onprogress @param {AbortSignal} signal
 * @param {(job: string) => void} onjob hears the job's number, once the server has it
 * @returns {Promise<{ levels: any[], report: any }>} */
export function runGenerate(request, where, onprogress, signal, onjob) {
  return where === 'server' ? runJob(request, onprogress, signal, onjob) : produce(request, { onprogress, signal });
}

async function runJob(request, onprogress, signal, onjob) {
  onprogress({ waiting: true });
  const made = await asPlayer('POST', '/jobs', { body: request });
  onjob(made.job);
  return followRun(made.job, onprogress, signal);
}

/** A job that is there already. @param {string} job */
export const followRun = (job, onprogress, signal) => followJob(`/jobs/${encodeURIComponent(job)}`, onprogress, signal, net);

const net = {
  open: (url) => new EventSource(url),
  get: (path) => api('GET', path),
  cancel: (path) => asPlayer('DELETE', path),
};
