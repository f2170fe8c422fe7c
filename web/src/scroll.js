// Where one was on a page: a new page begins at its top, one that is come back to where it was
// left. The browser's own way fails, because what a page shows arrives after the address.
import { gamePages } from './games.js';
import { parseRoute } from './route.js';

/** Here the tabs of a page choose what a part of it shows. */
const STAYS = ['make', 'edit', ...gamePages.map(({ name }) => name), 'insight'];

/** Does a new address begin at the top? @param {string} before @param {string} after hashes */
export function beginsAtTop(before, after) {
  const page = parseRoute(after).page;
  return page !== parseRoute(before).page || !STAYS.includes(page);
}

/** Places by the number of an entry of the history, which the entry has in its state. */
const places = new Map();
let last = 0;
let here = 0;
let before = '';
/** @type {(() => void) | null} */
let stopReturning = null;

/** Goes to a place as soon as the page is long enough, unless somebody moves first.
 * @param {number} y */
function returnTo(y) {
  const root = document.documentElement;
  const moves = ['wheel', 'touchstart', 'pointerdown', 'keydown'];
  const stop = () => {
    stopReturning = null;
    observer.disconnect();
    for (const name of moves) removeEventListener(name, stop);
  };
  const observer = new ResizeObserver(() => {
    if (root.scrollHeight - window.innerHeight < Math.floor(y)) return;
    stop();
    window.scrollTo(0, y);
  });
  for (const name of moves) addEventListener(name, stop, { passive: true });
  stopReturning = stop;
  observer.observe(document.body);
}

const KEPT = 'lw.places';

function keptPlaces() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? '[]');
  } catch {
    return [];
  }
}

function arrived() {
  stopReturning?.();
  const known = history.state?.lw;
  const from = before;
  before = location.hash;
  if (known !== undefined) {
    here = known;
    returnTo(places.get(known) ?? 0);
    return;
  }
  here = last += 1;
  history.replaceState({ lw: here }, '');
  if (beginsAtTop(from, before)) window.scrollTo(0, 0);
}

export function startScrolling() {
  history.scrollRestoration = 'manual';
  for (const [entry, y] of keptPlaces()) places.set(entry, y);
  last = Math.max(0, history.state?.lw ?? 0, ...places.keys());
  before = location.hash;
  arrived();
  addEventListener('hashchange', arrived);
  addEventListener('scroll', () => stopReturning || places.set(here, window.scrollY), {
    passive: true,
  });
  // For a reload, and for who comes back from another site.
  addEventListener('pagehide', () => {
    try {
      sessionStorage.setItem(KEPT, JSON.stringify([...places, [last, places.get(last) ?? 0]]));
    } catch {
      // No room: then such a page begins at its top.
    }
  });
}
