// A person's log on its way to the server. An event is written down first and taken away only
// when the server says that it is stored, so a reload, a crash, a lost network and a server
// that is away lose nothing. Its number is its key: sent twice, it is stored once.

/** @typedef {import('../net/queue.js').Storage} Storage */
/** @typedef {{ type: string, phase: string, trial?: number, data?: Record<string, unknown> }}
 *   Said */

/** @typedef {Said & { times: { t: number, clock: number } }} Held */

const BATCH = 50;
/** So much can be held that it goes to the server in one request, which takes 500. */
const MOST_HELD = 400;
/** @param {number} seq */
const padded = (seq) => String(seq).padStart(7, '0');

/** To a microsecond: more digits are noise. @param {number} ms */
const exact = (ms) => Math.round(ms * 1000) / 1000;

/** The two times of now: of the page and of the day. */
export function timesNow() {
  const t = performance.now();
  return { t: exact(t), clock: exact(performance.timeOrigin + t) };
}

/** @param {number} seq @param {Held} said @returns {StudyEvent} */
const eventOf = (seq, { type, phase, trial, data, times }) => ({
  seq,
  type,
  phase,
  ...(trial === undefined ? {} : { trial }),
  ...times,
  ...(data === undefined ? {} : { data }),
});

/** What was held belongs to the consent behind it: the server takes it with that alone.
 * @param {Storage} storage @param {string[]} waiting */
const nTogether = (storage, waiting) =>
  storage.get(waiting[0]).phase === 'consent'
    ? waiting.findIndex((key) => storage.get(key).type === 'consent') + 1
    : 0;

/** @param {Storage} storage of this person alone
 * @param {{ send: (events: StudyEvent[]) => Promise<StudyStored>, times?: typeof timesNow }} how
 *   send throws an error whose `passing` says that trying again may help */
export function createLog(storage, { send, times = timesNow }) {
  let next = 0;
  /** @type {StudyStored | null} */
  let stored = null;
  /** @type {Promise<void> | null} */
  let sending = null;
  /** Kept in memory alone, while nothing may be written down. @type {Held[] | null} */
  let held = null;
  const keys = () => storage.keys().sort();

  /** @param {Held} said */
  function write(said) {
    storage.set(padded(next), eventOf(next, said));
    next += 1;
  }

  /** @param {number} most in a request */
  async function sendAll(most) {
    for (let waiting = keys(); waiting.length > 0; waiting = keys()) {
      const batch = waiting.slice(0, Math.max(most, nTogether(storage, waiting)));
      stored = await send(batch.map((key) => storage.get(key)));
      for (const key of batch) storage.remove(key);
    }
  }

  return {
    /** Goes on where the server is: what it has is no longer kept here.
     * @param {number} seq the next one that it expects */
    begin(seq) {
      for (const key of keys()) if (Number(key) < seq) storage.remove(key);
      const last = keys().pop();
      next = last === undefined ? seq : Number(last) + 1;
    },
    /** Sends what waits event by event up to the first that the server will never take, and gives
     * that and what follows it up, so that the person can go on. Throws what may pass.
     * @param {(error: unknown) => boolean} isFinal @param {(n: number) => void} onLost is called
     *   with how many are lost before they are */
    async salvage(isFinal, onLost) {
      try {
        await sendAll(1);
      } catch (error) {
        if (!isFinal(error)) throw error;
        const lost = keys();
        onLost(lost.length);
        for (const key of lost) storage.remove(key);
      }
    },
    /** @param {Said} said */
    append(said) {
      const now = { ...said, times: times() };
      if (!held) write(now);
      else if (held.length < MOST_HELD) held.push(now);
    },
    /** From now on nothing is written down until it is known what may be. */
    hold() {
      held ??= [];
    },
    /** Writes down what was held and may be kept, with the times at which it happened.
     * @param {(said: Said) => boolean} mayKeep */
    release(mayKeep) {
      const all = held ?? [];
      held = null;
      for (const one of all) if (mayKeep(one)) write(one);
    },
    waiting: () => storage.keys().length,
    /** What the server said last. */
    stored: () => stored,
    /** Sends what waits, one request after another; throws what `send` throws. */
    flush() {
      sending ??= sendAll(BATCH).finally(() => {
        sending = null;
      });
      return sending;
    },
  };
}

/** @typedef {ReturnType<typeof createLog>} StudyLog */
