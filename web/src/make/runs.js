// Runs of generators. A run belongs to a place (a game on the Make page, a page of a game)
// and not to the page that shows it: it goes on while one looks elsewhere, and is there
// when one comes back. A job of the server is also found again after a reload, by its
// number; what this browser made itself is kept as far as it came.
import { hardnessOf } from '../data/rating.js';
import { keepRun, keptRun } from '../data/runs.js';
import { messageOf, statusOf } from '../errors.js';
import { drawKey } from '../random.js';
import { signal } from '../signal.js';
import { plural, t } from '../texts.js';
import { announce } from '../ui/announce.jsx';
import { sentence, toldOf } from './options.js';
import { followRun, runHere, runJob } from './run.js';

/** @typedef {object} MakeRequest as the call `generate` takes it
 * @property {'generate'} call
 * @property {string} game
 * @property {string} method
 * @property {Record<string, OptionValue>} options
 * @property {number} count
 * @property {number} seed
 * @property {number} seconds
 * @property {boolean} rate every level of the result
 * @property {string} [source]
 * @property {number[]} [difficulty] least and most
 * @property {string} [examples] */

/** @typedef {{ message: string, place?: string }} Failure what was refused, and where in the
 *   request */
/** @typedef {object} RunNote
 * @property {import('../ui/controls.jsx').NoteKind} kind
 * @property {string} text
 * @property {boolean} [old] from before the page was opened */

/** @typedef {object} Run
 * @property {boolean} running
 * @property {Level[]} levels
 * @property {RunProgress | null} progress
 * @property {RunNote | null} note
 * @property {Failure | null} failure
 * @property {MakeRequest | null} request
 * @property {string} [where]
 * @property {string} [job] */

/** @type {Run} */
const idle = {
  running: false,
  levels: [],
  progress: null,
  note: null,
  failure: null,
  request: null,
};

/** @typedef {{ state: import('../signal.js').Signal<Run>, abort: AbortController }} Place */
/** @type {Map<string, Place>} */
const runs = new Map();

/** For so many ms a request that nobody has seen answered is made again: who comes later
 * wants no levels that he has forgotten. */
const ASKED_LATELY = 10 * 60 * 1000;

/** Places where something is being made now. */
export const busy = signal(/** @type {string[]} */ ([]));

/** A made level as the pages use levels.
 * @param {MadeLevel} made @param {MakeRequest} request @param {string} [job] that made it
 * @returns {Level} */
export function asLevel(made, request, job) {
  const { text, id, title, solution, measures, width, height } = made;
  return {
    game: request.game,
    source: request.source,
    method: request.method,
    job,
    text,
    id,
    title,
    solution,
    measures,
    width,
    height,
    ...hardnessOf(made),
    best: measures ? { moves: measures.moves, pushes: measures.pushes } : undefined,
  };
}

/** A job that was taken up again tells its first levels once more.
 * @param {Level[]} levels @param {Level[]} more */
function withNew(levels, more) {
  const have = new Set(levels.map((level) => level.id));
  return [...levels, ...more.filter((level) => !have.has(level.id))];
}

/** @param {string} place @returns {Place} */
function placeOf(place) {
  const there = runs.get(place) ?? { state: signal(idle), abort: new AbortController() };
  runs.set(place, there);
  return there;
}

/** The run of a place; the first time it is asked for, what was kept of it is taken up.
 * @param {string} place */
export function runAt(place) {
  const isNew = !runs.has(place);
  const { state } = placeOf(place);
  if (isNew) takeUp(place);
  return state;
}

/** @param {string} place @param {(now: Run) => Run} make */
function change(place, make) {
  const { state } = placeOf(place);
  state.set(make(state.get()));
  busy.set([...runs].filter(([, run]) => run.state.get().running).map(([name]) => name));
}

/** @param {string} place */
function takeUp(place) {
  const kept = keptRun(place);
  if (!kept) return;
  const { request, job, asked, at = 0, levels, cut } = kept;
  if (asked && Date.now() - at < ASKED_LATELY) startRun(place, request, 'server', asked);
  else if (job) followKept(place, request, job);
  else if (levels?.length) showKept(place, request, levels, cut === true);
}

/** @param {string} place @param {MakeRequest} request @param {string} job */
function followKept(place, request, job) {
  const progress = { fraction: null, waiting: true };
  change(place, () => ({ ...idle, running: true, progress, request, where: 'server', job }));
  let ended = true;
  const hear = hears(place, request);
  /** @param {RunProgress} news */
  const onprogress = (news) => {
    ended &&= news.away === true;
    hear(news);
  };
  const running = followRun(job, onprogress, placeOf(place).abort.signal);
  settle(place, request, running, () => ended);
}

