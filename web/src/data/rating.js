// How hard a level is, as a number for bars and sorting and a word beside them.
import { think } from '../engine/engine.js';

/** @typedef {{ percent: number, band?: Band | null }} Hardness percent: its place from 0 to 100 */

const RATE_SECONDS = 3;

/** Where a level stands, or null: an older program gave a game nobody measured only a plain
 * scale of 1 to 10, or none. @param {Partial<Rated> | null | undefined} rated
 * @returns {Hardness | null} */
export function hardnessOf(rated) {
  const percent =
    rated?.percentile ?? (rated?.rating == null ? null : ((rated.rating - 1) / 9) * 100);
  return percent === null ? null : { percent, band: rated?.band };
}

/** Earlier versions kept where a level stands, and its band was told from that.
 * @param {Level} level @returns {Level} */
export function withBand(level) {
  if (level.band || level.percent == null) return level;
  return { ...level, band: level.percent < 34 ? 'easy' : level.percent < 67 ? 'medium' : 'hard' };
}

/** What was found out in this visit; a level is asked about once.
 * @type {Map<string, Hardness | null>} */
const found = new Map();

/** @param {Level} level @returns {Hardness | null | undefined} undefined when nobody knows yet */
export function knownHardness(level) {
  const percent = level.percent ?? level.percentile;
  if (percent != null) return { percent, band: level.band };
  return found.get(`${level.game} ${level.id}`);
}

/** Asks the engine, unless the level or this page knows already.
 * @param {Level} level @returns {Promise<Hardness | null>} null when it has no rating */
export async function findHardness(level) {
  const known = knownHardness(level);
  if (known !== undefined) return known;
  const { game, text, source } = level;
  const request = { call: /** @type {const} */ ('rate'), game, text, source };
  const rated = await think({ ...request, seconds: RATE_SECONDS }).catch(() => null);
  const hardness = hardnessOf(rated);
  if (level.id) found.set(`${game} ${level.id}`, hardness);
  return hardness;
}
