// How far somebody has come with the pairs of a phase, and why it ends.

/** @typedef {Pick<import('./run.js').StudyRun, 'reason' | 'isOver' | 'progressOf' | 'startTime' |
 *   'setWithin'>} Run */

export class Pairs {
  /** @param {Run} run @param {StudyPhase} phase */
  constructor(run, phase) {
    this.run = run;
    this.n = phase.trials?.length ?? 0;
    this.nDone = run.progressOf(phase).n_done;
    this.least = phase.least_pairs ?? 0;
    this.isFree = phase.as_many_as_one_likes === true;
    this.total = this.isFree ? (phase.least_pairs ?? this.n) : this.n;
  }

  begin = () => this.run.startTime();

  /** Does another pair begin? The one that is open when the time is over is still judged. */
  goesOn = () => this.nDone < this.n && this.run.reason !== 'stopped' && !this.run.isOver.get();

  /** Is the person asked first whether they want another? */
  isAsked = () => this.goesOn() && this.isFree && this.nDone >= this.least;

  /** @param {'more' | 'enough'} answer */
  take = (answer) => {
    if (answer === 'enough') this.run.reason = 'stopped';
  };

  /** A pair was judged. */
  note = () => {
    this.nDone += 1;
    this.run.setWithin(this.nDone, this.total);
  };

  end = () => {
    const { run } = this;
    if (run.reason === 'done' && this.nDone < this.n && run.isOver.get()) run.reason = 'time';
  };
}
