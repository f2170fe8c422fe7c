// Over every screen of a study: how far one is, how much time is left, what waits to be sent,
// and one's code.
import { useState } from 'preact/hooks';
import { useSignal } from '../signal.js';
import { plural, t } from '../texts.js';
import { Button, Note, Progress } from '../ui/controls.jsx';
import { CodeDialog, fillScreen } from './code.jsx';

/** @typedef {import('./run.js').StudyRun} StudyRun */

/** @param {{ run: StudyRun }} props */
export function StudyBar({ run }) {
  const at = useSignal(run.at);
  const left = useSignal(run.minutesLeft);
  const isLate = useSignal(run.sender.late);
  const n = useSignal(run.sender.waiting);
  const [isOpen, setOpen] = useState(false);
  const fraction = at ? (at.part - 1 + at.within) / at.parts : 0;
  return (
    <div class="study-bar">
      <div class="row between">
        <span class="soft small" data-test="part">
          {at ? t('study.partOf', { part: at.part, parts: at.parts }) : run.plan.title}
        </span>
        {left !== null && (
          <span class="pill" data-test="minutes-left">
            {plural('study.minutesLeft', left)}
          </span>
        )}
        {isLate && n > 0 && (
          <span class="pill" data-test="waiting" title={t('study.waitingLong')}>
            {plural('study.waiting', n)}
          </span>
        )}
        <Button
          label={t('study.yourCode')}
          kind="quiet small"
          data-test="your-code"
          onClick={() => setOpen(true)}
        />
      </div>
      {at && <Progress label={t('study.progress')} fraction={fraction} />}
      {isOpen && <CodeDialog run={run} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** Where the design needs the whole screen and it was left. @param {{ run: StudyRun, isOn: boolean
 *   }} props */
export const FullScreenNote = ({ run, isOn }) =>
  run.plan.device.full_screen && !isOn && document.fullscreenEnabled ? (
    <Note icon="warn" role="status">
      <div class="row">
        <span>{t('study.fullScreenLeft')}</span>
        <Button label={t('study.fullScreenBack')} kind="small" onClick={() => fillScreen(true)} />
      </div>
    </Note>
  ) : null;
