// A study, as people who take part see it: #/study/ID, and #/study/ID/withdraw.
import { useEffect, useRef, useState } from 'preact/hooks';
import { statusOf } from '../errors.js';
import { useSignal } from '../signal.js';
import { plural, t } from '../texts.js';
import { Button, Note } from '../ui/controls.jsx';
import { element } from '../ui/element.js';
import { FullScreenNote, StudyBar } from './bar.jsx';
import { Onward, ScreenTitle } from './bits.jsx';
import { fillScreen } from './code.jsx';
import { EnterScreen } from './enter.jsx';
import { speakEnglish } from './language.js';
import { NextPerson } from './next-person.jsx';
import { isSomeoneElse, loadPerson, ticketIn } from './person.js';
import { problemText } from './problem.js';
import { EarlyEndScreen, ThanksScreen } from './thanks.jsx';
import { askInLanguage, dropPanel, handOver, holdStudy, openRun } from './visit.js';
import { WithdrawPage } from './withdraw.jsx';

/** @typedef {import('./run.js').StudyRun} StudyRun */
/** @typedef {{ kind: 'loading' | 'elsewhere' | 'away' | 'gone' | 'unknown', leave?: () => void }
 *   | { kind: 'enter', info: StudyInfo, ticket: import('./person.js').Ticket }
 *   | { kind: 'run', run: StudyRun, isNew: boolean }
 *   | { kind: 'problem', why: string }} Stage */

const AGAIN_MS = 3000;

/** @param {PageProps} props */
export function StudyPage({ route }) {
  const [study = '', part] = route.parts;
  useEffect(() => speakEnglish, []);
  return part === 'withdraw' ? (
    <WithdrawPage key={study} study={study} language={route.query.language} />
  ) : (
    <Visit key={`${study} ${JSON.stringify(route.query)}`} study={study} />
  );
}

/** What to show when something cannot be had. @param {unknown} error @param {boolean} isKnown
 * @returns {Stage} */
function stageOf(error, isKnown) {
  const status = statusOf(error);
  if (status === 0 || status === 429 || (status ?? 0) >= 500) return { kind: 'away' };
  if (status === 401 || (isKnown && status === 404)) return { kind: 'gone' };
  return status === 404 ? { kind: 'unknown' } : { kind: 'problem', why: problemText(error) };
}

/** Who takes part here now, and what they see. The person before makes room when the link has
 * another panel's name, or when somebody says so.
 * @param {string} study @param {AbortSignal} signal
 * @param {{ language?: string, isLeaving: boolean, show: (stage: Stage) => void }} how
 * @returns {Promise<StudyRun | null>} */
async function openStage(study, signal, { language, isLeaving, show }) {
  const kept = loadPerson(study);
  if (kept && !(await holdStudy(study, signal, false))) {
    show({ kind: 'elsewhere' });
    if (!(await holdStudy(study, signal, true))) return null;
  }
  const spoken = kept && !isLeaving ? kept.language : language;
  const info = await askInLanguage(study, spoken, signal);
  const ticket = ticketIn(info);
  if (kept && !isLeaving && !isSomeoneElse(kept, ticket)) return openRun(info, kept);
  if (kept) await handOver(study, kept);
  show({ kind: 'enter', info, ticket });
  return null;
}

/** @param {string} study */
function useStage(study) {
  const [stage, setStage] = useState(/** @type {Stage} */ ({ kind: 'loading' }));
  const [language, setLanguage] = useState(/** @type {string | undefined} */ (undefined));
  /** Which try it is, and what came before it. */
  const [turn, setTurn] = useState({ isNew: false, isLeaving: false });
  useEffect(() => {
    const end = new AbortController();
    /** @type {StudyRun | null} */
    let run = null;
    const show = (/** @type {Stage} */ next) => !end.signal.aborted && setStage(next);
    const open = async () => {
      const { isNew, isLeaving } = turn;
      run = await openStage(study, end.signal, { language, isLeaving, show });
      if (!run) return;
      run.onSomeoneElse = leave;
      if (end.signal.aborted) run.stop();
      else show({ kind: 'run', run, isNew });
    };
    const leave = () => {
      dropPanel(study);
      setTurn({ isNew: false, isLeaving: true });
    };
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    open().catch((error) => {
      const next = stageOf(error, loadPerson(study) !== null);
      show(next.kind === 'gone' ? { kind: 'gone', leave } : next);
      if (next.kind === 'away') timer = setTimeout(() => setTurn({ ...turn }), AGAIN_MS);
    });
    return () => {
      clearTimeout(timer);
      end.abort();
      run?.stop();
    };
  }, [study, language, turn]);
  const entered = () => setTurn({ isNew: true, isLeaving: false });
  return { stage, setLanguage, entered };
}

