// The auditory Stroop test by itself: words, two keys, and in the practice a line that says
// whether the answer was right.
import { useEffect, useState } from 'preact/hooks';
import { signal as createSignal, useSignal } from '../../signal.js';
import { Progress } from '../../ui/controls.jsx';
import { useLatest } from '../../ui/use-latest.js';
import { runPrompts } from './run-prompts.js';
import { MainButton, Panel, PitchKeys } from './screens.jsx';
import { withSound } from './with-sound.jsx';

/** @typedef {import('./index.js').InstrumentOptions} InstrumentOptions */
/** @typedef {ReturnType<typeof runPrompts>} Running */

const LOOK_MS = 100;

/** @param {{ options: InstrumentOptions, running: Running, feedback:
 *   import('../../signal.js').Signal<import('./run-prompts.js').Feedback | null>, onEnd: () => void
 *   }} props */
function Listening({ options: { phase, texts: t }, running, feedback, onEnd }) {
  const said = useSignal(feedback);
  const [share, setShare] = useState(0);
  const minutes = phase.minutes ?? 0;
  const end = useLatest(onEnd);
  useEffect(() => {
    const timer = setInterval(() => {
      const elapsed = running.elapsedMs() / 60000;
      setShare(minutes > 0 ? elapsed / minutes : 0);
      if (minutes > 0 ? elapsed >= minutes : running.isOver()) end.current();
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [minutes, running, end]);
  return (
    <Panel title={t('instruments.wordsRunning')}>
      {/* Not read aloud: a voice would cover the words. */}
      <p class={`instrument-said ${said?.kind ?? ''}`} data-test="feedback">
        {said?.text ?? '\u00a0'}
      </p>
      {phase.prompts && <PitchKeys keys={phase.prompts} t={t} />}
      <Progress label={t('instruments.timeLeft')} fraction={share} />
    </Panel>
  );
}

/** @param {InstrumentOptions} options @param {import('./screens.jsx').Ask} ask
 * @returns {Promise<'done' | 'failed'>} */
export async function runStroop(options, ask) {
  const { phase, texts: t } = options;
  const sound = await withSound(ask, t, (start) => (
    <Panel title={t('instruments.wordsReady')}>
      {phase.prompts && <PitchKeys keys={phase.prompts} t={t} />}
      <p>{t('instruments.tryKeys')}</p>
      <p class="soft">{t('instruments.wordsHow')}</p>
      <p class="instrument-actions">
        <MainButton label={t('instruments.start')} onClick={start} />
      </p>
    </Panel>
  ));
  if (!sound) return 'failed';
  const feedback = createSignal(/** @type {import('./run-prompts.js').Feedback | null} */ (null));
  const running = runPrompts(sound, options, feedback);
  try {
    await ask((/** @type {(value: null) => void} */ next) => (
      <Listening options={options} running={running} feedback={feedback} onEnd={() => next(null)} />
    ));
  } finally {
    running.stop();
  }
  return 'done';
}
