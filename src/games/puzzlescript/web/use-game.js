// A source as the engine reads it, a moment after one has stopped typing.
import { useEffect, useRef, useState } from 'preact/hooks';
import { ask } from 'lw-pages/engine/engine.js';
import { messageOf } from 'lw-pages/errors.js';
import { GAME } from './source.js';

const PAUSE_MS = 350;

/** @typedef {object} Read
 * @property {string | null} source which was read
 * @property {boolean} playable
 * @property {string} name
 * @property {ParsedLevel[]} levels
 * @property {EngineMessage[]} messages */

/** @type {Read} */
const nothing = { source: null, playable: false, name: '', levels: [], messages: [] };

/** @param {string} source @returns {Promise<Read>} */
async function read(source) {
  try {
    const { playable, name, levels, messages } = await ask({ call: 'parse', game: GAME, source });
    return { source, playable: playable ?? levels.length > 0, name, levels, messages };
  } catch (error) {
    const { line = 0, column = 0 } = /** @type {Partial<EngineMessage>} */ (error);
    const severity = /** @type {const} */ ('error');
    return {
      ...nothing,
      source,
      messages: [{ severity, line, column, message: messageOf(error) }],
    };
  }
}

/** @param {string | null} source */
export function useGame(source) {
  const [game, setGame] = useState(nothing);
  const isFirst = useRef(true);
  useEffect(() => {
    if (source === null) return undefined;
    let here = true;
    const show = (/** @type {Read} */ found) => {
      if (!here) return;
      isFirst.current = false;
      setGame(found);
    };
    const timer = setTimeout(() => read(source).then(show), isFirst.current ? 0 : PAUSE_MS);
    return () => {
      here = false;
      clearTimeout(timer);
    };
  }, [source]);
  return game;
}
