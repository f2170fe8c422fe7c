// The level of the day: from the server, from what it gave us earlier today, or, when
// neither is there, one of our own that is the same for everybody on that date. A date
// for which the server says that it has none has no level.
import { api, query } from '../net/api.js';
import { load, save } from '../storage.js';
import { starterLevels } from './starter.js';

const DAY_MS = 86400000;

/** Today in the time zone of the daily level, UTC. */
export const today = (now = Date.now()) => new Date(now).toISOString().slice(0, 10);

/** Which of n levels a date gets. @param {string} date @param {number} n */
export function pickForDate(date, n) {
  const day = Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY_MS);
  return ((day % n) + n) % n;
}

/** The members of a level as the server tells it, as our pages use them. */
export function fromServer(level) {
  return {
    game: level.game,
    id: level.id,
    text: level.text,
    source: level.source || undefined,
    rules: level.rules,
    title: level.title || undefined,
    percent: level.percentile ?? level.difficulty,
    best: level.best,
  };
}

/** @param {string} game @param {string} difficulty @param {string} [date]
 * @returns {Promise<{ level: any, date: string, number?: number, from: 'server' | 'kept' | 'own' | 'none', away?: boolean }>}
 * level is null when from is 'none'; away: 'own' because the server cannot be reached */
export async function loadDaily(game, difficulty, date) {
  const key = `daily.${game}.${difficulty}`;
  const wanted = date ?? today();
  try {
    const daily = await api('GET', `/daily${query({ game, difficulty, date })}`);
    const found = {
      level: { ...fromServer(daily.level), best: daily.best ?? daily.level.best },
      date: daily.date,
      number: daily.number,
    };
    if (!date) save(key, found);
    return { ...found, from: 'server' };
  } catch (error) {
    const kept = load(key, null);
    if (kept?.date === wanted) return { ...kept, from: 'kept' };
    const refused = error.passing === false;
    if (refused && wanted !== today()) return { level: null, date: wanted, from: 'none' };
    return {
      level: await ownDaily(game, difficulty, wanted),
      date: wanted,
      from: 'own',
      away: !refused,
    };
  }
}

async function ownDaily(game, difficulty, date) {
  const all = await starterLevels(game);
  const fitting = all.filter((level) => !level.difficulty || level.difficulty === difficulty);
  return fitting[pickForDate(date, fitting.length)];
}
