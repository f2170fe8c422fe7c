// What goes on around the person: is the page seen, has it the keys, does it fill the screen,
// how does the display run, and what device is it. No names, addresses or versions.

/** @param {number[]} sorted */
const median = (sorted) => sorted[Math.floor(sorted.length / 2)] ?? 0;
/** @param {number} ms */
const exact = (ms) => Math.round(ms * 1000) / 1000;

/** The smallest step of the clock, looked for during a few milliseconds. */
function timerStep() {
  let [step, last] = [Infinity, performance.now()];
  const end = last + 5;
  for (let now = last; now < end; now = performance.now()) {
    if (now > last) step = Math.min(step, now - last);
    last = now;
  }
  return step === Infinity ? 0 : exact(step);
}

/** Is there nothing but a finger? */
export const isByFinger = () =>
  matchMedia('(pointer: coarse)').matches && !matchMedia('(any-pointer: fine)').matches;

/** Data of the event `device`. */
export const deviceData = () => ({
  width: Math.round(window.innerWidth),
  height: Math.round(window.innerHeight),
  pixel_ratio: exact(window.devicePixelRatio || 1),
  touch: matchMedia('(pointer: coarse)').matches,
  isolated: globalThis.crossOriginIsolated === true,
  timer_ms: timerStep(),
});

/** How frames went since the last look; null when there were none. */
function countFrames() {
  /** @type {number[]} */
  let lengths = [];
  let last = 0;
  let handle = requestAnimationFrame(function frame(now) {
    if (last && document.visibilityState === 'visible') lengths.push(now - last);
    last = document.visibilityState === 'visible' ? now : 0;
    handle = requestAnimationFrame(frame);
  });
  return {
    take() {
      const sorted = lengths.sort((a, b) => a - b);
      lengths = [];
      if (sorted.length === 0) return null;
      const longest = sorted[sorted.length - 1];
      return {
        frame_ms: exact(median(sorted)),
        longest_ms: exact(longest),
        frames: sorted.length,
      };
    },
    stop: () => cancelAnimationFrame(handle),
  };
}

const FRAMES_EVERY_MS = 60000;

/** Tells of what changes until it is stopped.
 * @param {(type: string, data: Record<string, unknown>) => void} tell */
export function watchAround(tell) {
  const frames = countFrames();
  const tellFrames = () => {
    const data = frames.take();
    if (data) tell('frames', data);
  };
  const end = new AbortController();
  const { signal } = end;
  const seen = () => tell('visibility', { visible: document.visibilityState === 'visible' });
  document.addEventListener('visibilitychange', seen, { signal });
  addEventListener('focus', () => tell('focus', { focused: true }), { signal });
  addEventListener('blur', () => tell('focus', { focused: false }), { signal });
  document.addEventListener(
    'fullscreenchange',
    () => tell('full-screen', { on: document.fullscreenElement !== null }),
    { signal },
  );
  const timer = setInterval(tellFrames, FRAMES_EVERY_MS);
  return {
    tellFrames,
    stop() {
      end.abort();
      clearInterval(timer);
      frames.stop();
    },
  };
}
