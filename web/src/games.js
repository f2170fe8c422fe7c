// The games that there are, and what each brings for the pages (lw:games is put together by
// web/games.mjs). Their rules, keys and options the engine tells: engine/use-kinds.js.
import { heads, packs, parts } from 'lw:games';

export const gameNames = heads.map((head) => head.name);
export const editableGames = heads.filter((head) => head.editable).map((head) => head.name);

/** The game that is shown to whoever has chosen none. */
export const [firstGame] = gameNames;

/** What a level may be asked for as: of these the texts have names. */
export const bands = ['easy', 'medium', 'hard'];

/** @param {string} game */
export const gameTitle = (game) => heads.find((head) => head.name === game)?.title ?? game;

/** One of the games, or the first. @param {string | undefined} name @param {string[]} [among] */
export const gameOr = (name, among = gameNames) =>
  name !== undefined && among.includes(name) ? name : among[0];

/** @param {string | undefined} game @returns {GamePart} */
export const partOf = (game) => parts.get(game ?? '') ?? {};

/** The pages that games bring. */
export const gamePages = heads.flatMap(({ name }) => {
  const { page } = partOf(name);
  return page ? [{ game: name, ...page }] : [];
});

/** The rows of a game's starter pack. @param {string} game @returns {Promise<StarterRow[]>} */
export const starterRows = async (game) => (await packs.get(game)?.())?.default ?? [];
