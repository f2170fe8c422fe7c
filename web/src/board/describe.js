// A board in words, row by row, for screen readers: the engine's letters with the names
// the palette gives them, and runs counted.

/** @param {string[]} rows @param {{ glyph: string, title: string }[]} palette @returns {string} */
export function describeRows(rows, palette) {
  const names = new Map(palette.map(({ glyph, title }) => [glyph, title]));
  return rows.map((row, y) => {
    const runs = [];
    for (const letter of row) {
      const name = names.get(letter) ?? letter;
      const last = runs[runs.length - 1];
      if (last?.name === name) last.n += 1;
      else runs.push({ name, n: 1 });
    }
    return `${y + 1}: ${runs.map(({ name, n }) => (n > 1 ? `${n} ${name}` : name)).join(', ')}.`;
  }).join(' ');
}
