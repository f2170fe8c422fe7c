// The service worker: keeps every file of one build, so that a visited studio plays
// without a network. A new build is a new cache. The build before stays beside it, because
// a page that was open when the new one came still asks for its own files.
const VERSION = "VERSION";
const FILES = ["FILES"];
const PREFIX = 'levelwright-';
const CACHE = `${PREFIX}${VERSION}`;
const BUILDS_KEPT = 2;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

/** Caches are listed in the order they were made. */
async function forgetOldBuilds() {
  const builds = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(builds.slice(0, Math.max(0, builds.length - BUILDS_KEPT + 1)).map((name) => caches.delete(name)));
}

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOldBuilds().then(() => self.clients.claim()));
});

/** The page itself is asked for first, so that a new build shows at once; the kept one
 * stands in when there is no network or the server cannot answer now. */
async function answerPage(request) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.status < 500) return response;
  } catch {
    // No network.
  }
  return (await cache.match('/')) ?? Response.error();
}

/** Files whose names change with their content are taken from whichever build has them. */
async function answerFile(request) {
  const own = await caches.open(CACHE);
  return (await own.match(request)) ?? (await caches.match(request)) ?? fetch(request);
}

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith('/api/') || url.pathname === '/healthz' || url.pathname === '/metrics') return;
  event.respondWith(event.request.mode === 'navigate' ? answerPage(event.request) : answerFile(event.request));
});
