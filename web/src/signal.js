// A value that several components watch: a dozen lines instead of a state library.
import { useEffect, useState } from 'preact/hooks';

/** @template T @param {T} first */
export function signal(first) {
  let value = first;
  const watchers = new Set();
  return {
    get: () => value,
    /** @param {T} next */
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const watcher of [...watchers]) watcher(next);
    },
    /** @param {(value: T) => void} watcher @returns {() => void} stops watching */
    watch(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };
}

/** The value of a signal, drawn again when it changes. */
export function useSignal(source) {
  const [value, setValue] = useState(source.get());
  useEffect(() => {
    setValue(source.get());
    return source.watch(setValue);
  }, [source]);
  return value;
}
