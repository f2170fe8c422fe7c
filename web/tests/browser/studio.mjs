// What every check needs: a server, a browser, visits to it, and an engine in this
// process that knows the solutions.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { Engine } from '../../engine.js';
import { portOf, servePages } from '../../serve.mjs';

const web = join(dirname(fileURLToPath(import.meta.url)), '../..');
/** Far more than anything takes, so only what hangs is ended: how fast the machine is decides
 * nothing. */
export const PATIENCE_MS = Number(process.env.PATIENCE_MS ?? 240000);

/** A time zone where it is about noon, so that no midnight falls into a check. */
const hours = 12 - new Date().getUTCHours();
const ZONE = `${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`;

/** WEB=dist has the program serve that folder instead of the pages built into it. */
const folder = process.env.WEB ? ['--web', join(web, process.env.WEB)] : [];

/** Starts `levelwright serve`, on a free port when none is given; the days' levels come from
 * what ships, so that nothing is made in the background. Resolves when it says where it
 * listens. It ends with this process, however that ends. */
function startProgram(program, scratch, port = 0) {
  const child = spawn(
    'setpriv',
    [
      '--pdeathsig=TERM',
      program,
      'serve',
      '--port',
      String(port),
      '--data',
      scratch,
      '--log',
      'none',
      '--no-daily',
      '--timezone',
      ZONE,
      ...folder,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const end = (signal) =>
    new Promise((done) => {
      // One that has ended already tells nobody any more.
      if (child.exitCode !== null || child.signalCode !== null) return done(true);
      child.once('exit', done);
      return child.kill(signal);
    });
  return new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(
      () => reject(new Error(`the server did not start: ${said}`)),
      PATIENCE_MS,
    );
    const hear = (chunk) => {
      said += chunk;
      const found = /http:\/\/(127\.0\.0\.1|localhost):(\d+)/.exec(said);
      if (found) {
        clearTimeout(timer);
        resolve({
          base: `${found[0]}/`,
          port: Number(found[2]),
          token: /shown only once: (\w+)/.exec(said)?.[1],
          stop: () => end('SIGTERM'),
          kill: () => end('SIGKILL'),
        });
      }
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });
}

async function startPlain() {
  const server = await servePages(join(web, 'dist'));
  return {
    base: `http://127.0.0.1:${portOf(server)}/`,
    stop: () =>
      new Promise((done) => {
        server.closeAllConnections?.();
        server.close(done);
      }),
  };
}

const openapi = JSON.parse(readFileSync(join(web, '../docs/openapi.json'), 'utf8'));

/** Requests whose parameters the interface does not have: it would refuse them. */
function unknownParameters(requests) {
  return requests
    .filter((url) => url.includes('/api/v1/'))
    .flatMap((url) => {
      const { pathname, searchParams } = new URL(url);
      const path = Object.keys(openapi.paths).find((known) =>
        new RegExp(`^${known.replace(/\{[^}]*\}/g, '[^/]+')}$`).test(pathname),
      );
      const known = Object.values(openapi.paths[path] ?? {}).flatMap(({ parameters = [] }) =>
        parameters.map(({ name }) => name),
      );
      return path
        ? [...searchParams.keys()]
            .filter((name) => !known.includes(name))
            .map((name) => `${pathname} has no ${name}`)
        : [`${pathname} is not in openapi.json`];
    });
}

/** What a file server without the API lets the browser say. */
const expected = (text, live) => !live && /404|Failed to load resource/.test(text);

/** Each check that runs beside others has a clipboard of its own, where there is only one. */
const ownClipboard = () =>
  Object.defineProperty(navigator.clipboard ?? {}, 'writeText', {
    value: async (text) => {
      window.copied = text;
    },
  });

/** Lines that are kept of what a check's pages said. */
const LAST_LINES = 20;

/** Writes down what a page says and asks for; `note` hears all of what it says. */
function watch(page, live, note) {
  const noise = [];
  const requests = [];
  page.on('console', (message) => {
    const text = message.text();
    note(`${message.type()}: ${text}`);
    if (message.type() === 'error' && !expected(text, live)) noise.push(text);
  });
  page.on('pageerror', (error) => {
    note(`error: ${error.message}`);
    noise.push(error.stack ?? error.message);
  });
  page.on('requestfailed', (request) =>
    note(`no answer: ${request.url()} ${request.failure()?.errorText}`),
  );
  page.on('crash', () => note('the page crashed'));
  page.on('request', (request) => requests.push(request.url()));
  return { noise, requests };
}

/** Goes to an address; one of the page that is open is there when it is followed: a key could
 * otherwise still reach what was shown before. */
async function openAt(page, address) {
  const [there, hash] = address.split('#');
  const [here, old] = page.url().split('#');
  if (here !== there || old === hash) return page.goto(address);
  return page.evaluate(
    (wanted) =>
      new Promise((done) => {
        const before = location.hash;
        addEventListener('hashchange', () => setTimeout(done, 0, true), { once: true });
        location.hash = wanted;
        if (location.hash === before) done(true);
      }),
    `#${hash}`,
  );
}

/** What a page shows, for whoever has to find out why a check failed. */
async function glimpse(page) {
  const shown = await page.evaluate(() => document.querySelector('main')?.innerText ?? '');
  return `    page ${page.url().slice(0, 200)}: ${shown.replace(/\s+/g, ' ').slice(-1500)}`;
}

/** No errors in the console, and nothing asked of anybody else or in unknown ways. */
function assertQuiet(at, { noise, requests }) {
  assert.deepEqual(noise, [], 'errors in the console');
  assert.deepEqual(unknownParameters(requests), [], 'requests that the interface does not know');
  const others = requests.filter((url) => !url.startsWith(at) && !/^(data|blob):/.test(url));
  assert.deepEqual(others, [], 'requests to others');
}

/** Begins to count the seconds that the processor works for pages, their workers included;
 * resolves to a function that tells how many there were until then. */
async function startCounting(system) {
  const times = async () => {
    const { processInfo } = await system.send('SystemInfo.getProcessInfo');
    const pages = processInfo.filter((one) => one.type === 'renderer');
    return new Map(pages.map((one) => [one.id, one.cpuTime]));
  };
  const before = await times();
  return async () =>
    [...(await times())].reduce((sum, [id, seconds]) => sum + seconds - (before.get(id) ?? 0), 0);
}

/** A server of one check's own, which it may stop, kill and start again at its place. */
async function startOwn(program, scratch) {
  const data = mkdtempSync(join(scratch, 'own-'));
  let now = await startProgram(program, data);
  const { base, port } = now;
  return {
    base,
    data,
    token: now.token,
    stop: () => now.stop(),
    kill: () => now.kill(),
    start: async () => (now = await startProgram(program, data, port)),
  };
}

const DESKTOP = {
  viewport: { width: 1280, height: 900 },
  reducedMotion: 'reduce',
  acceptDownloads: true,
};

/** Browser profiles, used again by later visits with the same options: half of the work of a
 * check is otherwise to compile the same pages once more. What a page can keep at `base` is
 * emptied in between. `once` is for a profile that is changed in other ways. */
function openProfiles(browser, base) {
  const idle = new Map();

  async function create(key, options) {
    const context = await browser.newContext({ ...DESKTOP, ...options });
    await context.addInitScript(ownClipboard);
    return { key, context };
  }

  async function empty({ context, page }) {
    const cdp = await context.newCDPSession(page);
    await cdp.send('Storage.clearDataForOrigin', {
      origin: new URL(base).origin,
      storageTypes: 'all',
    });
    await cdp.detach();
  }

  return {
    async take(options, once) {
      const key = JSON.stringify(options);
      const used = once ? undefined : idle.get(key)?.pop();
      const profile = used ?? (await create(key, options));
      profile.once = once;
      profile.page = await profile.context.newPage();
      if (used) await empty(profile);
      return profile;
    },
    async giveBack(profile) {
      if (profile.once) return profile.context.close();
      for (const page of profile.context.pages()) await page.close();
      idle.set(profile.key, [...(idle.get(profile.key) ?? []), profile]);
      return undefined;
    },
  };
}

async function loadEngine() {
  const wasm = readdirSync(join(web, 'dist/assets')).find((name) => name.endsWith('.wasm'));
  return Engine.load(readFileSync(join(web, 'dist/assets', wasm)));
}

/** Chromium without its own windows takes less than half of the processor's time. */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const browserPath = () => process.env.CHROMIUM ?? BROWSERS.find((path) => existsSync(path));

/** What the checks of a studio have in common. */
async function openShared(program, scratch, live) {
  const browser = await chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox'] });
  const system = await browser.newBrowserCDPSession();
  return {
    browser,
    shared: {
      engine: await loadEngine(),
      live,
      scratch,
      program,
      countWork: () => startCounting(system),
    },
  };
}

/** Ends something once, if nobody else has. @param {Set<any>} open @param {any} one */
function closer(open, one) {
  open.add(one);
  return () => (open.delete(one) ? one.close() : undefined);
}

/** A server of one check's own, which is among what is open while it runs. */
async function ownServer({ program, scratch }, open) {
  const server = await startOwn(program, scratch);
  const one = { close: server.stop };
  const stop = closer(open, one);
  return { ...server, stop, start: () => open.add(one) && server.start() };
}

/** What one check has of a studio: visits and servers, which end with it however it ends, and the
 * last lines that its pages said. No wait is longer than `patience`. */
function openDesk({ shared, profiles, base }, patience) {
  const lines = [];
  const open = new Set();
  const note = (line) => {
    lines.push(`    ${line.slice(0, 500)}`);
    if (lines.length > LAST_LINES) lines.shift();
  };

  /** One empty browser profile with a page; options go to the browser's context. */
  async function visit({ at = base, once = at !== base, ...options } = {}) {
    const profile = await profiles.take(options, once);
    const { page } = profile;
    page.setDefaultTimeout(patience);
    const heard = watch(page, shared.live, note);
    const { noise, requests } = heard;
    const giveBack = () => profiles.giveBack(profile);
    return {
      ...shared,
      ownServer: () => ownServer(shared, open),
      visit,
      page,
      /** Whoever changes the context may leave more in it than can be emptied. */
      get context() {
        profile.once = true;
        return profile.context;
      },
      base: at,
      noise,
      requests,
      open: (address) => openAt(page, `${at}#/${address}`),
      /** What the browser says by itself when a server is away or refuses is no mistake of ours. */
      forgive: (pattern) =>
        noise.splice(0, noise.length, ...noise.filter((text) => !pattern.test(text))),
      assertQuiet: () => assertQuiet(at, heard),
      close: closer(open, { profile, close: giveBack }),
    };
  }

  return {
    visit,
    lines,
    /** What the pages show that are open, in lines; a picture of the last of them. */
    async look(picture) {
      const pages = [...open].flatMap(({ profile }) => profile?.context.pages() ?? []);
      await pages
        .at(-1)
        ?.screenshot({ path: picture, timeout: 5000 })
        .catch(() => {});
      return Promise.all(pages.map((page) => glimpse(page).catch(() => `    page ${page.url()}`)));
    },
    /** Closes what is open. After a failure no profile is used again. */
    async end(isSpoilt) {
      const all = [...open];
      open.clear();
      for (const { profile } of all) if (profile && isSpoilt) profile.once = true;
      await Promise.allSettled(all.map(({ close }) => close()));
    },
  };
}

/** program: the program to start, an address where a studio runs, or null for plain files. */
export async function openStudio(program, scratch) {
  const startable = program && !/^http:/.test(program) ? program : null;
  const start = () => (startable ? startProgram(startable, scratch) : startPlain());
  const { base, stop } = program && !startable ? { base: program, stop: () => {} } : await start();
  const { browser, shared } = await openShared(startable, scratch, program !== null);
  const profiles = openProfiles(browser, base);
  const desk = (patience) => openDesk({ shared, profiles, base }, patience);
  return {
    desk,
    visit: desk(PATIENCE_MS).visit,
    base,
    engine: shared.engine,
    async close() {
      await browser.close();
      await stop();
    },
  };
}
