// The person's code: with it alone everything they gave can be deleted, so it is shown after
// the consent, can be kept in two ways, and is always one press away.
import { useState } from 'preact/hooks';
import { href } from '../route.js';
import { t } from '../texts.js';
import { Button, Dialog, Note } from '../ui/controls.jsx';
import { copyText } from '../ui/copy.js';
import { Onward, ScreenTitle, download } from './bits.jsx';
import { lendCode } from './lent-code.js';

/** Where one withdraws, in the language in which one took part.
 * @param {string} study @param {StudyPlan} plan */
const withdrawHref = (study, { language }) => href('study', [study, 'withdraw'], { language });

/** @param {{ study: string, plan: StudyPlan, code: string }} props */
export function CodeCard({ study, plan, code }) {
  const [said, setSaid] = useState('');
  if (!code) return <Note icon="help">{t('study.codeElsewhere')}</Note>;
  const address = `${location.origin}${location.pathname}${withdrawHref(study, plan)}`;
  const text = t('study.codeFile', { title: plan.title, code, address });
  const copy = () =>
    copyText(code).then(
      () => setSaid(t('study.codeCopied')),
      () => setSaid(t('study.codeNotCopied')),
    );
  return (
    <div class="card flat stack tight code-card">
      <p class="study-code" data-test="code">
        {code}
      </p>
      <div class="row">
        <Button label={t('study.codeCopy')} icon="save" onClick={copy} />
        <Button
          label={t('study.codeDownload')}
          icon="down"
          onClick={() => download('withdrawal-code.txt', text)}
        />
      </div>
      <p class="soft small" role="status">
        {said}
      </p>
    </div>
  );
}

/** After the consent: the code, and what comes now.
 * @param {{ run: import('./run.js').StudyRun, onDone: () => void }} props */
export function CodeScreen({ run, onDone }) {
  const { plan, study, kept } = run;
  return (
    <div class="screen stack">
      <ScreenTitle title={t('study.codeTitle')} />
      <p>{t('study.codeWhy')}</p>
      <CodeCard study={study} plan={plan} code={kept.code} />
      {plan.device.full_screen && <p>{t('study.fullScreenWhy')}</p>}
      <Onward>
        <Button
          label={t(plan.device.full_screen ? 'study.startFull' : 'study.start')}
          kind="main"
          data-test="next"
          onClick={() => fillScreen(plan.device.full_screen).then(onDone)}
        />
      </Onward>
    </div>
  );
}

/** Asks for the whole screen, which needs a press before. Where there is no such thing, the
 * study goes on in the window. @param {boolean} wanted */
export async function fillScreen(wanted) {
  if (!wanted || document.fullscreenElement) return;
  await document.documentElement.requestFullscreen?.({ navigationUI: 'hide' }).catch(() => {});
}

/** @param {{ run: import('./run.js').StudyRun, onClose: () => void }} props */
export function CodeDialog({ run, onClose }) {
  const { study, plan, kept } = run;
  return (
    <Dialog title={t('study.yourCode')} onClose={onClose}>
      <CodeCard study={study} plan={plan} code={kept.code} />
      <p>{t('study.pauseHelp')}</p>
      <p>
        {t('study.withdrawHelp')}{' '}
        <a href={withdrawHref(study, plan)} onClick={() => lendCode(kept.code)}>
          {t('study.withdrawLink')}
        </a>
      </p>
      {plan.contact && (
        <p>{t('study.askContact', { name: plan.contact.name, email: plan.contact.email })}</p>
      )}
    </Dialog>
  );
}
