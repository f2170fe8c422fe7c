// The service worker: keeps every file of one build, so that a visited studio plays
// without a network. A new build is a new cache; the old one goes when the new one runs.
const VERSION = "VERSION";
const FILES = ["FILES"];
const CACHE = `levelwright-${VERSION}`;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  const clean = caches.keys().then((names) =>
    Promise.all(names.filter((name) => name.startsWith('levelwright-') && name !== CACHE).map((name) => caches.delete(name))));
  event.waitUntil(clean.then(() => self.clients.claim()));
});

/** The page itself is asked for first, so that a new build shows at once; files whose
 * names change with their content are taken from the cache. */
async function answer(request, isPage) {
  const cache = await caches.open(CACHE);
  if (isPage) {
    try {
      return await fetch(request);
    } catch {
      return (await cache.match('/')) ?? Response.error();
    }
  }
  return (await cache.match(request)) ?? fetch(request);
}

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith('/api/') || url.pathname === '/healthz' || url.pathname === '/metrics') return;
  event.respondWith(answer(event.request, event.request.mode === 'navigate'));
});
