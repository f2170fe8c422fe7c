// The form of one method, made from its options.
import { useState } from 'preact/hooks';
import { settings, choose } from '../settings.js';
import { server } from '../net/api.js';
import { useSignal } from '../signal.js';
import { t } from '../texts.js';
import { Button, Check, Field, Segments } from '../ui/controls.jsx';
import { controlOf, given, helpOf, isOn, methodTitle, placeOf, problemOf, sentence, sortedOptions, titleOf } from './options.js';

/** @param {{ option: import('./options.js').Option, value: any, onChange: (value: any) => void, wrong?: string }} props wrong: what the engine said of it */
export function OptionField({ option, value, onChange, wrong = '' }) {
  const control = controlOf(option);
  const label = titleOf(option.name);
  if (control === 'check') {
    return <div class="field"><Check label={label} checked={value ?? isOn(option.default)} onChange={onChange} /><p class="help">{helpOf(option)}</p></div>;
  }
  const shown = value ?? option.default ?? '';
  return (
    <Field label={label} help={helpOf(option)} wrong={problemOf(option, value) || wrong}>
      {(id, about) => (control === 'select' ? (
        <select id={id} aria-describedby={about} value={shown} onChange={(event) => onChange(event.currentTarget.value)}>
          {option.default === undefined && <option value="">{t('make.auto')}</option>}
          {option.choices.map((choice) => <option key={choice} value={choice}>{titleOf(choice)}</option>)}
        </select>
      ) : (
        <input id={id} aria-describedby={about} type={control === 'number' ? 'number' : 'text'} min={option.min} max={option.max}
          step={option.type === 'int' ? 1 : 'any'} value={shown} placeholder={t('make.auto')} spellcheck={false}
          onInput={(event) => onChange(event.currentTarget.value)} />
      ))}
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
const commonProblem = (option, value) => problemOf(option, String(value).trim() === '' ? 'x' : value);

/** @param {{ kind: any, running: boolean, failure?: string, onStart: (request: any, where: string, fields: string[]) => void, onStop: () => void, source?: string, compact?: boolean }} props */
export function MakeForm({ kind, running, failure = '', onStart, onStop, source, compact = false }) {
  const [methodName, setMethod] = useState(kind.generators[0].name);
  const [values, setValues] = useState({});
  const [count, setCount] = useState(compact ? 3 : 12);
  const [seed, setSeed] = useState(1);
  const [seconds, setSeconds] = useState(60);
  const [range, setRange] = useState(['', '']);
  const [examples, setExamples] = useState('');
  const { runWhere } = useSignal(settings);
  const away = useSignal(server) === 'away';
  const method = kind.generators.find((one) => one.name === methodName) ?? kind.generators[0];
  const asked = { count, seed, seconds };
  const bad = method.options.some((option) => problemOf(option, values[option.name])) || Object.values(common).some((option) => commonProblem(option, asked[option.name]));
  const where = away ? 'browser' : runWhere;
  const [main, more] = sortedOptions(kind.name, method);
  const names = [...method.options.map((option) => option.name), ...Object.keys(common)];
  const place = placeOf(failure, names);
  const byExample = method.options.some((option) => ['examples', 'given'].includes(values[option.name]));
  const shownAtOnce = ['count', ...main.map((option) => option.name)];
  const wrongAt = (name) => (common[name] && commonProblem(common[name], asked[name])) || (place?.name === name ? place.text : '');
  const fieldOf = (option) => (
    <OptionField key={`${method.name}.${option.name}`} option={option} value={values[option.name]} wrong={wrongAt(option.name)}
      onChange={(value) => setValues((now) => ({ ...now, [option.name]: value }))} />
  );
  const start = (event) => {
    event.preventDefault();
    if (running || bad) return;
    onStart({
      call: 'generate', game: kind.name, method: method.name, options: given(method.options, values), count: Number(count), seed: Number(seed),
      seconds: Number(seconds), ...(source ? { source } : {}),
      ...(range[0] !== '' || range[1] !== '' ? { difficulty: [Number(range[0] || 1), Number(range[1] || 10)] } : {}),
      ...(byExample && examples.trim() ? { examples } : {}),
    }, where, names);
  };
  return (
    <form class="stack" noValidate onSubmit={start} data-test="make-form">
      <Field label={t('make.method')} help={sentence(method.summary)}>
        {(id, about) => (
          <select id={id} aria-describedby={about} value={method.name} onChange={(event) => { setMethod(event.currentTarget.value); setValues({}); }}>
            {kind.generators.map((one) => <option key={one.name} value={one.name}>{methodTitle(one.name)}</option>)}
          </select>
        )}
      </Field>
      {main.length > 0 && <div class="fields">{main.map(fieldOf)}</div>}
      <div class="fields">
        <Field label={t('make.count')} wrong={wrongAt('count')}>{(id) => <input id={id} type="number" min="1" max="200" value={count} onInput={(event) => setCount(event.currentTarget.value)} />}</Field>
        {kind.calibrated && <DifficultyRange range={range} onChange={setRange} />}
      </div>
      {!away && (
        <Segments label={t('make.where')} value={where} onChange={(value) => choose({ runWhere: value })}
          options={['browser', 'server'].map((value) => ({ value, title: t(`make.${value}`) }))} />
      )}
      <div class="row">
        {running ? <Button label={t('make.stop')} icon="stop" kind="main" onClick={onStop} /> : <button class="button main" disabled={bad}>{t('make.start')}</button>}
      </div>
      <details open={place && !shownAtOnce.includes(place.name) ? true : undefined}>
        <summary><h3 class="inline">{t('make.options')}</h3></summary>
        <div class="fields">
          <Field label={t('make.seed')} help={t('make.seedHelp')} wrong={wrongAt('seed')}>{(id, about) => <input id={id} aria-describedby={about} type="number" min="0" value={seed} onInput={(event) => setSeed(event.currentTarget.value)} />}</Field>
          <Field label={t('make.time')} wrong={wrongAt('seconds')}>{(id) => <input id={id} type="number" min="1" max="3600" value={seconds} onInput={(event) => setSeconds(event.currentTarget.value)} />}</Field>
          {more.map(fieldOf)}
        </div>
        {byExample && (
          <Field label={t('make.examples')} help={t('make.examplesHelp')}>
            {(id, about) => <textarea id={id} aria-describedby={about} rows={8} spellcheck={false} value={examples} onInput={(event) => setExamples(event.currentTarget.value)} />}
          </Field>
        )}
      </details>
    </form>
  );
}

function DifficultyRange({ range, onChange }) {
  const input = (i, name) => (
    <input type="number" min="1" max="10" step="0.5" aria-label={`${t('make.difficulty')}: ${t(`make.${name}`)}`} placeholder={i === 0 ? '1' : '10'} value={range[i]}
      onInput={(event) => onChange(range.map((old, j) => (i === j ? event.currentTarget.value : old)))} />
  );
  return (
    <div class="field">
      <span class="label">{t('make.difficulty')}</span>
      <span class="pairfield">{input(0, 'from')}<span>{t('make.to')}</span>{input(1, 'to')}</span>
      <p class="help">{t('make.difficultyHelp')}</p>
    </div>
  );
}
