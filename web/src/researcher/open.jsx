// Opening a study: from a ready-made design or a file, with what only the researcher knows
// (whom to ask, the approval, when the data goes). Every fault is shown with its place.
import { useState } from 'preact/hooks';
import { messageOf } from '../errors.js';
import { ApiError, api } from '../net/api.js';
import { go, href } from '../route.js';
import { plural, t } from '../texts.js';
import { announce } from '../ui/announce.jsx';
import { Button, Dialog, Field, Note, Shown } from '../ui/controls.jsx';
import { Heading } from '../ui/heading.jsx';
import { useLoadEffect } from '../ui/use-load.js';
import { adminToken } from '../ui/token-form.jsx';
import { ask, part } from './ask.js';
import { completed, faultsOf } from './model.js';
import { Back, Problem } from './parts.jsx';

/** @typedef {import('./model.js').Fault} Fault */
/** @typedef {{ name: string, title: string, source?: string }} Design */

const OPEN_MS = 120000;
const FIELDS = /** @type {const} */ ([
  ['contact.name', 'text'],
  ['contact.email', 'email'],
  ['approval.board', 'text'],
  ['approval.number', 'text'],
  ['approval.from', 'date'],
  ['approval.until', 'date'],
  ['retention_until', 'date'],
]);

/** @param {{ study?: string }} props study: gets a new version */
export function OpenPage({ study }) {
  const [text, setText] = useState('');
  const [filled, setFilled] = useState(/** @type {Record<string, string>} */ ({}));
  const [asking, setAsking] = useState(false);
  const { faults, problem, busy, forget, send } = useOpening(study);
  /** @param {string} next */
  const take = (next) => {
    setText(next);
    forget();
  };
  const sendIt = () => {
    setAsking(false);
    send(text, filled);
  };
  return (
    <>
      <Heading title={study ? t('studies.newVersion') : t('studies.new')} page={t('studies.title')}>
        <p>{t('studies.newLead')}</p>
      </Heading>
      <Back study={study} />
      <Source text={text} onText={take} />
      {text && <Filled filled={filled} onChange={(more) => setFilled({ ...filled, ...more })} />}
      {faults.length > 0 && <Faults faults={faults} />}
      <Problem problem={problem} />
      <div class="row">
        <Button
          label={t('studies.open')}
          icon="play"
          kind="main"
          disabled={!text.trim() || busy}
          onClick={() => setAsking(true)}
        />
        {busy && (
          <span class="soft" role="status">
            {t('studies.opening')}
          </span>
        )}
      </div>
      {asking && <AskFirst onYes={sendIt} onNo={() => setAsking(false)} />}
    </>
  );
}

/** Sends a definition, and keeps what the server finds wrong with it.
 * @param {string} [study] gets a new version */
function useOpening(study) {
  const [faults, setFaults] = useState(/** @type {Fault[]} */ ([]));
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const forget = () => {
    setFaults([]);
    setProblem('');
  };
  /** @param {unknown} error */
  const refused = (error) => {
    const found = error instanceof ApiError ? faultsOf(error.answer) : [];
    setFaults(found);
    if (found.length) return;
    const isText = error instanceof SyntaxError;
    setProblem(isText ? t('studies.notJson', { why: error.message }) : messageOf(error));
  };
  /** @param {string} text @param {Record<string, string>} filled */
  const send = async (text, filled) => {
    setBusy(true);
    forget();
    try {
      const definition = completed(JSON.parse(text), filled);
      const body = { definition, ...(study ? { study } : {}) };
      const opened = await ask('POST', '', { body, patience: OPEN_MS });
      announce(t('studies.opened'));
      go(href('studies', [opened.study]));
    } catch (error) {
      refused(error);
    }
    setBusy(false);
  };
  return { faults, problem, busy, forget, send };
}

/** @param {{ onYes: () => void, onNo: () => void }} props */
const AskFirst = ({ onYes, onNo }) => (
  <Dialog title={t('studies.openTitle')} onClose={onNo}>
    <p>{t('studies.openWhy')}</p>
    <div class="row">
      <Button label={t('studies.openYes')} icon="play" kind="main" onClick={onYes} />
      <Button label={t('ui.cancel')} onClick={onNo} />
    </div>
  </Dialog>
);

