// The anonymous player: a key from the server, kept in this browser, and the sender that
// brings the queue of events to the server.
import { load, save } from '../storage.js';
import { drawKey } from '../random.js';
import { signal } from '../signal.js';
import { ApiError, api } from './api.js';
import { createQueue } from './queue.js';

/** How many events wait to be sent. */
export const waiting = signal(0);
/** Did the server refuse them for now, or was it away? */
export const delayed = signal(false);

/** @returns {Promise<string>} */
async function playerKey() {
  const known = load('player', null);
  if (known) return known.key;
  const made = await api('POST', '/players');
  save('player', made);
  return made.key;
}

/** A request in the player's name; a key the server no longer knows is replaced once.
 * @param {string} method @param {string} path @param {import('./api.js').ApiOptions} [options]
 * @returns {Promise<any>} */
export async function asPlayer(method, path, options = {}) {
  try {
    return await api(method, path, { ...options, key: await playerKey() });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    save('player', null);
    return api(method, path, { ...options, key: await playerKey() });
  }
}

/** @type {import('./queue.js').Storage} */
const storage = {
  keys: () =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith('lw.q.'))
      .map((key) => key.slice(5)),
  get: (key) => JSON.parse(localStorage.getItem(`lw.q.${key}`) ?? 'null'),
  set: (key, value) => localStorage.setItem(`lw.q.${key}`, JSON.stringify(value)),
  remove: (key) => localStorage.removeItem(`lw.q.${key}`),
};

const queue = createQueue(storage, {
  begin: async (level) => (await asPlayer('POST', '/plays', { body: { level } })).play,
  send: async (events) => {
    await asPlayer('POST', '/events', { body: { events } });
  },
});

/** @type {Set<string>} */
const open = new Set();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let pause = 1000;
const PAUSE_MAX = 60000;

/** One tab sends at a time; the others' events are sent with it. */
async function flush() {
  timer = undefined;
  const work = () => queue.flush((play) => open.has(play));
  const done = navigator.locks ? await navigator.locks.request('lw-send', work) : await work();
  waiting.set(queue.waiting());
  delayed.set(!done);
  pause = done ? 1000 : Math.min(PAUSE_MAX, pause * 2);
  if (!done || waiting.get() > 0) schedule(pause);
}

/** @param {number} ms */
function schedule(ms) {
  if (timer) clearTimeout(timer);
  timer = setTimeout(() => flush().catch(() => schedule(PAUSE_MAX)), ms);
}

/** @typedef {Pick<PlayState, 'n_moves' | 'measures'>} Position */
/** @typedef {object} Diary
 * @property {(kind: string, state?: Position | null, data?: string) => void} note
 * @property {(state?: Position | null, won?: boolean) => void} close */

/** A diary of one play. A level the server does not know has no id and gets none.
 * @param {string | undefined} level id @returns {Diary} */
export function startDiary(level) {
  if (!level) return { note() {}, close() {} };
  const play = drawKey();
  const began = performance.now();
  let seq = 0;
  /** @param {() => void} action */
  const write = (action) => {
    try {
      action();
    } catch {
      // Storage is full or forbidden: play goes on without a diary.
    }
  };
  /** @type {Diary['note']} */
  const note = (kind, state, data) =>
    write(() => {
      if (seq === 0) {
        open.add(play);
        queue.begin(play, level);
      }
      seq += 1;
      queue.add(play, seq, {
        kind,
        t_ms: Math.round(performance.now() - began),
        moves: state?.n_moves ?? 0,
        ...(state?.measures?.pushes == null ? {} : { pushes: state.measures.pushes }),
        ...(data ? { data } : {}),
      });
      waiting.set(queue.waiting());
      schedule(kind === 'win' ? 50 : 1500);
    });
  return {
    note,
    close(state, won) {
      if (seq > 0 && !won) note('quit', state);
      open.delete(play);
      schedule(1500);
    },
  };
}

/** What the server knows of this player; null when there is no player or no server.
 * @returns {Promise<ServerPlayer | null>} */
export async function loadProgress() {
  if (!load('player', null)) return null;
  return asPlayer('GET', '/players/me').catch(() => null);
}

/** The key by which this player is known, '' when there is none yet. @returns {string} */
export const ownKey = () => load('player', null)?.key ?? '';

/** Goes on as the player of a key from another browser.
 * @param {string} key @returns {Promise<ServerPlayer>} what the server knows of that player;
 *   throws ApiError */
export async function becomePlayer(key) {
  const me = await api('GET', '/players/me', { key });
  save('player', { player: me.player, key });
  return me;
}

addEventListener('online', () => schedule(100));
document.addEventListener(
  'visibilitychange',
  () => document.visibilityState === 'visible' && waiting.get() > 0 && schedule(100),
);
waiting.set(queue.waiting());
if (waiting.get() > 0) schedule(500);
