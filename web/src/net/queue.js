// What a player did, on its way to the server. Events are written down first and taken
// away only when the server says they are stored, so nothing is lost when it is away,
// the page closes, or the disk of the server is full.
//
// Every event has a key of its own (event.PLAY.SEQ) and every play one record
// (play.PLAY), so several tabs never write over each other; the server ignores an event
// it has already seen, so sending twice does no harm.

/** @typedef {{ keys: () => string[], get: (key: string) => any, set: (key: string, value: any) =>
 *   void, remove: (key: string) => void }} Storage */
/** @typedef {{ kind: string, t_ms: number, moves?: number, pushes?: number, data?: string }}
 *   Event */

const BATCH = 100;
/** @param {number} seq */
const padded = (seq) => String(seq).padStart(6, '0');

/** @param {Storage} storage
 * @param {{ begin: (level: string) => Promise<string>, send: (events: any[]) => Promise<void> }}
 *   remote
 *   both throw an error whose `passing` says that trying again may help */
export function createQueue(storage, remote) {
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
      record.remote = await remote.begin(record.level);
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
    /** @param {string} play a name nobody else uses @param {string} level its id */
    begin(play, level) {
      storage.set(`play.${play}`, { level, remote: null });
    },
    /** @param {string} play @param {number} seq from 1, one more each @param {Event} event */
    add(play, seq, event) {
      storage.set(`event.${play}.${padded(seq)}`, { seq, ...event });
    },
    waiting: () => storage.keys().filter((key) => key.startsWith('event.')).length,
    /** Sends what waits. Resolves to true when nothing is left to try again.
     * @param {(play: string) => boolean} [isOpen] plays that will still get events */
    async flush(isOpen = () => false) {
      for (const play of playsWaiting()) {
        try {
          await flushPlay(play, isOpen);
        } catch (error) {
          if (error instanceof Error && 'passing' in error && error.passing) return false;
          drop(play);
        }
      }
      return true;
    },
  };
}
