// From a generator's typed options to a form and back. Pure.
import { t } from '../texts.js';

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
    out[option.name] = option.type === 'int' || option.type === 'real' ? Number(value) : String(value).trim();
  }
  return out;
}

/** Is a flag's default on? */
export const isOn = (value) => value === true || value === 'yes' || value === 'true';

/** A name for people: "trivial-pairs" becomes "Trivial pairs". */
export function titleOf(name) {
  const words = name.replace(/[-_]/g, ' ');
  return words[0].toUpperCase() + words.slice(1);
}

/** A sentence begins with a capital letter and ends with a stop. */
export function sentence(text) {
  if (!text) return '';
  const first = text[0].toUpperCase() + text.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}
