// Every sentence a person reads comes from texts/LANGUAGE.json through t(); those of one game
// from the game's own file, as games.GAME.KEY. The studio speaks English; whoever takes part in a
// study meets its language, for which the other files have what participants read.
import { texts as ofGames } from 'lw:game-texts';
import en from '../texts/en.json';
import { signal } from './signal.js';

const english = { ...en, games: Object.fromEntries(ofGames) };

/** @typedef {object} Spoken
 * @property {string} tag
 * @property {object} texts by key, as in texts/en.json; English stands in for what is not there
 * @property {Record<string, string>} own a study's own texts, each by its whole key */

/** What the pages speak. */
export const spoken = signal(/** @type {Spoken} */ ({ tag: 'en', texts: {}, own: {} }));

/** @param {string} key @returns {string | undefined} */
function find(key) {
  const { own, texts } = spoken.get();
  return (
    (Object.hasOwn(own, key) ? own[key] : undefined) ?? findIn(texts, key) ?? findIn(english, key)
  );
}

/** @param {object} texts @param {string} key @returns {string | undefined} */
function findIn(texts, key) {
  /** @type {unknown} */
  let at = texts;
  for (const part of key.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined;
    at = /** @type {Record<string, unknown>} */ (at)[part];
  }
  return typeof at === 'string' ? at : undefined;
}

/** Is there a text of this key?
 * @param {string} key */
export const has = (key) => find(key) !== undefined;

/** The text of a key, with {name} replaced from values. An unknown key shows itself, so
 * that a missing text is seen and not silent.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 * @returns {string} */
export function t(key, values = {}) {
  const text = find(key) ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) =>
    name in values ? String(values[name]) : whole,
  );
}

/** A count with its noun: plural('moves', 1) looks up moves.one, else moves.many.
 * @param {string} key @param {number} n @param {Record<string, string | number>} [values] */
export function plural(key, n, values = {}) {
  return t(`${key}.${n === 1 ? 'one' : 'many'}`, { n, ...values });
}

/** A text about something that games have: the game's own, or the one for all games.
 * @param {string} group @param {string} name @param {string} [game] */
export const textOf = (group, name, game = '') =>
  find(`games.${game}.${group}.${name}`) ?? find(`${group}.${name}`);

/** What something of a game is called: by a text, or by its name with a capital letter, so that
 * a game needs no texts for the pages.
 * @param {'measures' | 'methods' | 'options'} group @param {string} name @param {string} [game] */
export function titleOf(group, name, game) {
  const own = textOf(group, name, game);
  if (own !== undefined) return own;
  const words = name.replace(/[-_]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const numbers = new Intl.NumberFormat('en');
/** @param {number} value */
export const number = (value) => numbers.format(value);

/** A day as people write it. @param {string} day year-month-day */
export function dayText(day) {
  const { tag } = spoken.get();
  const how = /** @type {const} */ ({ dateStyle: 'long', timeZone: 'UTC' });
  return new Intl.DateTimeFormat(tag === 'en' ? 'en-GB' : tag, how).format(new Date(day));
}
