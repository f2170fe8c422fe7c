// The levels the pages carry themselves, so that there is something to play before any
// server has answered. Each game's are loaded when they are asked for.
import { partOf, starterRows } from '../games.js';

/** @param {string} game @returns {Promise<Level[]>} none where the game brings none */
export async function starterLevels(game) {
  const { starter } = partOf(game);
  if (starter) return starter();
  return (await starterRows(game)).map((row, i) => ({
    game,
    id: row.id,
    text: row.text,
    difficulty: row.difficulty,
    percent: row.percent,
    band: row.band,
    own: true,
    title: `${i + 1}`,
    best: { moves: row.moves, pushes: row.pushes },
  }));
}
