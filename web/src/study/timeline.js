// A plan as a timeline of jsPsych: a timeline for each phase, that begins and ends it in the log,
// and in it a screen for each thing to do.
import { CodeScreen } from './code.jsx';
import { CompareScreen, MoreScreen } from './compare.jsx';
import { ConsentScreen } from './consent.jsx';
import { instrumentScreen } from './instruments.js';
import { DebriefingScreen, PagesScreen } from './pages.jsx';
import { Pairs } from './pairs.js';
import { playScreens } from './play/timeline.js';
import { SurveyScreen } from './questions.jsx';
import { rateScreens } from './rate.jsx';
import { screen, view } from './screen.js';
import { ThanksScreen } from './thanks.jsx';

/** @typedef {import('./run.js').StudyRun} StudyRun */
/** @typedef {ReturnType<typeof screen>} Screen */
/** @typedef {{ timeline: (Screen | Node)[], conditional_function?: () => boolean, loop_function?:
 *   () => boolean, on_timeline_start?: () => void, on_timeline_finish?: () => void }} Node */

/** Why somebody does not come to the end. @typedef {'declined' | 'unfit'} EarlyEnd */
/** @typedef {(early: EarlyEnd) => void} EndEarly ends the timeline */

/** @param {StudyRun} run @param {StudyPhase} phase @param {EndEarly} endEarly
 * @returns {(Screen | Node)[]} */
function consentScreens(run, phase, endEarly) {
  const isGiven = run.progressOf(phase).consented;
  const ask = view(
    ConsentScreen,
    () => ({ run }),
    (answer) => {
      if (answer !== 'no') return;
      run.endEarly();
      endEarly('declined');
    },
  );
  return [...(isGiven ? [] : [ask]), view(CodeScreen, () => ({ run }))];
}

/** Pairs until all are judged, the time is over, or the person has had enough.
 * @param {StudyRun} run @param {StudyPhase} phase @returns {Node[]} */
function compareScreens(run, phase) {
  const pairs = new Pairs(run, phase);
  /** @type {Node} */
  const more = {
    timeline: [view(MoreScreen, () => ({ nDone: pairs.nDone }), pairs.take)],
    conditional_function: pairs.isAsked,
  };
  /** @type {Node} */
  const pair = {
    timeline: [view(CompareScreen, () => ({ run, phase, trial: pairs.nDone }), pairs.note)],
    conditional_function: pairs.goesOn,
  };
  /** @type {Node} */
  const all = {
    timeline: [more, pair],
    conditional_function: pairs.goesOn,
    loop_function: pairs.goesOn,
  };
  return [{ timeline: [all], on_timeline_start: pairs.begin, on_timeline_finish: pairs.end }];
}

/** Everything was noted when this is shown, so that closing the page loses nothing.
 * @param {StudyRun} run */
const thanksScreen = (run) =>
  screen((place) => {
    run.end('done');
    return view(ThanksScreen, () => ({ run })).show(place);
  });

/** Whoever fails a check, or has no sound, would only waste their time: the server takes nothing
 * more of them. @param {StudyRun} run @param {EndEarly} endEarly */
function endIfFailed(run, endEarly) {
  if (run.reason !== 'failed') return;
  run.end('failed');
  run.endEarly();
  endEarly('unfit');
}

/** What a phase is made of, besides pages to read.
 * @type {Partial<Record<StudyPhaseType, (run: StudyRun, phase: StudyPhase, endEarly: EndEarly) =>
 *   (Screen | Node)[]>>} */
const tasks = {
  instrument: (run, phase, endEarly) => [
    instrumentScreen(run, phase, () => endIfFailed(run, endEarly)),
  ],
  practice: playScreens,
  play: playScreens,
  rate: rateScreens,
  compare: compareScreens,
  survey: (run, phase) => [view(SurveyScreen, () => ({ run, phase }))],
  debriefing: (run, phase) => [view(DebriefingScreen, () => ({ run, phase }))],
  end: (run) => [thanksScreen(run)],
};

/** @param {StudyRun} run @param {StudyPhase} phase @param {EndEarly} endEarly
 * @returns {(Screen | Node)[]} */
function screensOf(run, phase, endEarly) {
  const { n_done: nDone, trial, answered, ended, prompted } = run.progressOf(phase);
  const isBegun =
    nDone > 0 || trial >= 0 || [answered, ended, prompted].some((list) => list.length > 0);
  const isRead = phase.pages?.length && phase.type !== 'debriefing' && !isBegun;
  const pages = isRead ? [view(PagesScreen, () => ({ run, phase }))] : [];
  return [...pages, ...(tasks[phase.type]?.(run, phase, endEarly) ?? [])];
}

/** @param {StudyRun} run @param {EndEarly} endEarly @returns {Node[]} */
export function timelineOf(run, endEarly) {
  const { phases } = run.plan;
  return phases.slice(run.me.progress.phase).map((phase) => ({
    timeline:
      phase.type === 'consent'
        ? consentScreens(run, phase, endEarly)
        : screensOf(run, phase, endEarly),
    on_timeline_start: () => run.begin(phase),
    on_timeline_finish: () => run.end(),
  }));
}
