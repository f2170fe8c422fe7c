// Nothing is told by colour alone: what people with other colour sight, or none, can use.
import assert from 'node:assert/strict';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const themes = ['light', 'dark'];

/** Relative luminance and contrast as WCAG 2.1 defines them. */
function luminance(colour) {
  const [r, g, b] = [1, 3, 5]
    .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
const contrast = (one, two) => {
  const [light, dark] = [luminance(one), luminance(two)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
};

const near = (a, b) => Math.abs(a - b) < 0.01;

/** Where an item is, roughly: what of it lies in a cell belongs to the cell. */
function middle([kind, x, y, w, h]) {
  if (kind === 'rect' || kind === 'line') {
    return kind === 'rect' ? [x + w / 2, y + h / 2] : [(x + w) / 2, (y + h) / 2];
  }
  if (kind !== 'polygon') return [x, y];
  const mean = (from) =>
    x.filter((_, i) => i % 2 === from).reduce((sum, v, _, all) => sum + v / all.length, 0);
  return [mean(0), mean(1)];
}

/** The items of one cell: their forms without colours, and the colour that fills it. */
function cellOf(draw, x, y, size) {
  const inside = draw.items.filter((item) => {
    const [cx, cy] = middle(item);
    return cx > x && cx < x + size && cy > y && cy < y + size;
  });
  const plain = (value) =>
    Array.isArray(value)
      ? value.map(plain)
      : typeof value === 'number'
        ? value.toFixed(2)
        : /^#/.test(value ?? '') && value.length > 1
          ? ''
          : value;
  const fills = inside
    .filter(([kind]) => kind === 'rect')
    .map((item) => item[6])
    .filter(Boolean);
  return {
    form: JSON.stringify(inside.map(plain)),
    fill: fills[fills.length - 1] ?? draw.background,
  };
}

/** A row that begins with the cell and has a goal for every ball. */
function moveLevel(cell) {
  const [ball, goal] = cell;
  const rest = [];
  if (/[A-Z]/.test(ball) && goal !== ball.toLowerCase()) rest.push(`.${ball.toLowerCase()}`);
  if (/[a-z]/.test(goal) && ball !== goal.toUpperCase()) rest.push(`${goal.toUpperCase()}.`);
  return `${[cell, ...(rest.length ? rest : ['A.', '.a']), '..'].join(' ')}\n`;
}

/** A level for each thing a cell can be, and the cell it stands in. */
const things = {
  sokoban: {
    size: 1,
    at: [1, 1],
    cells: ['#', ' ', '.', '$', '*', '@', '+'],
    level: (cell) =>
      `######\n#${cell} ${'@+'.includes(cell) ? ' ' : '@'}${'$*'.includes(cell) ? '.' : ' '}#\n######\n`,
  },
  move: {
    size: 1,
    at: [0, 0],
    cells: ['..', '##', 'A.', '.a', 'Aa', 'B.', '.b', 'Bb', 'Ab'],
    level: moveLevel,
  },
  lazors: {
    size: 3,
    at: [0, 0],
    cells: ['o', 'x', 'A', 'B', 'C'],
    level: (cell) => `GRID START\n${cell} o\nGRID STOP\n\nA 1\n\nL 4 1 -1 1\n\nP 3 2\n`,
  },
};

export default {
  async 'every Flow pair has its letter, read well on its colour, in both themes'({ engine }) {
    for (const n of [5, 16, 26]) {
      const text = `${n} ${n}\n${[...LETTERS.slice(0, n)].map((letter) => `${letter}${'.'.repeat(n - 2)}${letter}\n`).join('')}`;
      for (const theme of themes) {
        const { draw } = engine.call({ call: 'draw', game: 'flow', text, theme });
        const circles = draw.items.filter(([kind]) => kind === 'circle');
        const seen = {};
        for (const [, x, y, height, ink, letter] of draw.items.filter(
          ([kind]) => kind === 'text',
        )) {
          const under = circles.filter((circle) => near(circle[1], x) && near(circle[2], y));
          const [outer, inner] = [under[0], under[under.length - 1]];
          assert.ok(inner, `${letter} stands on an end`);
          assert.ok(
            contrast(ink, inner[4]) >= 4.5,
            `${letter} on ${inner[4]} has ${contrast(ink, inner[4]).toFixed(2)} (${theme})`,
          );
          assert.ok(
            contrast(outer[4], draw.background) >= 3,
            `the end ${outer[4]} on ${draw.background} has ${contrast(outer[4], draw.background).toFixed(2)} (${theme})`,
          );
          assert.ok(height >= 0.4, 'large enough');
          seen[letter] = (seen[letter] ?? 0) + 1;
        }
        assert.deepEqual(
          seen,
          Object.fromEntries([...LETTERS.slice(0, n)].map((letter) => [letter, 2])),
        );
      }
    }
  },

  async 'a long Flow path carries its letter, and light paths have an edge'({ engine }) {
    const text = '7 2\nY.....Y\nG.....G\n';
    for (const theme of themes) {
      const { draw, handle } = engine.call({
        call: 'play.open',
        game: 'flow',
        text,
        moves: 'A1rrrrrr A2rrrrrr',
        theme,
      });
      engine.call({ call: 'play.close', handle });
      for (const [row, letter] of [
        [0.5, 'Y'],
        [1.5, 'G'],
      ]) {
        const written = draw.items.filter(
          ([kind, x, y, , , said]) =>
            kind === 'text' && said === letter && near(y, row) && x > 1 && x < 6,
        );
        assert.ok(written.length >= 1, `${letter} on its path (${theme})`);
        const lines = draw.items.filter(
          ([kind, , y0, , y1, thick]) =>
            kind === 'line' && near(y0, row) && near(y1, row) && thick > 0.1,
        );
        assert.ok(
          lines.some((line) => contrast(line[6], draw.background) >= 3),
          `${letter}'s path is seen on its ground (${theme})`,
        );
      }
    }
  },

  async 'what a cell is, is told by its form or by far different lightness'({ engine }) {
    for (const [game, { size, at, cells, level }] of Object.entries(things)) {
      for (const theme of themes) {
        const seen = cells.map((cell) => ({
          cell,
          ...cellOf(
            engine.call({ call: 'draw', game, text: level(cell), theme }).draw,
            ...at,
            size,
          ),
        }));
        seen.forEach((one, i) =>
          seen.slice(i + 1).forEach((other) => {
            assert.ok(
              one.form !== other.form || contrast(one.fill, other.fill) >= 3,
              `${game} ${theme}: “${one.cell}” and “${other.cell}” differ in colour only (${one.fill}, ${other.fill})`,
            );
          }),
        );
      }
    }
  },

  async 'every ball of Move has its letter, read well on its colour'({ engine }) {
    const text = `${[...LETTERS.slice(0, 8)].map((letter) => `${letter}. .${letter.toLowerCase()}\n`).join('')}`;
    for (const theme of themes) {
      const { items } = engine.call({ call: 'draw', game: 'move', text, theme }).draw;
      const letters = items.filter(([kind, x]) => kind === 'text' && near(x, 0.5));
      assert.equal(letters.length, 8);
      for (const [, x, y, , ink, letter] of letters) {
        const ball = items.find(
          ([kind, cx, cy, , fill]) => kind === 'circle' && near(cx, x) && near(cy, y) && fill,
        );
        assert.ok(
          contrast(ink, ball[4]) >= 4.5,
          `${letter} on ${ball[4]} has ${contrast(ink, ball[4]).toFixed(2)} (${theme})`,
        );
      }
    }
  },

  async 'a target that is lit has another form than one that is not'({ engine }) {
    const text = 'GRID START\no o\no o\nGRID STOP\n\nA 1\n\nL 0 1 1 1\n\nP 2 3\nP 4 1\n';
    const { items } = engine.call({ call: 'draw', game: 'lazors', text }).draw;
    const at = (x, y) =>
      JSON.stringify(
        items
          .filter(([kind, cx, cy]) => kind === 'circle' && near(cx, x * 1.5) && near(cy, y * 1.5))
          .map(([, , , radius, fill, , thick]) => [radius, Boolean(fill), thick]),
      );
    assert.notEqual(at(2, 3), at(4, 1));
  },
};
