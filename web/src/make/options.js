// From a generator's typed options to a form and back. Pure.
import { has, t } from '../texts.js';

/** @typedef {{ name: string, type: string, default?: any, min?: number, max?: number, choices?: string[], help: string }} Option */

/** How an option is shown. @param {Option} option @returns {'check' | 'select' | 'number' | 'text'} */
export function controlOf(option) {
  if (option.type === 'flag') return 'check';
  if (option.choices?.length) return 'select';
  if (option.type === 'int' || option.type === 'real') return 'number';
  return 'text';
}

const RANGE = /^-?\d+(\.\d+)?$|^(-?\d+(\.\d+)?)?\s*\.\.\s*(-?\d+(\.\d+)?)?$/;

/** What is wrong with a value, or ''. Nothing given is never wrong: the default holds.
 * @param {Option} option @param {any} value */
export function problemOf(option, value) {
  if (value === '' || value === undefined || value === null || option.type === 'flag') return '';
  const text = String(value).trim();
  if (option.type === 'int' || option.type === 'real') return numberProblem(option, text);
  if (option.type === 'size' && !/^\d+\s*x\s*\d+$/.test(text)) return t('make.wrongSize');
  if (option.type === 'range' && (!RANGE.test(text) || text === '..')) return t('make.wrongRange');
  return '';
}

/** What is wrong with a range of difficulties, or ''. @param {[string, string]} range either may be empty */
export function difficultyProblem([least, most]) {
  const bound = { name: 'difficulty', type: 'real', min: 1, max: 10, help: '' };
  const wrong = problemOf(bound, least) || problemOf(bound, most);
  if (wrong) return wrong;
  return least !== '' && most !== '' && Number(least) > Number(most) ? t('make.wrongOrder') : '';
}

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
 * @param {Option[]} options @param {Record<string, any>} values */
export function given(options, values) {
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

/** Is a flag's default on? */
export const isOn = (value) => value === true || value === 'yes' || value === 'true';

/** A name for people: "trivial-pairs" becomes "Trivial pairs", unless the texts have a
 * better one. */
export function titleOf(name) {
  if (has(`options.${name}`)) return t(`options.${name}`);
  const words = name.replace(/[-_]/g, ' ');
  return words[0].toUpperCase() + words.slice(1);
}

/** What an option is for: the texts' words where they have some, else the engine's without
 * what speaks of other options by their names on the command line. @param {Option} option */
export function helpOf(option) {
  if (has(`optionHelp.${option.name}`)) return t(`optionHelp.${option.name}`);
  return sentence(option.help.replace(/\s*\([^()]*=[^()]*\)/g, ''));
}

/** A method's name for people. @param {string} name */
export const methodTitle = (name) =>
  has(`methods.${name}`) ? t(`methods.${name}`) : titleOf(name);

/** What most people want to choose, by game and method; the rest is folded away. */
const mainOptions = {
  'sokoban farthest': ['size', 'boxes', 'metric'],
  'sokoban mcts': ['board', 'max-boxes', 'objective'],
  'sokoban evolve': ['size', 'max-boxes', 'fitness'],
  'puzzlescript constructive': ['outlines'],
  'puzzlescript genetic': ['outlines', 'generations'],
  'flow paths': ['size', 'colours'],
  'lazors random': ['width', 'height', 'mirrors', 'targets'],
  'move random': ['width', 'height', 'balls', 'moves'],
};

/** A method's options in two parts: those shown at once and the others.
 * @param {string} game @param {{ name: string, options: Option[] }} method @returns {[Option[], Option[]]} */
export function sortedOptions(game, method) {
  const wanted = mainOptions[`${game} ${method.name}`] ?? [];
  const main = wanted
    .map((name) => method.options.find((option) => option.name === name))
    .filter(Boolean);
  return [main, method.options.filter((option) => !main.includes(option))];
}

/** @typedef {{ message: string, place?: string }} Refusal place: a JSON pointer into the request */

const memberOf = ({ place = '' }) => place.split('/').pop();

/** What is said without the option's name, with which the engine begins. @param {Refusal} refusal */
function without(refusal) {
  const named = `${memberOf(refusal)}: `;
  return refusal.message.startsWith(named) ? refusal.message.slice(named.length) : refusal.message;
}

/** The field that a refusal points to and what it says there, or null.
 * @param {Refusal | null} refusal @param {string[]} names of the fields there are */
export function placeOf(refusal, names) {
  const name = /^\/(?:options\/)?([^/]+)/.exec(refusal?.place ?? '')?.[1];
  return names.includes(name) ? { name, text: sentence(without(refusal)) } : null;
}

/** What a refusal says away from its field, which is told by its title. @param {Refusal} refusal */
export function toldOf(refusal) {
  const said = without(refusal);
  return sentence(said === refusal.message ? said : `${titleOf(memberOf(refusal))}: ${said}`);
}

/** Options that the engine names as the command line does are told by the titles of their fields. */
const titled = (text) =>
  text.replace(/(?<![\w-])--([a-z][a-z0-9-]*)/g, (_, name) => `“${titleOf(name)}”`);

/** A sentence of the engine for people: it begins with a capital letter and ends with a stop. */
export function sentence(text) {
  if (!text) return '';
  const told = titled(text);
  const first = told[0].toUpperCase() + told.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}