/** @param {{ study: string }} props */
function Visit({ study }) {
  const { stage, setLanguage, entered } = useStage(study);
  switch (stage.kind) {
    case 'enter':
      return <EnterScreen {...stage} onLanguage={setLanguage} onEntered={entered} />;
    case 'run':
      return <Inside key={stage.run.kept.key} run={stage.run} isNew={stage.isNew} />;
    case 'loading':
      return (
        <p class="soft" aria-busy="true">
          {t('ui.loading')}
        </p>
      );
    case 'problem':
      return <Message title={t('study.problem')} text={stage.why} />;
    default:
      return (
        <Message title={t(`study.stageTitle.${stage.kind}`)} text={t(`study.stage.${stage.kind}`)}>
          {stage.leave && <NextPerson code="" onSure={stage.leave} />}
        </Message>
      );
  }
}

/** @param {{ title: string, text: string, children?: import('preact').ComponentChildren }} props */
const Message = ({ title, text, children }) => (
  <div class="screen stack" data-test="message">
    <ScreenTitle key={title} title={title} />
    <p>{text}</p>
    <p>
      <Button label={t('app.reload')} icon="restart" onClick={() => location.reload()} />
    </p>
    {children}
  </div>
);

/** Someone who has entered: at the end, or somewhere on the way.
 * @param {{ run: StudyRun, isNew: boolean }} props */
function Inside({ run, isNew }) {
  const [isReady, setReady] = useState(isNew || !run.isBack);
  const refused = useSignal(run.sender.refused);
  if (run.me.state === 'completed') return <ThanksScreen run={run} />;
  if (run.me.state !== 'inside') return <EarlyEndScreen run={run} kind={run.me.state} />;
  if (refused) return <Message title={t('study.problem')} text={refused} />;
  return (
    <>
      <StudyBar run={run} />
      {isReady ? <Running run={run} /> : <WelcomeBack run={run} onDone={() => setReady(true)} />}
    </>
  );
}

/** After a reload or a pause. The press also lets sounds begin and the screen be filled.
 * @param {{ run: StudyRun, onDone: () => void }} props */
const WelcomeBack = ({ run, onDone }) => (
  <div class="screen stack" data-test="back">
    <ScreenTitle title={t('study.backTitle')} />
    <p>{t('study.backHelp')}</p>
    {run.nLost > 0 && (
      <Note icon="warn" role="status">
        {plural('study.lost', run.nLost)}
      </Note>
    )}
    <Onward>
      <Button
        label={t('study.goOn')}
        kind="main"
        data-test="next"
        onClick={() => fillScreen(run.plan.device.full_screen).then(onDone)}
      />
    </Onward>
    <p>
      <NextPerson code={run.kept.code} onSure={run.onSomeoneElse} />
    </p>
  </div>
);

/** Does the page fill the screen? */
function useFullScreen() {
  const [isOn, setOn] = useState(document.fullscreenElement !== null);
  useEffect(() => {
    const look = () => setOn(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', look);
    return () => document.removeEventListener('fullscreenchange', look);
  }, []);
  return isOn;
}

/** The place that jsPsych shows its timeline in. @param {{ run: StudyRun }} props */
function Running({ run }) {
  const place = useRef(/** @type {HTMLDivElement | null} */ (null));
  const isFull = useFullScreen();
  const [how, setHow] = useState(/** @type {string} */ (''));
  const [problem, setProblem] = useState('');
  const at = useSignal(run.at);
  useEffect(() => {
    import('./runner.js')
      .then(({ runTimeline }) => runTimeline(run, element(place)))
      .then(setHow, (error) => setProblem(problemText(error)));
  }, [run]);
  return (
    <>
      {at && <FullScreenNote run={run} isOn={isFull} />}
      {problem && (
        <Note kind="bad" icon="warn" role="alert">
          {problem}
        </Note>
      )}
      {(how === 'declined' || how === 'unfit') && <EarlyEndScreen run={run} kind={how} />}
      <div ref={place} class="study-place" />
    </>
  );
}
