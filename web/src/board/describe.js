// A board in words, row by row, for screen readers: the engine's letters with their names,
// and runs counted.
import { has, t } from '../texts.js';

/** A letter's name in a game: as the texts have it, as the palette has it, or itself. */
function nameOf(game, letter, names) {
  if (letter !== '.' && has(`board.letters.${game}.${letter}`)) return t(`board.letters.${game}.${letter}`);
  if (names.has(letter)) return names.get(letter);
  if ('┃━┏┓┗┛│─┌┐└┘╹╺╻╸'.includes(letter)) return t('board.path');
  if (letter === '·' || letter === ' ') return t('board.empty');
  if (game === 'flow' || game === 'move') return t(game === 'flow' ? 'board.end' : letter === letter.toLowerCase() ? 'board.goal' : 'board.ball', { letter: letter.toUpperCase() });
  return letter;
}

function sayRow(letters, name) {
  const runs = [];
  for (const letter of letters) {
    const said = name(letter);
    const last = runs[runs.length - 1];
    if (last?.said === said) last.n += 1;
    else runs.push({ said, n: 1 });
  }
  return runs.map(({ said, n }) => (n > 1 ? `${n} ${said}` : said)).join(', ');
}

/** Three by three letters are one cell of Lazors; things on edges are told by themselves. */
function describeLazors(rows, names) {
  const grid = rows.map((row) => [...row]);
  const board = grid.length - 3;
  const lines = [];
  for (let y = 1; y < board; y += 3) lines.push(`${(y + 2) / 3}: ${sayRow(grid[y].filter((_, x) => x % 3 === 1), (letter) => nameOf('lazors', letter, names))}.`);
  const lasers = [];
  let targets = 0;
  let lit = 0;
  grid.slice(0, board).forEach((row, y) => row.forEach((letter, x) => {
    const way = t(`board.ways.${letter}`);
    if ('↖↗↙↘'.includes(letter)) lasers.push(t('board.laser', { way, column: Math.floor(x / 3) + 1, row: Math.floor(y / 3) + 1 }));
    targets += letter === '○' || letter === '●' ? 1 : 0;
    lit += letter === '●' ? 1 : 0;
  }));
  const tray = grid[board + 1].flatMap((letter, x) => (x % 3 === 1 && letter !== ' ' ? [`${grid[board + 2].slice(x, x + 2).join('').trim()} ${letter}`] : []));
  return [...lines, ...lasers, t('board.targets', { n: targets, lit }), ...(tray.length ? [t('board.tray', { blocks: tray.join(', ') })] : [])].join(' ');
}

/** @param {string} game @param {string[]} rows @param {{ glyph: string, title: string }[]} palette @returns {string} */
export function describeRows(game, rows, palette) {
  const names = new Map(palette.map(({ glyph, title }) => [glyph, title]));
  if (game === 'lazors' && rows.length >= 6) return describeLazors(rows, names);
  return rows.map((row, y) => `${y + 1}: ${sayRow([...row], (letter) => nameOf(game, letter, names))}.`).join(' ');
}
