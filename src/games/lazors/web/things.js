// What a Lazors level has besides its cells: lasers, targets, and blocks to place. They
// stand as lines behind the grid ("L x y dx dy", "P x y", "A n"), in half cells: lasers and
// targets lie in the middle of a cell's edge, so exactly one coordinate is odd. Pure.

/** @typedef {[x: number, y: number]} Edge */
/** @typedef {object} Things
 * @property {number[][]} lasers
 * @property {number[][]} targets
 * @property {Record<string, number>} stock
 * @property {string[]} other lines that are none of these */

export const stockKinds = ['A', 'B', 'C'];
/** Clicking a laser turns it, and after the last direction it is gone. */
const turns = [
  [1, 1],
  [-1, 1],
  [-1, -1],
  [1, -1],
];

/** @param {string} after @returns {Things} */
export function readThings(after) {
  /** @type {Things} */
  const things = { lasers: [], targets: [], stock: {}, other: [] };
  for (const line of after.split('\n')) {
    const [word, ...rest] = line.trim().split(/\s+/);
    const numbers = rest.map(Number);
    const whole = rest.length > 0 && numbers.every(Number.isInteger);
    if (word === 'L' && whole && numbers.length === 4) things.lasers.push(numbers);
    else if (word === 'P' && whole && numbers.length === 2) things.targets.push(numbers);
    else if (stockKinds.includes(word) && whole && numbers.length === 1) {
      things.stock[word] = numbers[0];
    } else if (line.trim()) {
      things.other.push(line);
    }
  }
  return things;
}

/** @param {Things} things @param {string} end the line that ends the grid */
function writeThings({ lasers, targets, stock, other }, end) {
  const groups = [
    other.filter((line) => line !== end),
    stockKinds.filter((kind) => stock[kind] > 0).map((kind) => `${kind} ${stock[kind]}`),
    lasers.map((laser) => `L ${laser.join(' ')}`),
    targets.map((target) => `P ${target.join(' ')}`),
  ].filter((group) => group.length > 0);
  return `${end}\n\n${groups.map((group) => `${group.join('\n')}\n`).join('\n')}`;
}

const END = 'GRID STOP';
/** @param {Grid} grid @param {Things} things @returns {Grid} */
const withThings = (grid, things) => ({ ...grid, after: writeThings(things, END) });

/** The edge's middle nearest to a point in drawn cells (three to a cell), in half cells.
 * @param {number} x @param {number} y @param {number} columns @param {number} rows
 * @returns {Edge} */
export function nearestEdge(x, y, columns, rows) {
  const half = [
    Math.min(2 * columns, Math.max(0, x / 1.5)),
    Math.min(2 * rows, Math.max(0, y / 1.5)),
  ];
  /** @type {Edge} */
  let best = [0, 1];
  let least = Infinity;
  for (const px of [Math.floor(half[0]), Math.floor(half[0]) + 1]) {
    for (const py of [Math.floor(half[1]), Math.floor(half[1]) + 1]) {
      const distance = Math.hypot(px - half[0], py - half[1]);
      if ((px + py) % 2 === 1 && px <= 2 * columns && py <= 2 * rows && distance < least) {
        best = [px, py];
        least = distance;
      }
    }
  }
  return best;
}

/** @param {number[]} a @param {number[]} b */
const same = (a, b) => a[0] === b[0] && a[1] === b[1];

/** A click with the laser: a new one looks into the board, one that is there turns.
 * @param {Grid} grid @param {Edge} at @returns {Grid} */
export function clickLaser(grid, at) {
  const things = readThings(grid.after);
  const columns = Math.max(...grid.rows.map((row) => row.length));
  const found = things.lasers.findIndex((laser) => same(laser, at));
  const first = [at[0] === 2 * columns ? -1 : 1, at[1] === 2 * grid.rows.length ? -1 : 1];
  if (found < 0) {
    return withThings(grid, { ...things, lasers: [...things.lasers, [...at, ...first]] });
  }
  const start = turns.findIndex((turn) => same(turn, first));
  const now = turns.findIndex((turn) => same(turn, things.lasers[found].slice(2)));
  const next = (now + 1) % turns.length;
  const lasers = things.lasers.flatMap((laser, i) =>
    i !== found ? [laser] : next === start ? [] : [[...at, ...turns[next]]],
  );
  return withThings(grid, { ...things, lasers });
}

/** A click with the target: it comes or goes. @param {Grid} grid @param {Edge} at
 * @returns {Grid} */
export function clickTarget(grid, at) {
  const things = readThings(grid.after);
  const there = things.targets.some((target) => same(target, at));
  return withThings(grid, {
    ...things,
    targets: there ? things.targets.filter((target) => !same(target, at)) : [...things.targets, at],
  });
}

/** @param {Grid} grid @param {string} kind @param {number} n @returns {Grid} */
export function putStock(grid, kind, n) {
  const things = readThings(grid.after);
  return withThings(grid, { ...things, stock: { ...things.stock, [kind]: n } });
}

/** What lies outside after the board became smaller is gone. @param {Grid} grid @returns {Grid} */
export function cutThings(grid) {
  const things = readThings(grid.after);
  const inside = (/** @type {number[]} */ [x, y]) =>
    x <= 2 * Math.max(...grid.rows.map((row) => row.length)) && y <= 2 * grid.rows.length;
  return withThings(grid, {
    ...things,
    lasers: things.lasers.filter(inside),
    targets: things.targets.filter(inside),
  });
}

/** Lasers and targets as drawn on a board that is no level yet.
 * @param {string} after @param {GridColours} colours @returns {DrawItem[]} */
export function thingItems(after, { ink, bright }) {
  const { lasers, targets } = readThings(after);
  /** @type {DrawItem[]} */
  const beams = lasers.flatMap(([x, y, dx, dy]) => [
    ['circle', x * 1.5, y * 1.5, 0.3, bright, null, 0],
    ['line', x * 1.5, y * 1.5, (x + dx) * 1.5, (y + dy) * 1.5, 0.12, bright],
  ]);
  /** @type {DrawItem[]} */
  const rings = targets.map(([x, y]) => ['circle', x * 1.5, y * 1.5, 0.36, null, ink, 0.12]);
  return [...beams, ...rings];
}
