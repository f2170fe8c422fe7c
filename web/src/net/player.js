// The anonymous player: a key from the server, kept in this browser, and the sender that
// brings the queue of events to the server.
import { load, save } from '../storage.js';
import { drawKey } from '../random.js';
import { signal } from '../signal.js';
import { ApiError, api, locked } from './api.js';
import { createKeeper } from './keeper.js';
import { createQueue } from './queue.js';

/** How many events wait to be sent. */
export const waiting = signal(0);
/** Did the server refuse them for now, or was it away? */
export const delayed = signal(false);

const locks = globalThis.navigator?.locks;
const keeper = createKeeper({
  load: () => load('player', null),
  save: (player) => save('player', player),
  make: () => api('POST', '/players'),
  alone: async (work) => (locks ? locks.request('lw-player', work) : work()),
});

/** A request in the player's name.
 * @param {string} method @param {string} path @param {import('./api.js').ApiOptions} [options]
 * @returns {Promise<any>} */
export const asPlayer = (method, path, options = {}) =>
  keeper.use(
    (key) => api(method, path, { ...options, key }),
    (error) => error instanceof ApiError && error.status === 401,
  );

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
  begin: async (level, set) =>
    (await asPlayer('POST', '/plays', { body: { level, ...(set ? { set } : {}) } })).play,
  send: async (events) => {
    await asPlayer('POST', '/events', { body: { events } });
  },
  say: async (path, body) => {
    await asPlayer('POST', path, { body });
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

/** What the player says, on its way as events are. @param {string} name what is said again
 *   under it replaces it @param {string} path @param {unknown} body */
export function say(name, path, body) {
  try {
    queue.say(name, path, body);
    waiting.set(queue.waiting());
    schedule(500);
  } catch {
    // Storage is full or forbidden: nobody has to say anything.
  }
}

/** @typedef {Pick<PlayState, 'n_moves' | 'measures'>} Position */
/** @typedef {object} Diary
 * @property {(kind: string, state?: Position | null, data?: string) => void} note
 * @property {(state?: Position | null, won?: boolean) => void} close */

/** A diary of one play. A level the server does not know has no id and gets none.
 * @param {string | undefined} level id @param {string} [set] the level set it was chosen from
 * @returns {Diary} */
export function startDiary(level, set) {
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
        queue.begin(play, level, set);
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
  locked.set(false);
  return me;
}

/** Becomes a player of a closed studio. @param {string} invitation its code; throws ApiError */
export async function enter(invitation) {
  save('player', await api('POST', '/players', { body: { invitation } }));
  locked.set(false);
}

/** Goes on as the player of a handle and a passphrase.
 * @param {string} handle @param {string} passphrase @returns {Promise<ServerPlayer>} throws
 *   ApiError */
export async function signIn(handle, passphrase) {
  const body = { handle: handle.trim().toLowerCase(), passphrase };
  const { key } = await api('POST', '/players/sign-in', { body });
  return becomePlayer(key);
}

/** Keeps the key under a passphrase. @param {string} passphrase
 * @returns {Promise<string>} the handle to sign in with */
export const keepPassphrase = async (passphrase) =>
  (await asPlayer('POST', '/players/me/passphrase', { body: { passphrase } })).handle;

/** The studio forgets this player, and the browser the key. */
export async function leave() {
  await api('DELETE', '/players/me', { key: ownKey() });
  save('player', null);
}

addEventListener('online', () => schedule(100));
document.addEventListener(
  'visibilitychange',
  () => document.visibilityState === 'visible' && waiting.get() > 0 && schedule(100),
);
waiting.set(queue.waiting());
if (waiting.get() > 0) schedule(500);
