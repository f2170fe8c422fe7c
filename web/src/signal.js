// A value that several components watch: a dozen lines instead of a state library.
import { useEffect, useState } from 'preact/hooks';

/** @template T @typedef {object} Signal
 * @property {() => T} get
 * @property {(next: T) => void} set
 * @property {(watcher: (value: T) => void) => () => void} watch returns what stops watching */

/** @template T @param {T} first @returns {Signal<T>} */
export function signal(first) {
  let value = first;
  /** @type {Set<(value: T) => void>} */
  const watchers = new Set();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const watcher of [...watchers]) watcher(next);
    },
    watch(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}

/** The value of a signal, drawn again when it changes.
 * @template T @param {Signal<T>} source @returns {T} */
export function useSignal(source) {
  const [value, setValue] = useState(source.get());
  useEffect(() => {
    setValue(source.get());
    return source.watch(setValue);
  }, [source]);
  return value;
}
