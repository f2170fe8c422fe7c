import { useRef } from 'preact/hooks';

/** The value of now, for an effect that uses it but does not begin again when it changes.
 * @template T @param {T} value @returns {{ current: T }} */
export function useLatest(value) {
  const latest = useRef(value);
  latest.current = value;
  return latest;
}
