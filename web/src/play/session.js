// One play of one level: the engine's handle, one request after another, walks as single steps
// that can be watched, and undo that takes a walk back as one. Kept apart from Preact.
import { samePart } from '../board/part.js';
import { ask } from '../engine/engine.js';
import { History } from '../history.js';
import { mayAnimate, theme } from '../settings.js';

const STEP_MS = 110;
const WALK_MS = 65;

/** @param {number} ms */
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/** @typedef {{ moves: string } | { key: string } | { cells: number[] }} Step */
/** @typedef {{ call: 'play.walk', cell: number }
 *   | { call: 'play.drag', from: number, to: number }} Plan */

export class PlaySession {
  handle = 0;
  /** @type {PlayState | null} */
  state = null;
  /** How often something was asked for: what takes time looks whether it is still wanted. */
  turn = 0;
  /** How many steps each input made: the engine keeps the steps, this keeps them together.
   * @type {History<number>} */
  #inputs = new History();
  /** @type {Promise<unknown>} */
  #chain = Promise.resolve();

  /** @param {Level} level @param {(state: PlayState, ms: number) => void} onState */
  constructor(level, onState) {
    this.level = level;
    this.onState = onState;
  }

  /** @param {string} [save] where to go on */
  open(save) {
    const { game, text, source, level, rules } = this.level;
    const call = /** @type {const} */ ('play.open');
    const request = { call, game, text, source, level, rules, theme: theme.get() };
    return this.queue(async () => {
      // A save that no longer fits its level is no reason not to play.
      const saved = save ? await ask({ ...request, save }).catch(() => null) : null;
      const state = saved ?? (await ask(request));
      this.handle = state.handle;
      this.#show(state, 0);
    });
  }

  close() {
    this.turn += 1;
    this.queue(async () => {
      if (this.handle) await ask({ call: 'play.close', handle: this.handle });
    }).catch(() => {});
    this.onState = () => {};
  }

  /** One after another. @template T @param {() => T | Promise<T>} action @returns {Promise<T>} */
  queue(action) {
    const next = this.#chain.then(action);
    this.#chain = next.catch(() => {});
    return next;
  }

  /** @template {EngineCall} C @param {C} call @param {Record<string, unknown>} [more] */
  call(call, more = {}) {
    return ask({ call, handle: this.handle, theme: theme.get(), ...more });
  }

  /** One step by a person. Resolves to the state. @param {Step} input */
  step(input) {
    return this.#next(async () => {
      const state = await this.call('play.do', input);
      if (state.changed) this.#inputs.note(1);
      return this.#show(state, STEP_MS);
    });
  }

  /** Makes moves one by one so that they are seen; any other input ends it.
   * @param {Plan} plan a look at where a walk or a drag would lead */
  async follow({ call, ...rest }) {
    const turn = (this.turn += 1);
    const { moves } = await this.queue(() => this.call(call, { ...rest, peek: true }));
    if (!moves) return this.state;
    this.#inputs.note(0);
    for (const [n, move] of [...moves].entries()) {
      if (this.turn !== turn) break;
      await this.queue(async () => {
        this.#show(await this.call('play.do', { moves: move }), WALK_MS);
        this.#inputs.amend(n + 1);
      });
      if (mayAnimate()) await wait(WALK_MS);
    }
    return this.state;
  }

  undo() {
    return this.#next(async () => {
      const count = this.#inputs.undo((steps) => steps) || 1;
      return this.#show(await this.call('play.undo', { count }), STEP_MS);
    });
  }

  redo() {
    return this.#next(async () => {
      const count = this.#inputs.redo((steps) => steps) || 1;
      return this.#show(await this.call('play.redo', { count }), STEP_MS);
    });
  }

  restart() {
    return this.#next(async () => {
      this.#inputs.note(1);
      return this.#show(await this.call('play.restart'), STEP_MS * 2);
    });
  }

  /** The position in light colours, for paper. @returns {Promise<Draw | null>} */
  drawLight() {
    return this.queue(async () =>
      this.handle ? (await this.call('play.state', { theme: 'light' })).draw : null,
    );
  }

  /** Draws the same position again, in the theme that is in use now. */
  redraw() {
    return this.queue(async () => {
      if (this.handle) this.#show(await this.call('play.state'), 0);
    });
  }

  /** @param {() => Promise<PlayState>} action */
  #next(action) {
    this.turn += 1;
    return this.queue(action);
  }

  /** @param {PlayState} state @param {number} ms */
  #show(state, ms) {
    // Another part of the board is not slid to: what one sees there is not what moved.
    const slides = mayAnimate() && samePart(this.state?.part, state.part);
    this.state = state;
    this.onState(state, slides ? ms : 0);
    return state;
  }
}
