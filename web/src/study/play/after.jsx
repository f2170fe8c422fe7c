// Questions on a level that was just played, beside its picture.
import { useMemo, useState } from 'preact/hooks';
import { Thumb } from '../../board/thumb.jsx';
import { t } from '../../texts.js';
import { ScreenTitle } from '../bits.jsx';
import { Form } from '../questions.jsx';
import { levelOf } from './board.jsx';

/** @param {{ run: import('../run.js').StudyRun, phase: StudyPhase, trial: number, onDone: () =>
 *   void }} props */
export function AfterLevel({ run, phase, trial, onDone }) {
  const id = phase.trials?.[trial].levels?.[0] ?? '';
  const level = useMemo(() => levelOf(run.plan, id), [run.plan, id]);
  const [questions] = useState(() => {
    const before = run.progressOf(phase).answered.filter(([, of]) => of === trial);
    return run.questionsOf(phase).filter(({ id: name }) => !before.some(([one]) => one === name));
  });
  return (
    <div class="screen stack" data-test="after" data-trial={trial}>
      <ScreenTitle title={t('study.afterLevel', { n: trial + 1 })} />
      <div class="after-picture">
        <Thumb level={level} width={220} height={160} />
      </div>
      <Form run={run} questions={questions} trial={trial} onDone={onDone} />
    </div>
  );
}
