// From the server's rows to what the charts take. Pure, and patient with rows that lack
// something, because a young database has gaps.

const count = (row) => Number(row.levels ?? 0);

/** Levels by the method that made them, most first.
 * @param {any[]} [levels] rows of { method, levels } */
export function methodRows(levels = []) {
  const sums = new Map();
  for (const row of levels) {
    const name = row.method || '–';
    sums.set(name, (sums.get(name) ?? 0) + count(row));
  }
  return [...sums].map(([title, value]) => ({ title, value })).sort((a, b) => b.value - a.value);
}

/** Share of the plays that were won, in percent, by the method that made the level.
 * @param {any[]} [levels] rows of { method, plays, wins } */
export function playedRows(levels = []) {
  const sums = new Map();
  for (const row of levels) {
    const sum = sums.get(row.method || '–') ?? { plays: 0, wins: 0 };
    sums.set(row.method || '–', {
      plays: sum.plays + Number(row.plays ?? 0),
      wins: sum.wins + Number(row.wins ?? 0),
    });
  }
  return [...sums]
    .filter(([, { plays }]) => plays > 0)
    .map(([title, { plays, wins }]) => ({ title, value: Math.round((100 * wins) / plays) }));
}

/** Levels by tenths of predicted difficulty; those nobody could rate are left out.
 * @param {any[]} [levels] rows of { tenth, levels } */
export function difficultyRows(levels = []) {
  const sums = Array(10).fill(0);
  for (const row of levels) {
    if (row.tenth >= 0 && row.tenth < 10) sums[row.tenth] += count(row);
  }
  return sums.map((value, tenth) => ({ title: `${tenth * 10}–${tenth * 10 + 10}`, value }));
}

/** Plays and wins by day, as uPlot takes them. @param {any[]} [days] rows of { date, plays, wins }
 * @returns {import('./chart.jsx').Columns} */
export function dayData(days = []) {
  const sorted = days.slice().sort((a, b) => a.date.localeCompare(b.date));
  return [
    sorted.map((row) => Date.parse(`${row.date}T00:00:00Z`) / 1000),
    sorted.map((row) => row.plays ?? 0),
    sorted.map((row) => row.wins ?? 0),
  ];
}

/** Predicted difficulty against the share of plays that were not won, in percent, by
 * rising prediction. @param {any[]} [rows] of { predicted, plays, wins }
 * @returns {import('./chart.jsx').Columns} */
export function calibrationData(rows = []) {
  const played = rows
    .filter((row) => row.predicted != null && row.plays > 0)
    .sort((a, b) => a.predicted - b.predicted);
  return [
    played.map((row) => row.predicted),
    played.map((row) => Math.round(100 * (1 - row.wins / row.plays))),
  ];
}
