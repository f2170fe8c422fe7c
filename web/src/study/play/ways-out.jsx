// Ways out of a level that is not solved: back to all of them, giving up, saying that it cannot be
// won, and stopping to play altogether. What cannot be taken back is asked twice.
import { useEffect, useState } from 'preact/hooks';
import { t } from '../../texts.js';
import { Button, Dialog } from '../../ui/controls.jsx';

/** @typedef {import('../run.js').StudyRun} StudyRun */
/** @typedef {import('./level.jsx').Outcome} Outcome */
/** @typedef {'gave-up' | 'unwinnable' | 'stopped'} Way */

/** Is it time to let people give up? @param {StudyRun} run @param {StudyPhase} phase */
function useMayGiveUp(run, phase) {
  const isLater = phase.give_up === 'later';
  const [may, setMay] = useState(!isLater);
  const seconds = phase.give_up_seconds ?? 0;
  useEffect(() => {
    if (!isLater) return undefined;
    const timer = setTimeout(() => setMay(true), (seconds * 1000) / run.clock.rate);
    return () => clearTimeout(timer);
  }, [isLater, seconds, run]);
  return may && phase.give_up !== 'never';
}

/** May somebody stop in the middle of a list of levels? Where time ends the phase they wait for
 * it, and where levels cannot be given up the last one has to be solved.
 * @param {StudyPhase} phase */
const mayStop = ({ free, trials, minutes, give_up: giveUp }) =>
  !free && (trials?.length ?? 0) > 1 && !minutes && giveUp !== 'never';

/** @type {Record<Way, string>} */
const LABELS = {
  'gave-up': 'study.giveUp',
  unwinnable: 'study.unwinnable',
  stopped: 'study.enough',
};

/** @param {{ way: Way, onSure: () => void, onClose: () => void }} props */
const Sure = ({ way, onSure, onClose }) => (
  <Dialog title={t(`study.sure.${way}`)} onClose={onClose}>
    <p>{t(way === 'stopped' ? 'study.sureStopped' : 'study.sureHelp')}</p>
    <div class="row">
      <Button label={t(LABELS[way])} kind="main" data-test="sure" onClick={onSure} />
      <Button label={t('study.playOn')} onClick={onClose} />
    </div>
  </Dialog>
);

/** @param {{ run: StudyRun, phase: StudyPhase, onEnd: (outcome: Outcome, then?: 'stopped') => void
 *   }} props */
export function WaysOut({ run, phase, onEnd }) {
  const mayGiveUp = useMayGiveUp(run, phase);
  const [asked, setAsked] = useState(/** @type {Way | ''} */ (''));
  const sure = () => {
    if (asked === 'stopped') onEnd('gave-up', 'stopped');
    else if (asked) onEnd(asked);
  };
  return (
    <div class="row ways-out">
      {phase.free && (
        <Button
          label={t('study.allLevels')}
          icon="prev"
          data-test="leave"
          onClick={() => onEnd('left')}
        />
      )}
      {!phase.free && mayGiveUp && (
        <Button label={t('study.giveUp')} data-test="give-up" onClick={() => setAsked('gave-up')} />
      )}
      {!phase.free && phase.give_up === 'later' && !mayGiveUp && (
        <p class="soft small">{t('study.giveUpLater', { n: phase.give_up_seconds ?? 0 })}</p>
      )}
      {phase.unwinnable && (
        <Button
          label={t('study.unwinnable')}
          data-test="unwinnable"
          onClick={() => setAsked('unwinnable')}
        />
      )}
      {mayStop(phase) && (
        <Button
          label={t('study.enough')}
          kind="quiet small"
          class="as-link"
          data-test="stop"
          onClick={() => setAsked('stopped')}
        />
      )}
      {asked && <Sure way={asked} onSure={sure} onClose={() => setAsked('')} />}
    </div>
  );
}
