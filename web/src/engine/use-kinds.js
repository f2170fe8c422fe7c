import { useEffect, useState } from 'preact/hooks';
import { loadKinds } from './engine.js';

/** The games by name; null until the engine has told them.
 * @returns {Map<string, Kind> | null} */
export function useKinds() {
  const [kinds, setKinds] = useState(/** @type {Map<string, Kind> | null} */ (null));
  useEffect(() => {
    let here = true;
    loadKinds().then(
      (found) => here && setKinds(found),
      () => {},
    );
    return () => {
      here = false;
    };
  }, []);
  return kinds;
}
