// The name of a pack, to be typed.
import { Field } from './controls.jsx';

/** @param {{ label: string, name: string, onName: (name: string) => void }} props */
export function PackName({ label, name, onName }) {
  return (
    <Field label={label}>
      {(field) => (
        <input
          {...field}
          value={name}
          maxLength={80}
          onInput={(event) => onName(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
