// Pages to read: instructions, what stands before a task, what was hidden.
import { useEffect, useState } from 'preact/hooks';
import { t } from '../texts.js';
import { Button, Note } from '../ui/controls.jsx';
import { Onward, ScreenTitle } from './bits.jsx';
import { askMe } from './person.js';
import { problemText } from './problem.js';
import { Prose } from './prose.jsx';
import { askWhenStored } from './stored.js';

/** @typedef {{ run: import('./run.js').StudyRun, phase: StudyPhase, onDone: () => void }}
 *   PagesProps */

/** What was hidden. The server tells it when all before it is done, so that nobody can read it
 * earlier. @param {PagesProps} props */
export function DebriefingScreen({ run, phase, onDone }) {
  const [told, setTold] = useState(phase.pages ? phase : null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let here = !phase.pages;
    const ask = () => askMe(run.study, run.kept.key);
    askWhenStored(run.sender, ask, () => here).then(
      (me) => here && me?.plan.phases[phase.seq].pages && setTold(me.plan.phases[phase.seq]),
      (error) => setProblem(problemText(error)),
    );
    return () => {
      here = false;
    };
  }, [run, phase]);
  if (told) return <PagesScreen run={run} phase={told} onDone={onDone} />;
  return problem ? (
    <Note kind="bad" icon="warn" role="alert">
      {problem}
    </Note>
  ) : (
    <p class="soft" aria-busy="true">
      {t('ui.loading')}
    </p>
  );
}

/** @param {PagesProps} props */
export function PagesScreen({ run, phase, onDone }) {
  const pages = phase.pages ?? [];
  const [at, setAt] = useState(0);
  useEffect(() => {
    run.emit('page', { page: at });
  }, [run, at]);
  const isLast = at === pages.length - 1;
  const title = phase.title || run.plan.title;
  return (
    <div class="screen stack" data-test="pages" data-page={at}>
      <ScreenTitle key={at} title={title} lang={run.plan.language} />
      <Prose text={pages[at]} lang={run.plan.language} />
      {phase.minutes && isLast ? (
        <p class="soft">{t('study.timeStarts', { minutes: phase.minutes })}</p>
      ) : null}
      <Onward>
        {pages.length > 1 && (
          <span class="soft small">{t('study.pageOf', { n: at + 1, of: pages.length })}</span>
        )}
        {at > 0 && <Button label={t('study.back')} icon="prev" onClick={() => setAt(at - 1)} />}
        <Button
          label={t(isLast && phase.type !== 'debriefing' ? 'study.begin' : 'study.next')}
          kind="main"
          data-test="next"
          onClick={() => (isLast ? onDone() : setAt(at + 1))}
        />
      </Onward>
    </div>
  );
}
