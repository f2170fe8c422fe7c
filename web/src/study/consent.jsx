// Consent: the text with its version, statements to tick, the least age, and separately, off by
// default, special categories of data. A copy can be kept.
import { useState } from 'preact/hooks';
import { dayText, t } from '../texts.js';
import { Button, Check } from '../ui/controls.jsx';
import { Onward, ScreenTitle, download } from './bits.jsx';
import { Prose } from './prose.jsx';

/** @typedef {import('./run.js').StudyRun} StudyRun */
/** @typedef {{ ofAge: boolean, statements: string[], special: string[] }} Ticked */

/** What the person keeps. @param {StudyRun} run @param {Ticked} ticked */
function copyOf({ plan, kept, info }, ticked) {
  const { consent, contact } = plan;
  const mark = (/** @type {boolean} */ on) => (on ? '[x]' : '[ ]');
  return [
    plan.title,
    t('study.consentVersion', { version: consent.version }),
    new Date().toISOString(),
    '',
    consent.text,
    info.retention_until ? t('study.deletedOn', { date: dayText(info.retention_until) }) : '',
    '',
    ...consent.statements.map(({ id, text }) => `${mark(ticked.statements.includes(id))} ${text}`),
    ...(consent.minimum_age > 0
      ? [`${mark(ticked.ofAge)} ${t('study.ofAge', { age: consent.minimum_age })}`]
      : []),
    ...consent.special.map(({ id, text }) => `${mark(ticked.special.includes(id))} ${text}`),
    '',
    kept.code ? `${t('study.code')}: ${kept.code}` : '',
    contact ? `${contact.name} <${contact.email}>` : '',
  ].join('\n');
}

/** @param {{ from: StudyStatement[], ticked: string[], onChange: (ids: string[]) => void, lang:
 *   string }} props */
const Statements = ({ from, ticked, onChange, lang }) => (
  <div class="statements" lang={lang}>
    {from.map(({ id, text }) => (
      <Check
        key={id}
        label={text}
        checked={ticked.includes(id)}
        onChange={(on) => onChange(on ? [...ticked, id] : ticked.filter((one) => one !== id))}
      />
    ))}
  </div>
);

/** What there is to tick.
 * @param {{ consent: StudyConsent, lang: string, ticked: Ticked, onChange: (part: Partial<Ticked>)
 *   => void }} props */
const Boxes = ({ consent, lang, ticked, onChange }) => (
  <>
    <section class="card flat stack tight">
      <h2>{t('study.agreeTitle')}</h2>
      <Statements
        from={consent.statements}
        ticked={ticked.statements}
        lang={lang}
        onChange={(statements) => onChange({ statements })}
      />
      {consent.minimum_age > 0 && (
        <Check
          label={t('study.ofAge', { age: consent.minimum_age })}
          checked={ticked.ofAge}
          onChange={(ofAge) => onChange({ ofAge })}
        />
      )}
    </section>
    {consent.special.length > 0 && (
      <section class="card flat stack tight">
        <h2>{t('study.specialTitle')}</h2>
        <p class="soft">{t('study.specialHelp')}</p>
        <Statements
          from={consent.special}
          ticked={ticked.special}
          lang={lang}
          onChange={(special) => onChange({ special })}
        />
      </section>
    )}
  </>
);

/** Notes the decision. @param {StudyRun} run @param {'yes' | 'no'} answer @param {Ticked} ticked */
function noteConsent(run, answer, ticked) {
  const { consent, language } = run.plan;
  const said = answer === 'yes' ? ticked : { ofAge: false, statements: [], special: [] };
  run.decide({
    answer,
    version: consent.version,
    of_age: said.ofAge,
    statements: said.statements,
    special: said.special,
    language,
  });
}

/** @param {{ run: StudyRun, onDone: (answer: 'yes' | 'no') => void }} props */
export function ConsentScreen({ run, onDone }) {
  const { consent, language } = run.plan;
  const [ticked, setTicked] = useState(
    /** @type {Ticked} */ ({ ofAge: consent.minimum_age === 0, statements: [], special: [] }),
  );
  const isReady =
    ticked.ofAge &&
    consent.statements.every(({ id, required }) => !required || ticked.statements.includes(id));
  /** @param {'yes' | 'no'} answer */
  const decide = (answer) => {
    noteConsent(run, answer, ticked);
    onDone(answer);
  };
  return (
    <div class="screen stack" data-test="consent">
      <ScreenTitle title={t('study.consentTitle')} />
      <p class="soft small">{t('study.consentVersion', { version: consent.version })}</p>
      <Prose text={consent.text} lang={language} />
      {run.info.retention_until && (
        <p>{t('study.deletedOn', { date: dayText(run.info.retention_until) })}</p>
      )}
      <Boxes
        consent={consent}
        lang={language}
        ticked={ticked}
        onChange={(part) => setTicked({ ...ticked, ...part })}
      />
      <p>
        <Button
          label={t('study.consentCopy')}
          icon="down"
          kind="small"
          onClick={() => download('consent.txt', copyOf(run, ticked))}
        />
      </p>
      <Onward>
        {!isReady && <p class="soft small">{t('study.tickFirst')}</p>}
        <Button label={t('study.decline')} data-test="decline" onClick={() => decide('no')} />
        <Button
          label={t('study.agree')}
          kind="main"
          data-test="agree"
          disabled={!isReady}
          onClick={() => decide('yes')}
        />
      </Onward>
    </div>
  );
}
