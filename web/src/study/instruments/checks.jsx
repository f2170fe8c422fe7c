// The checks before sound matters: headphones, and the two voices.
import { useEffect, useState } from 'preact/hooks';
import { load, save } from '../../storage.js';
import { Button, Note } from '../../ui/controls.jsx';
import { useLatest } from '../../ui/use-latest.js';
import { deviceData } from '../around.js';
import { createAttempts } from './attempts.js';
import { keyLabel, listenForKeys, pitchKeys } from './keys.js';
import { MainButton, Message, Panel, PitchKeys, useLayout } from './screens.jsx';
import { makeTones } from './tones.js';
import { withSound } from './with-sound.jsx';

/** @typedef {import('./index.js').InstrumentOptions} InstrumentOptions */
/** @typedef {import('./screens.jsx').Ask} Ask */
/** @typedef {import('./sound.js').Sound} Sound */

/** Between the screen and its sound. */
const LEAD_MS = 700;
const COUNTS = [0, 1, 2, 3, 4, 5, 6, 7];
const KEYS = {
  feedback: false,
  high_key: 'Numpad8',
  low_key: 'Numpad2',
  other_high_key: 'KeyI',
  other_low_key: 'KeyK',
};

/** Goes through attempts until one is passed or none is left.
 * @param {InstrumentOptions} options @param {Ask} ask
 * @param {{ trial: (n: number, attempts: ReturnType<typeof createAttempts>) => Promise<boolean>,
 *   title: string, why: string }} check @returns {Promise<'done' | 'failed'>} */
async function runAttempts({ phase, done, emit, texts: t }, ask, check) {
  const key = `study.check ${location.hash} ${phase.id}`;
  const attempts = createAttempts(phase, done, {
    load: () => load(key, null),
    save: (kept) => save(key, kept),
  });
  for (let n = attempts.next(); n !== null; n = attempts.next()) {
    const ended = attempts.take(await check.trial(n, attempts));
    if (!ended) continue;
    emit('check', ended);
    if (ended.passed) break;
    const isLast = attempts.next() === null;
    await ask((/** @type {(value: null) => void} */ next) => (
      <Message
        title={isLast ? t('instruments.checkOver') : check.title}
        why={isLast ? t('instruments.checkOverWhy') : check.why}
        actions={[
          {
            label: isLast ? t('instruments.goOn') : t('instruments.tryAgain'),
            onClick: () => next(null),
          },
        ]}
      />
    ));
  }
  return attempts.isPassed() ? 'done' : 'failed';
}

/** @param {{ t: import('./run-prompts.js').Texts, n: number, size: number }} props */
const Count = ({ t, n, size }) => (
  <p class="soft small">{t('instruments.trialOf', { n: n + 1, all: size })}</p>
);

/** @param {{ sound: Sound, t: import('./run-prompts.js').Texts, opposed: boolean[], n: number,
 *   size: number, rate: number, onCount: (count: number) => void }} props */
function Tones({ sound, t, opposed, n, size, rate, onCount }) {
  const [isPlaying, setPlaying] = useState(true);
  useEffect(() => {
    if (!isPlaying) return undefined;
    const samples = makeTones(opposed, sound.sampleRate());
    const at = sound.now() + LEAD_MS / rate / 1000;
    const takeBack = sound.playSamples(samples, at);
    const lasts = LEAD_MS + (samples[0].length / sound.sampleRate()) * 1000 + sound.latencyMs();
    const timer = setTimeout(setPlaying, lasts / rate, false);
    return () => {
      clearTimeout(timer);
      takeBack();
    };
  }, [isPlaying, opposed, rate, sound]);
  const told = useLatest(onCount);
  useEffect(() => {
    const numbers = COUNTS.flatMap((count) => [`Digit${count}`, `Numpad${count}`]);
    const meanings = new Map(numbers.map((code) => [code, Number(code.at(-1))]));
    return isPlaying ? undefined : listenForKeys(meanings, (heard) => told.current(heard));
  }, [isPlaying, told]);
  return (
    <Panel title={isPlaying ? t('instruments.tonesPlaying') : t('instruments.countTones')}>
      <Count t={t} n={n} size={size} />
      <p class="instrument-counts">
        {COUNTS.map((count) => (
          <Button
            key={count}
            label={String(count)}
            disabled={isPlaying}
            onClick={() => onCount(count)}
          />
        ))}
      </p>
      <p>
        <Button
          label={t('instruments.hearAgain')}
          kind="quiet"
          disabled={isPlaying}
          onClick={() => setPlaying(true)}
        />
      </p>
    </Panel>
  );
}

/** @param {{ sound: Sound, t: import('./run-prompts.js').Texts, onReady: () => void }} props */
function Volume({ sound, t, onReady }) {
  const play = () =>
    sound.playSamples(makeTones([false, false], sound.sampleRate()), sound.now() + 0.05);
  return (
    <Panel title={t('instruments.volume')}>
      <p>{t('instruments.volumeWhy')}</p>
      <p class="instrument-actions">
        <MainButton label={t('instruments.playTone')} onClick={play} />
        <Button label={t('instruments.tonesReady')} onClick={onReady} />
      </p>
    </Panel>
  );
}

