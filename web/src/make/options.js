// From a generator's typed options to a form and back. Pure.
import { t, textOf, titleOf } from '../texts.js';

/** How an option is shown. @param {Option} option
 * @returns {'check' | 'select' | 'number' | 'text'} */
export function controlOf(option) {
  if (option.type === 'flag') return 'check';
  if (option.choices?.length) return 'select';
  if (option.type === 'int' || option.type === 'real') return 'number';
  return 'text';
}

const RANGE = /^-?\d+(\.\d+)?$|^(-?\d+(\.\d+)?)?\s*\.\.\s*(-?\d+(\.\d+)?)?$/;

/** What is wrong with a value, or ''. Nothing given is never wrong: the default holds.
 * @param {Option} option @param {OptionValue | null | undefined} value */
export function problemOf(option, value) {
  if (value === '' || value === undefined || value === null || option.type === 'flag') return '';
  const text = String(value).trim();
  if (option.type === 'int' || option.type === 'real') return numberProblem(option, text);
  if (option.type === 'size' && !/^\d+\s*x\s*\d+$/.test(text)) return t('make.wrongSize');
  if (option.type === 'range' && (!RANGE.test(text) || text === '..')) return t('make.wrongRange');
  return '';
}

/** What is wrong with a range of difficulties, or ''.
 * @param {[string, string]} range either may be empty */
export function difficultyProblem([least, most]) {
  const bound = { name: 'difficulty', type: 'real', min: 1, max: 10, help: '' };
  const wrong = problemOf(bound, least) || problemOf(bound, most);
  if (wrong) return wrong;
  return least !== '' && most !== '' && Number(least) > Number(most) ? t('make.wrongOrder') : '';
}

/** @param {Option} option @param {string} text */
function numberProblem(option, text) {
  const n = Number(text);
  const whole = option.type === 'int';
  const low = option.min ?? -Infinity;
  const high = option.max ?? Infinity;
  if (!Number.isFinite(n) || (whole && !Number.isInteger(n)) || n < low || n > high) {
    return t('make.wrongNumber', { min: option.min ?? '−∞', max: option.max ?? '∞' });
  }
  return '';
}

/** The options that differ from what the method does by itself, as the engine takes them.
 * @param {Option[]} options @param {Record<string, OptionValue>} values */
export function given(options, values) {
  /** @type {Record<string, OptionValue>} */
  const out = {};
  for (const option of options) {
    const value = values[option.name];
    if (value === undefined || value === '' || value === null) continue;
    if (option.type === 'flag') {
      if (value !== isOn(option.default)) out[option.name] = value;
      continue;
    }
    if (String(value) === String(option.default ?? '')) continue;
    out[option.name] =
      option.type === 'int' || option.type === 'real' ? Number(value) : String(value).trim();
  }
  return out;
}

/** Is a flag's default on? @param {OptionValue | undefined} value */
export const isOn = (value) => value === true || value === 'yes' || value === 'true';

/** What an option is for: the texts' words where they have some, else the engine's without
 * what speaks of other options by their names on the command line.
 * @param {Option} option @param {string} [game] */
export function helpOf(option, game) {
  const own = textOf('optionHelp', option.name, game);
  return own ?? sentence(option.help.replace(/\s*\([^()]*=[^()]*\)/g, ''), game);
}

/** A method's options in two parts: those shown at once and the others.
 * @param {LevelGenerator} method @returns {[Option[], Option[]]} */
export function sortedOptions(method) {
  const main = (method.main ?? []).flatMap(
    (name) => method.options.find((option) => option.name === name) ?? [],
  );
  return [main, method.options.filter((option) => !main.includes(option))];
}

/** @typedef {{ message: string, place?: string }} Refusal place: a JSON pointer into the request */

/** @param {Refusal} refusal */
const memberOf = ({ place = '' }) => place.split('/').pop() ?? '';

/** What is said without the option's name, with which the engine begins.
 * @param {Refusal} refusal */
function without(refusal) {
  const named = `${memberOf(refusal)}: `;
  return refusal.message.startsWith(named) ? refusal.message.slice(named.length) : refusal.message;
}

/** The field that a refusal points to and what it says there, or null.
 * @param {Refusal | null} refusal @param {string[]} names of the fields there are
 * @param {string} [game] */
export function placeOf(refusal, names, game) {
  const name = /^\/(?:options\/)?([^/]+)/.exec(refusal?.place ?? '')?.[1];
  if (!refusal || name === undefined || !names.includes(name)) return null;
  return { name, text: sentence(without(refusal), game) };
}

/** What a refusal says away from its field, which is named by its title.
 * @param {Refusal} refusal @param {string} [game] */
export function toldOf(refusal, game) {
  const said = without(refusal);
  const title = titleOf('options', memberOf(refusal), game);
  return sentence(said === refusal.message ? said : `${title}: ${said}`, game);
}

/** A sentence of the engine for people: it begins with a capital letter and ends with a stop,
 * and options that the engine names as the command line does have the titles of their fields.
 * @param {string} text @param {string} [game] */
export function sentence(text, game) {
  if (!text) return '';
  const titled = text.replace(
    /(?<![\w-])--([a-z][a-z0-9-]*)/g,
    (_, name) => `“${titleOf('options', name, game)}”`,
  );
  const first = titled.charAt(0).toUpperCase() + titled.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}
