// Words during a phase, with the page around them: timers, keys, frames, and what happens when
// sound stops or cannot be loaded.
import { signal as createSignal } from '../../signal.js';
import { createFrameLog, eachFrame } from './frames.js';
import { listenForKeys, pitchKeys } from './keys.js';
import { createPrompts } from './prompts.js';
import { openSound } from './sound.js';

const TICK_MS = 50;
const RETRY_MS = 3000;

/** @typedef {{ kind: 'right' | 'wrong' | 'missed' | 'trouble', text: string }} Feedback */
/** @typedef {(key: string, values?: Record<string, string | number>) => string} Texts */
/** @typedef {{ now: () => number, rate: number }} Clock */
/** @typedef {{ id: string, instrument?: string, minutes?: number, prompts?:
 *   import('./keys.js').PromptKeys, words?: import('./word-line.js').Word[], trials?: any[],
 *   trials_an_attempt?: number, needed?: number, attention?:
 *   import('./attention/trial.js').AttentionSettings }} Phase a phase of the plan */
/** @typedef {{ phase: Phase, prompted: Iterable<number>, emit: import('./prompts.js').Emit, texts:
 *   Texts, clock: Clock, signal: AbortSignal }} PromptOptions */

/** Lets a person bring sound back: any key or press is a gesture.
 * @param {import('./sound.js').Sound} sound @param {() => void} onChange @returns {() => void} */
function keepAwake(sound, onChange) {
  const wake = () => {
    if (!sound.isRunning()) sound.resume().then(onChange);
  };
  addEventListener('pointerdown', wake, true);
  addEventListener('keydown', wake, true);
  const stopWatching = sound.watch(() => {
    wake();
    onChange();
  });
  return () => {
    removeEventListener('pointerdown', wake, true);
    removeEventListener('keydown', wake, true);
    stopWatching();
  };
}

/** Runs the words of a phase with sound that is loaded and was begun by a gesture.
 * @param {import('./sound.js').Sound} sound @param {PromptOptions} options
 * @param {import('../../signal.js').Signal<Feedback | null>} feedback */
export function runPrompts(sound, { phase, prompted, emit, texts: t, clock }, feedback) {
  const keys = phase.prompts;
  if (!keys) throw new Error(`phase ${phase.id} has no words`);
  const frames = createFrameLog();
  const say = (/** @type {Feedback | null} */ said) => feedback.set(said);
  const prompts = createPrompts({
    words: phase.words ?? phase.trials ?? [],
    prompted,
    rate: clock.rate,
    player: sound,
    emit,
    sight: {
      nowMs: () => performance.now(),
      visible: () => document.visibilityState === 'visible',
      focused: () => document.hasFocus(),
      frameMs: () => frames.takeMedian(),
    },
    onWord: (before) =>
      keys.feedback &&
      say(before?.answers === 0 ? { kind: 'missed', text: t('instruments.missed') } : null),
    onAnswer: (isRight) =>
      keys.feedback &&
      say(
        isRight
          ? { kind: 'right', text: t('instruments.right') }
          : { kind: 'wrong', text: t('instruments.wrong') },
      ),
  });
  const judgeSound = () => {
    const isSilent = !sound.isRunning() || prompts.isStuck();
    if (isSilent) say({ kind: 'trouble', text: t('instruments.soundStopped') });
    else if (feedback.get()?.kind === 'trouble') say(null);
  };
  const sleep = keepAwake(sound, () => {
    prompts.forgetClocks();
    judgeSound();
  });
  const timer = setInterval(() => {
    prompts.tick();
    judgeSound();
  }, TICK_MS);
  const stopKeys = listenForKeys(pitchKeys(keys), (pitch, event) =>
    prompts.answer(pitch, event.code, event.timeStamp),
  );
  const stopFrames = eachFrame(frames.take);
  return {
    elapsedMs: prompts.elapsedMs,
    isOver: prompts.isOver,
    stop() {
      clearInterval(timer);
      sleep();
      stopKeys();
      stopFrames();
      prompts.stop();
    },
  };
}

/** Words during play. They begin when they are loaded and sound runs; until then, and when they
 * stop, `feedback` says so. The game goes on either way.
 * @param {PromptOptions} options */
export function startPrompts(options) {
  const { texts: t, signal } = options;
  const feedback = createSignal(/** @type {Feedback | null} */ (null));
  const ending = new AbortController();
  /** @type {ReturnType<typeof runPrompts> | null} */
  let running = null;
  const stop = () => {
    ending.abort();
    running?.stop();
    running = null;
    feedback.set(null);
  };
  signal.addEventListener('abort', stop, { once: true });

  async function begin() {
    const sound = openSound();
    while (!ending.signal.aborted) {
      try {
        if (!sound) throw new Error('no Web Audio');
        await sound.load();
        break;
      } catch {
        feedback.set({ kind: 'trouble', text: t('instruments.wordsMissing') });
        await new Promise((done) => {
          setTimeout(done, RETRY_MS);
        });
      }
    }
    if (!sound || ending.signal.aborted) return;
    feedback.set(null);
    await sound.resume();
    if (!ending.signal.aborted) running = runPrompts(sound, options, feedback);
  }
  if (signal.aborted) stop();
  const ready = begin();
  return { stop, feedback, ready };
}
