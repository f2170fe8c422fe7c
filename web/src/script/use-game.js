// A PuzzleScript source as the engine reads it, a moment after one has stopped typing.
import { useEffect, useState } from 'preact/hooks';
import { ask } from '../engine/engine.js';

const PAUSE_MS = 350;

/** @param {string | null} source
 * @returns {{ source: string | null, playable: boolean, name: string, levels: any[], messages: any[] }} */
export function useGame(source) {
  const [game, setGame] = useState({
    source: null,
    playable: false,
    name: '',
    levels: [],
    messages: [],
  });
  useEffect(() => {
    if (source === null) return undefined;
    let here = true;
    const timer = setTimeout(
      async () => {
        const tell = (found) =>
          here &&
          setGame({ source, playable: false, name: '', levels: [], messages: [], ...found });
        try {
          const { playable, name, levels, messages } = await ask({
            call: 'parse',
            game: 'puzzlescript',
            source,
          });
          tell({ playable: playable ?? levels.length > 0, name, levels, messages });
        } catch (error) {
          tell({
            messages: [
              {
                severity: 'error',
                line: error.line ?? 0,
                column: error.column ?? 0,
                message: error.message,
              },
            ],
          });
        }
      },
      game.source === null ? 0 : PAUSE_MS,
    );
    return () => {
      here = false;
      clearTimeout(timer);
    };
  }, [source]);
  return game;
}
