// Puts the instruments alone into a browser: their code bundled as the pages are, on a bare page
// that is answered beside the server's own files and isolated as study pages are.
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { gamesPlugin, sharedWithGames } from '../../games.mjs';
import { CSP } from '../../serve.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const web = join(here, '../..');
const assets = join(web, 'dist/assets');

/** File of the built pages by the beginning and ending of its name. */
const asset = (start, ending) => {
  const name = readdirSync(assets).find((one) => one.startsWith(start) && one.endsWith(ending));
  if (!name) throw new Error(`no ${start}…${ending} among the pages; build them first`);
  return `/assets/${name}`;
};

const soundUrls = () =>
  Object.fromEntries(
    ['high-high', 'high-low', 'low-high', 'low-low'].map((name) => [
      name,
      asset(`word-${name}-`, '.wav'),
    ]),
  );

/** @param {string} entry a file of this folder @returns {Promise<string>} its bundle */
export async function bundleFor(entry) {
  const result = await build({
    entryPoints: [join(here, entry)],
    bundle: true,
    format: 'esm',
    write: false,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.txt': 'text' },
    plugins: [gamesPlugin({ wasm: join(web, '../build/wasm/levelwright.wasm') })],
    ...sharedWithGames,
    define: {
      WORKER_URL: JSON.stringify(asset('engine-worker-', '.js')),
      WASM_URL: JSON.stringify(asset('levelwright-', '.wasm')),
      SOUND_URLS: JSON.stringify(soundUrls()),
    },
    absWorkingDir: web,
    logLevel: 'warning',
  });
  return result.outputFiles[0].text;
}

const HEADERS = {
  'Content-Security-Policy': CSP,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

const bundles = new Map();

/** Opens the bare page; returns how to talk to it. */
export async function openBare(page, base, entry = 'page.js') {
  if (!bundles.has(entry)) bundles.set(entry, bundleFor(entry));
  const code = await bundles.get(entry);
  const html =
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Instruments</title>' +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<link rel="stylesheet" href="${asset('style-', '.css')}">` +
    '</head><body><main><h1>A study</h1><div id="place"></div></main>' +
    '<script type="module" src="/bare.js"></script></body></html>';
  await page.route('**/bare.html', (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', headers: HEADERS, body: html }),
  );
  await page.route('**/bare.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', headers: HEADERS, body: code }),
  );
  const load = async () => {
    await page.goto(`${base}bare.html`);
    await page.locator('body[data-ready]').waitFor();
  };
  await load();
  const call = (name, ...args) =>
    page.evaluate(
      ([which, given]) => {
        window.instruments[which](...given);
      },
      [name, args],
    );
  return {
    /** Again, as after a reload: what was emitted before is gone from the page. */
    load,
    run: (phase, options) => call('run', phase, options),
    prompts: (phase, options) => call('prompts', phase, options),
    events: () => page.evaluate(() => window.instruments.events),
    /** Keys from now on are meant for this trial. */
    answer: (trial) => page.evaluate((n) => (window.instruments.answering = n), trial),
    setRate: (rate) => page.evaluate((now) => (window.instruments.rate = now), rate),
    keys: () => page.evaluate(() => window.instruments.keys),
    pressed: () => page.evaluate(() => window.instruments.pressed),
    said: () => page.evaluate(() => window.instruments.said),
    result: async () => {
      await page.waitForFunction(() => window.instruments.result !== null, null, { polling: 20 });
      return page.evaluate(() => window.instruments.result);
    },
    /** Until there are so many events of a type. */
    emitted: (type, n) =>
      page.waitForFunction(
        ([wanted, count]) =>
          window.instruments.events.filter((event) => event.type === wanted).length >= count,
        [type, n],
        { polling: 20 },
      ),
    /** A button that does not come is a fault, also where results may take as long as they like. */
    press: (name) => page.getByRole('button', { name, exact: true }).click({ timeout: 60_000 }),
    stop: () => page.evaluate(() => window.instruments.ending.abort()),
  };
}
