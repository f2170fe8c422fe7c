import { useEffect } from 'preact/hooks';

/** An effect that waits for something: it is told whether what it began with is still wanted.
 * @param {(isHere: () => boolean) => unknown} effect @param {unknown[]} deps */
export function useLoadEffect(effect, deps) {
  useEffect(() => {
    let here = true;
    effect(() => here);
    return () => {
      here = false;
    };
    // The linter looks at the callers' dependencies (eslint.config.js).
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, deps);
}
