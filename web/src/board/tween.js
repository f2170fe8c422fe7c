// From one draw list to the next. Games do not say what moved; it is found by comparing:
// an item that is gone and an equal item that is new, whole cells apart, are the same
// thing that slid. What has no partner fades.

/** @typedef {{ item: DrawItem, dx: number, dy: number, fade: number }} Part
 * dx, dy: where it comes from */

/** @param {DrawItem} item @returns {[number, number]} */
function place(item) {
  return item[0] === 'polygon' ? [item[1][0], item[1][1]] : [item[1], item[2]];
}

/** All of an item but its place; with its colours or without.
 * @param {DrawItem} item @param {boolean} colours */
function look(item, colours) {
  const [x, y] = place(item);
  /** @type {(string | number | null | number[])[]} */
  const parts = [item[0]];
  if (item[0] === 'polygon') {
    parts.push(item[1].map((v, i) => (v - (i % 2 ? y : x)).toFixed(2)).join());
  } else if (item[0] === 'line') {
    parts.push((item[3] - x).toFixed(2), (item[4] - y).toFixed(2), item[5]);
  }
  const rest = item[0] === 'polygon' ? 2 : item[0] === 'line' ? 6 : 3;
  for (const field of item.slice(rest)) {
    const isColour = field === null || (typeof field === 'string' && field[0] === '#');
    if (colours || !isColour) parts.push(field);
  }
  return parts.join('|');
}

/** @param {number} value */
const whole = (value) => Math.abs(value - Math.round(value)) < 0.01;

/** Which partner is nearest, whole cells away; -1 when none is.
 * @param {DrawItem} item @param {DrawItem[]} partners */
function nearest(item, partners) {
  const [x, y] = place(item);
  let best = -1;
  let least = Infinity;
  partners.forEach((partner, i) => {
    const [px, py] = place(partner);
    const distance = Math.abs(px - x) + Math.abs(py - y);
    if (!whole(px - x) || !whole(py - y) || distance >= least) return;
    best = i;
    least = distance;
  });
  return best;
}

/** Pairs items of one look; takes the pairs out of both lists.
 * @param {DrawItem[]} gone @param {DrawItem[]} fresh @param {boolean} colours
 * @param {Map<DrawItem, [number, number]>} moves */
function pair(gone, fresh, colours, moves) {
  /** @type {Map<string, DrawItem[]>} */
  const byLook = new Map();
  for (const item of gone) {
    const key = look(item, colours);
    byLook.set(key, [...(byLook.get(key) ?? []), item]);
  }
  /** @type {DrawItem[]} */
  const left = [];
  for (const item of fresh) {
    const partners = byLook.get(look(item, colours)) ?? [];
    const best = nearest(item, partners);
    if (best < 0) {
      left.push(item);
      continue;
    }
    const [partner] = partners.splice(best, 1);
    gone.splice(gone.indexOf(partner), 1);
    const [x, y] = place(item);
    const [px, py] = place(partner);
    moves.set(item, [px - x, py - y]);
  }
  fresh.splice(0, fresh.length, ...left);
}

/** Takes one item of each kind that `counts` still has, and gives the items in two lists.
 * @param {DrawItem[]} items @param {Map<string, number>} counts */
function part(items, counts) {
  /** @type {[DrawItem[], DrawItem[]]} */
  const [counted, others] = [[], []];
  for (const item of items) {
    const key = JSON.stringify(item);
    const n = counts.get(key) ?? 0;
    if (n > 0) {
      counts.set(key, n - 1);
      counted.push(item);
    } else {
      others.push(item);
    }
  }
  return [counted, others];
}

/** What to paint between two lists: parts in painting order.
 * @param {Draw} from @param {Draw} to @returns {Part[]} */
export function planTween(from, to) {
  /** @type {Map<string, number>} */
  const before = new Map();
  for (const item of from.items) {
    const key = JSON.stringify(item);
    before.set(key, (before.get(key) ?? 0) + 1);
  }
  const [unchanged, fresh] = part(to.items, before);
  // What is still counted has no equal in the new list.
  const [gone] = part(from.items, before);
  const still = new Set(unchanged);
  /** @type {Map<DrawItem, [number, number]>} */
  const moves = new Map();
  pair(gone, fresh, true, moves);
  pair(gone, fresh, false, moves);
  const parts = unchanged.map((item) => ({ item, dx: 0, dy: 0, fade: 0 }));
  for (const item of gone) parts.push({ item, dx: 0, dy: 0, fade: -1 });
  for (const item of to.items) {
    if (still.has(item)) continue;
    const [dx, dy] = moves.get(item) ?? [0, 0];
    parts.push({ item, dx, dy, fade: moves.has(item) ? 0 : 1 });
  }
  return parts;
}

/** An item some way from its place.
 * @param {DrawItem} item @param {number} dx @param {number} dy @returns {DrawItem} */
export function shift(item, dx, dy) {
  if (dx === 0 && dy === 0) return item;
  if (item[0] === 'polygon') {
    return ['polygon', item[1].map((v, i) => v + (i % 2 ? dy : dx)), item[2]];
  }
  if (item[0] === 'line') {
    const [kind, x0, y0, x1, y1, thick, stroke] = item;
    return [kind, x0 + dx, y0 + dy, x1 + dx, y1 + dy, thick, stroke];
  }
  /** @type {typeof item} */
  const copy = [...item];
  copy[1] += dx;
  copy[2] += dy;
  return copy;
}

/** Slow at both ends. @param {number} t 0 to 1 */
export const ease = (t) => t * t * (3 - 2 * t);
