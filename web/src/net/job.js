// A job of the server, followed to its end.
import { ApiError } from './api.js';

/** Without news for so long, the job is asked how it stands: a stream can be dead without
 * anybody saying so, after a laptop has slept. */
const QUIET_MS = 4000;
const PAUSE_MAX_MS = 15000;

const stopped = () => ({ levels: [], report: { status: 'cancelled' } });
const pauseFor = (ms) => new Promise((done) => setTimeout(done, ms));

/** Asks for a job, again while the studio cannot be reached: `post` sends the same mark each
 * time, so that there is one job however often it arrives. Resolves to its number; or to
 * null, at once, when it was stopped before. The studio hears of that when it has answered.
 * @param {() => Promise<{ job: string }>} post @param {(progress: any) => void} onprogress @param {AbortSignal} signal
 * @param {(job: string) => void} onlate hears of a job that nobody waits for any more */
export async function askForJob(post, onprogress, signal, onlate) {
  const asking = (async () => {
    for (let pause = 1000; ; pause = Math.min(PAUSE_MAX_MS, pause * 1.5)) {
      try {
        return (await post()).job;
      } catch (error) {
        if (error.status !== 0 || signal.aborted) throw error;
        onprogress({ away: true });
        await pauseFor(pause);
      }
    }
  })();
  const job = await Promise.race([
    asking,
    new Promise((done) => {
      if (signal.aborted) done(null);
      signal.addEventListener('abort', () => done(null));
    }),
  ]);
  if (job === null) asking.then(onlate, () => {});
  return job;
}

/** Follows a job to its end through whatever happens to the server in between: it restarts,
 * is away for a while, or the connection is gone without a word. Resolves to the result.
 * @param {string} path of the job @param {(progress: any) => void} onprogress @param {AbortSignal} signal
 * @param {{ open: (url: string) => EventSource, get: (path: string) => Promise<any>, cancel: (path: string) => Promise<any> }} net */
export function followJob(path, onprogress, signal, { open, get, cancel }) {
  return new Promise((resolve, reject) => {
    let stream = null;
    let timer = 0;
    let pause = 1000;
    let ended = false;

    const end = (settle, value) => {
      if (ended) return;
      ended = true;
      clearTimeout(timer);
      stream?.close();
      globalThis.removeEventListener?.('online', ask);
      settle(value);
    };
    const later = (ms) => {
      clearTimeout(timer);
      timer = setTimeout(ask, ms);
    };
    const heard = (progress) => {
      pause = 1000;
      onprogress({ waiting: false, away: false, ...progress });
      later(QUIET_MS);
    };
    function listen() {
      stream?.close();
      stream = open(`/api/v1${path}/events`);
      stream.addEventListener('progress', (event) => heard(JSON.parse(event.data)));
      stream.addEventListener('level', (event) => heard({ levels: [JSON.parse(event.data)] }));
      for (const name of ['done', 'failed', 'cancelled']) stream.addEventListener(name, ask);
      stream.onerror = () => later(200);
    }
    async function ask() {
      if (ended) return undefined;
      clearTimeout(timer);
      try {
        const job = await get(path);
        if (ended) return;
        if (job.state === 'done') end(resolve, job.result);
        else if (job.state === 'failed') {
          end(
            reject,
            new ApiError(
              422,
              job.error?.code ?? job.error?.error ?? 'failed',
              job.error?.message ?? 'the job failed',
              job.error?.place,
            ),
          );
        } else if (job.state === 'cancelled') {
          end(resolve, job.result?.levels ? job.result : stopped());
        } else {
          pause = 1000;
          onprogress({ away: false, waiting: job.state === 'queued' });
          // 2 is closed for good; the browser opens the other states again by itself.
          if (stream.readyState === 2) listen();
          later(QUIET_MS);
        }
      } catch (error) {
        if (!error.passing) return end(reject, error);
        onprogress({ away: true });
        pause = Math.min(PAUSE_MAX_MS, pause * 1.5);
        later(pause);
      }
      return undefined;
    }
    globalThis.addEventListener?.('online', ask);
    const stop = (ms) =>
      cancel(path).then(ask, (error) => {
        if (!error.passing) return end(reject, error);
        // Whoever stops need not wait for a server that is away; it hears of it later.
        end(resolve, stopped());
        setTimeout(stop, ms, Math.min(PAUSE_MAX_MS, ms * 1.5));
        return undefined;
      });
    if (signal.aborted) stop(1000);
    signal.addEventListener('abort', () => stop(1000));
    listen();
    later(QUIET_MS);
  });
}
