// Lets jsPsych carry somebody through their plan. It is fetched when somebody has entered.
import { initJsPsych } from 'jspsych';
import { clearScreen } from './screen.js';
import { timelineOf } from './timeline.js';

/** @typedef {import('./run.js').StudyRun} StudyRun */

/** @param {StudyRun} run @param {HTMLElement} place
 * @returns {Promise<'ended' | 'left' | import('./timeline.js').EarlyEnd>} */
export async function runTimeline(run, place) {
  /** @type {'ended' | 'left' | import('./timeline.js').EarlyEnd} */
  let how = 'ended';
  // Sounds have a clock of their own, and what has the focus is the screen's matter.
  const jsPsych = initJsPsych({
    display_element: place,
    use_webaudio: false,
    on_trial_start: () => {
      place.tabIndex = -1;
    },
  });
  const leave = () => {
    how = 'left';
    clearScreen();
    jsPsych.abortExperiment();
  };
  run.signal.addEventListener('abort', leave);
  /** @param {import('./timeline.js').EarlyEnd} early */
  const endEarly = (early) => {
    how = early;
    jsPsych.abortExperiment();
  };
  await jsPsych.run(timelineOf(run, endEarly));
  run.signal.removeEventListener('abort', leave);
  return how;
}
