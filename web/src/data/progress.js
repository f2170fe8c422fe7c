// Which levels this browser has solved, in how many moves, and where it stopped.
import { load, save, watchStored } from '../storage.js';
import { signal } from '../signal.js';

/** @typedef {object} Entry
 * @property {boolean} [solved]
 * @property {number} [moves]
 * @property {number} [pushes]
 * @property {string} [save] where it stopped
 * @property {number} at when, in ms */
const MOST = 2000;

/** @returns {Record<string, Entry>} by level, as any tab has noted it */
const noted = () => load('progress', {});

export const progress = signal(noted());
watchStored('progress', () => progress.set(noted()));

/** @param {Record<string, Entry>} entries the newest stay */
export function trimmed(entries, most = MOST) {
  const all = Object.entries(entries);
  if (all.length <= most) return entries;
  return Object.fromEntries(all.sort(([, a], [, b]) => b.at - a.at).slice(0, most));
}

/** Fewer of both or a tie keeps the better; a first win is always better.
 * @param {Entry} before @param {{ moves: number, pushes?: number }} now */
export function bettered(before, now) {
  if (!before.solved || (before.moves !== undefined && now.moves < before.moves)) {
    return { ...before, solved: true, moves: now.moves, pushes: now.pushes };
  }
  return before;
}

/** @param {string | undefined} key level id @param {(entry: Entry) => Entry} make */
function change(key, make) {
  if (!key) return;
  // As it is now: another tab may have noted something.
  const now = noted();
  const next = trimmed({ ...now, [key]: { ...make(now[key] ?? { at: 0 }), at: Date.now() } });
  progress.set(next);
  save('progress', next);
}

/** What the server knows of the same player, from another browser or before this one was
 * cleared; what is better stays. @param {Record<string, Entry>} entries
 * @param {ServerPlayer['levels']} levels */
export function merged(entries, levels, at = Date.now()) {
  const next = { ...entries };
  for (const { level, solved, best_moves: moves, best_pushes: pushes } of levels) {
    if (!solved) continue;
    const before = next[level] ?? { at };
    const after = bettered(before, { moves: moves ?? Infinity, pushes: pushes ?? undefined });
    if (after !== before) next[level] = { ...after, moves: moves ?? undefined };
  }
  return trimmed(next);
}

/** Takes over what the server knows of this player. @param {ServerPlayer | null} me */
export function noteRemote(me) {
  if (!me?.levels.some((one) => one.solved)) return;
  const next = merged(noted(), me.levels);
  progress.set(next);
  save('progress', next);
}

/** @param {string | undefined} key level id @param {{ moves: number, pushes?: number }} result */
export const noteWin = (key, result) =>
  change(key, (entry) => ({ ...bettered(entry, result), save: undefined }));

/** @param {string | undefined} key level id @param {string | undefined} saved the engine's text */
export const noteSave = (key, saved) => change(key, (entry) => ({ ...entry, save: saved }));
