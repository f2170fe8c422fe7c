// A play session for the component that shows it.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { theme } from '../settings.js';
import { useSignal } from '../signal.js';
import { useLatest } from '../ui/use-latest.js';
import { PlaySession } from './session.js';

/** A moment after the last move. */
const REST_MS = 400;

/** While the page is dark, the position in light colours.
 * @param {PlaySession | null} session @param {PlayState | null} state */
export function useLight(session, state) {
  const [light, setLight] = useState(/** @type {Draw | null} */ (null));
  const shade = useSignal(theme);
  const sessionNow = useLatest(session);
  useEffect(() => {
    const session = sessionNow.current;
    setLight(null);
    if (!session || !state || shade === 'light') return undefined;
    let here = true;
    const show = (/** @type {Draw | null} */ draw) => here && setLight(draw);
    const timer = setTimeout(() => session.drawLight().then(show, () => {}), REST_MS);
    return () => {
      here = false;
      clearTimeout(timer);
    };
  }, [state, shade, sessionNow]);
  return light;
}

/** @typedef {{ state: PlayState | null, ms: number }} View ms: how long to slide there */

/** @param {Level} level @param {string} [save] where to go on
 * @param {(state: PlayState) => void} [heard] told of every position, also of those that are not
 *   drawn because the next has come */
export function usePlay(level, save, heard) {
  const [view, setView] = useState(/** @type {View} */ ({ state: null, ms: 0 }));
  const [error, setError] = useState(/** @type {Error | null} */ (null));
  const session = useRef(/** @type {PlaySession | null} */ (null));
  const heardNow = useRef(heard);
  heardNow.current = heard;
  const onState = useCallback((/** @type {PlayState} */ state, /** @type {number} */ ms) => {
    heardNow.current?.(state);
    setView({ state, ms });
  }, []);
  useEffect(() => {
    const made = new PlaySession(level, onState);
    session.current = made;
    setError(null);
    made.open(save).catch(setError);
    const stop = theme.watch(() => made.redraw());
    return () => {
      stop();
      made.close();
    };
  }, [level, save, onState]);
  return { session: session.current, ...view, error };
}
