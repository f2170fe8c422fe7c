// The run of one place, for the page that shows it.
import { useEffect } from 'preact/hooks';
import { useSignal } from '../signal.js';
import { leaveRun, runAt, startRun, stopRun } from './runs.js';

/** @param {string} place */
export function useGenerate(place) {
  const run = useSignal(runAt(place));
  useEffect(() => () => leaveRun(place), [place]);
  return {
    ...run,
    /** @param {import('./runs.js').MakeRequest} request @param {'browser' | 'server'} where */
    start: (request, where) => startRun(place, request, where),
    stop: () => stopRun(place),
  };
}
