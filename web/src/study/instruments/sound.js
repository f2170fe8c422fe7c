// The page's one audio context, the words, tones, and the pairs of clocks.
/* global SOUND_URLS */

/** Nothing here needs sound at once, everything needs it without gaps: with this much in the
 * buffer a busy machine does not interrupt it, and words are scheduled ahead anyway. */
const BUFFER_S = 0.1;
const LOAD_MS = 20000;
const RESUME_MS = 1500;

/** @typedef {ReturnType<typeof createSound>} Sound */

/** @param {AudioContext} context */
async function loadWords(context) {
  const entries = Object.entries(SOUND_URLS).map(async ([name, url]) => {
    const response = await fetch(url, { signal: AbortSignal.timeout(LOAD_MS) });
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    return /** @type {const} */ ([
      name,
      await context.decodeAudioData(await response.arrayBuffer()),
    ]);
  });
  return new Map(await Promise.all(entries));
}

/** @param {AudioContext} context */
function createSound(context) {
  /** @type {Map<string, AudioBuffer>} */
  let words = new Map();

  /** @param {AudioBuffer} buffer @param {number} at @returns {() => void} takes it back */
  function play(buffer, at) {
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.connect(context.destination);
    source.start(at);
    return () => {
      source.stop();
      source.disconnect();
    };
  }

  return {
    now: () => context.currentTime,
    isRunning: () => context.state === 'running',
    latencyMs: () => (context.outputLatency || context.baseLatency || 0) * 1000,
    /** Where the output is: what the browser states, or else what follows from its latency.
     * @returns {import('./clock-pairs.js').ClockPair | null} */
    readPair() {
      if (context.state !== 'running') return null;
      const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp?.() ?? {};
      if (contextTime > 0 && performanceTime > 0) {
        return { audio_s: contextTime, ms: performanceTime };
      }
      const latency = context.outputLatency || context.baseLatency || 0;
      return { audio_s: context.currentTime - latency, ms: performance.now() };
    },
    /** Only a gesture may begin sound; false: it does not run even so. */
    async resume() {
      const late = new Promise((done) => {
        setTimeout(done, RESUME_MS);
      });
      await Promise.race([context.resume().catch(() => {}), late]);
      return context.state === 'running';
    },
    /** @param {() => void} watcher @returns {() => void} stops watching */
    watch(watcher) {
      context.addEventListener('statechange', watcher);
      return () => context.removeEventListener('statechange', watcher);
    },
    /** Fetched when they are needed, and again after a failure. */
    async load() {
      if (words.size === 0) words = await loadWords(context);
    },
    /** @param {{ word: string, voice: string }} word that was loaded @param {number} at */
    playWord({ word, voice }, at) {
      const buffer = words.get(`${word}-${voice}`);
      if (!buffer) throw new Error(`no sound for "${word}" in the ${voice} voice`);
      return play(buffer, at);
    },
    /** @param {Float32Array<ArrayBuffer>[]} channels @param {number} at */
    playSamples(channels, at) {
      const buffer = context.createBuffer(channels.length, channels[0].length, context.sampleRate);
      channels.forEach((samples, i) => buffer.copyToChannel(samples, i));
      return play(buffer, at);
    },
    sampleRate: () => context.sampleRate,
  };
}

/** @type {Sound | null} */
let opened = null;

/** Browsers allow few contexts, and each would begin suspended: there is one for all phases.
 * Undefined where there is no Web Audio. */
export function openSound() {
  if (!opened && typeof AudioContext !== 'undefined') {
    opened = createSound(new AudioContext({ latencyHint: BUFFER_S }));
  }
  return opened ?? undefined;
}
