// The PuzzleScript game that one works on, the example that ships, and levels under one game.
import { ask } from 'lw-pages/engine/engine.js';
import { load, save } from 'lw-pages/storage.js';
import { t } from 'lw-pages/texts.js';

export const GAME = 'puzzlescript';
const KEPT = 'script';

/** @returns {string | null} what was written here last */
export const ownSource = () => load(KEPT, null);

/** @param {string} source */
export const keepSource = (source) => save(KEPT, source);

/** @returns {Promise<string>} */
export const exampleSource = async () => (await import('./lanterns.txt')).default;

/** @returns {Promise<Level[]>} the levels of the example */
export async function exampleLevels() {
  const source = await exampleSource();
  // For every level that is a board and not a message: how hard it is.
  /** @type {Pick<StarterRow, 'percent' | 'band'>[]} */
  const rows = /** @type {any} */ ((await import('./lanterns.json')).default);
  return rows.map(({ percent, band }, i) => ({
    game: GAME,
    source,
    level: i + 1,
    id: `lanterns-${i + 1}`,
    own: true,
    title: `Lanterns ${i + 1}`,
    percent,
    band,
  }));
}

const HEAD = /^LEVELS[ \t]*$/im;
/** @param {string} source */
const rulesOf = (source) => source.split(HEAD)[0].replace(/\s+$/, '');

/** Levels as rows under one game: they may be rows already, a number in their game, or a whole
 * game each, as the server keeps them. @type {NonNullable<GamePart['gather']>} */
export async function gather(levels, source) {
  const games = levels.map(
    (level) => level.source ?? (HEAD.test(level.text ?? '') ? level.text : source),
  );
  const [first] = games;
  if (games.some((game) => !game || !first || rulesOf(game) !== rulesOf(first))) {
    throw new Error(t('games.puzzlescript.manyGames'));
  }
  /** @type {Map<string, Promise<Parsed>>} */
  const parsed = new Map();
  /** @param {Level} level @param {string} game */
  const rows = async (level, game) => {
    if (level.text && level.text !== game) return level;
    if (!parsed.has(game)) parsed.set(game, ask({ call: 'parse', game: GAME, source: game }));
    const found = (await parsed.get(game))?.levels[(level.level ?? 1) - 1];
    return { ...level, text: found?.text };
  };
  return {
    source: first,
    levels: await Promise.all(levels.map((level, i) => rows(level, games[i] ?? ''))),
  };
}
