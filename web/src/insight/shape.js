// From the server's rows to what the charts take. Pure, and patient with rows that lack
// something, because a young database has gaps.
import { t } from '../texts.js';

const count = (row) => Number(row.n ?? row.count ?? row.levels ?? 0);

/** Levels by the method that made them, most first.
 * @param {any[]} [levels] rows of { method, n, ... } */
export function methodRows(levels = []) {
  const sums = new Map();
  for (const row of levels) {
    const name = row.method || '–';
    sums.set(name, (sums.get(name) ?? 0) + count(row));
  }
  return [...sums].map(([title, value]) => ({ title, value })).sort((a, b) => b.value - a.value);
}

/** Levels in three bands of predicted difficulty. @param {any[]} [levels] rows of { difficulty or band, n } */
export function difficultyRows(levels = []) {
  const sums = { easy: 0, medium: 0, hard: 0 };
  for (const row of levels) {
    const at = row.difficulty ?? row.band;
    if (at == null) continue;
    const name = typeof at === 'string' && at in sums ? at : Number(at) < 34 ? 'easy' : Number(at) < 67 ? 'medium' : 'hard';
    sums[name] += count(row);
  }
  return Object.entries(sums).map(([name, value]) => ({ title: t(`difficulty.${name}`), value }));
}

/** Plays and wins by day, as uPlot takes them. @param {any[]} [days] rows of { date, plays, wins } */
export function dayData(days = []) {
  const sorted = days.filter((row) => row.date ?? row.day).sort((a, b) => String(a.date ?? a.day).localeCompare(String(b.date ?? b.day)));
  return [sorted.map((row) => Date.parse(`${row.date ?? row.day}T00:00:00Z`) / 1000), sorted.map((row) => row.plays ?? 0), sorted.map((row) => row.wins ?? row.solved ?? 0)];
}

/** Predicted against observed, by rising prediction. @param {any[]} [rows] of { predicted, observed } */
export function calibrationData(rows = []) {
  const sorted = rows.filter((row) => row.predicted != null && row.observed != null).sort((a, b) => a.predicted - b.predicted);
  return [sorted.map((row) => row.predicted), sorted.map((row) => row.observed)];
}
