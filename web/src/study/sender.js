// Brings a log to the server: soon after something was noted, again after a pause while that
// fails, and at once when the network is back.
import { signal } from '../signal.js';
import { problemText } from './problem.js';

const SOON_MS = 1000;
const PAUSE_MAX = 60000;

/** May the same request succeed later? A study that has closed opens no more.
 * @param {unknown} error */
const isPassing = (error) =>
  error instanceof Error &&
  'passing' in error &&
  error.passing === true &&
  !('status' in error && error.status === 409);

/** @param {() => void} onBack the network is there again @param {() => void} onHide nobody sees
 *   the page any more, and it may be ended @returns {() => void} stops it */
function watchNetwork(onBack, onHide) {
  const end = new AbortController();
  const hide = () => document.visibilityState === 'hidden' && onHide();
  addEventListener('online', onBack, end);
  document.addEventListener('visibilitychange', hide, end);
  return () => end.abort();
}

/** @param {import('./log.js').StudyLog} log */
export function createSender(log) {
  /** How many events wait. */
  const waiting = signal(log.waiting());
  /** Was the server away, or too busy? */
  const late = signal(false);
  /** Why the server takes nothing more, '' while it does. */
  const refused = signal('');
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let pause = SOON_MS;
  let isOver = false;

  /** Resolves to whether nothing is left. */
  async function now() {
    clearTimeout(timer);
    timer = undefined;
    try {
      await log.flush();
      pause = SOON_MS;
      late.set(false);
    } catch (error) {
      late.set(isPassing(error));
      if (isPassing(error)) {
        pause = Math.min(PAUSE_MAX, pause * 2);
        schedule(pause);
      } else if (!isOver) {
        refused.set(problemText(error));
      }
    }
    waiting.set(log.waiting());
    return log.waiting() === 0;
  }

  /** @param {number} ms */
  function schedule(ms) {
    clearTimeout(timer);
    if (!isOver) timer = setTimeout(now, ms);
  }

  /** What is noted after this one was sent is sent with the next. */
  function soon() {
    waiting.set(log.waiting());
    if (!timer && refused.get() === '') schedule(late.get() ? pause : SOON_MS);
  }

  const back = () => {
    pause = SOON_MS;
    if (log.waiting() > 0) schedule(100);
  };
  const leave = watchNetwork(back, () => log.waiting() > 0 && now());
  return {
    waiting,
    late,
    refused,
    soon,
    now,
    /** Waits until all is stored; false when the server refused or nobody waits any more. */
    async all() {
      while (refused.get() === '' && !isOver) {
        if (await now()) return true;
        await new Promise((done) => setTimeout(done, pause));
      }
      return false;
    },
    stop() {
      isOver = true;
      clearTimeout(timer);
      leave();
    },
  };
}

/** @typedef {ReturnType<typeof createSender>} Sender */
