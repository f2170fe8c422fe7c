// Every sentence a person reads comes from texts/LANGUAGE.json through t().
import en from '../texts/en.json';

const texts = en;

/** @param {string} key @returns {string | undefined} */
function find(key) {
  let at = texts;
  for (const part of key.split('.')) at = at?.[part];
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
 * @param {string} key @param {number} n */
export function plural(key, n) {
  return t(`${key}.${n === 1 ? 'one' : 'many'}`, { n });
}

const numbers = new Intl.NumberFormat('en');
/** @param {number} value */
export const number = (value) => numbers.format(value);
