// The levels that the pages carry, as the checks know them.
import { readFileSync } from 'node:fs';

const file = (path) => readFileSync(new URL(`../../../src/games/${path}`, import.meta.url), 'utf8');

/** The rows of a game's starter pack. */
export const starter = (game) => JSON.parse(file(`${game}/web/levels.json`));
/** The PuzzleScript example. */
export const lanterns = file('puzzlescript/web/lanterns.txt');
