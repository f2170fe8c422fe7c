// The bare page with a game on it: the pages' own board, sliding with every move, the engine in
// its worker, and a solver that works all the time in another.
import { render } from 'preact';
import { Board } from '../../src/board/board.jsx';
import { work } from '../../src/engine/engine.js';
import { PlaySession } from '../../src/play/session.js';
import './page.js';

const KEYS = { KeyW: 'up', KeyA: 'left', KeyS: 'down', KeyD: 'right' };

/** @type {any} */ (window).play = {
  moves: 0,
  solved: 0,
  /** @param {any} level @param {string} other to be solved again and again */
  async start(level, other) {
    const place = /** @type {HTMLElement} */ (document.getElementById('place'));
    const session = new PlaySession(level, (state, duration) =>
      render(<Board draw={state.draw} label="board" pointing="walk" duration={duration} />, place),
    );
    await session.open();
    addEventListener('keydown', ({ code }) => {
      if (!(code in KEYS)) return;
      this.moves += 1;
      session.step({ key: KEYS[/** @type {keyof typeof KEYS} */ (code)] });
    });
    for (;;) {
      await work({ call: 'solve', game: level.game, text: other, seconds: 5 });
      this.solved += 1;
    }
  },
};
