// A board in words, row by row, for screen readers: the engine's letters with their names,
// and runs counted.
import { partOf } from '../games.js';
import { t } from '../texts.js';

/** Names letters: as the game's part has it, as the palette has it, or as themselves.
 * @param {GamePart} part @param {Map<string, string>} names
 * @returns {(letter: string) => string} */
const namer = (part, names) => (letter) => {
  const own = part.letter?.(letter) ?? names.get(letter);
  if (own !== undefined) return own;
  if ('┃━┏┓┗┛│─┌┐└┘╹╺╻╸'.includes(letter)) return t('board.path');
  return letter === '·' || letter === ' ' ? t('board.empty') : letter;
};

/** A row in words, with runs of the same counted.
 * @param {string[]} letters @param {(letter: string, x: number) => string} name */
export function sayRow(letters, name) {
  /** @type {{ said: string, n: number }[]} */
  const runs = [];
  for (const [x, letter] of letters.entries()) {
    const said = name(letter, x);
    const last = runs[runs.length - 1];
    if (last?.said === said) last.n += 1;
    else runs.push({ said, n: 1 });
  }
  return runs.map(({ said, n }) => (n > 1 ? `${n} ${said}` : said)).join(', ');
}

/** @param {string} game @param {string[]} rows @param {Glyph[]} palette
 * @param {DrawItem[]} [items] what is drawn @returns {string} */
export function describeRows(game, rows, palette, items = []) {
  const part = partOf(game);
  const name = namer(part, new Map(palette.map(({ glyph, title }) => [glyph, title])));
  const own = part.describe?.(rows, name, items);
  return own || rows.map((row, y) => `${y + 1}: ${sayRow([...row], name)}.`).join(' ');
}
