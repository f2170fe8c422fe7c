// Builds web/dist: modules bundled and split by page, names that change with the content,
// gzip variants made once, the service worker's list of files, and files.tsv, from which
// the program embeds everything.
//
//   node build.mjs [--wasm FILE] [--out DIR] [--plain]
//
// --plain leaves the code readable, for looking at it in a browser's debugger.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { gameHeads, gamesPlugin, sharedWithGames } from './games.mjs';
import { translationsPlugin } from './translations.mjs';
import { notices } from './licenses.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const options = readOptions(process.argv.slice(2));
const out = options.out;
/** @type {Record<string, string>} */
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/png',
  '.wasm': 'application/wasm',
  '.wav': 'audio/wav',
  '.txt': 'text/plain; charset=utf-8',
};

/** @param {string[]} args */
function readOptions(args) {
  const found = {
    wasm: join(here, '../build/wasm/levelwright.wasm'),
    out: join(here, 'dist'),
    plain: false,
  };
  for (let i = 0; i < args.length; i++) {
    if (args[i] === '--plain') found.plain = true;
    else if (args[i] === '--wasm') found.wasm = args[++i];
    else if (args[i] === '--out') found.out = args[++i];
    else stop(`unknown option ${args[i]}; node build.mjs [--wasm FILE] [--out DIR] [--plain]`);
  }
  return found;
}

/** @param {string} sentence @returns {never} */
function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** @param {string | Uint8Array} bytes */
const digest = (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 16);

