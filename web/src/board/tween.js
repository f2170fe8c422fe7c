// From one draw list to the next. Games do not say what moved; it is found by comparing:
// an item that is gone and an equal item that is new, whole cells apart, are the same
// thing that slid. What has no partner fades.
/** @typedef {import('./paint.js').Item} Item */
/** @typedef {import('./paint.js').Draw} Draw */
/** @typedef {{ item: Item, dx: number, dy: number, fade: number }} Part  dx, dy: where it comes from */

/** @param {Item} item @returns {[number, number]} */
function place(item) {
  return item[0] === 'polygon' ? [item[1][0], item[1][1]] : [item[1], item[2]];
}

/** All of an item but its place; with its colours or without.
 * @param {Item} item @param {boolean} colours */
function look(item, colours) {
  const [x, y] = place(item);
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

const whole = (value) => Math.abs(value - Math.round(value)) < 0.01;

/** Pairs items of one look; takes the pairs out of both lists.
 * @param {Item[]} gone @param {Item[]} fresh @param {boolean} colours @param {Map<Item, [number, number]>} moves */
function pair(gone, fresh, colours, moves) {
  const byLook = new Map();
  for (const item of gone) {
    const key = look(item, colours);
    byLook.set(key, [...(byLook.get(key) ?? []), item]);
  }
  const left = [];
  for (const item of fresh) {
    const [x, y] = place(item);
    const partners = byLook.get(look(item, colours)) ?? [];
    let best = -1;
    let bestDistance = Infinity;
    partners.forEach((partner, i) => {
      const [px, py] = place(partner);
      const distance = Math.abs(px - x) + Math.abs(py - y);
      if (whole(px - x) && whole(py - y) && distance < bestDistance) {
        best = i;
        bestDistance = distance;
      }
    });
    if (best < 0) {
      left.push(item);
      continue;
    }
    const [partner] = partners.splice(best, 1);
    gone.splice(gone.indexOf(partner), 1);
    const [px, py] = place(partner);
    moves.set(item, [px - x, py - y]);
  }
  fresh.splice(0, fresh.length, ...left);
}

/** What to paint between two lists: parts in painting order.
 * @param {Draw} from @param {Draw} to @returns {Part[]} */
export function planTween(from, to) {
  const before = new Map();
  for (const item of from.items) {
    const key = JSON.stringify(item);
    before.set(key, (before.get(key) ?? 0) + 1);
  }
  const still = new Set();
  const fresh = [];
  for (const item of to.items) {
    const key = JSON.stringify(item);
    const n = before.get(key) ?? 0;
    if (n > 0) {
      before.set(key, n - 1);
      still.add(item);
    } else {
      fresh.push(item);
    }
  }
  const gone = [];
  for (const item of from.items) {
    const key = JSON.stringify(item);
    const n = before.get(key) ?? 0;
    if (n > 0) {
      before.set(key, n - 1);
      gone.push(item);
    }
  }
  const moves = new Map();
  pair(gone, fresh, true, moves);
  pair(gone, fresh, false, moves);
  const parts = [...still].map((item) => ({ item, dx: 0, dy: 0, fade: 0 }));
  for (const item of gone) parts.push({ item, dx: 0, dy: 0, fade: -1 });
  for (const item of to.items) {
    if (still.has(item)) continue;
    const [dx, dy] = moves.get(item) ?? [0, 0];
    parts.push({ item, dx, dy, fade: moves.has(item) ? 0 : 1 });
  }
  return parts;
}

/** An item some way from its place.
 * @param {Item} item @param {number} dx @param {number} dy @returns {Item} */
export function shift(item, dx, dy) {
  if (dx === 0 && dy === 0) return item;
  const copy = item.slice();
  if (item[0] === 'polygon') copy[1] = item[1].map((v, i) => v + (i % 2 ? dy : dx));
  else {
    copy[1] += dx;
    copy[2] += dy;
    if (item[0] === 'line') {
      copy[3] += dx;
      copy[4] += dy;
    }
  }
  return copy;
}

/** Slow at both ends. @param {number} t 0 to 1 */
export const ease = (t) => t * t * (3 - 2 * t);
