// Somebody on their way through a plan: which phase it is, what is noted of it, and how much of
// its time is over. What is shown is the timeline's business.
import { signal } from '../signal.js';
import { deviceData, watchAround } from './around.js';
import { startTimer, studyClock } from './clock.js';
import { createLog, timesNow } from './log.js';
import {
  eventStorage,
  keptAfter,
  loadLost,
  loadPlace,
  saveLost,
  savePerson,
  savePlace,
  sendEvents,
} from './person.js';
import { createSender } from './sender.js';

const SAVE_EVERY_MS = 2000;
const LOOK_EVERY_MS = 100;

/** @typedef {object} At where one is, for the bar
 * @property {number} part from 1
 * @property {number} parts
 * @property {string} title
 * @property {number} within how much of this part is done, 0 to 1 */

/** @typedef {'done' | 'time' | 'stopped' | 'failed'} Reason */

/** Of a phase that nobody has begun. @returns {StudyProgress} */
const fresh = () => ({
  phase: 0,
  phase_id: null,
  in_phase: false,
  trial: -1,
  n_done: 0,
  ended: [],
  answered: [],
  prompted: [],
  consented: false,
  special: [],
  completed: false,
});

const isReload = () => {
  const [entry] = performance.getEntriesByType('navigation');
  return entry instanceof PerformanceNavigationTiming && entry.type === 'reload';
};

export class StudyRun {
  clock = studyClock;
  /** @type {StudyPhase | null} */
  phase = null;
  /** Why the phase ends. @type {Reason} */
  reason = 'done';
  /** @type {import('../signal.js').Signal<At | null>} */
  at = signal(/** @type {At | null} */ (null));
  /** Minutes left of a phase that has a time, else null. */
  minutesLeft = signal(/** @type {number | null} */ (null));
  /** Is the time of the phase over? */
  isOver = signal(false);
  /** Whoever waits for something stops when this does. */
  #end = new AbortController();
  /** @type {import('./clock.js').Timer | null} */
  #timer = null;
  /** The trial of which questions are still to be asked. */
  #owed = -1;
  #isFirst = true;
  /** What happened between two phases. @type {[string, Record<string, unknown>][]} */
  #held = [];

