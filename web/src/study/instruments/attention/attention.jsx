// The attention network test: sizes by a card, a practice that says right or wrong, blocks with
// rests between them. A trial during which the page was left is begun anew.
import { useEffect, useRef, useState } from 'preact/hooks';
import { element } from '../../../ui/element.js';
import { deviceData } from '../../around.js';
import { eachFrame } from '../frames.js';
import { keyLabel, listenForKeys } from '../keys.js';
import { MainButton, Panel, useLayout } from '../screens.jsx';
import { calibrate } from './calibrate.jsx';
import { drawPart, prepareStage, sizesOf } from './draw.js';
import { createTrial } from './trial.js';

/** @typedef {import('../index.js').InstrumentOptions} InstrumentOptions */
/** @typedef {import('./trial.js').AttentionTrial} AttentionTrial */
/** @typedef {import('./trial.js').AttentionSettings} AttentionSettings */
/** @typedef {import('../run-prompts.js').Texts} Texts */

/** Runs trials on a canvas until all are over (null) or the page is left (the trial's number).
 * @param {HTMLCanvasElement} canvas @param {{ options: InstrumentOptions, settings:
 *   AttentionSettings, pxPerMm: number, from: number, to: number, onEnd: (left: number | null) =>
 *   void }} block @returns {() => void} stops it */
function runBlock(canvas, { options, settings, pxPerMm, from, to, onEnd }) {
  const { phase, emit, texts: t, clock } = options;
  /** @type {AttentionTrial[]} */
  const trials = phase.trials ?? [];
  let n = from;
  let trial = createTrial(trials[n], settings, clock.rate);
  let stage = prepareStage(canvas, sizesOf(settings, pxPerMm));

  const feedback = () =>
    trials[n].block > 0
      ? ''
      : !trial.wasAnswered()
        ? t('instruments.missed')
        : trial.isRight()
          ? t('instruments.right')
          : t('instruments.wrong');
  const stopFrames = eachFrame((time) => {
    let part = trial.frame(time);
    if (part === 'over') {
      emit('attention', trial.result(), n);
      n += 1;
      if (n >= to) {
        stop();
        onEnd(null);
        return;
      }
      // The frame that ends a trial is the first of the next.
      trial = createTrial(trials[n], settings, clock.rate);
      part = trial.frame(time);
    }
    drawPart(stage, part, trials[n], part === 'rest' ? feedback() : '');
  });
  const meanings = new Map([
    [settings.left_key, /** @type {const} */ ('left')],
    [settings.right_key, /** @type {const} */ ('right')],
  ]);
  const stopKeys = listenForKeys(meanings, (answer, event) => trial.key(answer, event.timeStamp));
  const leave = () => {
    stop();
    onEnd(n);
  };
  const hide = () => document.visibilityState === 'hidden' && leave();
  const resize = () => {
    stage = prepareStage(canvas, sizesOf(settings, pxPerMm));
  };
  addEventListener('blur', leave);
  addEventListener('resize', resize);
  document.addEventListener('visibilitychange', hide);
  function stop() {
    stopFrames();
    stopKeys();
    removeEventListener('blur', leave);
    removeEventListener('resize', resize);
    document.removeEventListener('visibilitychange', hide);
  }
  return stop;
}

/** @param {Parameters<typeof runBlock>[1]} props */
function Stage(props) {
  const ref = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const { texts: t } = props.options;
  const [block] = useState(props);
  useEffect(() => runBlock(element(ref), block), [block]);
  return (
    <div class="attention-stage" data-test="stage">
      <canvas ref={ref} role="img" aria-label={t('instruments.attentionStage')} />
    </div>
  );
}

/** Before a block, or in its middle after a pause.
 * @param {{ t: Texts, settings: AttentionSettings, trials: AttentionTrial[], n: number, wasAway:
 *   boolean, onStart: () => void }} props */
function Before({ t, settings, trials, n, wasAway, onStart }) {
  const { block } = trials[n];
  const layout = useLayout();
  const left = trials.slice(n).filter((one) => one.block === block).length;
  const blocks = Math.max(...trials.map((one) => one.block));
  const minutes = Math.max(1, Math.round((left * settings.trial_ms) / 60000));
  const isRest = n > 0 && trials[n - 1].block !== block;
  return (
    <Panel
      title={
        wasAway
          ? t('instruments.attentionBack')
          : block === 0
            ? t('instruments.attentionPractice')
            : t('instruments.attentionBlock', { n: block, all: blocks })
      }
    >
      {wasAway && <p>{t('instruments.attentionBackWhy')}</p>}
      {isRest && !wasAway && <p>{t('instruments.attentionRest')}</p>}
      {!wasAway && (
        <p>
          {block === 0
            ? t('instruments.attentionPracticeWhy', { n: left })
            : t('instruments.attentionBlockWhy', { n: left, minutes })}
        </p>
      )}
      <p>
        {t('instruments.attentionKeys', {
          left: keyLabel(settings.left_key, layout),
          right: keyLabel(settings.right_key, layout),
        })}
      </p>
      <p class="instrument-actions">
        <MainButton
          label={n === 0 && !wasAway ? t('instruments.start') : t('instruments.goOn')}
          onClick={onStart}
        />
        <span class="soft small">{t('instruments.keysOnly')}</span>
      </p>
    </Panel>
  );
}

/** @param {{ t: Texts, settings: AttentionSettings, onNext: () => void }} props */
const Distance = ({ t, settings, onNext }) => (
  <Panel title={t('instruments.distance', { cm: Math.round(settings.distance_cm) })}>
    <p>{t('instruments.distanceWhy')}</p>
    <p class="instrument-actions">
      <MainButton label={t('instruments.goOn')} onClick={onNext} />
    </p>
  </Panel>
);

/** @param {InstrumentOptions} options @param {import('../screens.jsx').Ask} ask
 * @returns {Promise<'done'>} */
export async function runAttention(options, ask) {
  const { phase, done, emit, texts: t } = options;
  const settings = phase.attention;
  if (!settings) throw new Error(`phase ${phase.id} has no attention test`);
  /** @type {AttentionTrial[]} */
  const trials = phase.trials ?? [];
  let n = Math.max(-1, ...done) + 1;
  if (n >= trials.length) return 'done';
  const { pxPerMm, isMeasured } = await calibrate(ask, t);
  if (isMeasured) emit('device', { ...deviceData(), pixels_per_cm: pxPerMm * 10 });
  await ask((/** @type {(value: null) => void} */ next) => (
    <Distance t={t} settings={settings} onNext={() => next(null)} />
  ));
  let wasAway = false;
  while (n < trials.length) {
    const from = n;
    const to = trials.findLastIndex((one) => one.block === trials[from].block) + 1;
    const away = wasAway;
    await ask((/** @type {(value: null) => void} */ next) => (
      <Before
        t={t}
        settings={settings}
        trials={trials}
        n={from}
        wasAway={away}
        onStart={() => next(null)}
      />
    ));
    const left = await ask((/** @type {(value: number | null) => void} */ next) => (
      <Stage
        options={options}
        settings={settings}
        pxPerMm={pxPerMm}
        from={from}
        to={to}
        onEnd={next}
      />
    ));
    wasAway = left !== null;
    n = left ?? to;
  }
  return 'done';
}
