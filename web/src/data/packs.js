// Packs: the starter pack of each game, those kept in this browser, and the server's.
import { api, query } from '../net/api.js';
import { asPlayer } from '../net/player.js';
import { drawKey } from '../random.js';
import { load, save, watchStored } from '../storage.js';
import { signal } from '../signal.js';
import { fromServer } from './daily.js';
import { starterLevels } from './starter.js';
import { difficulties } from '../games.js';
import { t } from '../texts.js';

/** @typedef {{ id: string, title: string, game: string, source?: string, levels: any[] }} Pack */

/** @type {ReturnType<typeof signal<Pack[]>>} */
export const ownPacks = signal(load('packs', []));
watchStored('packs', () => ownPacks.set(load('packs', [])));

function store(packs) {
  ownPacks.set(packs);
  return save('packs', packs);
}

/** Adds levels to a pack of this browser, making it when it is new; those already in it
 * are left out. @returns {{ id: string, added: number, kept: boolean }} */
export function keepLevels(game, title, levels) {
  // As they are now: another tab may have kept some.
  const packs = load('packs', []);
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

export const removePack = (id) => store(load('packs', []).filter((pack) => pack.id !== id));

/** What a pack is called where it is shown, also when its title has nothing to see.
 * @param {string | undefined} title */
const shownTitle = (title) => (/[^\s\p{C}]/u.test(title ?? '') ? title : t('packs.untitled'));

const rank = ({ title }) => difficulties.findIndex((word) => title.toLowerCase().endsWith(word));
/** Packs that come in difficulties: easy ones first; the others stay where they are. */
const byDifficulty = (a, b) => (rank(a) >= 0 && rank(b) >= 0 ? rank(a) - rank(b) : 0);

/** Heads of all packs of a game: { where, id, title, n }. */
export async function listPacks(game) {
  const starter = await starterLevels(game);
  const heads = [{ where: 'starter', id: game, title: t('packs.starter'), n: starter.length }];
  for (const pack of ownPacks.get()) {
    if (pack.game === game) {
      heads.push({
        where: 'own',
        id: pack.id,
        title: shownTitle(pack.title),
        n: pack.levels.length,
      });
    }
  }
  try {
    const page = await api('GET', `/packs${query({ game, per_page: 200 })}`);
    for (const pack of page.packs.slice().sort(byDifficulty)) {
      heads.push({ where: 'server', id: pack.id, title: shownTitle(pack.title), n: pack.n_levels });
    }
  } catch {
    // The studio is away; its packs come back with it.
  }
  return heads;
}

/** @param {string} where @param {string} id @returns {Promise<Pack>} */
export async function loadPack(where, id) {
  if (where === 'starter') {
    return { id, title: t('packs.starter'), game: id, levels: await starterLevels(id) };
  }
  if (where === 'own') {
    const pack = ownPacks.get().find((one) => one.id === id);
    if (!pack) throw new Error(t('packs.gone'));
    return { ...pack, title: shownTitle(pack.title) };
  }
  const pack = await api('GET', `/packs/${encodeURIComponent(id)}`);
  return {
    id,
    title: shownTitle(pack.title),
    game: pack.game,
    levels: pack.levels.map(fromServer),
  };
}

/** Sends a pack to the server, for everybody. */
export function publishPack(pack) {
  const source = pack.source ?? pack.levels[0]?.source;
  const levels = pack.levels.map(({ text, title, solution, method }) => ({
    text,
    ...(title ? { title } : {}),
    ...(solution ? { solution } : {}),
    ...(method ? { method } : {}),
  }));
  return asPlayer('POST', '/packs', {
    body: { title: pack.title, game: pack.game, ...(source ? { source } : {}), levels },
  });
}
