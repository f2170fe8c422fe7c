// The server's HTTP interface (docs/openapi.json). Every failure is an ApiError; one with
// status 0 means that the server could not be reached.
import { signal } from '../signal.js';
import { load } from '../storage.js';

export class ApiError extends Error {
  /** @param {number} status @param {string} code @param {string} message @param {string} [place] */
  constructor(status, code, message, place = '') {
    super(message);
    this.status = status;
    this.code = code;
    this.place = place;
    /** The whole answer, where it says more. @type {any} */
    this.answer = undefined;
  }

  /** Would the same request possibly succeed later? */
  get passing() {
    return this.status === 0 || this.status === 429 || this.status >= 500 || this.isShut;
  }

  /** Is the whole studio for invited players? A study that is over is closed as well (409),
   * for good, and says nothing of the rest. */
  get isShut() {
    return this.code === 'closed' && this.status !== 409;
  }
}

/** Is the studio for invited players, and this browser has no key to it? */
export const locked = signal(false);

/** Does the studio store nothing at the moment? It says so when something is to be stored. */
export const readOnly = signal(false);

/** A closed studio wants to know who asks for anything; others need not. */
let isClosed = false;
const storedKey = () => load('player', null)?.key;

/** What a refusal tells of the studio. @param {ApiError} problem */
function noteRefusal(problem) {
  if (problem.code === 'read-only') readOnly.set(true);
  if (!problem.isShut) return;
  isClosed = true;
  locked.set(!storedKey());
}

/** 'unknown' until the first answer, then 'here' or 'away'. */
export const server = signal(/** @type {'unknown' | 'here' | 'away'} */ ('unknown'));

/** How often the server was away and came back: what came from it can be asked for again. */
export const returns = signal(0);

const TIMEOUT_MS = 15000;
const LOOK_MS = 2000;
const LOOK_MAX_MS = 30000;

async function isWell() {
  if (navigator.onLine === false || document.visibilityState !== 'visible') return false;
  const answer = await fetch('/healthz', {
    cache: 'no-store',
    credentials: 'omit',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null);
  return answer?.ok && (answer.headers.get('content-type') ?? '').includes('json');
}

/** A page on which nobody presses anything learns that the server is back, too. */
/** @type {ReturnType<typeof setTimeout> | undefined} */
let looking;
/** @param {number} ms */
function lookAgain(ms) {
  clearTimeout(looking);
  looking = setTimeout(async () => {
    if (server.get() !== 'away') return;
    if (await isWell()) server.set('here');
    else lookAgain(Math.min(LOOK_MAX_MS, ms * 1.5));
  }, ms);
}

let wasAway = false;
server.watch((where) => {
  if (where === 'away') lookAgain(LOOK_MS);
  else if (wasAway) returns.set(returns.get() + 1);
  wasAway = where === 'away';
});
globalThis.addEventListener?.('online', () => server.get() === 'away' && lookAgain(100));
globalThis.document?.addEventListener(
  'visibilitychange',
  () => server.get() === 'away' && lookAgain(100),
);

/** @param {Response} response */
async function problemOf(response) {
  try {
    const answer = await response.json();
    const { error } = answer;
    const problem = new ApiError(response.status, error.code, error.message, error.place);
    problem.answer = answer;
    return problem;
  } catch {
    return new ApiError(
      response.status,
      'no-studio',
      `the server answered ${response.status} ${response.statusText}`,
    );
  }
}

/** @typedef {object} ApiOptions
 * @property {unknown} [body] sent as JSON
 * @property {string} [text]
 * @property {string} [key] the player's
 * @property {string} [admin] the administrator's token
 * @property {string} [person] the key of somebody who takes part in a study
 * @property {string} [once] what is known by the same mark is not done twice
 * @property {number} [patience] how long to wait for an answer, in ms
 * @property {boolean} [raw] the response itself is wanted */

/** Answers are described in docs/openapi.json; who asks says which one it is.
 * @param {string} method @param {string} path below /api/v1 @param {ApiOptions} [options]
 * @returns {Promise<any>} */
export async function api(method, path, options = {}) {
  const { body, text, admin, person, once, raw = false, patience = TIMEOUT_MS } = options;
  const key = options.key ?? (isClosed && method === 'GET' ? storedKey() : undefined);
  /** @type {Record<string, string>} */
  const headers = { Accept: raw ? '*/*' : 'application/json' };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (text !== undefined) headers['Content-Type'] = 'text/plain; charset=utf-8';
  if (key) headers.Authorization = `Player ${key}`;
  if (admin) headers.Authorization = `Admin ${admin}`;
  if (person) headers.Authorization = `Person ${person}`;
  if (once) headers['Idempotency-Key'] = once;
  let response;
  try {
    response = await fetch(`/api/v1${path}`, {
      method,
      headers,
      body: text ?? (body === undefined ? undefined : JSON.stringify(body)),
      signal: AbortSignal.timeout(patience),
      cache: 'no-store',
      credentials: 'omit',
    });
  } catch {
    server.set('away');
    throw new ApiError(0, 'away', 'the studio cannot be reached');
  }
  // A plain file server answers 404 with a page of its own: no studio is there.
  const isStudio = (response.headers.get('content-type') ?? '').includes('json') || raw;
  if (!response.ok) {
    const problem = await problemOf(response);
    noteRefusal(problem);
    if (problem.isShut && method === 'GET' && !key && storedKey()) {
      return api(method, path, { ...options, key: storedKey() });
    }
    server.set(problem.code === 'no-studio' ? 'away' : 'here');
    throw problem.code === 'no-studio' && response.status < 500
      ? new ApiError(0, 'away', problem.message)
      : problem;
  }
  if (!isStudio) {
    server.set('away');
    throw new ApiError(0, 'away', 'the studio cannot be reached');
  }
  server.set('here');
  if (method !== 'GET') readOnly.set(false);
  return raw ? response : response.json();
}

/** Query text of the values that are there.
 * @param {Record<string, string | number | null | undefined>} values */
export function query(values) {
  const given = Object.entries(values).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  return given.length
    ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
    : '';
}
