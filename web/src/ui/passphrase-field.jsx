// Where a passphrase is typed, new or known.
import { Field } from './controls.jsx';

const LEAST = 10;
const MOST = 200;

/** @param {string} text */
export const isPassphrase = (text) => text.length >= LEAST;

/** @param {{ label: string, value: string, isNew?: boolean, onChange: (text: string) => void }}
 *   props */
export function PassphraseField({ label, value, isNew = false, onChange }) {
  return (
    <Field label={label}>
      {(field) => (
        <input
          {...field}
          type="password"
          value={value}
          autocomplete={isNew ? 'new-password' : 'current-password'}
          minLength={LEAST}
          maxLength={MOST}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
