// A studio with a past: players who came, played, gave up or won, told to the server as
// the pages tell it. Only the days on which that was are written into the database's file,
// because the interface has no clock to set.
import { join } from 'node:path';
import { output } from './programs.mjs';

const PLAYERS = 24;
const DAY_MS = 86400000;

/** Numbers from 0 to 1, the same in every run. */
function chance(seed) {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

async function send(base, method, path, body, key) {
  const response = await fetch(`${base}api/v1${path}`, {
    method,
    body: body && JSON.stringify(body),
    headers: {
      ...(body ? { 'Content-Type': 'application/json' } : {}),
      ...(key ? { Authorization: `Player ${key}` } : {}),
    },
  });
  if (!response.ok) {
    throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  }
  return response.json();
}

/** One play told as events; the harder the level, the oftener it is left. */
function eventsOf(play, level, hardness, random) {
  const events = [];
  let seq = 0;
  let t_ms = 0;
  const add = (kind, moves, data) => {
    t_ms += Math.round(2000 + random() * 30000);
    events.push({ play, seq: (seq += 1), kind, t_ms, moves, ...(data ? { data } : {}) });
  };
  add('start', 1);
  for (let i = 0; i < Math.floor(random() * 4); i++) add('undo', 3 + i);
  if (random() < hardness) add('restart', 0);
  if (random() > 0.15 + 0.6 * hardness) add('win', level.solution.length, level.solution);
  else add('quit', 9);
  return events;
}

/** @param {string} base @param {any} engine @param {string} data the server's folder
 * @returns {Promise<{ plays: number, wins: number }>} what was told */
export async function seedPlays(base, engine, data, players = PLAYERS) {
  const random = chance(7);
  const { sets } = await send(base, 'GET', '/sets');
  const levels = [];
  for (const [i, { id }] of sets.entries()) {
    const set = await send(base, 'GET', `/sets/${id}`);
    for (const level of set.levels.slice(0, 10)) {
      levels.push({
        set: id,
        hardness: i / sets.length,
        id: level.id,
        solution: engine.call({ call: 'solve', text: level.text, nodes: 200000 }).solution,
      });
    }
  }
  const playable = levels.filter((level) => level.solution);
  const told = { plays: 0, wins: 0 };
  for (let p = 0; p < players; p++) {
    const { key } = await send(base, 'POST', '/players');
    for (let n = 3 + Math.floor(random() * 18); n > 0; n--) {
      const level = playable[Math.floor(random() * playable.length)];
      const { play } = await send(base, 'POST', '/plays', { level: level.id, set: level.set }, key);
      const events = eventsOf(play, level, level.hardness, random);
      await send(base, 'POST', '/events', { events }, key);
      told.plays += 1;
      told.wins += events.some((event) => event.kind === 'win') ? 1 : 0;
    }
  }
  // What ships has no prediction; a rising one shows whether the chart rises with it.
  await sql(
    data,
    playable
      .map(
        (level, i) =>
          `UPDATE levels SET percentile = ${Math.min(99, Math.round(100 * level.hardness + (i % 10) * 3))}, calibrated = 1 WHERE id = '${level.id}';`,
      )
      .join('\n'),
  );
  await sql(data, `UPDATE plays SET started_ms = started_ms - (abs(random()) % 21) * ${DAY_MS}`);
  return told;
}

/** Python has SQLite with it; the program sqlite3 need not be there. */
export function sql(data, statement) {
  const script =
    'import sqlite3, sys\nwith sqlite3.connect(sys.argv[1], timeout=180) as db: db.executescript(sys.argv[2])';
  return output('python3', ['-c', script, join(data, 'levelwright.db'), statement]);
}
