// A solution, played by itself.
import { useEffect, useState } from 'preact/hooks';
import { Board } from '../board/board.jsx';
import { t } from '../texts.js';
import { Button } from '../ui/controls.jsx';
import { useLatest } from '../ui/use-latest.js';
import { PlaySession } from './session.js';

const FIRST_MS = 500;

/** A solution's single moves. @param {Kind} kind @param {string} solution */
const movesOf = (kind, solution) =>
  kind.words ? solution.split(' ').filter(Boolean) : [...solution];

/** @param {number} ms */
const pauseFor = (ms) => new Promise((done) => setTimeout(done, ms));

/** @param {Kind} kind @param {Level} level @param {string} solution */
function useWatch(kind, level, solution) {
  const [view, setView] = useState(
    /** @type {import('./use-play.js').View} */ ({ state: null, ms: 0 }),
  );
  // The same level is a new object whenever the editor is drawn again.
  const latest = useLatest(level);
  useEffect(() => {
    const session = new PlaySession(latest.current, (state, ms) => setView({ state, ms }));
    let here = true;
    const play = async () => {
      await session.open();
      const moves = movesOf(kind, solution);
      const pause = kind.words ? 600 : Math.max(70, Math.min(260, 9000 / moves.length));
      await pauseFor(FIRST_MS);
      for (const move of moves) {
        if (!here) return;
        await session.step({ moves: move });
        await pauseFor(pause);
      }
    };
    play().catch(() => {});
    return () => {
      here = false;
      session.close();
    };
  }, [kind, latest, level.text, level.source, level.level, solution]);
  return view;
}

/** @param {{ kind: Kind, level: Level, solution: string, onClose: () => void }} props */
export function Watch({ kind, level, solution, onClose }) {
  const { state, ms } = useWatch(kind, level, solution);
  return (
    <div class="stack tight" data-test="watch">
      {state && (
        <Board
          draw={state.draw}
          label={t('edit.watch')}
          pointing={kind.pointing}
          stride={kind.stride}
          duration={ms}
          tallest={0.5}
        />
      )}
      <div class="row between">
        <span class="soft small">
          {state ? `${t('measures.moves')} ${state.n_moves}` : t('ui.loading')}
        </span>
        <Button label={t('edit.stopWatch')} icon="close" kind="small" onClick={onClose} />
      </div>
    </div>
  );
}
