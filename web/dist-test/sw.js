// The service worker: keeps every file of one build, so that a visited studio plays
// without a network. A new build is a new cache. The build before stays beside it, because
// a page that was open when the new one came still asks for its own files.
const VERSION = "f052474ce29fe03b";
const FILES = ["/","/assets/chunk-7NU2MX3R.js","/assets/chunk-FFQCIVWX.js","/assets/chunk-FYEZYCP2.js","/assets/chunk-GEPDF6EE.js","/assets/chunk-KHEHSDZN.js","/assets/chunk-LCRKXSQQ.js","/assets/chunk-OJF7YJNK.js","/assets/engine-worker-G2LEUH7E.js","/assets/lanterns-6DKPPUGT.js","/assets/lanterns-YWFATVW5.js","/assets/levels-E2BW4TB4.js","/assets/levels-ERUX5CPQ.js","/assets/levels-S2WAY7Z5.js","/assets/levels-S4HDALGF.js","/assets/levelwright-0f83aa57.wasm","/assets/main-YOLHJZ4K.js","/assets/page-IAQS2GKR.js","/assets/page-R6FGAWXG.js","/assets/page-UGKZCTKO.js","/assets/page-VO2PUSHP.js","/assets/style-C6BPX5PG.css","/assets/uPlot.esm-ULJJVTMH.js","/icon-192.png","/icon-512.png","/icon-maskable.png","/icon.svg","/licenses.txt","/manifest.webmanifest"];
const PREFIX = 'levelwright-';
const CACHE = `${PREFIX}${VERSION}`;
const BUILDS_KEPT = 2;

/** So long the server may take for the page itself while a kept one is at hand. */
const PATIENCE_MS = 5000;

// A new worker does not skip waiting: chromium ends the old one under its feet then, and a page
// that this one is just answering never comes. It need not, because pages are asked for at the
// server and the old worker finds the files of both builds.
self.addEventListener('install', (event) => {
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

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOldBuilds().then(() => self.clients.claim()));
});

/** The page of the newest build that is whole: the one of a worker that waits, or one's own. */
async function keptPage() {
  const newest = self.registration.waiting ? (await otherBuilds()).pop() : undefined;
  return (
    (newest && (await caches.match('/', { cacheName: newest }))) ??
    caches.match('/', { cacheName: CACHE })
  );
}

/** All of it has come, so that nothing stalls after the browser has begun to show it. */
async function askForPage(request) {
  const response = await fetch(request);
  if (response.status >= 500) throw new Error(`the server answered ${response.status}`);
  if (response.type === 'basic') await response.clone().arrayBuffer();
  return response;
}

/** The page itself is asked for first, so that a new build shows at once; the kept one stands in
 * when there is no network, or the server cannot answer now or does not in time. */
async function answerPage(request) {
  const asked = askForPage(request).catch(() => null);
  const late = new Promise((done) => {
    setTimeout(done, PATIENCE_MS, null);
  });
  return (
    (await Promise.race([asked, late])) ?? (await keptPage()) ?? (await asked) ?? Response.error()
  );
}

/** Files whose names change with their content are taken from whichever build has them. */
async function answerFile(request) {
  const own = await caches.open(CACHE);
  return (await own.match(request)) ?? (await caches.match(request)) ?? fetch(request);
}

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== self.location.origin) return;
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
