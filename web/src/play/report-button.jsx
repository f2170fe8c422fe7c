// Tells the studio's administrator that something is wrong with a level or pack.
import { useState } from 'preact/hooks';
import { messageOf } from '../errors.js';
import { asPlayer } from '../net/player.js';
import { t } from '../texts.js';
import { announce } from '../ui/announce.jsx';
import { Button, Dialog, Field, Note } from '../ui/controls.jsx';

export const reasons = /** @type {const} */ (['offensive', 'broken', 'copied', 'spam', 'other']);

/** Bytes of a note that the studio keeps. */
const MAX_NOTE = 200;

/** As much of a text as fits; letters outside of ASCII take several bytes.
 * @param {string} text */
function fitNote(text) {
  const encoder = new TextEncoder();
  let used = 0;
  let fits = '';
  for (const letter of text) {
    used += encoder.encode(letter).length;
    if (used > MAX_NOTE) break;
    fits += letter;
  }
  return fits;
}

/** @typedef {{ thing: 'level' | 'pack', id: string, bare?: boolean }} ReportProps */

/** @param {ReportProps} props */
export function ReportButton({ thing, id, bare = false }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        label={t(`report.${thing}`)}
        icon="flag"
        bare={bare}
        kind={bare ? '' : 'quiet'}
        onClick={() => setOpen(true)}
      />
      {open && <ReportDialog thing={thing} id={id} onClose={() => setOpen(false)} />}
    </>
  );
}

/** @param {ReportProps & { onClose: () => void }} props */
function ReportDialog({ thing, id, onClose }) {
  const [reason, setReason] = useState('');
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState('');
  const [sent, setSent] = useState(false);
  /** @param {SubmitEvent} event */
  const send = async (event) => {
    event.preventDefault();
    if (!reason) {
      setProblem(t('report.choose'));
      return;
    }
    try {
      await asPlayer('POST', '/complaints', { body: { thing, id, reason, note } });
      setSent(true);
      announce(t('report.sent'));
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <Dialog title={t(`report.${thing}`)} onClose={onClose}>
      {sent ? (
        <Sent onClose={onClose} />
      ) : (
        <form class="stack" onSubmit={send}>
          <Reasons value={reason} onChange={setReason} />
          <Field label={t('report.note')} help={t('report.noteHelp')}>
            {(field) => (
              <textarea
                {...field}
                class="input"
                rows={3}
                value={note}
                onInput={(event) => {
                  const fits = fitNote(event.currentTarget.value);
                  event.currentTarget.value = fits;
                  setNote(fits);
                }}
              />
            )}
          </Field>
          {problem && (
            <Note kind="bad" icon="warn" role="alert">
              {problem}
            </Note>
          )}
          <div class="row">
            <button class="button main">{t('report.send')}</button>
            <Button label={t('ui.cancel')} onClick={onClose} />
          </div>
        </form>
      )}
    </Dialog>
  );
}

/** @param {{ onClose: () => void }} props */
function Sent({ onClose }) {
  return (
    <>
      <Note kind="good" icon="check" role="status">
        {t('report.sent')}
      </Note>
      <p>{t('report.after')}</p>
      <div class="row">
        <Button label={t('ui.close')} kind="main" onClick={onClose} />
      </div>
    </>
  );
}

/** @param {{ value: string, onChange: (reason: string) => void }} props */
function Reasons({ value, onChange }) {
  return (
    <fieldset class="choices">
      <legend>{t('report.why')}</legend>
      {reasons.map((reason) => (
        <label key={reason} class="check">
          <input
            type="radio"
            name="reason"
            value={reason}
            checked={value === reason}
            onChange={() => onChange(reason)}
          />
          <span>{t(`report.reasons.${reason}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}