  /** @param {StudyInfo} info @param {import('./person.js').Kept} kept @param {StudyMe} me
   * @param {import('./log.js').StudyLog} log */
  constructor(info, kept, me, log) {
    const { study } = info;
    /** Events that the server did not take, and of which the log does not know yet. */
    this.nLost = loadLost(study);
    this.info = info;
    this.study = study;
    this.kept = keptAfter(kept, me.progress);
    this.me = me;
    this.plan = me.plan;
    this.log = log;
    this.sender = createSender(log);
    this.before = loadPlace(study);
    this.around = watchAround((type, data) => this.#tell(type, data));
    const { signal: ended } = this.#end;
    addEventListener('pagehide', () => this.savePlace(), { signal: ended });
    const timers = [
      setInterval(() => this.savePlace(), SAVE_EVERY_MS),
      setInterval(() => this.#look(), LOOK_EVERY_MS),
    ];
    ended.addEventListener('abort', () => timers.forEach(clearInterval));
  }

  get signal() {
    return this.#end.signal;
  }

  /** Is there anything that came before this page was opened? */
  get isBack() {
    return this.me.next_seq > 0;
  }

  /** How far the phase was when the page was opened. @param {StudyPhase} phase */
  progressOf(phase) {
    const { progress } = this.me;
    return progress.in_phase && progress.phase === phase.seq ? progress : fresh();
  }

  /** @type {StudyEmit} */
  emit = (type, data, trial) => {
    if (!this.phase) throw new Error(`${type} belongs to a phase, and there is none`);
    this.log.append({ type, phase: this.phase.id, trial, data });
    this.sender.soon();
  };

  /** @param {StudyPhase} phase */
  begin(phase) {
    const isGoingOn = this.progressOf(phase).in_phase;
    this.phase = phase;
    this.reason = 'done';
    if (phase.type === 'consent' && !this.progressOf(phase).consented) this.log.hold();
    if (!isGoingOn) this.emit('phase-start');
    if (this.#isFirst && this.isBack) {
      const away = this.before && timesNow().clock - this.before.clock;
      this.emit('resume', {
        after: isReload() ? 'reload' : 'return',
        ...(away !== null && away >= 0 ? { away_ms: Math.round(away) } : {}),
      });
    }
    if (this.nLost > 0) {
      this.emit('lost', { events: this.nLost });
      this.nLost = 0;
      saveLost(this.study, 0);
    }
    if (this.#isFirst) this.emit('device', deviceData());
    this.#isFirst = false;
    this.#owed = isGoingOn && this.before?.phase === phase.id ? this.before.owed : -1;
    for (const [type, data] of this.#held.splice(0)) this.emit(type, data);
    const parts = this.plan.phases.filter(({ type }) => type !== 'consent' && type !== 'end');
    const part = parts.findIndex(({ id }) => id === phase.id) + 1;
    this.at.set(
      part > 0 ? { part, parts: parts.length, title: phase.title ?? '', within: 0 } : null,
    );
    this.savePlace();
  }

  /** @param {Reason} [reason] */
  end(reason = this.reason) {
    if (!this.phase) return;
    this.around.tellFrames();
    this.emit('phase-end', { reason });
    this.phase = null;
    this.#timer = null;
    this.minutesLeft.set(null);
    this.isOver.set(false);
    this.sender.now();
  }

  /** Nothing more is noted, and what was is sent. */
  endEarly() {
    this.phase = null;
    this.at.set(null);
    this.sender.now();
  }

  /** The time of the phase begins when what has to be read was read. */
  startTime() {
    const { phase, before } = this;
    if (!phase?.minutes) return;
    const isGoingOn = this.progressOf(phase).in_phase && before?.phase === phase.id;
    this.#timer = startTimer(this.clock, isGoingOn ? before.used_ms : 0);
    this.#look();
  }

  /** @param {number} done @param {number} of */
  setWithin(done, of) {
    const at = this.at.get();
    if (at) this.at.set({ ...at, within: of > 0 ? Math.min(1, done / of) : 0 });
  }

  /** @param {number} trial of which questions are to be asked, or -1 */
  owe(trial) {
    this.#owed = trial;
    this.savePlace();
  }

  get owed() {
    return this.#owed;
  }

  /** Whoever is back and has not gone on yet is where they were: what this browser knows of that
   * stays as it is. */
  savePlace() {
    const { before, phase } = this;
    if (this.isBack && this.#isFirst) return;
    const usedBefore = before && before.phase === phase?.id ? before.used_ms : 0;
    savePlace(this.study, {
      phase: phase?.id ?? '',
      used_ms: Math.round(this.#timer?.used() ?? usedBefore),
      owed: this.#owed,
      clock: timesNow().clock,
    });
  }

  /** The person has said whether they take part. What was measured of them until then is kept
   * only after a yes.
   * @param {Record<string, unknown> & { answer: 'yes' | 'no', special: string[] }} decision */
  decide(decision) {
    const { answer, special } = decision;
    this.log.release(({ type }) => answer === 'yes' || ['phase-start', 'resume'].includes(type));
    this.emit('consent', decision);
    this.kept = { ...this.kept, special };
    savePerson(this.study, this.kept);
  }

  /** Questions that this person may be asked. @param {StudyPhase} phase */
  questionsOf(phase) {
    const { special } = this.kept;
    return (phase.questions ?? []).filter((one) => !one.special || special.includes(one.special));
  }

  /** Somebody else wants to take part here. The page that has opened the run sees to it. */
  onSomeoneElse = () => {};

  stop() {
    if (this.#end.signal.aborted) return;
    this.savePlace();
    this.#end.abort();
    this.around.stop();
    this.sender.stop();
  }

  #look() {
    if (!this.#timer || !this.phase?.minutes) return;
    const left = this.phase.minutes * 60000 - this.#timer.used();
    this.minutesLeft.set(Math.max(0, Math.ceil(left / 60000)));
    this.isOver.set(left <= 0);
  }

  /** @param {string} type @param {Record<string, unknown>} data */
  #tell(type, data) {
    if (this.phase) this.emit(type, data);
    else if (this.at.get()) this.#held.push([type, data]);
  }
}

/** @param {string} study @param {string} key */
export const openLog = (study, key) =>
  createLog(eventStorage(study), { send: sendEvents(study, key) });
