// Ties the audio clock to the clock of events. A browser states pairs of the two, but each pair
// is off by a millisecond or more: the sound server smooths what it knows about the device. The
// two clocks differ by an offset that hardly changes, so its median over some seconds is far
// better than any single pair. When sound was interrupted the offset jumps, and what was read
// before is forgotten.
import { median } from './median.js';

const WINDOW_MS = 20000;
/** So many readings in a row that disagree with the rest are a jump and not noise. */
const RECENT = 10;
const JUMP_MS = 10;

/** @typedef {{ audio_s: number, ms: number }} ClockPair */

export function createClockPairs() {
  /** @type {{ at: number, offset: number }[]} */
  let readings = [];

  /** @param {{ offset: number }[]} some */
  const middle = (some) => median(some.map((one) => one.offset));

  return {
    /** @param {ClockPair} pair */
    take({ audio_s, ms }) {
      const at = audio_s * 1000;
      const before = readings.at(-1);
      if (before && at <= before.at) return; // the same pair again
      readings.push({ at, offset: ms - at });
      const recent = readings.slice(-RECENT);
      if (
        readings.length > RECENT &&
        Math.abs(middle(recent) - middle(readings.slice(0, -RECENT))) > JUMP_MS
      ) {
        readings = recent;
      }
      while (at - readings[0].at > WINDOW_MS) readings.shift();
    },
    forget() {
      readings = [];
    },
    isEmpty: () => readings.length === 0,
    /** When what the audio clock plays then is heard, on the clock of events.
     * @param {number} audioS */
    toMs: (audioS) => audioS * 1000 + middle(readings),
  };
}
