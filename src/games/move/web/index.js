// Move on the pages.
import { sayRow } from 'lw-pages/board/describe.js';
import { t } from 'lw-pages/texts.js';

/** @param {string} letter */
function nameOf(letter) {
  if (letter === '#') return t('games.move.rock');
  if (!/[A-Z]/i.test(letter)) return undefined;
  const isGoal = letter === letter.toLowerCase();
  return t(isGoal ? 'games.move.goal' : 'games.move.ball', { letter: letter.toUpperCase() });
}

/** The goals by column and row, also those under balls, which the rows do not show: a ring,
 * with its letter where that is not the ball's. @param {DrawItem[]} items */
function goalsOf(items) {
  /** @type {Map<string, string>} */
  const goals = new Map();
  for (const item of items) {
    if (item[0] !== 'circle' && item[0] !== 'text') continue;
    const cell = `${Math.floor(item[1])} ${Math.floor(item[2])}`;
    if (item[0] === 'circle' && item[4] === null) goals.set(cell, '');
    if (item[0] === 'text' && item[5] !== item[5].toUpperCase()) goals.set(cell, item[5]);
  }
  return goals;
}

/** @type {NonNullable<GamePart['describe']>} */
function describe(rows, name, items) {
  const goals = goalsOf(items);
  return rows
    .map((row, y) => {
      const said = sayRow([...row], (letter, x) => {
        const goal = /[A-Z]/.test(letter) ? goals.get(`${x} ${y}`) : undefined;
        if (goal === undefined) return name(letter);
        return t('games.move.ballOnGoal', { letter, goal: (goal || letter).toUpperCase() });
      });
      return `${y + 1}: ${said}.`;
    })
    .join(' ');
}

/** @type {NonNullable<GamePart['sample']>} */
function sample(glyph) {
  const ball = /[A-Z]/.exec(glyph)?.[0];
  const goal = /[a-z]/.exec(glyph)?.[0];
  const rest = [];
  if (ball && goal !== ball.toLowerCase()) rest.push(`.${ball.toLowerCase()}`);
  if (goal && ball !== goal.toUpperCase()) rest.push(`${goal.toUpperCase()}.`);
  if (!ball && !goal) rest.push('A.', '.a');
  return { text: `${[glyph, ...rest, '..'].join(' ')}\n`, x: 0, y: 0 };
}

/** @type {GamePart} */
const move = { letter: nameOf, describe, sample };
export default move;
