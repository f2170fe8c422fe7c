// How the display runs: the times between frames, by the frames' own times.
import { median } from './median.js';

/** Longer gaps are pauses (a hidden page), not frames. */
const PAUSE_MS = 1000;

export function createFrameLog() {
  /** @type {number[]} */
  let gaps = [];
  let last = NaN;
  return {
    /** @param {number} time of a frame */
    take(time) {
      const gap = time - last;
      if (gap > 0 && gap < PAUSE_MS) gaps.push(gap);
      last = time;
    },
    /** Median since the last call; 0 without frames. */
    takeMedian() {
      const found = median(gaps);
      gaps = [];
      return found;
    },
  };
}

/** Calls with the time of every frame until it is stopped.
 * @param {(time: number) => void} onFrame @returns {() => void} stops it */
export function eachFrame(onFrame) {
  let request = requestAnimationFrame(function frame(time) {
    request = requestAnimationFrame(frame);
    onFrame(time);
  });
  return () => cancelAnimationFrame(request);
}
