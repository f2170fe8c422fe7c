// One question: a control for each type. Answers are a number, an option's id, a list of ids, a
// text; null while there is none.
import { useId } from 'preact/hooks';
import { t } from '../texts.js';
import { Thumb } from '../board/thumb.jsx';

/** @typedef {object} QuestionProps
 * @property {StudyQuestion} question
 * @property {StudyAnswer} value
 * @property {(value: StudyAnswer) => void} onChange
 * @property {string} [wrong] what is missing
 * @property {string} lang
 * @property {{ id: string, level: Level }[]} [pictures] that may be marked */

/** @param {QuestionProps} props */
export function Question({ question, wrong, lang, ...rest }) {
  const id = useId();
  const isText = question.type === 'number' || question.type === 'words';
  const about = wrong ? `${id}-wrong` : undefined;
  const Control = controls[question.type];
  return (
    <fieldset
      class={`question of-${question.type}`}
      data-question={question.id}
      aria-describedby={about}
      aria-labelledby={isText ? undefined : `${id}-text`}
    >
      <p id={`${id}-text`} class="asked" lang={lang}>
        {isText ? <label for={id}>{question.text}</label> : question.text}
        {!question.required && <small class="soft"> {t('study.optional')}</small>}
      </p>
      <Control {...{ id, question, wrong, lang, about, ...rest }} />
      {wrong && (
        <p id={about} class="wrong">
          {wrong}
        </p>
      )}
    </fieldset>
  );
}

/** @typedef {QuestionProps & { id: string, about?: string }} ControlProps */

/** @param {{ name: string, value: string | number, text: string, checked: boolean, onChange: () =>
 *   void, class?: string, spoken?: string }} props */
const Radio = ({ name, value, text, checked, onChange, class: kind = 'choice', spoken }) => (
  <label class={kind}>
    <input type="radio" {...{ name, value, checked, onChange }} aria-label={spoken} />
    <span>{text}</span>
  </label>
);

/** @param {ControlProps} props */
const NoOpinion = ({ id, question, value, onChange }) =>
  question.no_opinion ? (
    <Radio
      name={id}
      value="no-opinion"
      text={t('study.noOpinion')}
      checked={value === 'no-opinion'}
      onChange={() => onChange('no-opinion')}
    />
  ) : null;

/** Steps between two ends. @param {ControlProps} props */
function Steps(props) {
  const { id, question, value, onChange, lang } = props;
  const { from = 1, to = 5, low, high } = question;
  const steps = Array.from({ length: to - from + 1 }, (_, i) => from + i);
  /** @param {number} step */
  const spoken = (step) =>
    step === from && low ? `${step}, ${low}` : step === to && high ? `${step}, ${high}` : undefined;
  return (
    <div class="stack tight">
      <div class="steps-row">
        {low && (
          <span class="end" lang={lang}>
            {low}
          </span>
        )}
        <div class={`steps-of ${steps.length > 7 ? 'many' : ''}`}>
          {steps.map((step) => (
            <Radio
              key={step}
              class="step"
              name={id}
              value={step}
              text={String(step)}
              spoken={spoken(step)}
              checked={value === step}
              onChange={() => onChange(step)}
            />
          ))}
        </div>
        {high && (
          <span class="end" lang={lang}>
            {high}
          </span>
        )}
      </div>
      <NoOpinion {...props} />
    </div>
  );
}

/** One of some options. @param {ControlProps} props */
function One(props) {
  const { id, question, value, onChange, lang } = props;
  return (
    <div class="choices" lang={lang}>
      {question.options?.map((option) => (
        <Radio
          key={option.id}
          name={id}
          value={option.id}
          text={option.text}
          checked={value === option.id}
          onChange={() => onChange(option.id)}
        />
      ))}
      <NoOpinion {...props} />
    </div>
  );
}

/** @param {StudyAnswer} value @returns {string[]} */
const listOf = (value) => (Array.isArray(value) ? value : []);
/** @param {StudyAnswer} value @param {string} id @param {boolean} on */
const withId = (value, id, on) => {
  const rest = listOf(value).filter((one) => one !== id);
  return on ? [...rest, id] : rest;
};

/** @param {ControlProps} props */
const Several = ({ question, value, onChange, lang }) => (
  <div class="choices" lang={lang}>
    {question.options?.map(({ id, text }) => (
      <label key={id} class="choice">
        <input
          type="checkbox"
          checked={listOf(value).includes(id)}
          onChange={(event) => onChange(withId(value, id, event.currentTarget.checked))}
        />
        <span>{text}</span>
      </label>
    ))}
  </div>
);

/** @param {ControlProps} props */
const Amount = ({ id, question, value, onChange, about, wrong }) => (
  <div class="amount">
    <input
      id={id}
      class="input"
      type="number"
      inputMode="decimal"
      step="any"
      min={question.from}
      max={question.to}
      value={typeof value === 'number' ? value : ''}
      aria-describedby={about}
      aria-invalid={wrong ? 'true' : undefined}
      onInput={({ currentTarget: { value: text, valueAsNumber } }) =>
        onChange(text === '' ? null : valueAsNumber)
      }
    />
    {question.from !== undefined && (
      <small class="soft">
        {t('study.fromTo', { from: question.from, to: question.to ?? '' })}
      </small>
    )}
  </div>
);

/** @param {ControlProps} props */
const Words = ({ id, question, value, onChange, about }) => (
  <textarea
    id={id}
    class="input words"
    rows={question.max_length > 100 ? 4 : 2}
    maxLength={question.max_length || undefined}
    value={typeof value === 'string' ? value : ''}
    aria-describedby={about}
    onInput={(event) => onChange(event.currentTarget.value || null)}
  />
);

/** Pictures of which some are marked. @param {ControlProps} props */
const Mark = ({ pictures = [], value, onChange }) => (
  <div class="pictures">
    {pictures.map(({ id, level }, i) => (
      <label key={id} class="picture">
        <Thumb level={level} width={260} height={220} />
        <span class="choice">
          <input
            type="checkbox"
            data-level={id}
            checked={listOf(value).includes(id)}
            onChange={(event) => onChange(withId(value, id, event.currentTarget.checked))}
          />
          <span>{t('study.picture', { n: i + 1 })}</span>
        </span>
      </label>
    ))}
  </div>
);

/** @type {Record<StudyQuestion['type'], (props: ControlProps) => any>} */
const controls = {
  scale: Steps,
  opposites: Steps,
  likert: One,
  one: One,
  several: Several,
  number: Amount,
  words: Words,
  mark: Mark,
};
