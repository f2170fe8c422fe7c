// Questions whose answer depends on what the person did before: they are asked when the server
// has all of it, and again while it is away.
import { statusOf } from '../errors.js';

const AGAIN_MS = 2000;

/** May the same question be answered later? @param {unknown} error */
function isPassing(error) {
  const status = statusOf(error);
  return status === 0 || status === 429 || (status ?? 0) >= 500;
}

/** @template T
 * @param {Pick<import('./sender.js').Sender, 'all'>} sender
 * @param {() => Promise<T>} ask @param {() => boolean} isHere does anybody wait for it?
 * @param {number} [pause] in milliseconds
 * @returns {Promise<T | null>} null: nobody waits any more. Throws what will not pass. */
export async function askWhenStored(sender, ask, isHere, pause = AGAIN_MS) {
  while (isHere()) {
    await sender.all();
    try {
      return await ask();
    } catch (error) {
      if (!isPassing(error)) throw error;
      await new Promise((done) => setTimeout(done, pause));
    }
  }
  return null;
}