/** @param {string} path @param {string | Uint8Array} bytes */
function write(path, bytes) {
  const file = join(out, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
}

/** Writes bytes under a name that tells its content; returns the path from the root.
 * @param {string} stem @param {string} ending @param {string | Uint8Array} bytes */
function writeHashed(stem, ending, bytes) {
  const path = `assets/${stem}-${digest(bytes).slice(0, 8)}${ending}`;
  write(path, bytes);
  return `/${path}`;
}

/** The words of the auditory Stroop test: their names → paths from the root. */
function writeSounds() {
  const folder = join(here, '../data/studies/sounds');
  const names = readdirSync(folder).filter((name) => name.endsWith('.wav'));
  return Object.fromEntries(
    names.map((name) => [
      name.slice(0, -'.wav'.length),
      writeHashed(
        `word-${name.slice(0, -'.wav'.length)}`,
        '.wav',
        readFileSync(join(folder, name)),
      ),
    ]),
  );
}

/** Every file that went into a bundle. @type {string[]} */
const bundled = [];

/** A file of ours with what only the build knows put in; all of it must have a place there.
 * @param {string} name @param {Record<string, string>} values */
function filled(name, values) {
  let text = readFileSync(join(here, name), 'utf8');
  for (const [place, value] of Object.entries(values)) {
    if (!text.includes(place)) stop(`${name} has no place ${place} to be filled`);
    text = text.replace(place, () => value);
  }
  return text;
}

/** Bundles entries into assets/; returns entry file → path from the root.
 * @param {string[]} entries @param {Record<string, string>} define @param {boolean} splitting */
async function bundle(entries, define, splitting) {
  const result = await build({
    entryPoints: entries.map((name) => join(here, name)),
    outdir: join(out, 'assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting,
    format: 'esm',
    target: ['es2022'],
    minify: !options.plain,
    legalComments: 'none',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.txt': 'text' },
    plugins: [translationsPlugin(), gamesPlugin(options)],
    ...sharedWithGames,
    define,
    metafile: true,
    logLevel: 'warning',
    absWorkingDir: here,
  });
  bundled.push(...Object.keys(result.metafile.inputs));
  /** @type {Record<string, string>} */
  const paths = {};
  for (const [file, info] of Object.entries(result.metafile.outputs)) {
    if (info.entryPoint) paths[info.entryPoint] = `/${relative(out, join(here, file))}`;
  }
  return paths;
}

/** Every file under dir, as paths from it. @param {string} dir @returns {string[]} */
function filesIn(dir, prefix = '') {
  return readdirSync(join(dir, prefix), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesIn(dir, join(prefix, entry.name)) : [join(prefix, entry.name)],
  );
}

/** Adds .gz beside what packs well and writes the list the program embeds; returns the files.
 * @returns {string[]} */
function writeListing() {
  const rows = [];
  for (const file of filesIn(out).sort()) {
    const type = TYPES[extname(file)];
    if (!type) stop(`${file} has an ending without a type; add it to TYPES in build.mjs`);
    const bytes = readFileSync(join(out, file));
    const immutable = file.startsWith('assets/') ? 1 : 0;
    const etag = digest(bytes);
    rows.push([`/${file}`, type, etag, 0, immutable, file]);
    const packed = /\.(png|ico)$/.test(file) ? null : gzipSync(bytes, { level: 9 });
    if (packed && packed.length < bytes.length * 0.9) {
      writeFileSync(join(out, `${file}.gz`), packed);
      rows.push([`/${file}`, type, `${etag}-gz`, 1, immutable, `${file}.gz`]);
    }
  }
  writeFileSync(join(out, 'files.tsv'), rows.map((row) => `${row.join('\t')}\n`).join(''));
  return rows.map((row) => String(row[5]));
}

if (!existsSync(options.wasm)) {
  stop(
    `no engine at ${options.wasm}; build it with: cmake --preset wasm && cmake --build --preset wasm`,
  );
}
rmSync(out, { recursive: true, force: true });
const wasm = writeHashed('levelwright', '.wasm', readFileSync(options.wasm));
const worker = (await bundle(['engine-worker.js'], {}, false))['engine-worker.js'];
const define = {
  WORKER_URL: JSON.stringify(worker),
  WASM_URL: JSON.stringify(wasm),
  SOUND_URLS: JSON.stringify(writeSounds()),
};
const main = (await bundle(['src/main.jsx'], define, true))['src/main.jsx'];
const style = (await bundle(['style.css'], {}, false))['style.css'];
for (const name of readdirSync(join(here, 'public'))) {
  write(name, readFileSync(join(here, 'public', name)));
}
// Browsers ask for this name beside files that are no pages, such as the licences.
write('favicon.ico', readFileSync(join(here, 'public/icon-192.png')));
write('licenses.txt', notices(here, bundled));
// What stands there until the code has come, in the words of the pages.
const { ui } = JSON.parse(readFileSync(join(here, 'texts/en.json'), 'utf8'));
const titles = (await gameHeads(options.wasm)).map((head) => head.title.replaceAll('"', '&quot;'));
const page = filled('index.html', {
  '/main.js': main,
  '/style.css': style,
  LOADING: ui.loading,
  GAMES: new Intl.ListFormat('en-GB').format(titles),
});
write('index.html', page);
const kept = filesIn(out)
  .filter((file) => statSync(join(out, file)).isFile())
  .map((file) => `/${file}`)
  .sort();
const version = digest(kept.map((file) => file + digest(readFileSync(join(out, file)))).join('\n'));
const listed = ['/', ...kept.filter((file) => file !== '/index.html')];
const sw = filled('sw.js', {
  "'VERSION'": JSON.stringify(version),
  "['FILES']": JSON.stringify(listed),
});
write('sw.js', sw);
const files = writeListing();
/** @param {(file: string) => boolean} test */
const packedSize = (test) =>
  files.filter(test).reduce((sum, file) => sum + statSync(join(out, file)).size, 0);
console.log(
  `${files.length} files; gzip: ${(packedSize((f) => /\.(js|css|html)\.gz$/.test(f)) / 1024).toFixed(0)} kB of code and style, ` +
    `${(packedSize((f) => f.endsWith('.wasm.gz')) / 1024).toFixed(0)} kB of engine`,
);