/** @param {string} place @param {MakeRequest} request @param {Level[]} kept @param {boolean} cut */
function showKept(place, request, kept, cut) {
  const { game, source } = request;
  const levels = kept.map((level) => ({ ...level, game, source }));
  const text = t(cut ? 'make.cut' : 'make.earlier');
  change(place, () => ({ ...idle, levels, request, note: { kind: 'info', text, old: true } }));
}

/** @param {string} place @param {MakeRequest} request @returns {(news: RunProgress) => void} */
const hears = (place, request) => (news) =>
  change(place, (now) => {
    if (!now.running) return now;
    const fresh = (news.levels ?? []).map((made) => asLevel(made, request, now.job));
    const levels = fresh.length ? withNew(now.levels, fresh) : now.levels;
    return { ...now, progress: { ...now.progress, ...news }, levels };
  });

/** @param {string} place @param {MakeRequest} request @param {'browser' | 'server'} where
 * @param {string} [once] the mark of a job that was asked for before, and whose number nobody
 *   heard */
export function startRun(place, request, where, once = drawKey()) {
  const abort = new AbortController();
  placeOf(place).abort = abort;
  change(place, () => ({ ...idle, running: true, progress: { fraction: null }, request, where }));
  const onjob = (/** @type {string} */ job) => {
    change(place, (now) => ({ ...now, job }));
    keepRun(place, { job, request });
  };
  keepRun(place, where === 'server' ? { asked: once, at: Date.now(), request } : null);
  const hear = hears(place, request);
  const running =
    where === 'server'
      ? runJob(request, { once, onjob }, hear, abort.signal)
      : runHere(request, hear, abort.signal);
  return settle(place, request, running, () => false);
}

/** @param {string} place */
export const stopRun = (place) => runs.get(place)?.abort.abort();

/** Forgets a run that left nothing but words. @param {string} place */
export function leaveRun(place) {
  const now = runs.get(place)?.state.get();
  if (now && !now.running && !now.levels.length) change(place, () => idle);
}

/** @param {string} place @param {MakeRequest} request @param {Promise<Generated>} running
 * @param {() => boolean} old whether it had ended before one came here */
async function settle(place, request, running, old) {
  try {
    finish(place, request, await running, old());
  } catch (error) {
    fail(place, request, error, old());
  }
  const { job, levels } = placeOf(place).state.get();
  if (!job && !levels.length) keepRun(place, null);
  else keepLevels(place);
}

/** @param {string | undefined} status @param {number} n levels */
function endText(status, n) {
  if (status === 'cancelled') return t('make.stopped');
  if (n === 0) return t('make.doneNone');
  return plural(status === 'limit' ? 'make.limit' : 'make.done', n);
}

/** @param {string} place @param {MakeRequest} request @param {Generated} made
 * @param {boolean} old */
function finish(place, request, { levels, report }, old) {
  change(place, (now) => {
    const found = levels.map((made) => asLevel(made, request, now.job));
    const all = found.length ? found : now.levels;
    const text = endText(report?.status, all.length);
    const why = all.length === 0 ? (report?.message ?? '') : '';
    if (!old) announce(text);
    /** @type {RunNote} */
    const note = {
      kind: all.length === 0 ? 'bad' : 'good',
      text: why ? `${text} ${sentence(why, request.game)}` : text,
      old,
    };
    // The studio keeps no levels of a job that was stopped.
    const job = report?.status === 'cancelled' ? undefined : now.job;
    return { ...now, running: false, job, progress: null, levels: all, failure: null, note };
  });
}

/** @param {string} place @param {MakeRequest} request @param {unknown} error
 * @param {boolean} old */
function fail(place, request, error, old) {
  const stopped = placeOf(place).abort.signal.aborted;
  // A job that the studio has forgotten since then is nobody's mistake.
  if (old && statusOf(error) === 404) {
    keepRun(place, null);
    change(place, () => idle);
    return;
  }
  const pointer = error instanceof Error && 'place' in error ? String(error.place) : undefined;
  const refusal = { message: messageOf(error), place: pointer };
  const text = stopped ? t('make.stopped') : toldOf(refusal, request.game);
  if (!old) announce(text);
  change(place, (now) => ({
    ...now,
    running: false,
    progress: null,
    failure: stopped ? null : refusal,
    note: { kind: stopped ? 'info' : 'bad', text, old },
  }));
}

/** What this browser made is kept for a reload; a job's levels are kept by the studio.
 * @param {string} place @param {boolean} [cut] it had not ended */
function keepLevels(place, cut = false) {
  const { levels, request, job } = placeOf(place).state.get();
  if (job || !request || !levels.length) return;
  // The source is in the request, once for all of them.
  keepRun(place, {
    request,
    cut,
    levels: levels.map((level) => ({ ...level, source: undefined })),
  });
}

globalThis.addEventListener?.('pagehide', () => {
  for (const [place, run] of runs) if (run.state.get().running) keepLevels(place, true);
});
