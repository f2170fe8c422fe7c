// What is noted of playing a level: moves with their times in bundles, what was taken back, and
// the sums for its end.

const BUNDLE_MS = 2000;
const BUNDLE = 100;

/** @typedef {object} RecordOptions
 * @property {string} level its id
 * @property {number} trial
 * @property {StudyEmit} emit
 * @property {boolean} words moves are words with blanks between them
 * @property {() => number} [now] */

export class MoveRecord {
  moves = 0;
  undos = 0;
  restarts = 0;
  /** @type {number | undefined} */
  pushes = undefined;
  isWon = false;
  /** Moves of the position that was seen last. @type {string[]} */
  #seen = [];
  #pushesSeen = 0;
  /** The level was begun again, and its first position is not there yet. */
  #isWaiting = false;
  /** @type {{ move: string, at: number }[]} */
  #bundle = [];

  /** @param {RecordOptions} options */
  constructor({ level, trial, emit, words, now = () => performance.now() }) {
    this.level = level;
    this.trial = trial;
    this.emit = emit;
    this.words = words;
    this.now = now;
  }

  /** A position. One of the play before may still be on its way when the level is begun again: its
   * moves are noted already. @param {PlayState} state @returns {boolean} whether it counts */
  take(state) {
    const list = this.words ? state.moves.split(' ').filter(Boolean) : [...state.moves];
    if (this.#isWaiting && list.length > 0) return false;
    this.#isWaiting = false;
    const at = this.now();
    this.isWon = state.won;
    if (list.length > this.#seen.length) {
      for (const move of list.slice(this.#seen.length)) this.#bundle.push({ move, at });
      this.moves += list.length - this.#seen.length;
    } else if (list.length < this.#seen.length) {
      this.flush();
      const back = this.#seen.length - list.length;
      this.undos += back;
      this.emit('undo', { level: this.level, moves: back }, this.trial);
    }
    this.#countPushes(state.measures?.pushes);
    this.#seen = list;
    const isOld = this.#bundle.length > 0 && at - this.#bundle[0].at >= BUNDLE_MS;
    if (isOld || this.#bundle.length >= BUNDLE) this.flush();
    return true;
  }

  /** The level is begun again: what follows is another position. */
  restart() {
    this.flush();
    this.restarts += 1;
    const { level, moves, pushes } = this;
    const data = { level, moves, ...(pushes === undefined ? {} : { pushes }) };
    this.emit('restart', data, this.trial);
    this.#seen = [];
    this.#pushesSeen = 0;
    this.#isWaiting = true;
  }

  /** What waits is noted now. */
  flush() {
    if (this.#bundle.length === 0) return;
    const moves = this.#bundle.map(({ move }) => move).join(this.words ? ' ' : '');
    const times = this.#bundle.map(({ at }) => Math.round(at * 1000) / 1000).join(' ');
    this.#bundle = [];
    this.emit('moves', { level: this.level, moves, times }, this.trial);
  }

  /** The moves that led to the position that was seen last. */
  get solution() {
    return this.#seen.join(this.words ? ' ' : '');
  }

  /** @param {number | null | undefined} pushes of the position; fewer after moves taken back */
  #countPushes(pushes) {
    if (typeof pushes !== 'number') return;
    this.pushes = (this.pushes ?? 0) + Math.max(0, pushes - this.#pushesSeen);
    this.#pushesSeen = pushes;
  }
}

/** Counts time less that in which the page was hidden. */
export function visibleTime() {
  let counted = 0;
  let since = performance.now();
  const isSeen = () => document.visibilityState === 'visible';
  let was = isSeen();
  const look = () => {
    const now = performance.now();
    if (was) counted += now - since;
    [since, was] = [now, isSeen()];
  };
  document.addEventListener('visibilitychange', look);
  return {
    ms() {
      look();
      return Math.round(counted * 1000) / 1000;
    },
    stop: () => document.removeEventListener('visibilitychange', look),
  };
}
