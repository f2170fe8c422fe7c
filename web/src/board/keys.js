// What a key press is called.

/** @type {Record<string, string>} */
export const arrows = { ArrowUp: 'up', ArrowRight: 'right', ArrowDown: 'down', ArrowLeft: 'left' };

/** The name of a key for the owner: the engine's name of it, 'undo' or 'redo' for what every
 * system has for them, or null for other keys held with Ctrl, Cmd or Alt.
 * @param {{ key: string, ctrlKey?: boolean, metaKey?: boolean, altKey?: boolean, shiftKey?:
 *   boolean }} event */
export function keyName(event) {
  const plain = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.altKey) return null;
  if (event.ctrlKey || event.metaKey) {
    return plain === 'z' ? (event.shiftKey ? 'redo' : 'undo') : plain === 'y' ? 'redo' : null;
  }
  return arrows[event.key] ?? (plain === ' ' ? 'space' : plain);
}
