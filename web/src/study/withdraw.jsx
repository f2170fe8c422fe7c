// Withdrawing: the code is enough, from any browser, and everything that was given is deleted.
import { useEffect, useState } from 'preact/hooks';
import { codeOf } from '../errors.js';
import { href } from '../route.js';
import { has, t } from '../texts.js';
import { Field, Note } from '../ui/controls.jsx';
import { ScreenTitle } from './bits.jsx';
import { takeLentCode } from './lent-code.js';
import { loadPerson, withdraw } from './person.js';
import { Completion } from './thanks.jsx';
import { askInLanguage } from './visit.js';

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

/** In the language of the link, which says in what language the person took part, else in that of
 * the person in this browser, else in one that the browser asks for.
 * @param {{ study: string, language?: string }} props */
export function WithdrawPage({ study, language }) {
  useEffect(() => {
    const end = new AbortController();
    askInLanguage(study, language ?? loadPerson(study)?.language, end.signal).catch(() => {});
    return () => end.abort();
  }, [study, language]);
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
