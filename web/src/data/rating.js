// How hard a level is, as one number for bars and sorting.
import { think } from '../engine/engine.js';

const RATE_SECONDS = 3;

/** Where a level stands from 0 to 100, or null: a game nobody measured has a plain scale of
 * 1 to 10, or none. @param {Partial<Rated> | null | undefined} rated */
export const percentOf = (rated) =>
  rated?.percentile ?? (rated?.rating == null ? null : ((rated.rating - 1) / 9) * 100);

/** What was found out in this visit; a level is asked about once.
 * @type {Map<string, number | null>} */
const found = new Map();

/** @param {Level} level @returns {number | null | undefined} undefined when nobody knows yet */
export const knownPercent = (level) =>
  level.percent ?? level.percentile ?? found.get(`${level.game} ${level.id}`);

/** Asks the engine, unless the level or this page knows already.
 * @param {Level} level @returns {Promise<number | null>} null when it has no rating */
export async function findPercent(level) {
  const known = knownPercent(level);
  if (known !== undefined) return known;
  const { game, text, source } = level;
  const request = { call: /** @type {const} */ ('rate'), game, text, source };
  const rated = await think({ ...request, seconds: RATE_SECONDS }).catch(() => null);
  const percent = percentOf(rated);
  if (level.id) found.set(`${game} ${level.id}`, percent);
  return percent;
}
