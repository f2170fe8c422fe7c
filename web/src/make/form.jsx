// The form of one method, made from its options.
import { useId, useState } from 'preact/hooks';
import { settings, choose } from '../settings.js';
import { server } from '../net/api.js';
import { useSignal } from '../signal.js';
import { t } from '../texts.js';
import { Button, Check, Field, Segments } from '../ui/controls.jsx';
import { useKept } from '../ui/use-kept.js';
import {
  controlOf,
  difficultyProblem,
  given,
  helpOf,
  isOn,
  methodTitle,
  placeOf,
  problemOf,
  sentence,
  sortedOptions,
  titleOf,
} from './options.js';

/** What an empty field means stands below it, where it stays while one types. */
function emptyHelp(option, value) {
  if (value !== '' && (value !== undefined || option.default !== undefined)) return '';
  return option.default === undefined
    ? t('make.emptyAuto')
    : t('make.emptyDefault', { value: option.default });
}

/** @param {{ option: import('./options.js').Option, value: any, onChange: (value: any) => void, wrong?: string }} props wrong: what the engine said of it */
export function OptionField({ option, value, onChange, wrong = '' }) {
  const control = controlOf(option);
  const label = titleOf(option.name);
  if (control === 'check') {
    return (
      <Check
        label={label}
        help={helpOf(option)}
        checked={value ?? isOn(option.default)}
        onChange={onChange}
      />
    );
  }
  const shown = value ?? option.default ?? '';
  const help =
    control === 'select'
      ? helpOf(option)
      : [helpOf(option), emptyHelp(option, value)].filter(Boolean).join(' ');
  return (
    <Field label={label} help={help} wrong={problemOf(option, value) || wrong}>
      {(field) =>
        control === 'select' ? (
          <select
            {...field}
            value={shown}
            onChange={(event) => onChange(event.currentTarget.value)}
          >
            {option.default === undefined && <option value="">{t('make.auto')}</option>}
            {option.choices.map((choice) => (
              <option key={choice} value={choice}>
                {titleOf(choice)}
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

/** What every method takes. */
const common = {
  count: { name: 'count', type: 'int', min: 1, max: 200, help: '' },
  seed: { name: 'seed', type: 'int', min: 0, max: Number.MAX_SAFE_INTEGER, help: '' },
  seconds: { name: 'seconds', type: 'real', min: 1, max: 3600, help: '' },
};
/** These have no default that an empty field could mean. */
const commonProblem = (option, value) =>
  problemOf(option, String(value).trim() === '' ? 'x' : value);

/** The request that a form as filled in asks for. */
function requestOf(kind, method, form, source) {
  const [least, most] = form.range;
  const byExample = takesExamples(method, form.values);
  return {
    call: 'generate',
    game: kind.name,
    method: method.name,
    options: given(method.options, form.values),
    count: Number(form.count),
    seed: Number(form.seed),
    seconds: Number(form.seconds),
    ...(source ? { source } : {}),
    ...(least !== '' || most !== ''
      ? { difficulty: [Number(least || 1), Number(most || 10)] }
      : {}),
    ...(byExample && form.examples.trim() ? { examples: form.examples } : {}),
  };
}

const takesExamples = (method, values) =>
  method.options.some((option) => ['examples', 'given'].includes(values[option.name]));

/** What is wrong at each field: by itself, or because a run was refused. Once the field is
 * changed, the refusal is past. */
function useWrong(form, failure, names) {
  const [past, setPast] = useState(null);
  const found = placeOf(failure, names);
  const place = found && !(past?.failure === failure && past.name === found.name) ? found : null;
  const own = (name) =>
    common[name]
      ? commonProblem(common[name], form[name])
      : name === 'difficulty'
        ? difficultyProblem(form.range)
        : '';
  return {
    place,
    at: (name) => own(name) || (place?.name === name ? place.text : ''),
    changed: (name) => failure && setPast({ failure, name }),
  };
}

/** @param {{ kind: any, place: string, running: boolean, failure?: import('./runs.js').Failure | null, onStart: (request: any, where: string) => void, onStop: () => void, source?: string, compact?: boolean }} props */
export function MakeForm({
  kind,
  place,
  running,
  failure = null,
  onStart,
  onStop,
  source,
  compact = false,
}) {
  const [form, change] = useKept(`form.${place}`, {
    method: kind.generators[0].name,
    values: {},
    count: compact ? 3 : 12,
    seed: 1,
    seconds: 60,
    range: ['', ''],
    examples: '',
  });
  const { runWhere } = useSignal(settings);
  const away = useSignal(server) === 'away';
  const method = kind.generators.find((one) => one.name === form.method) ?? kind.generators[0];
  const [main, more] = sortedOptions(kind.name, method);
  const names = [
    ...method.options.map((option) => option.name),
    ...Object.keys(common),
    'difficulty',
    'examples',
  ];
  const wrong = useWrong(form, failure, names);
  const bad =
    method.options.some((option) => problemOf(option, form.values[option.name])) ||
    ['difficulty', ...Object.keys(common)].some(
      (name) => wrong.at(name) && wrong.place?.name !== name,
    );
  const where = away ? 'browser' : runWhere;
  const put = (name, value) => {
    wrong.changed(name);
    change({ [name]: value });
  };
  const fieldOf = (option) => (
    <OptionField
      key={`${method.name}.${option.name}`}
      option={option}
      value={form.values[option.name]}
      wrong={wrong.at(option.name)}
      onChange={(value) => {
        wrong.changed(option.name);
        change(({ values }) => ({ values: { ...values, [option.name]: value } }));
      }}
    />
  );
  const commonField = (name, label, help) => (
    <Field label={label} help={help} wrong={wrong.at(name)}>
      {(field) => (
        <input
          {...field}
          type="number"
          min={common[name].min}
          max={common[name].max}
          value={form[name]}
          onInput={(event) => put(name, event.currentTarget.value)}
        />
      )}
    </Field>
  );
  const start = (event) => {
    event.preventDefault();
    if (!running && !bad) onStart(requestOf(kind, method, form, source), where);
  };
  const shownAtOnce = ['count', 'difficulty', ...main.map((option) => option.name)];
  return (
    <form class="stack" noValidate onSubmit={start} data-test="make-form">
      <Field label={t('make.method')} help={sentence(method.summary)}>
        {(field) => (
          <select
            {...field}
            value={method.name}
            onChange={(event) => change({ method: event.currentTarget.value, values: {} })}
          >
            {kind.generators.map((one) => (
              <option key={one.name} value={one.name}>
                {methodTitle(one.name)}
              </option>
            ))}
          </select>
        )}
      </Field>
      {main.length > 0 && <div class="fields">{main.map(fieldOf)}</div>}
      <div class="fields">
        {commonField('count', t('make.count'))}
        {kind.calibrated && (
          <DifficultyRange
            range={form.range}
            wrong={wrong.at('difficulty')}
            onChange={(range) => put('range', range)}
          />
        )}
      </div>
      {!away && (
        <Segments
          label={t('make.where')}
          value={where}
          onChange={(value) => choose({ runWhere: value })}
          options={['browser', 'server'].map((value) => ({
            value,
            title: t(`make.places.${value}`),
          }))}
        />
      )}
      <div class="row start">
        {running ? (
          <Button label={t('make.stop')} icon="stop" kind="main" onClick={onStop} />
        ) : (
          <button class="button main" disabled={bad}>
            {t('make.start')}
          </button>
        )}
      </div>
      <details open={wrong.place && !shownAtOnce.includes(wrong.place.name) ? true : undefined}>
        <summary>
          <h3 class="inline">{t('make.options')}</h3>
        </summary>
        <div class="fields">
          {commonField('seed', t('make.seed'), t('make.seedHelp'))}
          {commonField('seconds', t('make.time'))}
          {more.map(fieldOf)}
        </div>
        {takesExamples(method, form.values) && (
          <Field
            label={t('make.examples')}
            help={t('make.examplesHelp')}
            wrong={wrong.at('examples')}
          >
            {(field) => (
              <textarea
                {...field}
                rows={8}
                spellcheck={false}
                value={form.examples}
                onInput={(event) => put('examples', event.currentTarget.value)}
              />
            )}
          </Field>
        )}
      </details>
    </form>
  );
}

function DifficultyRange({ range, wrong, onChange }) {
  const id = useId();
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
      onInput={(event) =>
        onChange(range.map((old, j) => (i === j ? event.currentTarget.value : old)))
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
