// Runs of generators. A run belongs to a place (one game of Make, the PuzzleScript page)
// and not to the page that shows it: it goes on while one looks elsewhere, and is there
// when one comes back. A job of the server is also found again after a reload, by its
// number; what this browser made itself is kept as far as it came.
import { keepRun, keptRun } from '../data/runs.js';
import { ApiError } from '../net/api.js';
import { drawKey } from '../random.js';
import { signal } from '../signal.js';
import { t } from '../texts.js';
import { announce } from '../ui/announce.jsx';
import { sentence, toldOf } from './options.js';
import { followRun, runHere, runJob } from './run.js';

/** @typedef {{ message: string, place?: string }} Failure what was refused, and where in the request
 * @typedef {{ kind: import('../ui/controls.jsx').NoteKind, text: string, old?: boolean }} RunNote old: from before the page was opened
 * @typedef {{ running: boolean, levels: any[], progress: any, note: RunNote | null, failure: Failure | null, request: any, where?: string, job?: string }} Run */

/** @type {Run} */
const idle = {
  running: false,
  levels: [],
  progress: null,
  note: null,
  failure: null,
  request: null,
};

/** @type {Map<string, { state: ReturnType<typeof signal<Run>>, abort: AbortController }>} */
const runs = new Map();

/** For so many ms a request that nobody has seen answered is made again: who comes later
 * wants no levels that he has forgotten. */
const ASKED_LATELY = 10 * 60 * 1000;

/** Places where something is being made now. */
export const busy = signal(/** @type {string[]} */ ([]));

/** A made level as the pages use levels. */
export function asLevel(made, request) {
  const { text, id, title, solution, measures, width, height } = made;
  return {
    game: request.game,
    source: request.source,
    method: request.method,
    text,
    id,
    title,
    solution,
    measures,
    width,
    height,
    best: measures ? { moves: measures.moves, pushes: measures.pushes } : undefined,
  };
}

/** A job that was taken up again tells its first levels once more. */
function withNew(levels, more) {
  const have = new Set(levels.map((level) => level.id));
  return [...levels, ...more.filter((level) => !have.has(level.id))];
}

/** The run of a place; the first time it is asked for, what was kept of it is taken up.
 * @param {string} place */
export function runAt(place) {
  if (!runs.has(place)) {
    runs.set(place, { state: signal(idle), abort: new AbortController() });
    takeUp(place);
  }
  return runs.get(place).state;
}

function change(place, make) {
  const { state } = runs.get(place);
  state.set(make(state.get()));
  busy.set([...runs].filter(([, run]) => run.state.get().running).map(([name]) => name));
}

function takeUp(place) {
  const kept = keptRun(place);
  if (kept?.asked && Date.now() - kept.at < ASKED_LATELY) {
    startRun(place, kept.request, 'server', kept.asked);
  } else if (kept?.job) {
    change(place, () => ({
      ...idle,
      running: true,
      progress: { fraction: null, waiting: true },
      request: kept.request,
      where: 'server',
      job: kept.job,
    }));
    let ended = true;
    const hear = hears(place, kept.request);
    const onprogress = (progress) => {
      ended &&= progress.away === true;
      hear(progress);
    };
    settle(
      place,
      kept.request,
      followRun(kept.job, onprogress, runs.get(place).abort.signal),
      () => ended,
    );
  } else if (kept?.levels?.length) {
    const levels = kept.levels.map((level) => ({
      ...level,
      game: kept.request.game,
      source: kept.request.source,
    }));
    change(place, () => ({
      ...idle,
      levels,
      request: kept.request,
      note: { kind: 'info', text: t(kept.cut ? 'make.cut' : 'make.earlier'), old: true },
    }));
  }
}

const hears = (place, request) => (progress) =>
  change(place, (now) =>
    now.running
      ? {
          ...now,
          progress: { ...now.progress, ...progress },
          levels: progress.levels?.length
            ? withNew(
                now.levels,
                progress.levels.map((made) => asLevel(made, request)),
              )
            : now.levels,
        }
      : now,
  );

/** @param {string} place @param {any} request @param {'browser' | 'server'} where
 * @param {string} [once] the mark of a job that was asked for before, and whose number nobody heard */
export function startRun(place, request, where, once = drawKey()) {
  const run = runs.get(place);
  run.abort = new AbortController();
  change(place, () => ({ ...idle, running: true, progress: { fraction: null }, request, where }));
  const onjob = (job) => {
    change(place, (now) => ({ ...now, job }));
    keepRun(place, { job, request });
  };
  keepRun(place, where === 'server' ? { asked: once, at: Date.now(), request } : null);
  const hear = hears(place, request);
  const running =
    where === 'server'
      ? runJob(request, once, hear, run.abort.signal, onjob)
      : runHere(request, hear, run.abort.signal);
  return settle(place, request, running, () => false);
}

/** @param {string} place */
export const stopRun = (place) => runs.get(place)?.abort.abort();

/** Forgets a run that left nothing but words. @param {string} place */
export function leaveRun(place) {
  const now = runs.get(place)?.state.get();
  if (now && !now.running && !now.levels.length) change(place, () => idle);
}

/** @param {() => boolean} old whether it had ended before one came here */
async function settle(place, request, running, old) {
  try {
    finish(place, request, await running, old());
  } catch (error) {
    fail(place, error, old());
  }
  const { job, levels } = runs.get(place).state.get();
  if (!job && !levels.length) keepRun(place, null);
  else keepLevels(place);
}

function finish(place, request, { levels, report }, old) {
  const found = levels.map((made) => asLevel(made, request));
  change(place, (now) => {
    const all = found.length ? found : now.levels;
    const n = all.length;
    const why = n === 0 ? (report?.message ?? '') : '';
    const text =
      report?.status === 'cancelled'
        ? t('make.stopped')
        : n === 0
          ? t('make.doneNone')
          : t(report?.status === 'limit' ? 'make.limit' : 'make.done', { n });
    if (!old) announce(text);
    // The studio keeps no levels of a job that was stopped.
    const job = report?.status === 'cancelled' ? undefined : now.job;
    return {
      ...now,
      running: false,
      job,
      progress: null,
      levels: all,
      failure: null,
      note: { kind: n === 0 ? 'bad' : 'good', text: why ? `${text} ${sentence(why)}` : text, old },
    };
  });
}

function fail(place, error, old) {
  const { abort } = runs.get(place);
  const stopped = abort.signal.aborted;
  // A job that the studio has forgotten since then is nobody's mistake.
  if (old && error instanceof ApiError && error.status === 404) {
    keepRun(place, null);
    change(place, () => idle);
    return;
  }
  const text = stopped ? t('make.stopped') : toldOf(error);
  if (!old) announce(text);
  change(place, (now) => ({
    ...now,
    running: false,
    progress: null,
    failure: stopped ? null : { message: error.message, place: error.place },
    note: { kind: stopped ? 'info' : 'bad', text, old },
  }));
}

/** What this browser made is kept for a reload; a job's levels are kept by the studio. */
function keepLevels(place, cut = false) {
  const { levels, request, job } = runs.get(place).state.get();
  if (job || !levels.length) return;
  keepRun(place, { request, cut, levels: levels.map(({ source, game, draw, ...level }) => level) });
}

globalThis.addEventListener?.('pagehide', () => {
  for (const [place, run] of runs) if (run.state.get().running) keepLevels(place, true);
});
