// The service worker: keeps every file of one build, so that a visited studio plays
// without a network. A new build is a new cache. The build before stays beside it, because
// a page that was open when the new one came still asks for its own files.
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const VERSION = 'VERSION';
const FILES = ['FILES'];
const PREFIX = 'levelwright-';
const CACHE = `${PREFIX}${VERSION}`;
const BUILDS_KEPT = 2;

/** So long the server may take for the page itself while a kept one is at hand. */
const PATIENCE_MS = 5000;

// A new worker does not skip waiting: chromium ends the old one under its feet then, and a page
// that this one is just answering never comes. It need not, because pages are asked for at the
// server and the old worker finds the files of both builds.
worker.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
});

/** Of other builds than this worker's. Caches are listed in the order they were made. */
const otherBuilds = async () =>
  (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);

async function forgetOldBuilds() {
  const builds = await otherBuilds();
  await Promise.all(
    builds
      .slice(0, Math.max(0, builds.length - BUILDS_KEPT + 1))
      .map((name) => caches.delete(name)),
  );
}

worker.addEventListener('activate', (event) => {
  event.waitUntil(forgetOldBuilds().then(() => worker.clients.claim()));
});

/** The page of the newest build that is whole: the one of a worker that waits, or one's own. */
async function keptPage() {
  const newest = worker.registration.waiting ? (await otherBuilds()).pop() : undefined;
  return (
    (newest && (await caches.match('/', { cacheName: newest }))) ??
    caches.match('/', { cacheName: CACHE })
  );
}

/** All of it has come, so that nothing stalls after the browser has begun to show it.
 * @param {Request} request */
async function askForPage(request) {
  const response = await fetch(request);
  if (response.status >= 500) throw new Error(`the server answered ${response.status}`);
  if (response.type === 'basic') await response.clone().arrayBuffer();
  return response;
}

/** The page itself is asked for first, so that a new build shows at once; the kept one stands in
 * when there is no network, or the server cannot answer now or does not in time.
 * @param {Request} request */
async function answerPage(request) {
  const asked = askForPage(request).catch(() => null);
  const late = new Promise((done) => {
    setTimeout(done, PATIENCE_MS, null);
  });
  return (
    (await Promise.race([asked, late])) ?? (await keptPage()) ?? (await asked) ?? Response.error()
  );
}

/** Files whose names change with their content are taken from whichever build has them.
 * @param {Request} request */
async function answerFile(request) {
  const own = await caches.open(CACHE);
  return (await own.match(request)) ?? (await caches.match(request)) ?? fetch(request);
}

worker.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== worker.location.origin) return;
  if (
    url.pathname.startsWith('/api/') ||
    url.pathname === '/healthz' ||
    url.pathname === '/metrics'
  ) {
    return;
  }
  event.respondWith(
    event.request.mode === 'navigate' ? answerPage(event.request) : answerFile(event.request),
  );
});
