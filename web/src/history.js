// What can be undone and done again. Values are whatever the owner needs to go back: a text,
// or how many steps were made at once.

/** @template T */
export class History {
  /** @type {T[]} */
  #past = [];
  /** @type {T[]} */
  #future = [];

  /** @param {number} [most] how far back it goes */
  constructor(most = Infinity) {
    this.most = most;
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  /** Something was done; what was undone before cannot be done again. @param {T} value */
  note(value) {
    this.#past.push(value);
    if (this.#past.length > this.most) this.#past.shift();
    this.#future = [];
  }

  /** The newest value again, as it is now. @param {T} value */
  amend(value) {
    this.#past[this.#past.length - 1] = value;
  }

  /** One back. @param {(back: T) => T} keep what redo will give for the value gone back to
   * @returns {T | undefined} nothing when there is none */
  undo(keep) {
    return History.#shift(this.#past, this.#future, keep);
  }

  /** One forward again. @param {(next: T) => T} keep what undo will give for it */
  redo(keep) {
    return History.#shift(this.#future, this.#past, keep);
  }

  /** @template V @param {V[]} from @param {V[]} to @param {(value: V) => V} keep */
  static #shift(from, to, keep) {
    if (from.length === 0) return undefined;
    const value = /** @type {V} */ (from.pop());
    to.push(keep(value));
    return value;
  }
}
