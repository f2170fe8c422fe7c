// Withdrawing: the code is enough, from any browser, and everything that was given is deleted.
import { useEffect, useState } from 'preact/hooks';
import { codeOf } from '../errors.js';
import { href } from '../route.js';
import { has, t } from '../texts.js';
import { Field, Note } from '../ui/controls.jsx';
import { ScreenTitle } from './bits.jsx';
import { takeLentCode } from './lent-code.js';
import { speak } from './language.js';
import { askInfo, loadPerson, withdraw } from './person.js';
import { Completion } from './thanks.jsx';

/** @typedef {object} AskProps
 * @property {string} study
 * @property {(completion: StudyCompletion | null) => void} onDone */

/** Why nothing was deleted. @param {string} code */
const refusal = (code) =>
  has(`study.notWithdrawnWhy.${code}`)
    ? t(`study.notWithdrawnWhy.${code}`)
    : t('study.notWithdrawnWhy.other');

/** @param {AskProps} props */
function AskForCode({ study, onDone }) {
  const [code, setCode] = useState(takeLentCode);
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  /** @param {SubmitEvent} event */
  const send = async (event) => {
    event.preventDefault();
    setBusy(true);
    setProblem('');
    try {
      onDone(await withdraw(study, code.trim().toUpperCase()));
    } catch (error) {
      setProblem(refusal(codeOf(error)));
      setBusy(false);
    }
  };
  return (
    <form class="stack" onSubmit={send}>
      <Field label={t('study.code')} help={t('study.codeLooks')} wrong={problem}>
        {(field) => (
          <input
            {...field}
            value={code}
            spellcheck={false}
            autocomplete="off"
            maxLength={40}
            onInput={(event) => setCode(event.currentTarget.value)}
          />
        )}
      </Field>
      {problem && (
        <Note kind="bad" icon="warn" role="alert">
          {t('study.notWithdrawn')}
        </Note>
      )}
      <div class="row">
        <button class="button main" disabled={!code.trim() || isBusy}>
          {t('study.withdrawNow')}
        </button>
        <a class="button" href={href('study', [study])}>
          {t('study.withdrawNot')}
        </a>
      </div>
    </form>
  );
}

/** @param {{ study: string }} props */
export function WithdrawPage({ study }) {
  useEffect(() => {
    askInfo(study, loadPerson(study)?.language).then(
      (info) => speak(info.language, info.interface),
      () => {},
    );
  }, [study]);
  const [completion, setCompletion] = useState(
    /** @type {StudyCompletion | null | undefined} */ (undefined),
  );
  if (completion !== undefined) {
    return (
      <div key="done" class="screen stack" data-test="withdrawn">
        <ScreenTitle title={t('study.withdrawnTitle')} />
        <p>{t('study.withdrawn')}</p>
        <Completion completion={completion} />
      </div>
    );
  }
  return (
    <div key="ask" class="screen stack" data-test="withdraw">
      <ScreenTitle title={t('study.withdrawTitle')} />
      <p>{t('study.withdrawLong')}</p>
      <AskForCode study={study} onDone={setCompletion} />
    </div>
  );
}
