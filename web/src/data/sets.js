// Level sets, after Taylor (2015, chapter 3): the easy one first, the others in an order that
// is drawn from the player and stays. Who made a set is not said, so nobody plays it as
// somebody's; plays name the set that their level was chosen from.
import { asPlayer } from '../net/player.js';
import { api, query } from '../net/api.js';
import { fromServer } from './daily.js';

/** @typedef {{ id: string, easy: boolean, n_levels: number }} SetHead */
/** @typedef {{ sets: SetHead[], authors: string[] }} SetList */

/** Has the studio sets of a game? Asked without a player: looking makes none.
 * @param {string} game @returns {Promise<boolean>} */
export const hasSets = (game) =>
  api('GET', `/sets${query({ game })}`).then(
    (/** @type {SetList} */ { sets }) => sets.length > 1,
    () => false,
  );

/** In the order of this player, who is made when there is none. @param {string} game
 * @returns {Promise<SetList>} */
export const loadSets = (game) => asPlayer('GET', `/sets${query({ game })}`);

/** The levels of a set, without what names their author. @param {string} id
 * @returns {Promise<Level[]>} */
export async function loadSetLevels(id) {
  const found = await api('GET', `/sets/${encodeURIComponent(id)}`);
  return found.levels.map((/** @type {ServerLevel} */ row) => ({
    ...fromServer(row, found.sources),
    title: undefined,
    set: id,
  }));
}
