// Timing of the words during play, in real time: what is heard against what is logged.
//
//   node tests/instruments/prompt-timing.mjs [MINUTES]
//
// Chromium plays into a sink of a sound server of our own; what comes out there is recorded. A
// script plays, so the board slides, while a solver works in a worker. Intervals between the
// onsets found in the recording are compared with those between the logged output times
// (mean under 2 ms, 99 % under 5 ms), and the times of keys with those at which the script
// says it pressed them (mean under 2 ms). The delay of real loudspeakers and keyboards is not
// measured: it is the same for every word, and no browser knows it.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { monotonicMs, openMeasured, summary, tieClocks, told } from './measure.mjs';
import { openNullSink, RATE } from './null-sink.mjs';
import { findBursts, placeWord, readWav, resample } from './onsets.mjs';

const minutes = Number(process.argv[2] ?? 10);
const sounds = join(dirname(fileURLToPath(import.meta.url)), '../../../data/studies/sounds');
const random = (() => {
  let state = 11;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
})();

/** As the plan draws them: 3 to 5 s from onset to onset. */
const words = [];
for (let at = 3000; at + 3000 <= minutes * 60000; at += 3000 + Math.floor(random() * 2001)) {
  words.push({
    word: random() < 0.5 ? 'high' : 'low',
    voice: random() < 0.5 ? 'high' : 'low',
    at_ms: at,
  });
}
const keys = {
  feedback: false,
  high_key: 'Numpad8',
  low_key: 'Numpad2',
  other_high_key: 'KeyI',
  other_low_key: 'KeyK',
};
const level = {
  game: 'sokoban',
  text: '#########\n#       #\n# $   $ #\n#   @   #\n# .   . #\n#       #\n#########\n',
};
/** Sixteen boxes in a hall, for the solver. */
const hall =
  '################\n#              #\n# $ $ $ $ $ $  #\n#              #\n# $ $ $ $ $ $  #\n' +
  '#       @      #\n# $ $ $ $      #\n#              #\n# .... .... ...#\n# .....        #\n################\n';

/** Presses a key with the time at which it was pressed, as a keyboard's driver does. */
async function pressAt(cdp, code, key) {
  const [ms, seconds] = [monotonicMs(), (performance.timeOrigin + performance.now()) / 1000];
  const event = { code, key, windowsVirtualKeyCode: key.toUpperCase().charCodeAt(0) };
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', timestamp: seconds, ...event });
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
  return { code, ms };
}

/** Plays with one hand and answers with the other until all words were heard. */
async function playAndAnswer(page, cdp, n) {
  const pressed = [];
  let answered = 0;
  for (;;) {
    const heard = await page.evaluate(
      () => window.instruments.events.filter(({ type }) => type === 'prompt').length,
    );
    if (heard > answered) {
      answered = heard;
      pressed.push(await pressAt(cdp, 'KeyI', 'i'));
    }
    if (answered >= n) return pressed;
    const [code, key] = [
      ['KeyW', 'w'],
      ['KeyA', 'a'],
      ['KeyS', 's'],
      ['KeyD', 'd'],
    ][Math.floor(random() * 4)];
    pressed.push(await pressAt(cdp, code, key));
    await new Promise((done) => {
      setTimeout(done, 200 + random() * 100);
    });
  }
}

/** Onsets in the recording in milliseconds; each has to be the word that was logged. */
function onsetsOf(recording, prompts) {
  const templates = new Map(
    ['high-high', 'high-low', 'low-high', 'low-low'].map((name) => [
      name,
      resample(readWav(join(sounds, `${name}.wav`)), RATE),
    ]),
  );
  const bursts = findBursts(recording, RATE);
  assert.equal(bursts.length, prompts.length, 'bursts of sound in the recording');
  return bursts.map((burst, i) => {
    const found = [...templates].map(([name, word]) => ({
      name,
      ...placeWord(recording, word, burst, RATE),
    }));
    const best = found.reduce((a, b) => (b.fit > a.fit ? b : a));
    assert.equal(best.name, `${prompts[i].word}-${prompts[i].voice}`, `word ${i}, fit ${best.fit}`);
    assert.ok(best.fit > 0.9, `word ${i} fits by ${best.fit} only`);
    return (best.at / RATE) * 1000;
  });
}

/** A run from the first word to the last: what was logged, pressed and recorded. */
async function measure(folder) {
  const sink = await openNullSink(folder);
  try {
    const { page, bare, close } = await openMeasured({
      env: sink.env,
      entry: 'play-page.jsx',
      sound: true,
    });
    const cdp = await page.context().newCDPSession(page);
    const endRecording = sink.record();
    await page.locator('main').click();
    await page.evaluate(([one, other]) => void window.play.start(one, other), [level, hall]);
    await page.locator('.board canvas').waitFor({ timeout: 120000 });
    const clocks = await tieClocks(page);
    await bare.prompts({ id: 'play', words, prompts: keys });
    const pressed = await playAndAnswer(page, cdp, words.length);
    await page.waitForTimeout(1500);
    const events = await bare.events();
    const arrived = await bare.pressed();
    const { moves, solved } = await page.evaluate(() => window.play);
    const recording = await endRecording();
    await close();
    return { clocks, pressed, events, arrived, moves, solved, recording };
  } finally {
    await sink.close();
  }
}

const folder = mkdtempSync(join(tmpdir(), 'lw-sound-'));
const { clocks, pressed, events, arrived, moves, solved, recording } = await measure(folder);
const prompts = events.filter(({ type }) => type === 'prompt').map(({ data }) => data);
const onsets = onsetsOf(recording, prompts);
rmSync(folder, { recursive: true, force: true });
const errors = onsets
  .slice(1)
  .map((ms, i) => ms - onsets[i] - (prompts[i + 1].output_ms - prompts[i].output_ms));
const single = onsets.slice(1).map((ms, i) => {
  const by = ({ audio_s, pair_audio_s, pair_ms }) => pair_ms + (audio_s - pair_audio_s) * 1000;
  return ms - onsets[i] - (by(prompts[i + 1]) - by(prompts[i]));
});
const answers = events.filter(({ type }) => type === 'prompt-answer');
const logged = answers.map(({ data }) => prompts[data.prompt].output_ms + data.reaction_ms);
const meant = pressed.filter(({ code }) => code === 'KeyI');
assert.equal(logged.length, meant.length, 'answers');
const keyErrors = logged.map((ms, i) => ms + clocks.offset - meant[i].ms);
const allKeys = arrived.map(({ ms }, i) => ms + clocks.offset - pressed[i].ms);
const late = answers.map(({ t }, i) => t - logged[i]);
const frames = prompts.map(({ frame_ms }) => frame_ms).sort((a, b) => a - b);

console.log(
  `${minutes} min, ${moves} moves, ${solved} searches by the solver, load ${loadavg()[0].toFixed(1)}, ` +
    `median frame ${frames[frames.length >> 1].toFixed(1)} ms, ` +
    `output latency ${prompts[0].latency_ms.toFixed(0)} ms as the browser states it`,
);
console.log(`intervals between words, ${told(summary(errors))}`);
console.log(`the same by single pairs of clocks, ${told(summary(single))}`);
console.log(
  `times of answers, ${told(summary(keyErrors))} (clocks tied to ${clocks.within.toFixed(2)} ms)`,
);
console.log(`times of all keys, ${told(summary(allKeys))}`);
console.log(`handlers ran after the key, ${told(summary(late))}`);
const sound = summary(errors);
assert.ok(sound.mean < 2 && sound.p99 < 5, 'intervals between words');
assert.ok(summary(keyErrors).mean < 2, 'times of answers');
