// When each word of a phase is played, on the audio clock, and which word a key belongs to.
// Only arithmetic: the sound and the keys are elsewhere.

/** @typedef {{ word: 'high' | 'low', voice: 'high' | 'low', at_ms: number }} Word */
/** @typedef {Word & { prompt: number, at: number }} TimedWord at: seconds of the audio clock */
/** @typedef {TimedWord & { outputMs: number, answers: number }} HeardWord */

/** A word that would be late is not played at once: everything that follows moves back, so that
 * no interval is ever shorter than the plan has it. */
const MARGIN_S = 0.05;

/** @param {{ words: Word[], prompted: Iterable<number>, rate: number }} plan */
export function createWordLine({ words, prompted, rate }) {
  // Words come in their order, so all up to the last that was played are over.
  let next = Math.max(-1, ...prompted) + 1;
  /** Where the plan's zero lies on the audio clock. */
  let zero = 0;

  /** @param {number} prompt */
  const timeOf = (prompt) => zero + words[prompt].at_ms / 1000 / rate;

  return {
    /** @param {number} now seconds of the audio clock. After a reload the first word comes as long
     * after now as the plan has it after the word before. */
    start(now) {
      zero = now - (next > 0 ? words[next - 1].at_ms : 0) / 1000 / rate;
    },
    /** Words whose time comes before `until`; each is given once.
     * @param {number} now @param {number} until @returns {TimedWord[]} */
    due(now, until) {
      const found = [];
      while (next < words.length && timeOf(next) < until) {
        zero += Math.max(0, now + MARGIN_S - timeOf(next));
        found.push({ ...words[next], prompt: next, at: timeOf(next) });
        next += 1;
      }
      return found;
    },
    /** Milliseconds of the plan that are over.
     * @param {number} now */
    elapsedMs: (now) => (now - zero) * 1000 * rate,
    /** Has every word been given? */
    isOver: () => next >= words.length,
  };
}

/** The word that a key pressed at a time answers: the last that was heard by then.
 * @template {{ outputMs: number }} T
 * @param {T[]} heard in order @param {number} ms @returns {T | undefined} */
export function wordAt(heard, ms) {
  return heard.findLast((one) => one.outputMs <= ms);
}
