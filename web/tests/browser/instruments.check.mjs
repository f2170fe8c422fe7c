// Each instrument of studies alone on a bare page, by a script that keeps its own list: what the
// instrument emits is what the plan said and what was pressed. Waits are shortened.
// SHOTS=FOLDER takes a picture of every screen.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { openBare } from '../instruments/harness.mjs';
import { axeFindings } from './axe.mjs';

async function look(page, name) {
  assert.deepEqual(await axeFindings(page), [], name);
  if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, `${name}.png`) });
}

const attentionPhase = (trials) => ({
  id: 'attention',
  type: 'instrument',
  instrument: 'attention-network',
  attention: {
    cue_ms: 100,
    gap_ms: 400,
    answer_ms: 100000, // a busy machine has time to press
    trial_ms: 4000,
    left_key: 'ArrowLeft',
    right_key: 'ArrowRight',
    arrows_degrees: 3.08,
    offset_degrees: 1.06,
    distance_cm: 53,
  },
  trials,
});
const attentionTrials = ['none', 'centre', 'double', 'spatial', 'double', 'spatial'].map(
  (cue, i) => ({
    kind: 'attention',
    block: Math.floor(i / 2),
    cue,
    flanker: ['neutral', 'congruent', 'incongruent'][i % 3],
    place: i % 2 ? 'below' : 'above',
    direction: i % 4 < 2 ? 'left' : 'right',
    fixation_ms: 400 + i * 200,
  }),
);

const keys = {
  feedback: true,
  high_key: 'Numpad8',
  low_key: 'Numpad2',
  other_high_key: 'KeyI',
  other_low_key: 'KeyK',
};
const words = ['high high', 'low high', 'high low', 'low low', 'low high', 'high high'].map(
  (pair, i) => ({
    kind: 'word',
    word: pair.split(' ')[0],
    voice: pair.split(' ')[1],
    at_ms: 3000 + i * 10000,
  }),
);
const stroopPhase = {
  id: 'words',
  type: 'instrument',
  instrument: 'auditory-stroop',
  minutes: 1,
  prompts: keys,
  trials: words,
};
const RATE = 5;

/** Presses a key until the trial is over; the first press after the arrows counts. */
async function answerTrial(page, bare, n, key) {
  await bare.answer(n);
  const over = async () => (await bare.events()).some((event) => event.trial === n);
  while (!(await over())) {
    if (key) await page.keyboard.press(key);
    await page.waitForTimeout(15);
  }
}

/** Answers each new word by what `press` says. */
async function answerWords(page, bare, from, to, press) {
  for (let n = from; n < to; n++) {
    await bare.emitted('prompt', n - from + 1);
    for (const code of press(n)) await page.keyboard.press(code);
  }
}

/** What has to be in the log: every key of an answer belongs to the last word that was heard when
 * it was pressed. A slow script may press late; the browser knows when. */
function expectedAnswers(events, pressed) {
  const heard = events.filter(({ type }) => type === 'prompt').map(({ data }) => data);
  const counts = new Map();
  return pressed.flatMap(({ code, ms }) => {
    const word = heard.findLast(({ output_ms }) => output_ms <= ms);
    const answer = { Numpad8: 'high', KeyI: 'high', Numpad2: 'low', KeyK: 'low' }[code];
    if (!word || !answer) return [];
    counts.set(word.prompt, (counts.get(word.prompt) ?? 0) + 1);
    return [[word.prompt, code, answer, counts.get(word.prompt), ms - word.output_ms]];
  });
}
const answersOf = (events) =>
  events
    .filter(({ type }) => type === 'prompt-answer')
    .map(({ data }) => [data.prompt, data.key, data.answer, data.number, data.reaction_ms]);

