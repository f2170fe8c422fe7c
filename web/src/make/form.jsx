// The form of one method, made from its options.
import { useState } from 'preact/hooks';
import { server } from '../net/api.js';
import { choose, settings } from '../settings.js';
import { useSignal } from '../signal.js';
import { t, titleOf } from '../texts.js';
import { Button, Field, Segments } from '../ui/controls.jsx';
import { useKept } from '../ui/use-kept.js';
import { DifficultyRange, OptionField } from './fields.jsx';
import {
  difficultyProblem,
  given,
  placeOf,
  problemOf,
  sentence,
  sortedOptions,
} from './options.js';

/** @typedef {object} MakeValues what a form holds
 * @property {string} method
 * @property {Record<string, OptionValue>} values by option
 * @property {string | number} count
 * @property {string | number} seed
 * @property {string | number} seconds
 * @property {import('./fields.jsx').Range} range
 * @property {string} examples */

/** @typedef {'count' | 'seed' | 'seconds'} CommonName */

/** What every method takes. @type {Record<CommonName, Option & { min: number, max: number }>} */
const common = {
  count: { name: 'count', type: 'int', min: 1, max: 200, help: '' },
  seed: { name: 'seed', type: 'int', min: 0, max: Number.MAX_SAFE_INTEGER, help: '' },
  seconds: { name: 'seconds', type: 'real', min: 1, max: 3600, help: '' },
};
/** @type {CommonName[]} */
const commonNames = ['count', 'seed', 'seconds'];
/** These have no default that an empty field could mean.
 * @param {Option} option @param {string | number} value */
const commonProblem = (option, value) =>
  problemOf(option, String(value).trim() === '' ? 'x' : value);

/** @param {LevelGenerator} method @param {MakeValues['values']} values */
const takesExamples = (method, values) =>
  method.options.some((option) => ['examples', 'given'].includes(String(values[option.name])));

/** The request that a form as filled in asks for.
 * @param {Kind} kind @param {LevelGenerator} method @param {MakeValues} form
 * @returns {import('./runs.js').MakeRequest} */
function requestOf(kind, method, form) {
  const [least, most] = form.range;
  const isBounded = kind.calibrated && (least !== '' || most !== '');
  const byExample = takesExamples(method, form.values) && form.examples.trim() !== '';
  return {
    call: 'generate',
    game: kind.name,
    method: method.name,
    options: given(method.options, form.values),
    count: Number(form.count),
    seed: Number(form.seed),
    seconds: Number(form.seconds),
    rate: true,
    ...(isBounded ? { difficulty: [Number(least || 1), Number(most || 10)] } : {}),
    ...(byExample ? { examples: form.examples } : {}),
  };
}

/** @typedef {import('./runs.js').Failure} Failure */

/** What is wrong at each field: by itself, or because a run was refused. Once the field is
 * changed, the refusal is past.
 * @param {MakeValues} form @param {Failure | null} failure @param {string[]} names
 * @param {string} game */
function useWrong(form, failure, names, game) {
  const [past, setPast] = useState(/** @type {{ failure: Failure, name: string } | null} */ (null));
  const found = placeOf(failure, names, game);
  const isPast = past !== null && past.failure === failure && past.name === found?.name;
  const place = isPast ? null : found;
  /** @param {string} name */
  const own = (name) => {
    const shared = commonNames.find((one) => one === name);
    if (shared) return commonProblem(common[shared], form[shared]);
    return name === 'difficulty' ? difficultyProblem(form.range) : '';
  };
  return {
    place,
    own,
    at: (/** @type {string} */ name) => own(name) || (place?.name === name ? place.text : ''),
    changed: (/** @type {string} */ name) => failure && setPast({ failure, name }),
  };
}

/** @typedef {object} MakeFormProps
 * @property {Kind} kind
 * @property {string} place of the run
 * @property {boolean} running
 * @property {Failure | null} [failure]
 * @property {(request: import('./runs.js').MakeRequest, where: 'browser' | 'server') => void}
 *   onStart
 * @property {() => void} onStop
 * @property {boolean} [compact] few levels at first */

