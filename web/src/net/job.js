// A job of the server, followed to its end.
import { statusOf } from '../errors.js';
import { ApiError } from './api.js';

/** Without news for so long, the job is asked how it stands: a stream can be dead without
 * anybody saying so, after a laptop has slept. */
const QUIET_MS = 4000;
const PAUSE_MS = 1000;
const PAUSE_MAX_MS = 15000;

/** @param {number} ms */
const longer = (ms) => Math.min(PAUSE_MAX_MS, ms * 1.5);
/** @returns {Generated} */
const stopped = () => ({ levels: [], report: { status: 'cancelled' } });
/** @param {number} ms */
const pauseFor = (ms) => new Promise((done) => setTimeout(done, ms));

/** Asks for a job, again while the studio cannot be reached: `post` sends the same mark each
 * time, so that there is one job however often it arrives. Resolves to its number; or to
 * null, at once, when it was stopped before. The studio hears of that when it has answered.
 * @param {() => Promise<{ job: string }>} post @param {(progress: RunProgress) => void} onprogress
 * @param {AbortSignal} signal
 * @param {(job: string) => void} onlate hears of a job that nobody waits for any more */
export async function askForJob(post, onprogress, signal, onlate) {
  const asking = (async () => {
    for (let pause = PAUSE_MS; ; pause = longer(pause)) {
      try {
        return (await post()).job;
      } catch (error) {
        if (statusOf(error) !== 0 || signal.aborted) throw error;
        onprogress({ away: true });
        await pauseFor(pause);
      }
    }
  })();
  /** @type {Promise<null>} */
  const ended = new Promise((done) => {
    if (signal.aborted) done(null);
    signal.addEventListener('abort', () => done(null));
  });
  const job = await Promise.race([asking, ended]);
  if (job === null) asking.then(onlate, () => {});
  return job;
}

/** @typedef {object} JobNet how a job is reached
 * @property {(url: string) => EventSource} open
 * @property {(path: string) => Promise<any>} get
 * @property {(path: string) => Promise<any>} cancel */

/** What the server says of a job that failed. @param {any} [error] */
const failureOf = (error) =>
  new ApiError(
    422,
    error?.code ?? error?.error ?? 'failed',
    error?.message ?? 'the job failed',
    error?.place,
  );

/** Would the same request possibly succeed later? @param {unknown} error */
const isPassing = (error) => error instanceof Error && 'passing' in error && error.passing === true;

class Follower {
  /** @type {EventSource | null} */
  #stream = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #pause = PAUSE_MS;
  #ended = false;
  #ask = () => this.ask();

  /** @param {string} path @param {(progress: RunProgress) => void} onprogress
   * @param {JobNet} net */
  constructor(path, onprogress, net) {
    this.path = path;
    this.onprogress = onprogress;
    this.net = net;
    /** @type {Promise<Generated>} */
    this.result = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    globalThis.addEventListener?.('online', this.#ask);
    this.#listen();
    this.#later(QUIET_MS);
  }

  /** How the job stands. */
  async ask() {
    if (this.#ended) return;
    clearTimeout(this.#timer);
    try {
      const job = await this.net.get(this.path);
      if (!this.#ended) this.#told(job);
    } catch (error) {
      if (!isPassing(error)) {
        this.#end(() => this.reject?.(error));
        return;
      }
      this.onprogress({ away: true });
      this.#pause = longer(this.#pause);
      this.#later(this.#pause);
    }
  }

  /** Whoever stops need not wait for a server that is away; it hears of it later.
   * @param {number} [ms] until it is tried again */
  stop(ms = PAUSE_MS) {
    this.net.cancel(this.path).then(this.#ask, (error) => {
      if (!isPassing(error)) {
        this.#end(() => this.reject?.(error));
        return;
      }
      this.#end(() => this.resolve?.(stopped()));
      setTimeout(() => this.stop(longer(ms)), ms);
    });
  }

  /** @param {any} job as the server describes it */
  #told(job) {
    if (job.state === 'done') {
      this.#end(() => this.resolve?.(job.result));
    } else if (job.state === 'failed') {
      this.#end(() => this.reject?.(failureOf(job.error)));
    } else if (job.state === 'cancelled') {
      this.#end(() => this.resolve?.(job.result?.levels ? job.result : stopped()));
    } else {
      this.#pause = PAUSE_MS;
      this.onprogress({ away: false, waiting: job.state === 'queued' });
      // 2 is closed for good; the browser opens the other states again by itself.
      if (this.#stream?.readyState === 2) this.#listen();
      this.#later(QUIET_MS);
    }
  }

  /** @param {() => void} settle */
  #end(settle) {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#stream?.close();
    globalThis.removeEventListener?.('online', this.#ask);
    settle();
  }

  /** @param {number} ms */
  #later(ms) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#ask, ms);
  }

  /** @param {RunProgress} progress */
  #heard(progress) {
    this.#pause = PAUSE_MS;
    this.onprogress({ waiting: false, away: false, ...progress });
    this.#later(QUIET_MS);
  }

  #listen() {
    this.#stream?.close();
    const stream = this.net.open(`/api/v1${this.path}/events`);
    stream.addEventListener('progress', (event) => this.#heard(JSON.parse(event.data)));
    stream.addEventListener('level', (event) => this.#heard({ levels: [JSON.parse(event.data)] }));
    for (const name of ['done', 'failed', 'cancelled']) stream.addEventListener(name, this.#ask);
    stream.onerror = () => this.#later(200);
    this.#stream = stream;
  }
}

/** Follows a job to its end through whatever happens to the server in between: it restarts,
 * is away for a while, or the connection is gone without a word. Resolves to the result.
 * @param {string} path of the job @param {(progress: RunProgress) => void} onprogress
 * @param {AbortSignal} signal @param {JobNet} net */
export function followJob(path, onprogress, signal, net) {
  const follower = new Follower(path, onprogress, net);
  if (signal.aborted) follower.stop();
  signal.addEventListener('abort', () => follower.stop());
  return follower.result;
}