/** @param {InstrumentOptions} options @param {Ask} ask */
export async function runHeadphones(options, ask) {
  const { phase, emit, texts: t, clock } = options;
  const sound = await withSound(ask, t, (start) => (
    <Panel title={t('instruments.bluetooth')}>
      <Note kind="info" icon="warn">
        {t('instruments.bluetoothWhy')}
      </Note>
      <p class="instrument-actions">
        <MainButton label={t('instruments.bluetoothRead')} onClick={start} />
      </p>
    </Panel>
  ));
  emit('device', { ...deviceData(), bluetooth_warned: true });
  if (!sound) return 'failed';
  await ask((/** @type {(value: null) => void} */ next) => (
    <Volume sound={sound} t={t} onReady={() => next(null)} />
  ));
  return runAttempts(options, ask, {
    title: t('instruments.tonesFailed'),
    why: t('instruments.tonesFailedWhy'),
    async trial(n, { inAttempt, size }) {
      const { opposed } = phase.trials?.[n] ?? { opposed: [] };
      const count = await ask((/** @type {(value: number) => void} */ next) => (
        <Tones
          sound={sound}
          t={t}
          opposed={opposed}
          n={inAttempt()}
          size={size}
          rate={clock.rate}
          onCount={next}
        />
      ));
      emit('tones', { count }, n);
      return count === opposed.length;
    },
  });
}

/** @param {{ sound: Sound, t: import('./run-prompts.js').Texts, word:
 *   import('./word-line.js').Word, n: number, size: number, rate: number, onAnswer: (answer: {
 *   pitch: 'high' | 'low', reaction_ms: number }) => void }} props */
function Pitch({ sound, t, word, n, size, rate, onAnswer }) {
  const answered = useLatest(onAnswer);
  const layout = useLayout();
  useEffect(() => {
    const at = sound.now() + LEAD_MS / rate / 1000;
    const takeBack = sound.playWord(word, at);
    /** @param {'high' | 'low'} pitch @param {Event} event */
    const answer = (pitch, event) => {
      const pair = sound.readPair();
      const onset = pair ? pair.ms + (at - pair.audio_s) * 1000 : NaN;
      // Before the word nothing can be known of it.
      if (!(event.timeStamp >= onset)) return;
      takeBack();
      answered.current({ pitch, reaction_ms: event.timeStamp - onset });
    };
    const stopKeys = listenForKeys(pitchKeys(KEYS), answer);
    /** @param {Event} event */
    const press = (event) => {
      const button = event.target instanceof Element && event.target.closest('[data-pitch]');
      const pitch = button && button.getAttribute('data-pitch');
      if (pitch === 'high' || pitch === 'low') answer(pitch, event);
    };
    addEventListener('click', press);
    return () => {
      stopKeys();
      removeEventListener('click', press);
    };
  }, [sound, word, rate, answered]);
  return (
    <Panel title={t('instruments.whichVoice')}>
      <Count t={t} n={n} size={size} />
      <p class="instrument-voices">
        <Button label={t('instruments.highVoice')} data-pitch="high" />
        <Button label={t('instruments.lowVoice')} data-pitch="low" />
      </p>
      <p class="soft small">
        <kbd>{keyLabel(KEYS.other_high_key, layout)}</kbd> {t('instruments.highVoice')}{' '}
        <kbd>{keyLabel(KEYS.other_low_key, layout)}</kbd> {t('instruments.lowVoice')}
      </p>
    </Panel>
  );
}

/** @param {InstrumentOptions} options @param {Ask} ask */
export async function runPitch(options, ask) {
  const { phase, emit, texts: t, clock } = options;
  const sound = await withSound(ask, t, (start) => (
    <Panel title={t('instruments.pitchReady')}>
      <p>{t('instruments.pitchHow')}</p>
      <PitchKeys keys={KEYS} t={t} />
      <p class="instrument-actions">
        <MainButton label={t('instruments.start')} onClick={start} />
      </p>
    </Panel>
  ));
  if (!sound) return 'failed';
  return runAttempts(options, ask, {
    title: t('instruments.pitchFailed'),
    why: t('instruments.pitchFailedWhy'),
    async trial(n, { inAttempt, size }) {
      const word = phase.trials?.[n];
      /** @typedef {{ pitch: 'high' | 'low', reaction_ms: number }} Answer */
      const { pitch, reaction_ms } = await ask((/** @type {(value: Answer) => void} */ next) => (
        <Pitch
          sound={sound}
          t={t}
          word={word}
          n={inAttempt()}
          size={size}
          rate={clock.rate}
          onAnswer={next}
        />
      ));
      emit('pitch', { answer: pitch, reaction_ms }, n);
      return pitch === word.voice;
    },
  });
}
