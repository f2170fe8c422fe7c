// The end, after all of it or early: what is stored, and the code of the panel that the person
// came from.
import { useEffect, useState } from 'preact/hooks';
import { t } from '../texts.js';
import { Button, Note } from '../ui/controls.jsx';
import { copyText } from '../ui/copy.js';
import { ScreenTitle } from './bits.jsx';
import { CodeCard } from './code.jsx';
import { NextPerson } from './next-person.jsx';

/** Nothing where the panel has no code for this end.
 * @param {{ completion: StudyCompletion | null | undefined }} props */
export function Completion({ completion }) {
  const { code, url } = completion ?? {};
  const [said, setSaid] = useState('');
  if (!code && !url) return null;
  return (
    <section class="card stack tight" data-test="completion">
      {code && (
        <>
          <p>{t('study.completionCode')}</p>
          <p class="study-code" data-test="completion-code">
            {code}
          </p>
          <div class="row">
            <Button
              label={t('study.completionCopy')}
              icon="save"
              onClick={() =>
                copyText(code).then(
                  () => setSaid(t('study.codeCopied')),
                  () => setSaid(t('study.codeNotCopied')),
                )
              }
            />
            <span class="soft small" role="status">
              {said}
            </span>
          </div>
        </>
      )}
      {url && (
        <p>
          <a class="button main" href={url} rel="noreferrer">
            {t('study.completionLink')}
          </a>
        </p>
      )}
    </section>
  );
}

/** What the panel is told, once everything is stored; undefined until then.
 * @param {import('./run.js').StudyRun} run */
function useCompletion(run) {
  const [completion, setCompletion] = useState(
    /** @type {StudyCompletion | null | undefined} */ (
      run.me.state === 'inside' ? undefined : run.me.completion
    ),
  );
  useEffect(() => {
    if (run.me.state !== 'inside') return;
    run.sender
      .all()
      .then((isStored) => isStored && setCompletion(run.log.stored()?.completion ?? null));
  }, [run]);
  return completion;
}

/** Before the end: the person said no, or a check showed that it would not work.
 * @param {{ run: import('./run.js').StudyRun, kind: 'declined' | 'unfit' }} props */
export const EarlyEndScreen = ({ run, kind }) => (
  <div class="screen stack" data-test={kind}>
    <ScreenTitle title={t('study.earlyEndTitle')} />
    <p>{t(`study.earlyEnd.${kind}`)}</p>
    <Completion completion={useCompletion(run)} />
    {kind === 'unfit' && <KeptCode run={run} />}
    <p>
      <NextPerson code={kind === 'unfit' ? run.kept.code : ''} onSure={run.onSomeoneElse} />
    </p>
  </div>
);

/** @param {{ run: import('./run.js').StudyRun }} props */
const KeptCode = ({ run: { plan, study, kept } }) => (
  <>
    <section class="stack tight">
      <h2>{t('study.codeTitle')}</h2>
      <p class="soft">{t('study.codeStill')}</p>
      <CodeCard study={study} plan={plan} code={kept.code} />
    </section>
    {plan.contact && (
      <p class="soft">
        {t('study.askContact', { name: plan.contact.name, email: plan.contact.email })}
      </p>
    )}
  </>
);

/** @param {{ run: import('./run.js').StudyRun }} props */
export function ThanksScreen({ run }) {
  const completion = useCompletion(run);
  const isStored = completion !== undefined;
  return (
    <div class="screen stack" data-test="thanks">
      <ScreenTitle title={t('study.thanksTitle')} />
      <p>{t('study.thanks')}</p>
      {isStored ? (
        <Note kind="good" icon="check" role="status">
          {t('study.allStored')}
        </Note>
      ) : (
        <Note icon="warn" role="status">
          {t('study.storing')}
        </Note>
      )}
      <Completion completion={completion} />
      <KeptCode run={run} />
      {isStored && (
        <p>
          <NextPerson code={run.kept.code} onSure={run.onSomeoneElse} />
        </p>
      )}
    </div>
  );
}
