// Looking at pictures of levels, one by one or together, and answering questions on them.
import { useState } from 'preact/hooks';
import { Thumb } from '../board/thumb.jsx';
import { t } from '../texts.js';
import { ScreenTitle } from './bits.jsx';
import { levelOf } from './play/board.jsx';
import { Form } from './questions.jsx';
import { view } from './screen.js';

/** @typedef {import('./run.js').StudyRun} StudyRun */

/** Questions of a trial that have no answer yet.
 * @param {StudyRun} run @param {StudyPhase} phase @param {number} trial */
function openQuestions(run, phase, trial) {
  const answered = run.progressOf(phase).answered.filter(([, of]) => of === trial);
  return run.questionsOf(phase).filter(({ id }) => !answered.some(([name]) => name === id));
}

/** @param {{ run: StudyRun, phase: StudyPhase, trial: number, onDone: () => void }} props */
function RateScreen({ run, phase, trial, onDone }) {
  const trials = phase.trials ?? [];
  const [pictures] = useState(() =>
    (trials[trial].levels ?? []).map((id) => ({ id, level: levelOf(run.plan, id) })),
  );
  const [questions] = useState(() => openQuestions(run, phase, trial));
  const isMarked = questions.some(({ type }) => type === 'mark');
  const size = pictures.length === 1 ? { width: 420, height: 320 } : { width: 260, height: 220 };
  return (
    <div class="screen wide stack" data-test="rate" data-trial={trial}>
      <ScreenTitle title={phase.title || t('study.pictures')} lang={run.plan.language} />
      {trials.length > 1 && (
        <p class="soft small">{t('study.pictureOf', { n: trial + 1, of: trials.length })}</p>
      )}
      {!isMarked && (
        <div class="pictures">
          {pictures.map(({ id, level }, i) => (
            <div key={id} class="picture">
              <Thumb level={level} {...size} />
              {pictures.length > 1 && <span>{t('study.picture', { n: i + 1 })}</span>}
            </div>
          ))}
        </div>
      )}
      <Form {...{ run, questions, trial, pictures, onDone }} />
    </div>
  );
}

/** @param {StudyRun} run @param {StudyPhase} phase */
export const rateScreens = (run, phase) =>
  (phase.trials ?? []).map((_, trial) => ({
    timeline: [
      view(
        RateScreen,
        () => ({ run, phase, trial }),
        () => run.setWithin(trial + 1, phase.trials?.length ?? 1),
      ),
    ],
    conditional_function: () => openQuestions(run, phase, trial).length > 0,
  }));
