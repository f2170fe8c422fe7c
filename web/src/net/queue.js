// What a player did, on its way to the server. Events are written down first and taken
// away only when the server says they are stored, so nothing is lost when it is away,
// the page closes, or the disk of the server is full.
//
// Every event has a key of its own (event.PLAY.SEQ) and every play one record
// (play.PLAY), so several tabs never write over each other; the server ignores an event
// it has already seen, so sending twice does no harm.
//
// What a player says of levels (say.NAME) goes the same way, after the plays it is about;
// said again under the same name before it was sent, it replaces what was said.

/** @typedef {{ keys: () => string[], get: (key: string) => any, set: (key: string, value: any) =>
 *   void, remove: (key: string) => void }} Storage */
/** @typedef {{ kind: string, t_ms: number, moves?: number, pushes?: number, data?: string }}
 *   Event */

const BATCH = 100;
/** @param {number} seq */
const padded = (seq) => String(seq).padStart(6, '0');

/** @typedef {object} Remote throws an error whose `passing` says that trying again may help
 * @property {(level: string, set?: string) => Promise<string>} begin
 * @property {(events: any[]) => Promise<void>} send
 * @property {(path: string, body: any) => Promise<void>} say */

/** @param {Error | unknown} error */
const isPassing = (error) => error instanceof Error && 'passing' in error && error.passing;

/** @param {Storage} storage @param {Remote} remote */
function createSayings(storage, remote) {
  /** @param {string} key */
  async function flushOne(key) {
    const said = storage.get(key);
    if (!said) return;
    await remote.say(said.path, said.body);
    // Something else may have been said while this was on its way.
    if (JSON.stringify(storage.get(key)) === JSON.stringify(said)) storage.remove(key);
  }

  return {
    /** @param {string} name @param {string} path where it is sent @param {any} body */
    say(name, path, body) {
      storage.set(`say.${name}`, { path, body });
    },
    async flush() {
      for (const key of storage.keys().filter((one) => one.startsWith('say.'))) {
        try {
          await flushOne(key);
        } catch (error) {
          if (isPassing(error)) return false;
          storage.remove(key);
        }
      }
      return true;
    },
  };
}

/** @param {Storage} storage @param {Remote} remote */
export function createQueue(storage, remote) {
  const sayings = createSayings(storage, remote);
  const playsWaiting = () =>
    storage
      .keys()
      .filter((key) => key.startsWith('play.'))
      .map((key) => key.slice(5))
      .sort();
  /** @param {string} play */
  const eventKeys = (play) =>
    storage
      .keys()
      .filter((key) => key.startsWith(`event.${play}.`))
      .sort();

  /** The server refuses this play for good: it is kept nowhere else, so drop it.
   * @param {string} play */
  function drop(play) {
    for (const key of eventKeys(play)) storage.remove(key);
    storage.remove(`play.${play}`);
  }

  /** @param {string} play @param {(play: string) => boolean} isOpen */
  async function flushPlay(play, isOpen) {
    const record = storage.get(`play.${play}`);
    if (!record) return;
    if (!record.remote) {
      if (eventKeys(play).length === 0) {
        if (!isOpen(play)) storage.remove(`play.${play}`);
        return;
      }
      record.remote = await remote.begin(record.level, record.set);
      storage.set(`play.${play}`, record);
    }
    for (let keys = eventKeys(play); keys.length > 0; keys = eventKeys(play)) {
      const batch = keys.slice(0, BATCH);
      await remote.send(batch.map((key) => ({ ...storage.get(key), play: record.remote })));
      for (const key of batch) storage.remove(key);
    }
    if (!isOpen(play)) storage.remove(`play.${play}`);
  }

  return {
    /** @param {string} play a name nobody else uses @param {string} level its id
     * @param {string} [set] the level set it was chosen from */
    begin(play, level, set) {
      storage.set(`play.${play}`, { level, remote: null, ...(set ? { set } : {}) });
    },
    say: sayings.say,
    /** @param {string} play @param {number} seq from 1, one more each @param {Event} event */
    add(play, seq, event) {
      storage.set(`event.${play}.${padded(seq)}`, { seq, ...event });
    },
    waiting: () => storage.keys().filter((key) => /^(event|say)\./.test(key)).length,
    /** Sends what waits. Resolves to true when nothing is left to try again.
     * @param {(play: string) => boolean} [isOpen] plays that will still get events */
    async flush(isOpen = () => false) {
      for (const play of playsWaiting()) {
        try {
          await flushPlay(play, isOpen);
        } catch (error) {
          if (isPassing(error)) return false;
          drop(play);
        }
      }
      return sayings.flush();
    },
  };
}
