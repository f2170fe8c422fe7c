// The fields of a form for making levels.
import { useId } from 'preact/hooks';
import { t, titleOf } from '../texts.js';
import { Check, Field } from '../ui/controls.jsx';
import { controlOf, helpOf, isOn, problemOf } from './options.js';

/** What an empty field means stands below it, where it stays while one types.
 * @param {Option} option @param {OptionValue | undefined} value */
function emptyHelp(option, value) {
  if (value !== '' && (value !== undefined || option.default !== undefined)) return '';
  return option.default === undefined
    ? t('make.emptyAuto')
    : t('make.emptyDefault', { value: String(option.default) });
}

/** @typedef {object} OptionFieldProps
 * @property {string} game
 * @property {Option} option
 * @property {OptionValue} [value]
 * @property {(value: OptionValue) => void} onChange
 * @property {string} [wrong] what the engine said of it */

/** @param {OptionFieldProps} props */
export function OptionField({ game, option, value, onChange, wrong = '' }) {
  const control = controlOf(option);
  const label = titleOf('options', option.name, game);
  const help = helpOf(option, game);
  if (control === 'check') {
    const on = value === undefined ? isOn(option.default) : isOn(value);
    return <Check label={label} help={help} checked={on} onChange={onChange} />;
  }
  const shown = String(value ?? option.default ?? '');
  const all = control === 'select' ? help : `${help} ${emptyHelp(option, value)}`.trim();
  return (
    <Field label={label} help={all} wrong={problemOf(option, value) || wrong}>
      {(field) =>
        control === 'select' ? (
          <select
            {...field}
            value={shown}
            onChange={(event) => onChange(event.currentTarget.value)}
          >
            {option.default === undefined && <option value="">{t('make.auto')}</option>}
            {option.choices?.map((choice) => (
              <option key={choice} value={choice}>
                {titleOf('options', choice, game)}
              </option>
            ))}
          </select>
        ) : (
          <input
            {...field}
            type={control === 'number' ? 'number' : 'text'}
            min={option.min}
            max={option.max}
            step={option.type === 'int' ? 1 : 'any'}
            value={shown}
            spellcheck={false}
            onInput={(event) => onChange(event.currentTarget.value)}
          />
        )
      }
    </Field>
  );
}

/** @typedef {[least: string, most: string]} Range either may be empty */

/** @param {{ range: Range, wrong: string, onChange: (range: Range) => void }} props */
export function DifficultyRange({ range, wrong, onChange }) {
  const id = useId();
  /** @param {0 | 1} i @param {string} name */
  const input = (i, name) => (
    <input
      type="number"
      min="1"
      max="10"
      step="0.5"
      aria-label={`${t('make.difficulty')}: ${t(`make.bounds.${name}`)}`}
      aria-describedby={id}
      aria-invalid={wrong ? 'true' : undefined}
      value={range[i]}
      onInput={({ currentTarget: { value } }) =>
        onChange(i === 0 ? [value, range[1]] : [range[0], value])
      }
    />
  );
  return (
    <div class="field">
      <span class="label">{t('make.difficulty')}</span>
      <span class="pairfield">
        {input(0, 'from')}
        <span>{t('make.to')}</span>
        {input(1, 'to')}
      </span>
      <p id={id} class={wrong ? 'wrong' : 'help'}>
        {wrong || t('make.difficultyHelp')}
      </p>
    </div>
  );
}
