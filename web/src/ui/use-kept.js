// State that outlives its page: it is there again after looking elsewhere and after a
// reload, as long as the tab lasts.
import { useState } from 'preact/hooks';

/** @template T @param {string} name @param {T} first
 * @returns {[T, (change: Partial<T> | ((now: T) => Partial<T>)) => void]} the value and what
 *   changes parts of it */
export function useKept(name, first) {
  const key = `lw.kept.${name}`;
  const [value, setValue] = useState(() => ({ ...first, ...recall(key) }));
  /** @param {Partial<T> | ((now: T) => Partial<T>)} part */
  const change = (part) =>
    setValue((/** @type {T} */ now) => {
      const next = { ...now, ...(typeof part === 'function' ? part(now) : part) };
      note(key, next);
      return next;
    });
  return [value, change];
}

/** @param {string} key */
function recall(key) {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}');
  } catch {
    return {};
  }
}

/** @param {string} key @param {unknown} value */
function note(key, value) {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // No room or not allowed: it lasts as long as the page.
  }
}
