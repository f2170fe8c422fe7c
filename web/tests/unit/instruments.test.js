// The instruments' arithmetic with clocks that the test holds in its hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAttempts } from '../../src/study/instruments/attempts.js';
import { arrowsOf, cuesOf, sizesOf } from '../../src/study/instruments/attention/draw.js';
import { degreesToPx } from '../../src/study/instruments/attention/sight.js';
import { createTrial } from '../../src/study/instruments/attention/trial.js';
import { createClockPairs } from '../../src/study/instruments/clock-pairs.js';
import { createFrameLog } from '../../src/study/instruments/frames.js';
import { keyLabel } from '../../src/study/instruments/keys.js';
import { createPrompts } from '../../src/study/instruments/prompts.js';
import { makeTones } from '../../src/study/instruments/tones.js';
import { createWordLine, wordAt } from '../../src/study/instruments/word-line.js';

/** Numbers from 0 to 1, the same every time. */
function draws(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
const near = (a, b, by, what) => assert.ok(Math.abs(a - b) <= by, `${what}: ${a}, not ${b}`);

const settings = {
  cue_ms: 100,
  gap_ms: 400,
  answer_ms: 1700,
  trial_ms: 4000,
  left_key: 'ArrowLeft',
  right_key: 'ArrowRight',
  arrows_degrees: 3.08,
  offset_degrees: 1.06,
  distance_cm: 53,
};
/** @type {import('../../src/study/instruments/attention/trial.js').AttentionTrial} */
const planned = {
  block: 1,
  cue: 'double',
  flanker: 'neutral',
  place: 'above',
  direction: 'left',
  fixation_ms: 733,
};

/** Runs a trial with frames of some length; `answerAfter` the arrows.
 * @param {import('../../src/study/instruments/attention/trial.js').AttentionTrial} given
 * @param {{ frameMs: number, rate?: number, answerAfter?: number, jitter?: () => number,
 *   from?: number }} how */
function runTrial(given, { frameMs, rate = 1, answerAfter, jitter = () => 0, from = 1000 }) {
  const trial = createTrial(given, settings, rate);
  const seen = [];
  let arrowsAt;
  for (let i = 0; ; i++) {
    const time = from + i * frameMs + jitter();
    const part = trial.frame(time);
    if (part !== seen.at(-1)) seen.push(part);
    if (part === 'arrows') arrowsAt ??= time;
    if (part === 'over') return { seen, result: trial.result(), end: time, trial };
    if (answerAfter !== undefined && arrowsAt !== undefined && time - arrowsAt >= answerAfter) {
      trial.key('left', arrowsAt + answerAfter + 0.25);
    }
  }
}

test('parts of an attention trial last as planned, to the nearest frame', () => {
  const random = draws(3);
  for (const frameMs of [1000 / 60, 1000 / 75, 1000 / 120, 1000 / 144]) {
    for (let i = 0; i < 100; i++) {
      const given = { ...planned, fixation_ms: 400 + Math.floor(random() * 1201) };
      const answerAfter = i % 3 ? random() * 1500 : undefined;
      const jitter = () => (random() - 0.5) * 0.4;
      const { seen, result } = runTrial(given, { frameMs, answerAfter, jitter });
      assert.deepEqual(seen, ['fixation', 'cue', 'gap', 'arrows', 'rest', 'over']);
      near(result.fixation_ms, given.fixation_ms, frameMs / 2 + 0.5, 'fixation');
      near(result.cue_ms, 100, frameMs / 2 + 0.5, 'cue');
      near(result.gap_ms, 400, frameMs / 2 + 0.5, 'gap');
      near(result.trial_ms, 4000, frameMs / 2 + 0.5, 'trial');
      if (answerAfter === undefined) {
        near(result.arrows_ms, 1700, frameMs / 2 + 0.5, 'arrows');
        assert.equal(result.answer, 'none');
        assert.ok(!('reaction_ms' in result));
      } else {
        assert.equal(result.answer, 'left');
        near(result.reaction_ms, answerAfter + 0.25, 1e-6, 'reaction');
        assert.ok(result.arrows_ms >= result.reaction_ms);
        assert.ok(result.arrows_ms <= answerAfter + 2 * frameMs + 1);
      }
      near(result.frame_ms, frameMs, 0.5, 'frame');
    }
  }
});

test('a display that stalls makes a part longer and loses none', () => {
  const trial = createTrial(planned, settings, 1);
  const seen = [];
  for (const time of [0, 16, 2000, 2016, 5000, 9000, 9016, 15000, 15016]) {
    const part = trial.frame(time);
    if (part !== seen.at(-1)) seen.push(part);
  }
  assert.deepEqual(seen, ['fixation', 'cue', 'gap', 'arrows', 'rest', 'over']);
});

test('a shortened clock keeps the order, each part in a frame of its own', () => {
  const { seen, end } = runTrial(planned, { frameMs: 1000 / 60, rate: 50 });
  assert.deepEqual(seen, ['fixation', 'cue', 'gap', 'arrows', 'rest', 'over']);
  assert.ok(end - 1000 < 200, `${end}`);
});

test('the first key after the arrows counts, none before', () => {
  const trial = createTrial(planned, settings, 1);
  let time = 0;
  while (trial.frame(time) !== 'arrows') {
    assert.equal(trial.key('left', time + 1), false);
    time += 10;
  }
  assert.equal(trial.key('left', time - 1), false); // pressed before, delivered after
  assert.equal(trial.key('right', time + 300), true);
  assert.equal(trial.key('left', time + 400), false);
  assert.equal(trial.isRight(), false);
  while (trial.frame(time) !== 'over') time += 10;
  assert.equal(trial.result().answer, 'right');
  assert.equal(trial.result().reaction_ms, 300);
});

test('arrows, stars and sizes are those of the test', () => {
  assert.deepEqual(arrowsOf({ ...planned, flanker: 'incongruent' }), [
    'right',
    'right',
    'left',
    'right',
    'right',
  ]);
  assert.deepEqual(arrowsOf(planned), [null, null, 'left', null, null]);
  assert.deepEqual(cuesOf(planned), [-1, 1]);
  assert.deepEqual(cuesOf({ ...planned, cue: 'spatial' }), [-1]);
  assert.deepEqual(cuesOf({ ...planned, cue: 'centre' }), [0]);
  assert.deepEqual(cuesOf({ ...planned, cue: 'none' }), []);
  // 3.08 degrees at 53 cm are 28.5 mm.
  near(degreesToPx(3.08, 53, 1), 28.5, 0.05, 'mm');
  const { arrow, gap } = sizesOf(settings, 4);
  near(5 * arrow + 4 * gap, 4 * 28.5, 0.2, 'five arrows');
});

test('clock pairs: noise is averaged out, a jump is followed', () => {
  const random = draws(9);
  const pairs = createClockPairs();
  const noise = () => (random() - 0.5) * 6;
  for (let s = 1; s < 30; s += 0.05) pairs.take({ audio_s: s, ms: 500 + s * 1000 + noise() });
  near(pairs.toMs(30), 30500, 0.6, 'offset');
  for (let s = 30; s < 34; s += 0.05) pairs.take({ audio_s: s, ms: 540 + s * 1000 + noise() });
  near(pairs.toMs(34), 34540, 1.2, 'after the jump');
  pairs.forget();
  assert.ok(pairs.isEmpty());
});

test('clock pairs: a clock that drifts by 100 parts in a million stays within a millisecond', () => {
  const pairs = createClockPairs();
  for (let s = 1; s < 600; s += 0.05) pairs.take({ audio_s: s, ms: s * 1000.1 });
  near(pairs.toMs(600), 600060, 1.05, 'drift');
});

const HEIGHTS = /** @type {const} */ (['low', 'high']);
const words = Array.from({ length: 12 }, (_, i) => ({
  word: HEIGHTS[i % 2],
  voice: HEIGHTS[i % 3 ? 1 : 0],
  at_ms: 3000 + i * 3700,
}));

test('a word line gives each word once, at its time, and after a reload none again', () => {
  const line = createWordLine({ words, prompted: [], rate: 1 });
  line.start(10);
  const given = [];
  for (let now = 10; now < 70; now += 0.5) given.push(...line.due(now, now + 3));
  assert.deepEqual(
    given.map(({ prompt, at }) => [prompt, Math.round(at * 1000)]),
    words.map(({ at_ms }, i) => [i, 10000 + at_ms]),
  );
  assert.ok(line.isOver());

  const again = createWordLine({ words, prompted: new Set([0, 1, 2, 3]), rate: 1 });
  again.start(100);
  const [first] = again.due(101, 110);
  assert.equal(first.prompt, 4);
  near(first.at, 103.7, 1e-9, 'as long after now as after the word before');
  near(again.elapsedMs(100), words[3].at_ms, 1e-6, 'time that is over');
});

test('a word that would be late moves all others; no interval gets shorter', () => {
  const line = createWordLine({ words, prompted: [], rate: 1 });
  line.start(0);
  const given = line.due(0, 4);
  given.push(...line.due(20, 60)); // nobody looked for 16 s
  assert.equal(given.length, 12);
  for (let i = 1; i < given.length; i++) {
    assert.ok(given[i].at - given[i - 1].at >= 3.7 - 1e-9);
  }
  assert.ok(given[1].at >= 20);
});

test('a key belongs to the last word that was heard by then', () => {
  const heard = [{ outputMs: 100 }, { outputMs: 3000 }];
  assert.equal(wordAt(heard, 99), undefined);
  assert.equal(wordAt(heard, 2999.9), heard[0]);
  assert.equal(wordAt(heard, 3000), heard[1]);
});

/** A sound device with 0.25 s of latency whose clock the test moves. */
function fakeDevice() {
  const device = {
    ms: 5000,
    audio: 0,
    running: true,
    played: [],
    now: () => device.audio,
    isRunning: () => device.running,
    latencyMs: () => 250,
    readPair: () => (device.running ? { audio_s: device.audio - 0.25, ms: device.ms } : null),
    playWord(word, at) {
      const one = { name: `${word.word}-${word.voice}`, at };
      device.played.push(one);
      return () => device.played.splice(device.played.indexOf(one), 1);
    },
    advance(s) {
      device.ms += s * 1000;
      if (device.running) device.audio += s;
    },
  };
  return device;
}

function startFake(options = {}) {
  const device = fakeDevice();
  const events = [];
  const prompts = createPrompts({
    words,
    prompted: [],
    rate: 1,
    player: device,
    sight: {
      nowMs: () => device.ms,
      visible: () => true,
      focused: () => false,
      frameMs: () => 16.7,
    },
    emit: (type, data) => events.push({ type, ...data }),
    ...options,
  });
  const run = (s) => {
    for (let i = 0; i < s * 20; i++) {
      prompts.tick();
      device.advance(0.05);
    }
  };
  return { device, events, prompts, run };
}

test('prompts are logged with the time they are heard, and answers against it', () => {
  const said = [];
  const { device, events, prompts, run } = startFake({
    onWord: (before) => said.push(before ? before.answers : 'first'),
    onAnswer: (isRight) => said.push(isRight),
  });
  prompts.answer('high', 'Numpad8', device.ms); // before any word: nothing to answer
  run(4);
  assert.equal(events.length, 1);
  near(events[0].output_ms, 5000 + 3000 + 250, 0.1, 'output');
  near(events[0].audio_s, 3, 1e-9, 'audio');
  assert.equal(events[0].word, 'low');
  assert.equal(events[0].focused, false);
  prompts.answer('low', 'Numpad2', 8250 + 612.5);
  prompts.answer('high', 'KeyI', 8250 + 700);
  run(4);
  // A key that was pressed before the second word but arrives after it belongs to the first.
  prompts.answer('low', 'KeyK', 8250 + 3699);
  assert.deepEqual(
    events.filter(({ type }) => type === 'prompt-answer').map(({ type, ...data }) => data),
    [
      { prompt: 0, answer: 'low', key: 'Numpad2', reaction_ms: 612.5, number: 1 },
      { prompt: 0, answer: 'high', key: 'KeyI', reaction_ms: 700, number: 2 },
      { prompt: 0, answer: 'low', key: 'KeyK', reaction_ms: 3699, number: 3 },
    ],
  );
  assert.deepEqual(said, ['first', true, 3 - 1]);
});

test('sound that is taken away stops the words, and they go on where they were', () => {
  const { device, events, prompts, run } = startFake();
  run(4);
  device.running = false;
  prompts.forgetClocks();
  run(60);
  assert.equal(events.length, 1);
  device.running = true;
  prompts.forgetClocks();
  run(4);
  assert.equal(events.length, 2);
  near(events[1].output_ms - events[0].output_ms, 3700 + 60000, 0.2, 'later by the pause');
  near(events[1].audio_s - events[0].audio_s, 3.7, 1e-9, 'not on the audio clock');
});

test('stopping takes back what was not heard yet', () => {
  const { device, events, prompts, run } = startFake();
  run(4);
  assert.equal(device.played.length, 2);
  prompts.stop();
  assert.deepEqual(
    device.played.map(({ at }) => at),
    [3],
  );
  assert.equal(events.length, 1);
});

test('a clock that stands still is noticed', () => {
  const { device, prompts, run } = startFake();
  run(2);
  assert.equal(prompts.isStuck(), false);
  device.advance = (s) => {
    device.ms += s * 1000;
  };
  run(4);
  assert.equal(prompts.isStuck(), true);
});

const memory = () => {
  let kept = null;
  return {
    load: () => kept,
    save: (next) => {
      kept = structuredClone(next);
    },
  };
};
const check = { id: 'c', trials: Array(12).fill({}), trials_an_attempt: 6, needed: 5 };

test('attempts at a check are counted, also across a reload', () => {
  const store = memory();
  const attempts = createAttempts(check, [], store);
  for (const isRight of [true, true, false, false, true]) {
    assert.equal(attempts.take(isRight), null);
  }
  assert.deepEqual(attempts.take(true), { passed: false, attempt: 1, right: 4 });
  assert.equal(attempts.next(), 6);
  for (const isRight of [true, true, true]) attempts.take(isRight);
  // The page is loaded again.
  const again = createAttempts(check, [0, 1, 2, 3, 4, 5, 6, 7, 8], store);
  assert.equal(again.next(), 9);
  for (const isRight of [false, true]) again.take(isRight);
  assert.deepEqual(again.take(true), { passed: true, attempt: 2, right: 5 });
  assert.equal(again.next(), null);
  // And once more, after the last answer was stored and before the phase ended.
  const last = createAttempts(
    check,
    Array.from({ length: 12 }, (_, i) => i),
    store,
  );
  assert.equal(last.isPassed(), true);
  // Somebody else in the same browser begins with nothing.
  const other = createAttempts(check, [], store);
  assert.equal(other.next(), 0);
  assert.equal(other.isPassed(), false);
});

test('tones in opposite phase cancel in the air, the others do not', () => {
  const [left, right] = makeTones([true, false], 48000);
  const power = (from, to) => {
    let sum = 0;
    for (let i = from; i < to; i++) sum += (left[i] + right[i]) ** 2;
    return sum;
  };
  const half = left.length / 2;
  assert.equal(power(0, half), 0);
  assert.ok(power(half, left.length) > 1);
  assert.ok(Math.max(...left) < 0.2);
});

test('frames are counted by their own times, pauses are none', () => {
  const log = createFrameLog();
  for (const time of [0, 16, 32, 48, 9000, 9016]) log.take(time);
  assert.equal(log.takeMedian(), 16);
  assert.equal(log.takeMedian(), 0);
  assert.equal(keyLabel('Numpad8') + keyLabel('KeyI') + keyLabel('ArrowLeft'), '8I←');
  const dvorak = new Map([
    ['KeyI', 'c'],
    ['KeyK', 't'],
  ]);
  assert.equal(keyLabel('KeyI', dvorak) + keyLabel('KeyK', dvorak), 'CT');
  assert.equal(keyLabel('Numpad8', dvorak) + keyLabel('ArrowLeft', dvorak), '8←');
});
