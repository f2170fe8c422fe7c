// Levels to be played in any order: pictures of all, with what became of each.
import { useEffect } from 'preact/hooks';
import { Thumb } from '../../board/thumb.jsx';
import { useSignal } from '../../signal.js';
import { t } from '../../texts.js';
import { Button } from '../../ui/controls.jsx';
import { Icon } from '../../ui/icon.jsx';
import { useLatest } from '../../ui/use-latest.js';
import { Onward, ScreenTitle } from '../bits.jsx';
import { levelOf } from './board.jsx';

/** @typedef {import('../run.js').StudyRun} StudyRun */

/** @typedef {object} ChooseProps
 * @property {StudyRun} run
 * @property {StudyPhase} phase
 * @property {Map<number, import('./level.jsx').Outcome>} outcomes of trials that were played
 * @property {(trial: number) => void} onDone -1: enough */

/** @param {ChooseProps} props */
export function ChooseScreen({ run, phase, outcomes, onDone }) {
  const trials = phase.trials ?? [];
  const isOver = useSignal(run.isOver);
  const done = useLatest(onDone);
  useEffect(() => {
    if (isOver) done.current(-1);
  }, [isOver, done]);
  return (
    <div class="screen wide stack" data-test="choose">
      <ScreenTitle title={phase.title || t('study.levels')} lang={run.plan.language} />
      <p class="soft">{t('study.anyOrder')}</p>
      <ul class="choose">
        {trials.map((trial, i) => (
          <li key={trial.levels?.[0]}>
            <LevelTile
              level={levelOf(run.plan, trial.levels?.[0] ?? '')}
              n={i + 1}
              outcome={outcomes.get(i)}
              onChoose={() => onDone(i)}
            />
          </li>
        ))}
      </ul>
      {!phase.minutes && (
        <Onward>
          <span class="soft small">{t('study.enoughHelp')}</span>
          <Button
            label={t('study.enough')}
            kind="main"
            data-test="enough"
            onClick={() => onDone(-1)}
          />
        </Onward>
      )}
    </div>
  );
}

/** @param {{ level: Level, n: number, outcome?: import('./level.jsx').Outcome, onChoose: () => void
 *   }} props */
function LevelTile({ level, n, outcome, onChoose }) {
  const isEnded = outcome !== undefined && outcome !== 'left';
  const word = outcome ? t(`study.outcome.${outcome}`) : '';
  return (
    <button
      type="button"
      class="level-tile"
      data-trial={n - 1}
      disabled={isEnded}
      onClick={onChoose}
    >
      <Thumb level={level} width={170} height={130} />
      <span class="row between">
        <b>{t('study.levelN', { n })}</b>
        <span class="soft small">
          {outcome === 'solved' && <Icon name="check" />}
          {word}
        </span>
      </span>
    </button>
  );
}
