// Time in a study. Tests set a rate, by which waits are shortened; their order stays.

/** @type {StudyClock} */
export const studyClock = {
  now: () => performance.now(),
  get rate() {
    const rate = Number(/** @type {any} */ (globalThis).lwStudyRate ?? 1);
    return rate > 0 ? rate : 1;
  },
};

/** How much of a phase's time is over. It runs while the page is open.
 * @param {StudyClock} clock @param {number} usedMs before this page was opened */
export function startTimer(clock, usedMs) {
  const from = clock.now();
  return { used: () => usedMs + (clock.now() - from) * clock.rate };
}

/** @typedef {ReturnType<typeof startTimer>} Timer */
