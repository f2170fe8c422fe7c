// What a player is asked about levels, and what was said: how hard one was, and now and then
// which of two was harder. Only levels that were played are asked about, each once; whoever
// puts a question away is left alone for the rest of the visit.
import { say } from '../net/player.js';
import { signal } from '../signal.js';
import { load, save } from '../storage.js';
import { beliefOf, pairInformation } from './information.js';

const MOST = 2000;
/** Levels whose pictures can be shown again, and how long a text is worth keeping. */
const RECENT = 8;
const MAX_TEXT = 4000;
/** So many levels are rated between two comparisons. */
const BETWEEN = 3;

/** @typedef {{ ratings: Record<string, number>, pairs: string[], since: number }} Said */

/** @returns {Said} */
const said = () => ({ ratings: {}, pairs: [], since: 0, ...load('said', {}) });

/** @param {Partial<Said>} change */
function note(change) {
  const next = { ...said(), ...change };
  const newest = Object.entries(next.ratings).slice(-MOST);
  save('said', {
    ...next,
    ratings: Object.fromEntries(newest),
    pairs: next.pairs.slice(-MOST),
  });
}

/** The level that was left unsolved last; asked about beside the next one. */
export const left = signal(/** @type {Level | null} */ (null));

/** Was a question put away in this visit? */
export const quiet = signal(false);

/** @param {Level} level */
const picture = ({ game, id, text, source, level, rules, title, percent, percentile }) => ({
  game,
  id,
  text,
  source,
  level,
  rules,
  title,
  percent: percent ?? percentile,
});

/** @param {Level} level */
const isSmall = ({ text = '', source = '' }) => text.length + source.length <= MAX_TEXT;

/** @returns {Level[]} */
const recent = () => load('recent', []);

/** Remembers a level that can be compared with others later. @param {Level} level */
function notePlayed(level) {
  if (!level.id || !isSmall(level)) return;
  const others = recent().filter((one) => one.id !== level.id);
  save('recent', [picture(level), ...others].slice(0, RECENT));
}

/** A level was left before it was solved. @param {Level} level */
export function noteLeft(level) {
  if (!level.id || level.own) return;
  notePlayed(level);
  left.set(said().ratings[level.id] === undefined ? level : null);
}

/** What was said of a level. @param {string | undefined} id @returns {number | undefined} */
export const ratingOf = (id) => said().ratings[id ?? ''];

/** @param {Level} level @param {number} value 1 to 10 */
export function rate({ id = '' }, value) {
  const { [id]: before, ...ratings } = said().ratings;
  note({
    ratings: { ...ratings, [id]: value },
    since: said().since + (before === undefined ? 1 : 0),
  });
  say(`rating.${id}`, '/ratings', { level: id, value });
}

/** @param {[Level, Level]} pair */
const pairName = ([a, b]) => [a.id, b.id].sort().join(' ');

/** How often a level was compared. @param {Level} level */
const timesCompared = ({ id = '' }) => said().pairs.filter((name) => name.includes(id)).length;

/** How much would be learned from comparing these? @param {Level} a @param {Level} b */
const worth = (a, b) =>
  pairInformation(beliefOf(a, timesCompared(a)), beliefOf(b, timesCompared(b)));

/** Two levels of one game to compare, the one just played on either side, with the other that
 * tells most; null most of the time. @param {Level} level @param {() => number} [draw] of 0 to 1
 * @returns {[Level, Level] | null} */
export function pairFor(level, draw = Math.random) {
  const { since, pairs } = said();
  notePlayed(level);
  if (since < BETWEEN || !isSmall(level)) return null;
  const [other] = recent()
    .filter(
      (one) =>
        one.game === level.game && one.id !== level.id && !pairs.includes(pairName([one, level])),
    )
    .sort((a, b) => worth(level, b) - worth(level, a));
  if (!other) return null;
  return draw() < 0.5 ? [level, other] : [other, level];
}

/** @param {[Level, Level]} pair @param {'first' | 'second' | 'equal'} harder */
export function compare(pair, harder) {
  const name = pairName(pair);
  note({ pairs: [...said().pairs, name], since: 0 });
  say(`comparison.${name.replace(' ', '.')}`, '/comparisons', {
    levels: pair.map((level) => level.id),
    harder,
  });
}

/** Nothing more is asked in this visit. */
export function beQuiet() {
  quiet.set(true);
  left.set(null);
}