export default {
  async 'attention test: sizes by a card, practice with feedback, rests, a reload, keys as pressed'({
    visit,
  }) {
    const { page, base, close, assertQuiet } = await visit({ serviceWorkers: 'block', once: true });
    const bare = await openBare(page, base);
    const phase = attentionPhase(attentionTrials);
    await bare.run(phase, { rate: RATE });
    await look(page, 'attention-card');
    await page.getByRole('slider').fill('400');
    await bare.press('It fits');
    await look(page, 'attention-distance');
    await bare.press('Continue');
    await look(page, 'attention-practice');
    await bare.press('Start');
    const wrong = (n) => (attentionTrials[n].direction === 'left' ? 'ArrowRight' : 'ArrowLeft');
    const right = (n) => (attentionTrials[n].direction === 'left' ? 'ArrowLeft' : 'ArrowRight');
    await answerTrial(page, bare, 0, right(0));
    await answerTrial(page, bare, 1, wrong(1));
    await look(page, 'attention-rest');
    await bare.setRate(4 * RATE); // nobody answers the next
    await bare.press('Continue');
    await page.waitForTimeout(500); // the arrows are there, for the picture
    await look(page, 'attention-stage');
    await answerTrial(page, bare, 2, null);
    const first = await bare.events();
    await bare.load();
    await bare.run(phase, { done: [0, 1, 2], rate: RATE });
    await bare.press('Continue'); // the card is not asked for again, the distance is
    await bare.press('Continue');
    await page.locator('[data-test=stage]').waitFor();
    // The stage is there a moment before it listens.
    await page.waitForFunction(
      () => {
        window.dispatchEvent(new Event('blur'));
        return !document.querySelector('[data-test=stage]');
      },
      null,
      { polling: 20 },
    );
    await look(page, 'attention-away');
    await bare.press('Continue');
    await answerTrial(page, bare, 3, right(3));
    await bare.press('Continue');
    await answerTrial(page, bare, 4, right(4));
    await answerTrial(page, bare, 5, wrong(5));
    assert.equal(await bare.result(), 'done');
    const all = [...first, ...(await bare.events())];
    const devices = all.filter(({ type }) => type === 'device');
    const trials = all.filter(({ type }) => type !== 'device');
    // Also by the second part of the test, which was not asked for the card again.
    assert.deepEqual(
      devices.map(({ data }) => Math.round(data.pixels_per_cm * 100)),
      [400, 400].map((width) => Math.round((width / 8.56) * 100)),
    );
    const pressed = [right(0), wrong(1), null, right(3), right(4), wrong(5)];
    assert.deepEqual(
      trials.map(({ type, trial, data }) => [type, trial, data.answer]),
      pressed.map((key, n) => ['attention', n, key ? key.slice(5).toLowerCase() : 'none']),
    );
    for (const { data, trial } of trials) {
      assert.equal('reaction_ms' in data, trial !== 2);
      assert.ok(data.fixation_ms > 0 && data.cue_ms > 0 && data.gap_ms > 0 && data.arrows_ms > 0);
      const parts = data.fixation_ms + data.cue_ms + data.gap_ms + data.arrows_ms;
      assert.ok(data.trial_ms >= parts);
    }
    assertQuiet();
    await close();
  },

  async 'auditory Stroop test: nothing before a gesture, words as planned, feedback, a reload'({
    visit,
  }) {
    const { page, base, close, assertQuiet } = await visit({ serviceWorkers: 'block', once: true });
    const bare = await openBare(page, base);
    await bare.run(stroopPhase, { rate: RATE });
    await look(page, 'stroop-start');
    assert.deepEqual(await bare.events(), []);
    await bare.press('Start');
    const press = (n) => [['Numpad8'], ['KeyK', 'KeyI'], [], [], ['Numpad2'], ['KeyI']][n];
    await answerWords(page, bare, 0, 2, press);
    if (process.env.SHOTS) await look(page, 'stroop-running');
    await bare.emitted('prompt', 4);
    const first = await bare.events();
    const said = await bare.said();
    const answers = expectedAnswers(first, await bare.pressed());
    assert.ok(answers.length >= 3, 'the script pressed keys');
    assert.deepEqual(answersOf(first), answers);
    for (const text of ['Correct', 'Wrong', 'No answer']) assert.ok(said.includes(text), `${said}`);
    const played = first.filter(({ type }) => type === 'prompt').length;
    await bare.load();
    const prompted = Array.from({ length: played }, (_, i) => i);
    await bare.run(stroopPhase, { prompted, rate: RATE });
    await bare.press('Start');
    await answerWords(page, bare, played, words.length, press);
    assert.equal(await bare.result(), 'done');
    const second = await bare.events();
    assert.deepEqual(answersOf(second), expectedAnswers(second, await bare.pressed()));
    const prompts = [...first, ...second]
      .filter(({ type }) => type === 'prompt')
      .map(({ data }) => data);
    assert.deepEqual(
      prompts.map(({ prompt, word, voice }) => [prompt, word, voice]),
      words.map(({ word, voice }, i) => [i, word, voice]),
    );
    for (let i = played + 1; i < prompts.length; i++) {
      const gap = prompts[i].audio_s - prompts[i - 1].audio_s;
      assert.ok(gap >= 10 / RATE - 1e-6, `${gap} s between words`);
    }
    for (const one of prompts) {
      assert.ok(one.visible && one.latency_ms >= 0 && one.pair_ms > 0 && one.frame_ms >= 0);
    }
    assertQuiet();
    await close();
  },

  async 'words during play: keys of the answers stay with them, others reach the game'({ visit }) {
    const { page, base, close, assertQuiet } = await visit({ serviceWorkers: 'block', once: true });
    const bare = await openBare(page, base);
    await page.locator('main').click();
    const phase = { id: 'main', type: 'play', minutes: 1, words, prompts: keys };
    await bare.prompts(phase, { prompted: [0, 1], rate: RATE });
    const press = () => ['KeyW', 'KeyI', 'KeyD'];
    await answerWords(page, bare, 2, 5, press);
    await page.evaluate(() => window.instruments.running.stop());
    const events = await bare.events();
    const played = events.filter(({ type }) => type === 'prompt').map(({ data }) => data.prompt);
    assert.deepEqual(played, [2, 3, 4, 5].slice(0, Math.max(3, played.length)));
    const answers = expectedAnswers(events, await bare.pressed());
    assert.equal(answers.length, 3);
    assert.deepEqual(answersOf(events), answers);
    assert.deepEqual(
      await bare.keys(),
      [2, 3, 4].flatMap(() => ['KeyW', 'KeyD']),
    );
    await page.waitForTimeout(1000);
    assert.equal((await bare.events()).length, events.length, 'nothing after the end');
    assertQuiet();
    await close();
  },

  async 'headphone check: a warning, a failed attempt, a reload in the second, passed'({ visit }) {
    const { page, base, close, assertQuiet } = await visit({ serviceWorkers: 'block', once: true });
    const bare = await openBare(page, base);
    const opposed = [
      [true, false, true],
      [true, true, false, false],
      [false, true, true, true, false],
      [true, true, true, false],
    ];
    const phase = {
      id: 'headphones',
      type: 'instrument',
      instrument: 'headphone-check',
      trials_an_attempt: 2,
      needed: 2,
      trials: opposed.map((one) => ({ kind: 'tones', opposed: one })),
    };
    await bare.run(phase, { rate: 20 });
    await look(page, 'headphones-bluetooth');
    await bare.press('My headphones have a cable');
    await look(page, 'headphones-volume');
    await bare.press('Play a tone');
    await bare.press('The volume is comfortable');
    await look(page, 'headphones-count');
    await bare.press('3');
    await bare.press('2');
    await look(page, 'headphones-failed');
    await bare.press('Try again');
    await bare.press('5');
    const first = await bare.events();
    await bare.load();
    await bare.run(phase, { done: [0, 1, 2], rate: 20 });
    await bare.press('My headphones have a cable');
    await bare.press('The volume is comfortable');
    await page.getByRole('button', { name: '4', exact: true, disabled: false }).waitFor();
    await page.keyboard.press('Digit4');
    assert.equal(await bare.result(), 'done');
    const all = [...first, ...(await bare.events())].filter(({ type }) => type !== 'device');
    assert.deepEqual(
      all.map(({ type, trial, data }) => [type, trial ?? null, data]),
      [
        ['tones', 0, { count: 3 }],
        ['tones', 1, { count: 2 }],
        ['check', null, { passed: false, attempt: 1, right: 1 }],
        ['tones', 2, { count: 5 }],
        ['tones', 3, { count: 4 }],
        ['check', null, { passed: true, attempt: 2, right: 2 }],
      ],
    );
    assert.equal(first[0].data.bluetooth_warned, true);
    assertQuiet();
    await close();
  },

  async 'pitch check: by buttons and keys, not passed'({ visit }) {
    const { page, base, close, assertQuiet } = await visit({ serviceWorkers: 'block', once: true });
    const bare = await openBare(page, base);
    const phase = {
      id: 'voices',
      type: 'instrument',
      instrument: 'pitch-check',
      trials_an_attempt: 3,
      needed: 3,
      trials: words.slice(0, 3),
    };
    await bare.run(phase, { rate: 4 });
    await look(page, 'pitch-start');
    await bare.press('Start');
    await look(page, 'pitch-word');
    // Before the word is heard no answer is taken.
    while ((await bare.events()).length < 1) await bare.press('High voice');
    while ((await bare.events()).length < 2) await page.keyboard.press('Numpad8');
    while ((await bare.events()).length < 4) await page.keyboard.press('KeyI');
    await look(page, 'pitch-over');
    await bare.press('Continue');
    assert.equal(await bare.result(), 'failed');
    const events = await bare.events();
    assert.deepEqual(
      events.map(({ type, data }) => [type, data.answer ?? data.right]),
      [
        ['pitch', 'high'],
        ['pitch', 'high'],
        ['pitch', 'high'],
        ['check', 2],
      ],
    );
    assert.ok(events.slice(0, 3).every(({ data }) => data.reaction_ms >= 0));
    assertQuiet();
    await close();
  },

  async 'sounds that do not come: a sentence, another try, or on without; stopped in the middle'({
    visit,
  }) {
    const { page, base, close, forgive, assertQuiet } = await visit({
      serviceWorkers: 'block',
      once: true,
    });
    const bare = await openBare(page, base);
    await page.route('**/word-*.wav', (route) => route.abort());
    await bare.run(stroopPhase, { rate: RATE });
    await bare.press('Start');
    await page.getByText('The sounds could not be loaded').waitFor();
    await look(page, 'sound-missing');
    await bare.press('I cannot get any sound');
    assert.equal(await bare.result(), 'failed');
    assert.equal(await page.locator('#place').innerHTML(), '');
    await bare.load();
    await bare.run(stroopPhase, { rate: RATE });
    await bare.press('Start');
    await page.getByText('The sounds could not be loaded').waitFor();
    await page.unroute('**/word-*.wav');
    await bare.press('Try again');
    await bare.emitted('prompt', 1);
    await bare.stop();
    assert.equal(await bare.result(), 'stopped');
    assert.equal(await page.locator('#place').innerHTML(), '');
    forgive(/Failed to load resource/);
    assertQuiet();
    await close();
  },

  async 'a phone is told that keys are needed'({ visit }) {
    const { page, base, close, assertQuiet } = await visit({
      serviceWorkers: 'block',
      once: true,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const bare = await openBare(page, base);
    await bare.run(attentionPhase(attentionTrials), { rate: RATE });
    await page.getByText('This part needs a keyboard').waitFor();
    await look(page, 'phone-refused');
    assert.equal(
      await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
      true,
    );
    await page.getByRole('button', { name: 'I have connected a keyboard' }).tap();
    await look(page, 'phone-card');
    assertQuiet();
    await close();
  },
};
