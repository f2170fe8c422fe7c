// The administrator's token: asked for once, kept in memory, forgotten with the tab.
import { signal } from '../signal.js';
import { t } from '../texts.js';
import { Field } from './controls.jsx';

/** The token that was accepted; '' while there is none. Nothing of it is stored. */
export const adminToken = signal('');

/** @param {{ token: string, open: string, onToken: (token: string) => void, onSend: () => void }}
 *   props open: what its button says */
export function TokenForm({ token, open, onToken, onSend }) {
  /** @param {SubmitEvent} event */
  const send = (event) => {
    event.preventDefault();
    onSend();
  };
  return (
    <form class="card stack" onSubmit={send}>
      <Field label={t('review.token')} help={t('review.tokenHelp')}>
        {(field) => (
          <input
            {...field}
            class="input"
            type="password"
            autocomplete="off"
            value={token}
            onInput={(event) => onToken(event.currentTarget.value.trim())}
          />
        )}
      </Field>
      <div class="row">
        <button class="button main" disabled={!token}>
          {open}
        </button>
      </div>
    </form>
  );
}
