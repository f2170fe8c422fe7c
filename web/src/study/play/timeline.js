// Practice and play on the timeline: levels one after another, or in any order until the time is
// over or the person has had enough; after each its questions; sounds all along.
import { startStudyPrompts } from '../instruments.js';
import { view } from '../screen.js';
import { AfterLevel } from './after.jsx';
import { ChooseScreen } from './choose.jsx';
import { LevelScreen } from './level.jsx';

/** @typedef {import('../run.js').StudyRun} StudyRun */
/** @typedef {import('../timeline.js').Node} Node */
/** @typedef {import('./level.jsx').Outcome} Outcome */

/** One run through a phase of play. */
class Round {
  /** @type {Map<number, Outcome>} */
  outcomes = new Map();
  /** @type {import('../instruments.js').Prompts | null} */
  prompts = null;
  /** Chosen in a free order. */
  chosen = -1;
  isEnough = false;

  /** @param {StudyRun} run @param {StudyPhase} phase */
  constructor(run, phase) {
    this.run = run;
    this.phase = phase;
    this.n = phase.trials?.length ?? 0;
    // What became of a level before a reload is not known here, only that it is over.
    for (const trial of run.progressOf(phase).ended) this.outcomes.set(trial, 'gave-up');
  }

  isEnded = (/** @type {number} */ trial) => {
    const outcome = this.outcomes.get(trial);
    return outcome !== undefined && outcome !== 'left';
  };

  get nEnded() {
    return [...this.outcomes.keys()].filter(this.isEnded).length;
  }

  begin = () => {
    this.run.startTime();
    this.run.setWithin(this.nEnded, this.n);
    const { run, phase } = this;
    if (phase.prompts) this.prompts = startStudyPrompts(run, phase);
  };

  end = () => {
    this.prompts?.stop();
    const { run } = this;
    if (this.nEnded < this.n || this.isEnough) run.reason = run.isOver.get() ? 'time' : 'stopped';
  };

  /** @param {number} trial @param {Outcome | 'stopped'} how */
  note(trial, how) {
    const { run, phase } = this;
    this.isEnough = how === 'stopped';
    const outcome = how === 'stopped' ? 'gave-up' : how;
    this.outcomes.set(trial, outcome);
    run.setWithin(this.nEnded, this.n);
    const isAsked = phase.ask === 'solved' ? outcome === 'solved' : this.isEnded(trial);
    run.owe(
      !this.isEnough && isAsked && outcome !== 'time' && run.questionsOf(phase).length > 0
        ? trial
        : -1,
    );
  }

  /** @param {() => number} trial @returns {Node} */
  level = (trial) => ({
    timeline: [
      view(
        LevelScreen,
        () => ({ run: this.run, phase: this.phase, trial: trial(), prompts: this.prompts }),
        (outcome) => this.note(trial(), outcome),
      ),
    ],
    conditional_function: () => {
      const at = trial();
      const isOver = this.isEnough || this.run.isOver.get();
      return at >= 0 && !this.isEnded(at) && !isOver && this.run.owed < 0;
    },
  });

  /** Questions on the level that was played, also when they were asked before a reload.
   * @returns {Node} */
  questions = () => ({
    timeline: [
      view(
        AfterLevel,
        () => ({ run: this.run, phase: this.phase, trial: this.run.owed }),
        () => this.run.owe(-1),
      ),
    ],
    conditional_function: () => this.run.owed >= 0,
  });
}

/** @param {Round} round @returns {Node} */
function freely(round) {
  const { run, phase, outcomes } = round;
  /** @type {Node} */
  const choose = {
    timeline: [
      view(
        ChooseScreen,
        () => ({ run, phase, outcomes }),
        (trial) => {
          round.chosen = trial;
          round.isEnough = trial < 0;
        },
      ),
    ],
    conditional_function: () => !run.isOver.get() && run.owed < 0,
  };
  return {
    timeline: [round.questions(), choose, round.level(() => round.chosen), round.questions()],
    loop_function: () => {
      round.chosen = -1;
      return !round.isEnough && !run.isOver.get() && round.nEnded < round.n;
    },
  };
}

/** @param {Round} round @returns {Node} */
const inOrder = (round) => ({
  timeline: [
    round.questions(),
    ...Array.from({ length: round.n }, (_, i) => [round.level(() => i), round.questions()]).flat(),
  ],
});

/** @param {StudyRun} run @param {StudyPhase} phase @returns {Node[]} */
export function playScreens(run, phase) {
  const round = new Round(run, phase);
  const node = phase.free ? freely(round) : inOrder(round);
  return [{ timeline: [node], on_timeline_start: round.begin, on_timeline_finish: round.end }];
}
