// Addresses. Everything is in the fragment, so any server can serve the pages, a shared
// level never reaches a server, and the pages work offline.
//
//   #/play/daily/sokoban/easy?date=2026-11-16   → { page, parts, query }
import { signal } from './signal.js';

/** @typedef {{ page: string, parts: string[], query: Record<string, string> }} Route */

/** @param {string} hash @returns {Route} */
export function parseRoute(hash) {
  const [path, query = ''] = hash.replace(/^#/, '').split(/\?(.*)/s);
  const parts = path.split('/').filter(Boolean).map(decode);
  return {
    page: parts[0] ?? 'play',
    parts: parts.slice(1),
    query: Object.fromEntries(new URLSearchParams(query)),
  };
}

/** @param {string} part */
function decode(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** @param {string} page @param {(string | number)[]} [parts]
 * @param {Record<string, string>} [query] */
export function href(page, parts = [], query = {}) {
  const path = [page, ...parts].map((part) => encodeURIComponent(String(part))).join('/');
  const search = new URLSearchParams(query).toString();
  return `#/${path}${search ? `?${search}` : ''}`;
}

/** A study's address with what a panel wrote before the # moved behind it, where it is no part of
 * what servers are asked for; null: there is nothing to move.
 * @param {{ search: string, hash: string }} address */
export function studyFragment({ search, hash }) {
  const { page, parts, query } = parseRoute(hash);
  if (page !== 'study' || search.length < 2) return null;
  return href(page, parts, { ...query, ...Object.fromEntries(new URLSearchParams(search)) });
}

/** @param {Location} [address] */
function hideSearch(address) {
  const fragment = address && studyFragment(address);
  if (fragment) history.replaceState(null, '', `${address.pathname}${fragment}`);
}

hideSearch(globalThis.location);
export const route = signal(parseRoute(globalThis.location?.hash ?? ''));

globalThis.addEventListener?.('hashchange', () => route.set(parseRoute(location.hash)));

/** @param {string} address one made by href() */
export function go(address) {
  location.hash = address;
}
