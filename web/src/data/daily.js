// The level of the day: from the server, from what it gave us earlier today, or, when
// neither is there, one of our own that is the same for everybody on that date. A date
// for which the server says that it has none has no level.
import { api, ApiError, query } from '../net/api.js';
import { load, save } from '../storage.js';
import { starterLevels } from './starter.js';

const DAY_MS = 86400000;

/** Today in the time zone of the daily level, UTC. */
export const today = (now = Date.now()) => new Date(now).toISOString().slice(0, 10);

/** Which of n levels a date gets. @param {string} date @param {number} n */
export function pickForDate(date, n) {
  const day = Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY_MS);
  return ((day % n) + n) % n;
}

/** A level as the server describes it, as our pages use it. In lists, levels of games made
 * from a source name it, and their text is what stands behind it.
 * @param {ServerLevel} level @param {Record<string, string>} [sources] of the same answer
 * @returns {Level} */
export function fromServer(level, sources = {}) {
  return {
    game: level.game,
    id: level.id,
    text: (sources[level.source_id ?? ''] ?? '') + level.text,
    source: level.source || undefined,
    rules: level.rules,
    title: level.title || undefined,
    percent: level.percentile ?? level.difficulty,
    band: level.band,
    calibrated: level.calibrated,
    best: level.best,
    studio: true,
  };
}

/** @typedef {object} Daily
 * @property {Level | null} level null when there is none
 * @property {string} date
 * @property {number} [number]
 * @property {'server' | 'kept' | 'own' | 'none'} from
 * @property {boolean} [away] it is our own because the server cannot be reached */

/** @param {string} game @param {string} band @param {string} [date]
 * @returns {Promise<Daily>} */
export async function loadDaily(game, band, date) {
  const key = `daily.${game}.${band}`;
  const wanted = date ?? today();
  try {
    /** @type {ServerDaily} */
    const daily = await api('GET', `/daily${query({ game, band, date })}`);
    const level = { ...fromServer(daily.level), best: daily.best ?? daily.level.best };
    const found = { level, date: daily.date, number: daily.number };
    if (!date) save(key, found);
    return { ...found, from: 'server' };
  } catch (error) {
    const kept = load(key, null);
    if (kept?.date === wanted) return { ...kept, from: 'kept' };
    const refused = error instanceof ApiError && !error.passing;
    const own = refused && wanted !== today() ? null : await ownDaily(game, band, wanted);
    return own
      ? { level: own, date: wanted, from: 'own', away: !refused }
      : { level: null, date: wanted, from: 'none' };
  }
}

/** @param {string} game @param {string} band @param {string} date
 * @returns {Promise<Level | null>} */
async function ownDaily(game, band, date) {
  const all = await starterLevels(game);
  const fitting = all.filter((level) => !level.difficulty || level.difficulty === band);
  return fitting.length ? fitting[pickForDate(date, fitting.length)] : null;
}
