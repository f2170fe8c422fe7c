// Questions on a screen, handed in together: of a survey a page at a time, after a level, or
// beside pictures.
import { useRef, useState } from 'preact/hooks';
import { t } from '../texts.js';
import { Button } from '../ui/controls.jsx';
import { announce } from '../ui/announce.jsx';
import { element } from '../ui/element.js';
import { answerOf, faultOf, pagesOf, stopwatch } from './answers.js';
import { Onward, ScreenTitle } from './bits.jsx';
import { Question } from './question.jsx';

/** @typedef {import('./run.js').StudyRun} StudyRun */
/** @typedef {import('./answers.js').Values} Values */

/** The sentence for a fault. @param {string} fault @param {StudyQuestion} question */
const sentenceOf = (fault, { from, to, marks }) =>
  fault && t(`study.wrong.${fault}`, { from: from ?? '', to: to ?? '', n: marks });

/** Questions of one trial, with the button that hands them in.
 * @param {{ run: StudyRun, questions: StudyQuestion[], trial: number, lang?: string, pictures?: {
 *   id: string, level: Level }[], label?: string, onDone: () => void }} props */
export function Form({ run, questions, trial, pictures, label, onDone }) {
  const [values, setValues] = useState(/** @type {Values} */ ({}));
  const [isTried, setTried] = useState(false);
  const box = useRef(/** @type {HTMLFormElement | null} */ (null));
  const [watch] = useState(() => stopwatch(run.clock.now));
  const faults = questions.map((question) => faultOf(question, values[question.id]));
  /** @param {SubmitEvent} event */
  const handIn = (event) => {
    event.preventDefault();
    const first = faults.findIndex(Boolean);
    if (first >= 0) {
      setTried(true);
      announce(sentenceOf(faults[first], questions[first]));
      const field = element(box).querySelectorAll('[data-question]')[first];
      const control = field?.querySelector('input, textarea');
      if (control instanceof HTMLElement) control.focus();
      return;
    }
    for (const question of questions) {
      const { id } = question;
      const value = answerOf(question, values[id]);
      run.emit('answer', { question: id, value, reaction_ms: watch.reaction(id) }, trial);
    }
    onDone();
  };
  return (
    <form ref={box} class="stack" noValidate onSubmit={handIn}>
      {questions.map((question, i) => (
        <Question
          key={question.id}
          question={question}
          pictures={pictures}
          lang={run.plan.language}
          value={values[question.id] ?? null}
          wrong={isTried ? sentenceOf(faults[i], question) : ''}
          onChange={(value) => {
            watch.note(question.id);
            setValues((now) => ({ ...now, [question.id]: value }));
          }}
        />
      ))}
      <Onward>
        <button class="button main" data-test="hand-in">
          {label ?? t('study.next')}
        </button>
      </Onward>
    </form>
  );
}

const A_PAGE = 7;

/** A survey: what is not answered yet, a page at a time.
 * @param {{ run: StudyRun, phase: StudyPhase, onDone: () => void }} props */
export function SurveyScreen({ run, phase, onDone }) {
  const [at, setAt] = useState(0);
  const [pages] = useState(() => {
    const answered = run.progressOf(phase).answered.map(([id]) => id);
    return pagesOf(
      run.questionsOf(phase).filter(({ id }) => !answered.includes(id)),
      A_PAGE,
    );
  });
  const next = () => {
    run.setWithin(at + 1, pages.length);
    if (at + 1 < pages.length) setAt(at + 1);
    else onDone();
  };
  if (pages.length === 0) return <Nothing onDone={onDone} />;
  return (
    <div class="screen stack" data-test="survey" data-page={at}>
      <ScreenTitle key={at} title={phase.title || t('study.survey')} lang={run.plan.language} />
      {pages.length > 1 && (
        <p class="soft small">{t('study.pageOf', { n: at + 1, of: pages.length })}</p>
      )}
      <Form key={at} run={run} questions={pages[at]} trial={0} onDone={next} />
    </div>
  );
}

/** All of it was answered before. @param {{ onDone: () => void }} props */
const Nothing = ({ onDone }) => (
  <div class="screen stack">
    <ScreenTitle title={t('study.survey')} />
    <Onward>
      <Button label={t('study.next')} kind="main" data-test="next" onClick={() => onDone()} />
    </Onward>
  </div>
);
