// A solution, played by itself.
import { useEffect, useRef, useState } from 'preact/hooks';
import { Board } from '../board/board.jsx';
import { traits } from '../games.js';
import { t } from '../texts.js';
import { Button } from '../ui/controls.jsx';
import { PlaySession } from './use-play.js';

/** A solution's single moves. @param {string} game @param {string} solution */
export const movesOf = (game, solution) =>
  traits[game].words ? solution.split(' ').filter(Boolean) : [...solution];

/** @param {{ level: any, solution: string, onClose: () => void }} props */
export function Watch({ level, solution, onClose }) {
  const [view, setView] = useState({ state: null, ms: 0 });
  const session = useRef(null);
  const { pointing, stride, words } = traits[level.game];
  useEffect(() => {
    const made = new PlaySession(level, (state, ms) => setView({ state, ms }));
    session.current = made;
    let here = true;
    (async () => {
      await made.open();
      const moves = movesOf(level.game, solution);
      const pause = words ? 600 : Math.max(70, Math.min(260, 9000 / moves.length));
      await new Promise((done) => setTimeout(done, 500));
      for (const move of moves) {
        if (!here) return;
        await made.step({ moves: move });
        await new Promise((done) => setTimeout(done, pause));
      }
    })().catch(() => {});
    return () => {
      here = false;
      made.close();
    };
  }, [level.text, level.source, level.level, solution]);
  return (
    <div class="stack tight" data-test="watch">
      {view.state && (
        <Board
          draw={view.state.draw}
          label={t('edit.watch')}
          pointing={pointing}
          stride={stride}
          duration={view.ms}
          tallest={0.5}
        />
      )}
      <div class="row between">
        <span class="soft small">
          {view.state ? `${t('measures.moves')} ${view.state.n_moves}` : t('ui.loading')}
        </span>
        <Button label={t('edit.stopWatch')} icon="close" kind="small" onClick={onClose} />
      </div>
    </div>
  );
}
