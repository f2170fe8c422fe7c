// Packs: the starter pack of each game, those kept in this browser, and the server's.
import { api, query } from '../net/api.js';
import { asPlayer } from '../net/player.js';
import { drawKey } from '../random.js';
import { load, save, watchStored } from '../storage.js';
import { signal } from '../signal.js';
import { fromServer } from './daily.js';
import { withBand } from './rating.js';
import { starterLevels } from './starter.js';
import { bands } from '../games.js';
import { t } from '../texts.js';

/** @returns {Pack[]} those kept in this browser, by whichever tab */
const keptPacks = () =>
  load('packs', []).map((/** @type {Pack} */ pack) => ({
    ...pack,
    levels: pack.levels.map(withBand),
  }));

export const ownPacks = signal(keptPacks());
watchStored('packs', () => ownPacks.set(keptPacks()));

/** @param {Pack[]} packs @returns {boolean} */
function store(packs) {
  ownPacks.set(packs);
  return save('packs', packs);
}

/** Adds levels to a pack of this browser, making it when it is new; those already in it
 * are left out. @param {string} game @param {string} title @param {Level[]} levels
 * @returns {{ id: string, added: number, kept: boolean }} */
export function keepLevels(game, title, levels) {
  // As they are now: another tab may have kept some.
  const packs = keptPacks();
  const found = packs.find((pack) => pack.game === game && pack.title === title);
  const pack = found ?? { id: drawKey().slice(0, 8), title, game, levels: [] };
  const have = new Set(pack.levels.map((level) => level.id));
  const fresh = levels.filter((level) => !level.id || !have.has(level.id));
  const next = { ...pack, levels: [...pack.levels, ...fresh] };
  const kept = store(
    found ? packs.map((other) => (other === found ? next : other)) : [...packs, next],
  );
  return { id: pack.id, added: fresh.length, kept };
}

/** @param {string} id */
export const removePack = (id) => store(keptPacks().filter((pack) => pack.id !== id));

/** What a pack is called where it is shown, also when its title has nothing to see.
 * @param {string} [title] */
const shownTitle = (title = '') => (/[^\s\p{C}]/u.test(title) ? title : t('packs.untitled'));

/** @param {{ title: string }} pack */
const rank = ({ title }) => bands.findIndex((word) => title.toLowerCase().endsWith(word));
/** Packs that come in bands: easy ones first; the others stay where they are.
 * @param {{ title: string }} a @param {{ title: string }} b */
const byBand = (a, b) => (rank(a) >= 0 && rank(b) >= 0 ? rank(a) - rank(b) : 0);

/** @typedef {{ where: string, id: string, title: string, n: number }} PackHead */

/** Heads of the packs that the pages have without a server.
 * @param {string} game @returns {Promise<PackHead[]>} */
async function ownHeads(game) {
  const starter = await starterLevels(game);
  const first = { where: 'starter', id: game, title: t('packs.starter'), n: starter.length };
  const own = ownPacks.get().filter((pack) => pack.game === game);
  return [
    ...(starter.length ? [first] : []),
    ...own.map(({ id, title, levels }) => ({
      where: 'own',
      id,
      title: shownTitle(title),
      n: levels.length,
    })),
  ];
}

/** Heads of all packs of a game. @param {string} game @returns {Promise<PackHead[]>} */
export async function listPacks(game) {
  const heads = await ownHeads(game);
  try {
    /** @type {{ packs: { id: string, title: string, n_levels: number }[] }} */
    const page = await api('GET', `/packs${query({ game, per_page: 200 })}`);
    for (const { id, title, n_levels: n } of page.packs.slice().sort(byBand)) {
      heads.push({ where: 'server', id, title: shownTitle(title), n });
    }
  } catch {
    // The studio is away; its packs come back with it.
  }
  return heads;
}

/** @param {string} where @param {string} id @returns {Promise<Pack>} */
export async function loadPack(where, id) {
  if (where === 'starter') {
    const levels = await starterLevels(id);
    if (!levels.length) throw new Error(t('packs.none'));
    return { id, title: t('packs.starter'), game: id, levels };
  }
  if (where === 'own') {
    const pack = ownPacks.get().find((one) => one.id === id);
    if (!pack) throw new Error(t('packs.gone'));
    return { ...pack, title: shownTitle(pack.title) };
  }
  /** @type {{ title?: string, game: string, levels: ServerLevel[],
   *   sources?: Record<string, string> }} */
  const pack = await api('GET', `/packs/${encodeURIComponent(id)}`);
  const levels = pack.levels.map((level) => fromServer(level, pack.sources));
  return { id, title: shownTitle(pack.title), game: pack.game, levels };
}

/** Sends a pack to the server, for everybody. @param {Pack} pack
 * @returns {Promise<{ inserted: number, duplicates: number }>} */
export function publishPack({ title, game, levels, source = levels[0]?.source }) {
  const sent = levels.map(({ text, title: name, solution, method, job }) => ({
    text,
    ...(name ? { title: name } : {}),
    ...(solution ? { solution } : {}),
    ...(method ? { method } : {}),
    ...(job ? { job } : {}),
  }));
  const body = { title, game, ...(source ? { source } : {}), levels: sent };
  return asPlayer('POST', '/packs', { body });
}
