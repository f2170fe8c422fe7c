// Every sentence a person reads comes from texts/LANGUAGE.json through t(); those of one game
// from the game's own file, as games.GAME.KEY.
import { texts as ofGames } from 'lw:game-texts';
import en from '../texts/en.json';

const texts = { ...en, games: Object.fromEntries(ofGames) };

/** @param {string} key @returns {string | undefined} */
function find(key) {
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
