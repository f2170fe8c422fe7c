// The attention test's timing by a log of all frames, in real time.
//
//   node tests/instruments/attention-frames.mjs [TRIALS] [SEED]
//
// Every part of every trial has to be within one frame of its definition. Frames are those that
// the browser gave: where it left some out, a longer one, which no page can help. Parts that are
// further than the display's usual frame from their definition are counted and printed; one in a
// trial whose frames all came in time is a failure.
import assert from 'node:assert/strict';
import { loadavg } from 'node:os';
import { openMeasured, summary, told } from './measure.mjs';

const nTrials = Number(process.argv[2] ?? 300);
const random = (() => {
  let state = Number(process.argv[3] ?? 7);
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
})();
const trials = Array.from({ length: nTrials }, (_, i) => ({
  kind: 'attention',
  block: 1,
  cue: ['none', 'centre', 'double', 'spatial'][i % 4],
  flanker: ['neutral', 'congruent', 'incongruent'][i % 3],
  place: i % 2 ? 'below' : 'above',
  direction: i % 8 < 4 ? 'left' : 'right',
  fixation_ms: 400 + Math.floor(random() * 1201),
}));
const attention = {
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

const { page, bare, close } = await openMeasured();
await page.evaluate(() => {
  window.frameTimes = [];
  requestAnimationFrame(function frame(time) {
    window.frameTimes.push(time);
    requestAnimationFrame(frame);
  });
});
await bare.run({ id: 'a', instrument: 'attention-network', attention, trials });
await bare.press('I do not have a card');
await bare.press('Continue');
await bare.press('Start');
// Two of three trials are answered, after a time of their own.
let isOver = false;
const hands = (async () => {
  while (!isOver) {
    await page.waitForTimeout(500 + random() * 1500);
    if (random() < 0.67) await page.keyboard.press(random() < 0.5 ? 'ArrowLeft' : 'ArrowRight');
  }
})();
assert.equal(await bare.result(), 'done');
isOver = true;
await hands;
const frames = await page.evaluate(() => window.frameTimes);
const events = (await bare.events()).filter(({ type }) => type === 'attention');
await close();

const gaps = frames.slice(1).map((time, i) => time - frames[i]);
const frameMs = [...gaps].sort((a, b) => a - b)[gaps.length >> 1];
/** Parts of a trial: name, planned, measured. Arrows that were answered have no planned time. */
const partsOf = ({ data }, { fixation_ms }) => [
  ['fixation', fixation_ms, data.fixation_ms],
  ['cue', attention.cue_ms, data.cue_ms],
  ['gap', attention.gap_ms, data.gap_ms],
  ['trial', attention.trial_ms, data.trial_ms],
  ...(data.answer === 'none' ? [['arrows', attention.answer_ms, data.arrows_ms]] : []),
];

const errors = [];
const beyond = [];
// A trial is told in the frame that ends it, which is the first of the next.
const lastFrame = frames.findLast((time) => time <= events[0].t);
let began = lastFrame - events[0].data.trial_ms;
for (const [i, event] of events.entries()) {
  const inTrial = frames.filter(
    (time) => time >= began - 1 && time <= began + event.data.trial_ms + 1,
  );
  const longest = Math.max(...inTrial.slice(1).map((time, k) => time - inTrial[k]));
  for (const [name, planned, measured] of partsOf(event, trials[i])) {
    const error = measured - planned;
    errors.push(error);
    assert.ok(
      Math.abs(error) <= Math.max(frameMs, longest),
      `trial ${i}, ${name}: ${measured} ms, not ${planned}; longest frame ${longest} ms`,
    );
    if (Math.abs(error) > frameMs) beyond.push({ i, name, error, longest });
  }
  began += event.data.trial_ms;
}
const dropped = gaps.filter((gap) => gap > 1.5 * frameMs).length;
console.log(
  `${events.length} trials, ${errors.length} parts, frame ${frameMs.toFixed(2)} ms, ` +
    `${dropped} of ${gaps.length} frames late, load ${loadavg()[0].toFixed(1)}`,
);
console.log(`difference from the definition, ${told(summary(errors))}`);
console.log(`${beyond.length} parts more than one frame from their definition`);
const ours = beyond.filter(({ longest }) => longest <= 1.5 * frameMs);
assert.deepEqual(ours, [], 'parts beyond a frame although every frame came in time');
