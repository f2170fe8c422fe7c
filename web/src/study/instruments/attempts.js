// Attempts at a check: so many trials each, some of which have to be right. After a reload the
// attempt goes on; what was right before it is kept in the browser, because the log is the
// server's and is not read here.

/** @typedef {{ next: number, right: number, passed: boolean }} Kept next: the trial to come */
/** @typedef {{ load: () => Kept | null, save: (kept: Kept) => void }} Store */

/** @param {{ id: string, trials?: unknown[], trials_an_attempt?: number, needed?: number }} phase
 * @param {Iterable<number>} done numbers of trials that are over
 * @param {Store} store */
export function createAttempts(phase, done, store) {
  const all = phase.trials?.length ?? 0;
  const size = Math.max(1, phase.trials_an_attempt ?? all);
  const needed = phase.needed ?? size;
  let next = Math.max(-1, ...done) + 1;

  const attemptNow = () => Math.floor(next / size) + 1;
  // What was kept for somebody else, or by a page that has lost its last answers, says nothing.
  const kept = store.load();
  const isOurs = next > 0 && kept?.next === next;
  let right = isOurs ? kept.right : 0;
  let passed = isOurs && kept.passed;

  return {
    /** Number of the trial to come, or null when it is passed or no attempt is left. */
    next: () => (passed || next >= all ? null : next),
    isPassed: () => passed,
    /** Of the attempt, from 0. */
    inAttempt: () => next % size,
    size,
    attempt: attemptNow,
    /** @param {boolean} isRight
     * @returns {{ passed: boolean, attempt: number, right: number } | null} of an attempt that is
     * over by this answer */
    take(isRight) {
      const attempt = attemptNow();
      right += isRight ? 1 : 0;
      next += 1;
      if (next % size !== 0) {
        store.save({ next, right, passed });
        return null;
      }
      passed = right >= needed;
      const ended = { passed, attempt, right };
      right = 0;
      store.save({ next, right, passed });
      return ended;
    },
  };
}