/** @param {{ text: string, onText: (text: string) => void }} props */
function Source({ text, onText }) {
  const [problem, setProblem] = useState('');
  /** What is read replaces the text; a problem that was shown is over then.
   * @param {Promise<string>} reading */
  const take = (reading) =>
    reading.then(
      (next) => {
        setProblem('');
        onText(next);
      },
      (error) => setProblem(messageOf(error)),
    );
  return (
    <section class="card stack tight">
      <h2>{t('studies.definition')}</h2>
      <div class="split even">
        <ReadyMade onChoose={take} onProblem={setProblem} />
        <OwnFile onChoose={take} />
      </div>
      <Problem problem={problem} />
      <Field label={t('studies.text')} help={t('studies.textHelp')}>
        {(field) => (
          <textarea
            {...field}
            class="input code"
            rows={14}
            spellcheck={false}
            value={text}
            onInput={(event) => onText(event.currentTarget.value)}
          />
        )}
      </Field>
    </section>
  );
}

/** @param {string} path below /admin/designs */
const getDesigns = (path) => api('GET', `/admin/designs${path}`, { admin: adminToken.get() });

/** @param {{ onChoose: (reading: Promise<string>) => void, onProblem: (problem: string) => void }}
 *   props onProblem: one and the same function always, or the list is fetched again */
function ReadyMade({ onChoose, onProblem }) {
  const [designs, setDesigns] = useState(/** @type {Design[]} */ ([]));
  useLoadEffect(
    (isHere) =>
      getDesigns('').then(
        (found) => isHere() && setDesigns(found.designs),
        (error) => isHere() && onProblem(messageOf(error)),
      ),
    [onProblem],
  );
  /** @param {string} name */
  const choose = (name) =>
    name && onChoose(getDesigns(part(name)).then((answer) => answer.definition));
  return (
    <Field label={t('studies.design')} help={t('studies.designHelp')}>
      {(field) => (
        <select {...field} class="input" onChange={(event) => choose(event.currentTarget.value)}>
          <option value="">{t('studies.designNone')}</option>
          {designs.map((one) => (
            <option key={one.name} value={one.name}>
              {one.name}: {one.title}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** @param {{ onChoose: (reading: Promise<string>) => void }} props */
function OwnFile({ onChoose }) {
  /** @param {File | undefined} file */
  const choose = (file) => file && onChoose(file.text());
  return (
    <Field label={t('studies.file')} help={t('studies.fileHelp')}>
      {(field) => (
        <input
          {...field}
          class="input"
          type="file"
          accept=".json,application/json"
          onChange={(event) => choose(event.currentTarget.files?.[0])}
        />
      )}
    </Field>
  );
}

/** @param {{ filled: Record<string, string>, onChange: (more: Record<string, string>) => void }}
 *   props */
function Filled({ filled, onChange }) {
  return (
    <section class="card stack tight">
      <h2>{t('studies.fillTitle')}</h2>
      <p class="soft small">{t('studies.fillHelp')}</p>
      <div class="fields">
        {FIELDS.map(([name, type]) => (
          <Field key={name} label={t(`studies.fill.${name.replace('.', '_')}`)}>
            {(field) => (
              <input
                {...field}
                class="input"
                type={type}
                maxLength={type === 'date' ? undefined : 1000}
                value={filled[name] ?? ''}
                onInput={(event) => onChange({ [name]: event.currentTarget.value })}
              />
            )}
          </Field>
        ))}
      </div>
    </section>
  );
}

/** @param {{ faults: Fault[] }} props */
function Faults({ faults }) {
  return (
    <Shown>
      <section class="card stack tight" role="alert" data-test="faults">
        <Note kind="bad" icon="warn">
          {plural('studies.faults', faults.length)}
        </Note>
        <ul class="faults">
          {faults.map((fault, i) => (
            <li key={i}>
              <code>{fault.place || '/'}</code>
              <span>{fault.message}</span>
              {fault.remedy && (
                <span class="soft">{t('studies.remedy', { remedy: fault.remedy })}</span>
              )}
            </li>
          ))}
        </ul>
      </section>
    </Shown>
  );
}
