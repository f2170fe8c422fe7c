// What keys, taps and drags on a board mean in a game.

/** @typedef {ReturnType<typeof import('./use-actions.js').useActions>} Actions */

/** Moves by where a key is and not by what is printed on it: W A S D lie together only on some
 * keyboards. @type {Record<string, string>} */
const PLACES = { KeyW: 'up', KeyA: 'left', KeyS: 'down', KeyD: 'right' };
/** @type {Record<string, string>} */
const LETTERS = { w: 'up', a: 'left', s: 'down', d: 'right' };
/** @type {Record<string, string>} */
const ACTIONS = { x: 'space', Enter: 'space' };

/** Which move a letter is, if any: by its place, by itself where nobody says the place (a screen
 * keyboard). @param {string} name @param {string} code */
function moveOf(name, code) {
  if ([...name].length > 1) return undefined;
  return code ? PLACES[code] : LETTERS[name];
}

/** Every game has these; true when the key was one of them.
 * @param {string} name @param {Actions} actions */
function sharedKey(name, actions) {
  if (['u', 'z', 'Backspace', 'undo'].includes(name)) actions.undo();
  else if (name === 'y' || name === 'redo') actions.redo();
  else if (name === 'r') actions.restart();
  else if (name === 'h') actions.hint();
  else return false;
  return true;
}

/** @param {Kind} kind @param {Actions} actions
 * @returns {(name: string, code?: string) => boolean} what a key does, by its name and by its
 *   place on the keyboard (KeyboardEvent.code) */
export const keyInput =
  (kind, actions) =>
  (name, code = '') => {
    const move = moveOf(name, code);
    if (move === undefined && sharedKey(name, actions)) return true;
    const key = move ?? ACTIONS[name] ?? name;
    if (!kind.keys.some((known) => known.key === key)) return false;
    actions.step({ key });
    return true;
  };

/** Is a letter one of those that a finger can take? With ^ in front, it is one when it is none
 * of them. @param {string} letter @param {string} held */
const isHeld = (letter, held) =>
  held.startsWith('^') ? !held.slice(1).includes(letter) : held.includes(letter);

/** Does the cell, or the block it is a part of, hold what a finger can take?
 * @param {Kind} kind @param {Draw} draw @returns {((cell: number) => boolean) | undefined} */
export function dragStart({ held, stride }, draw) {
  if (!held) return undefined;
  const middle = (/** @type {number} */ at) =>
    Math.floor(at / stride) * stride + Math.floor(stride / 2);
  return (cell) => {
    const row = draw.rows?.[middle(Math.floor(cell / draw.width))] ?? '';
    return isHeld([...row][middle(cell % draw.width)] ?? ' ', held);
  };
}

/** @param {Kind} kind @param {Actions} actions */
export function pointerInput({ pointing, tap }, actions) {
  return {
    onTap(/** @type {number} */ cell) {
      if (pointing === 'walk') actions.follow({ call: 'play.walk', cell });
      else if (tap) actions.step({ key: tap });
    },
    onDrag(/** @type {number[]} */ cells) {
      const [from, to] = [cells[0], cells[cells.length - 1]];
      if (pointing === 'walk') actions.follow({ call: 'play.drag', from, to });
      else actions.step({ cells });
    },
    onSwipe: (/** @type {string} */ key) => actions.step({ key }),
  };
}
