// Runs `generate`, in this browser's worker or as a job of the server; both tell their
// progress in the same form.
import { work } from '../engine/engine.js';
import { ApiError, api } from '../net/api.js';
import { asPlayer } from '../net/player.js';

/** @typedef {{ fraction?: number, done?: number, total?: number, rate?: number, levels?: any[], best?: any, waiting?: boolean }} Progress */

/** @param {Record<string, any>} request @param {'browser' | 'server'} where
 * @param {(progress: Progress) => void} onprogress @param {AbortSignal} signal
 * @returns {Promise<{ levels: any[], report: any }>} */
export function runGenerate(request, where, onprogress, signal) {
  return where === 'server' ? runJob(request, onprogress, signal) : work(request, { onprogress, signal });
}

async function runJob(request, onprogress, signal) {
  onprogress({ waiting: true });
  const made = await asPlayer('POST', '/jobs', { body: request });
  const path = `/jobs/${encodeURIComponent(made.job)}`;
  const stream = new EventSource(`/api/v1${path}/events`);
  try {
    return await follow(stream, path, onprogress, signal);
  } finally {
    stream.close();
  }
}

/** The job's result; when the stream breaks, the job is asked how it stands. */
function follow(stream, path, onprogress, signal) {
  return new Promise((resolve, reject) => {
    const fail = (error) => reject(new ApiError(422, error?.code ?? error?.error ?? 'failed', error?.message ?? 'the job failed'));
    const settle = async () => {
      const job = await api('GET', path);
      if (job.state === 'done') resolve(job.result);
      else if (job.state === 'failed') fail(job.error);
      else if (job.state === 'cancelled') resolve(job.result?.levels ? job.result : { levels: [], report: { status: 'cancelled' } });
    };
    stream.addEventListener('progress', (event) => onprogress(JSON.parse(event.data)));
    stream.addEventListener('level', (event) => onprogress({ levels: [JSON.parse(event.data)] }));
    for (const name of ['done', 'failed', 'cancelled']) stream.addEventListener(name, () => settle().catch(reject));
    stream.onerror = () => settle().catch((error) => !error.passing && reject(error));
    signal.addEventListener('abort', () => asPlayer('DELETE', path).then(settle).catch(reject));
  });
}
