// Going on as a player by handle and passphrase.
import { useState } from 'preact/hooks';
import { noteRemote } from '../data/progress.js';
import { messageOf, statusOf } from '../errors.js';
import { signIn } from '../net/player.js';
import { t } from '../texts.js';
import { Field, Note } from './controls.jsx';
import { isPassphrase, PassphraseField } from './passphrase-field.jsx';

export function SignIn() {
  const [handle, setHandle] = useState('');
  const [passphrase, setPassphrase] = useState('');
  const [said, setSaid] = useState(
    /** @type {{ kind: import('./controls.jsx').NoteKind, text: string } | null} */ (null),
  );
  /** @param {SubmitEvent} event */
  const submit = async (event) => {
    event.preventDefault();
    try {
      const me = await signIn(handle, passphrase);
      noteRemote(me);
      const n = me.levels.filter((one) => one.solved).length;
      setSaid({ kind: 'good', text: t('insight.keyTaken', { n }) });
      setPassphrase('');
    } catch (error) {
      const text = statusOf(error) === 401 ? t('door.unknown') : messageOf(error);
      setSaid({ kind: 'bad', text });
    }
  };
  return (
    <form class="stack tight" onSubmit={submit}>
      <div class="row end">
        <Field label={t('door.handle')}>
          {(field) => (
            <input
              {...field}
              value={handle}
              spellcheck={false}
              autocomplete="username"
              maxLength={40}
              onInput={(event) => setHandle(event.currentTarget.value)}
            />
          )}
        </Field>
        <PassphraseField label={t('door.passphrase')} value={passphrase} onChange={setPassphrase} />
        <button class="button" disabled={!handle.trim() || !isPassphrase(passphrase)}>
          {t('door.signIn')}
        </button>
      </div>
      {said && (
        <Note kind={said.kind} role="status">
          {said.text}
        </Note>
      )}
    </form>
  );
}
