// One play of one level: the engine's handle, one request after another, walks as
// single steps that can be watched, and undo that takes a walk back as one.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { samePart } from '../board/part.js';
import { ask } from '../engine/engine.js';
import { mayAnimate, theme } from '../settings.js';
import { useSignal } from '../signal.js';

export const STEP_MS = 110;
const WALK_MS = 65;

const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/** The requests that make moves of one session, in order. Kept apart from Preact. */
export class PlaySession {
  /** @param {any} level @param {(state: any, ms: number) => void} onState */
  constructor(level, onState) {
    this.level = level;
    this.onState = onState;
    this.handle = 0;
    this.state = null;
    /** @type {Promise<unknown>} */
    this.chain = Promise.resolve();
    this.done = [];
    this.undone = [];
    this.turn = 0;
  }

  /** @param {string} [save] where to go on */
  open(save) {
    const { game, text, source, level, rules } = this.level;
    const request = { call: 'play.open', game, text, source, level, rules, theme: theme.get() };
    return this.queue(async () => {
      let state;
      try {
        state = await ask(save ? { ...request, save } : request);
      } catch (error) {
        if (!save) throw error;
        state = await ask(request);
      }
      this.handle = state.handle;
      this.show(state, 0);
    });
  }

  close() {
    this.turn += 1;
    this.queue(() => this.handle && ask({ call: 'play.close', handle: this.handle })).catch(
      () => {},
    );
    this.onState = () => {};
  }

  /** @template T @param {() => T | Promise<T>} action @returns {Promise<T>} */
  queue(action) {
    const next = this.chain.then(action);
    this.chain = next.catch(() => {});
    return next;
  }

  show(state, ms) {
    // Another part of the board is not slid to: what one sees there is not what moved.
    const slides = mayAnimate() && samePart(this.state?.part, state.part);
    this.state = state;
    this.onState(state, slides ? ms : 0);
  }

  /** @param {string} call @param {Record<string, any>} [more] */
  call(call, more = {}) {
    return ask({ call, handle: this.handle, theme: theme.get(), ...more });
  }

  /** One step by a person: { moves } | { key } | { cells }. Resolves to the state. */
  step(input) {
    this.turn += 1;
    return this.queue(async () => {
      const state = await this.call('play.do', input);
      if (state.changed) {
        this.done.push(1);
        this.undone = [];
      }
      this.show(state, STEP_MS);
      return state;
    });
  }

  /** Makes moves one by one so that they are seen; any other input ends it.
   * @param {{ call: string } & Record<string, any>} plan a peek at play.walk or play.drag */
  async follow(plan) {
    const turn = (this.turn += 1);
    const { call, ...rest } = plan;
    const { moves } = await this.queue(() => this.call(call, { ...rest, peek: true }));
    if (!moves) return this.state;
    this.done.push(0);
    this.undone = [];
    for (const move of moves) {
      if (this.turn !== turn) break;
      await this.queue(async () => {
        this.show(await this.call('play.do', { moves: move }), WALK_MS);
        this.done[this.done.length - 1] += 1;
      });
      if (mayAnimate()) await wait(WALK_MS);
    }
    return this.state;
  }

  undo() {
    this.turn += 1;
    return this.queue(async () => {
      const count = this.done.pop() || 1;
      this.undone.push(count);
      this.show(await this.call('play.undo', { count }), STEP_MS);
    });
  }

  redo() {
    this.turn += 1;
    return this.queue(async () => {
      const count = this.undone.pop() || 1;
      this.done.push(count);
      this.show(await this.call('play.redo', { count }), STEP_MS);
    });
  }

  restart() {
    this.turn += 1;
    return this.queue(async () => {
      this.done.push(1);
      this.show(await this.call('play.restart'), STEP_MS * 2);
    });
  }

  /** The position in light colours, for paper. */
  drawLight() {
    return this.queue(async () =>
      this.handle ? (await this.call('play.state', { theme: 'light' })).draw : null,
    );
  }

  /** Draws the same position again, in the theme that is in use now. */
  redraw() {
    return this.queue(async () => this.handle && this.show(await this.call('play.state'), 0));
  }
}

/** While the page is dark, the position in light colours, a moment after the last move. */
const REST_MS = 400;
export function useLight(session, state) {
  const [light, setLight] = useState(null);
  const shade = useSignal(theme);
  useEffect(() => {
    setLight(null);
    if (!state || shade === 'light') return undefined;
    let here = true;
    const timer = setTimeout(
      () =>
        session.drawLight().then(
          (draw) => here && setLight(draw),
          () => {},
        ),
      REST_MS,
    );
    return () => {
      here = false;
      clearTimeout(timer);
    };
  }, [state, shade]);
  return light;
}

/** @param {any} level @param {string} [save]
 * @returns {{ session: PlaySession | null, state: any, ms: number, error: Error | null }} */
export function usePlay(level, save) {
  const [view, setView] = useState({ state: null, ms: 0 });
  const [error, setError] = useState(null);
  const session = useRef(null);
  const onState = useCallback((state, ms) => setView({ state, ms }), []);
  useEffect(() => {
    const made = new PlaySession(level, onState);
    session.current = made;
    setError(null);
    made.open(save).catch(setError);
    const stop = theme.watch(() => made.redraw());
    return () => {
      stop();
      made.close();
    };
  }, [level]);
  return { session: session.current, ...view, error };
}
