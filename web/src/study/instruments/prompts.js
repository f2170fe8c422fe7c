// Words that are heard while something else goes on: scheduled ahead on the audio clock, logged
// when they have begun at the loudspeaker, answered by keys until the next one begins.
import { createClockPairs } from './clock-pairs.js';
import { createWordLine, wordAt } from './word-line.js';

/** Timers of a hidden page run once a second; this is enough even then. */
const AHEAD_S = 3;
/** The audio clock of a context that runs never stands still for so long. */
const STUCK_MS = 3000;

/** @typedef {import('./word-line.js').Word} Word */
/** @typedef {import('./word-line.js').HeardWord} HeardWord */
/** @typedef {(type: string, data: Record<string, unknown>, trial?: number) => unknown} Emit */
/** @typedef {{ nowMs: () => number, visible: () => boolean, focused: () => boolean, frameMs: () =>
 *   number }} Sight the clock of events, and what is logged with every word */
/** @typedef {object} Player
 * @property {() => number} now
 * @property {() => boolean} isRunning
 * @property {() => number} latencyMs
 * @property {() => import('./clock-pairs.js').ClockPair | null} readPair
 * @property {(word: Word, at: number) => () => void} playWord takes it back */

/** What is logged with every word besides the word itself.
 * @param {Player} player @param {Sight} sight
 * @param {{ audio_s: number, output_ms: number }} onset */
function surroundings(player, sight, { audio_s, output_ms }) {
  const pair = player.readPair() ?? { audio_s, ms: output_ms };
  return {
    latency_ms: player.latencyMs(),
    pair_audio_s: pair.audio_s,
    pair_ms: pair.ms,
    visible: sight.visible(),
    focused: sight.focused(),
    frame_ms: sight.frameMs(),
  };
}

/** Notices an audio clock that stands still. */
function createWatch() {
  let moved = { at: NaN, ms: NaN };
  return {
    /** @param {number} at @param {number} ms */
    take(at, ms) {
      if (at !== moved.at) moved = { at, ms };
    },
    /** @param {number} ms */
    isStuck: (ms) => ms - moved.ms > STUCK_MS,
  };
}

/** @typedef {{ emit: Emit, onWord?: (before: HeardWord | undefined) => void, onAnswer?: (isRight:
 *   boolean) => void }} Hearers */

/** Words that were heard, and their answers: each counts for the last word that had begun when
 * its key was pressed.
 * @param {Hearers} hearers */
function createAnswers({ emit, onWord, onAnswer }) {
  /** @type {HeardWord[]} */
  const heard = [];
  return {
    /** @param {import('./word-line.js').TimedWord} word @param {number} outputMs */
    note(word, outputMs) {
      const before = heard.at(-1);
      heard.push({ ...word, outputMs, answers: 0 });
      onWord?.(before);
    },
    /** @param {'high' | 'low'} pitch @param {string} code @param {number} ms the key's own time */
    take(pitch, code, ms) {
      const word = wordAt(heard, ms);
      if (!word) return;
      word.answers += 1;
      emit('prompt-answer', {
        prompt: word.prompt,
        answer: pitch,
        key: code,
        reaction_ms: ms - word.outputMs,
        number: word.answers,
      });
      if (word.answers === 1 && word === heard.at(-1)) onAnswer?.(pitch === word.voice);
    },
  };
}

/** @param {{ words: Word[], prompted: Iterable<number>, rate: number, player: Player, sight:
 *   Sight }
 *   & Hearers} options */
export function createPrompts({ words, prompted, rate, player, sight, ...hearers }) {
  const line = createWordLine({ words, prompted, rate });
  const pairs = createClockPairs();
  /** @type {(import('./word-line.js').TimedWord & { takeBack: () => void })[]} */
  let scheduled = [];
  const answers = createAnswers(hearers);
  const watch = createWatch();
  let isStarted = false;

  /** Writes down the words that have begun by now.
   * @param {number} nowMs */
  function noteHeard(nowMs) {
    while (scheduled.length > 0 && !pairs.isEmpty()) {
      const outputMs = pairs.toMs(scheduled[0].at);
      if (outputMs > nowMs) return;
      const { takeBack: _, ...timed } = scheduled[0];
      const { prompt, word, voice, at } = timed;
      scheduled.shift();
      const said = { prompt, word, voice, audio_s: at, output_ms: outputMs };
      hearers.emit('prompt', { ...said, ...surroundings(player, sight, said) });
      answers.note(timed, outputMs);
    }
  }

  return {
    /** To be called some times a second. */
    tick() {
      const nowMs = sight.nowMs();
      const pair = player.readPair();
      if (pair) pairs.take(pair);
      if (player.isRunning() && pair) {
        const now = player.now();
        watch.take(now, nowMs);
        if (!isStarted) line.start(now);
        isStarted = true;
        for (const one of line.due(now, now + AHEAD_S)) {
          scheduled.push({ ...one, takeBack: player.playWord(one, one.at) });
        }
      }
      noteHeard(nowMs);
    },
    /** @param {'high' | 'low'} pitch @param {string} code @param {number} ms the key's own time */
    answer(pitch, code, ms) {
      noteHeard(sight.nowMs());
      answers.take(pitch, code, ms);
    },
    /** The device was taken away or given back: the clocks have to be compared anew. */
    forgetClocks() {
      noteHeard(sight.nowMs());
      pairs.forget();
    },
    /** No sound comes although nothing says so. */
    isStuck: () => player.isRunning() && watch.isStuck(sight.nowMs()),
    /** How much of the plan's time is over. */
    elapsedMs: () => (isStarted ? line.elapsedMs(player.now()) : 0),
    /** Has every word been heard? */
    isOver: () => isStarted && line.isOver() && scheduled.length === 0,
    stop() {
      noteHeard(sight.nowMs());
      for (const { takeBack } of scheduled) takeBack();
      scheduled = [];
    },
  };
}

/** @typedef {ReturnType<typeof createPrompts>} Prompts */