/** The form's values and what belongs to them. @param {MakeFormProps} props */
function useForm({ kind, place, failure = null, compact = false }) {
  /** @type {MakeValues} */
  const first = {
    method: kind.generators[0].name,
    values: {},
    count: compact ? 3 : 12,
    seed: 1,
    seconds: 60,
    range: ['', ''],
    examples: '',
  };
  const [form, change] = useKept(`form.${place}`, first);
  const method = kind.generators.find((one) => one.name === form.method) ?? kind.generators[0];
  const ownNames = method.options.map((option) => option.name);
  const names = [...ownNames, ...commonNames, 'difficulty', 'examples'];
  const wrong = useWrong(form, failure, names, kind.name);
  const bad =
    method.options.some((option) => problemOf(option, form.values[option.name]) !== '') ||
    ['difficulty', ...commonNames].some((name) => wrong.own(name) !== '');
  return {
    form,
    method,
    wrong,
    bad,
    change,
    /** @param {Partial<MakeValues>} part of one member, whose refusal is past
     * @param {string} name */
    put(part, name) {
      wrong.changed(name);
      change(part);
    },
    /** @param {string} name of an option @param {OptionValue} value */
    putOption(name, value) {
      wrong.changed(name);
      change(({ values }) => ({ values: { ...values, [name]: value } }));
    },
  };
}

/** @typedef {ReturnType<typeof useForm>} FormState */

/** @param {MakeFormProps} props */
export function MakeForm(props) {
  const { kind, running, onStart, onStop } = props;
  const state = useForm(props);
  const { form, method, wrong, bad } = state;
  const [main, more] = sortedOptions(method);
  const { runWhere } = useSignal(settings);
  const away = useSignal(server) === 'away';
  const where = away || runWhere !== 'server' ? 'browser' : 'server';
  /** @param {SubmitEvent} event */
  const start = (event) => {
    event.preventDefault();
    if (!running && !bad) onStart(requestOf(kind, method, form), where);
  };
  return (
    <form class="stack" noValidate onSubmit={start} data-test="make-form">
      <MethodField kind={kind} state={state} />
      {main.length > 0 && <Options kind={kind} state={state} options={main} />}
      <div class="fields">
        <CommonField name="count" label={t('make.count')} state={state} />
        {kind.calibrated && (
          <DifficultyRange
            range={form.range}
            wrong={wrong.at('difficulty')}
            onChange={(range) => state.put({ range }, 'difficulty')}
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
      <MoreOptions kind={kind} state={state} main={main} more={more} />
    </form>
  );
}

/** @param {{ kind: Kind, state: FormState }} props */
function MethodField({ kind, state: { method, change } }) {
  return (
    <Field label={t('make.method')} help={sentence(method.summary, kind.name)}>
      {(field) => (
        <select
          {...field}
          value={method.name}
          onChange={(event) => change({ method: event.currentTarget.value, values: {} })}
        >
          {kind.generators.map(({ name }) => (
            <option key={name} value={name}>
              {titleOf('methods', name, kind.name)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** @param {{ kind: Kind, state: FormState, options: Option[] }} props */
function OptionFields({ kind, state, options }) {
  const { form, method, wrong } = state;
  return (
    <>
      {options.map((option) => (
        <OptionField
          key={`${method.name}.${option.name}`}
          game={kind.name}
          option={option}
          value={form.values[option.name]}
          wrong={wrong.at(option.name)}
          onChange={(value) => state.putOption(option.name, value)}
        />
      ))}
    </>
  );
}

/** @param {{ kind: Kind, state: FormState, options: Option[] }} props */
const Options = (props) => (
  <div class="fields">
    <OptionFields {...props} />
  </div>
);

/** @param {{ name: CommonName, label: string, help?: string, state: FormState }} props */
function CommonField({ name, label, help, state }) {
  const { form, wrong } = state;
  const { min, max } = common[name];
  return (
    <Field label={label} help={help} wrong={wrong.at(name)}>
      {(field) => (
        <input
          {...field}
          type="number"
          min={min}
          max={max}
          value={form[name]}
          onInput={(event) => state.put({ [name]: event.currentTarget.value }, name)}
        />
      )}
    </Field>
  );
}

/** What is folded away, unless something in it was refused.
 * @param {{ kind: Kind, state: FormState, main: Option[], more: Option[] }} props */
function MoreOptions({ kind, state, main, more }) {
  const { form, method, wrong } = state;
  const shownAtOnce = ['count', 'difficulty', ...main.map((option) => option.name)];
  const isInside = wrong.place !== null && !shownAtOnce.includes(wrong.place.name);
  return (
    <details open={isInside ? true : undefined}>
      <summary>
        <h3 class="inline">{t('make.options')}</h3>
      </summary>
      <div class="fields">
        <CommonField name="seed" label={t('make.seed')} help={t('make.seedHelp')} state={state} />
        <CommonField name="seconds" label={t('make.time')} state={state} />
        <OptionFields kind={kind} state={state} options={more} />
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
              onInput={(event) => state.put({ examples: event.currentTarget.value }, 'examples')}
            />
          )}
        </Field>
      )}
    </details>
  );
}
