// The form in which a player's key is put.
import { t } from '../texts.js';
import { Field } from './controls.jsx';

/** @typedef {object} KeyFormProps
 * @property {string} value
 * @property {(value: string) => void} onValue
 * @property {(key: string) => void} onUse
 * @property {import('preact').ComponentChildren} [children] beside the button */

/** @param {KeyFormProps} props */
export function KeyForm({ value, onValue, onUse, children }) {
  const key = value.trim();
  /** @param {SubmitEvent} event */
  const submit = (event) => {
    event.preventDefault();
    onUse(key);
  };
  return (
    <form class="row end" onSubmit={submit}>
      <Field label={t('insight.key')}>
        {(field) => (
          <input
            {...field}
            value={value}
            spellcheck={false}
            autocomplete="off"
            maxLength={100}
            onInput={(event) => onValue(event.currentTarget.value)}
          />
        )}
      </Field>
      <button class="button" disabled={!key}>
        {t('insight.keyUse')}
      </button>
      {children}
    </form>
  );
}
