// From the server's rows to what the charts take. Pure, and patient with rows that lack
// something, because a young database has gaps.

/** @typedef {object} LevelRow levels of one method and tenth
 * @property {string} [method]
 * @property {number} [tenth] of the percentile; -1 where there is none
 * @property {number} [levels]
 * @property {number} [plays]
 * @property {number} [wins] */
/** @typedef {{ date: string, plays?: number, wins?: number }} DayRow */
/** @typedef {{ predicted?: number | null, plays: number, wins: number }} CalibrationRow */
/** @typedef {object} Insight an answer of /insight
 * @property {boolean} [calibrated] difficulty of the game was learned from people
 * @property {Record<string, number>} [totals]
 * @property {DayRow[]} [days]
 * @property {LevelRow[]} [levels]
 * @property {CalibrationRow[]} [calibration]
 * @property {{ game: string, ratings: number, mean: number }[]} [ratings] what players said */
/** @typedef {object} SetRow
 * @property {string} set
 * @property {string} title
 * @property {number} users
 * @property {number} attempted
 * @property {number} restarted
 * @property {number} solved
 * @property {number} quit
 * @property {number} time_s */
/** @typedef {{ sessions: { sessions: number, users: number }[], sets: SetRow[] }} Tables */
/** @typedef {{ title: string, value: number }} Bar */

/** @param {LevelRow} row */
const count = (row) => Number(row.levels ?? 0);

/** Levels by the method that made them, most first.
 * @param {LevelRow[]} [levels] @returns {Bar[]} */
export function methodRows(levels = []) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const row of levels) {
    const name = row.method || '–';
    sums.set(name, (sums.get(name) ?? 0) + count(row));
  }
  return [...sums].map(([title, value]) => ({ title, value })).sort((a, b) => b.value - a.value);
}

/** Share of the plays that were won, in percent, by the method that made the level.
 * @param {LevelRow[]} [levels] @returns {Bar[]} */
export function playedRows(levels = []) {
  /** @type {Map<string, { plays: number, wins: number }>} */
  const sums = new Map();
  for (const { method, plays = 0, wins = 0 } of levels) {
    const sum = sums.get(method || '–') ?? { plays: 0, wins: 0 };
    sums.set(method || '–', { plays: sum.plays + Number(plays), wins: sum.wins + Number(wins) });
  }
  return [...sums]
    .filter(([, { plays }]) => plays > 0)
    .map(([title, { plays, wins }]) => ({ title, value: Math.round((100 * wins) / plays) }));
}

/** Levels by tenths of the percentiles; those nobody could rate are left out.
 * @param {LevelRow[]} [levels] @returns {Bar[]} */
export function percentileRows(levels = []) {
  /** @type {number[]} */
  const sums = Array(10).fill(0);
  for (const row of levels) {
    const { tenth = -1 } = row;
    if (tenth >= 0 && tenth < 10) sums[tenth] += count(row);
  }
  return sums.map((value, tenth) => ({ title: `${tenth * 10}–${tenth * 10 + 10}`, value }));
}

/** Plays and wins by day, as uPlot takes them.
 * @param {DayRow[]} [days] @returns {import('./chart.jsx').Columns} */
export function dayData(days = []) {
  const sorted = days.slice().sort((a, b) => a.date.localeCompare(b.date));
  return [
    sorted.map((row) => Date.parse(`${row.date}T00:00:00Z`) / 1000),
    sorted.map((row) => row.plays ?? 0),
    sorted.map((row) => row.wins ?? 0),
  ];
}

/** Predicted difficulty against the share of plays that were not won, in percent, by
 * rising prediction. @param {CalibrationRow[]} [rows] @returns {import('./chart.jsx').Columns} */
export function calibrationData(rows = []) {
  const played = rows
    .flatMap(({ predicted, plays, wins }) =>
      predicted != null && plays > 0 ? [{ predicted, plays, wins }] : [],
    )
    .sort((a, b) => a.predicted - b.predicted);
  return [
    played.map((row) => row.predicted),
    played.map((row) => Math.round(100 * (1 - row.wins / row.plays))),
  ];
}
