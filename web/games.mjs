// What the pages know of the games before the engine runs: their names from the engine itself,
// and the page code, texts and levels that games bring in src/games/GAME/web:
//
//   index.js      one object as default export (GamePart of src/types.d.ts)
//   en.json       texts, found as games.GAME.KEY
//   levels.json   the starter pack
//
// All of them are optional: a game without the folder gets along with what all games share.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Engine } from './engine.js';

const here = dirname(fileURLToPath(import.meta.url));
const gamesDir = join(here, '../src/games');

/** The folders that bring something, by the name of their game.
 * @returns {Map<string, string>} */
export function gameFolders(dir = gamesDir) {
  const names = readdirSync(dir).sort();
  const folders = names.map((name) => /** @type {const} */ ([name, join(dir, name, 'web')]));
  return new Map(folders.filter(([, folder]) => existsSync(folder)));
}

/** Names and titles, in the order of the engine's registry; games that one has to write first
 * come last. @param {string} wasm */
export async function gameHeads(wasm) {
  const engine = await Engine.load(readFileSync(wasm));
  const { kinds } = engine.call({ call: 'kinds' });
  engine.close();
  const heads = kinds.map((kind) => ({
    name: kind.name,
    title: kind.title,
    fromSource: kind.from_source,
    editable: kind.editable,
  }));
  return [...heads.filter((head) => !head.fromSource), ...heads.filter((head) => head.fromSource)];
}

/** A Map by game of what the games bring as a file, in the source of a module.
 * @param {string} name @param {string} file @param {(path: string) => string} asValue
 * @param {string} [dir] */
function mapOf(name, file, asValue, dir) {
  const rows = [];
  for (const [game, folder] of gameFolders(dir)) {
    const path = join(folder, file);
    if (existsSync(path)) rows.push(`[${JSON.stringify(game)}, ${asValue(JSON.stringify(path))}]`);
  }
  return `export const ${name} = new Map([${rows.join(', ')}]);`;
}

/** A Map of files that are there at once: imported above it.
 * @param {string} name @param {string} file @param {string} [dir] */
function importedMap(name, file, dir) {
  /** @type {string[]} */
  const imports = [];
  const map = mapOf(
    name,
    file,
    (path) => {
      imports.push(`import ${name}${imports.length} from ${path};`);
      return `${name}${imports.length - 1}`;
    },
    dir,
  );
  return [...imports, map].join('\n');
}

/** @typedef {{ wasm: string, dir?: string }} GamesOptions dir: another folder of games */

/** The texts have a module of their own: the parts of games use them while they load.
 * @type {Record<string, (options: GamesOptions) => string | Promise<string>>} */
const modules = {
  'lw:games': async ({ wasm, dir }) =>
    [
      importedMap('parts', 'index.js', dir),
      mapOf('packs', 'levels.json', (path) => `() => import(${path})`, dir),
      `export const heads = ${JSON.stringify(await gameHeads(wasm))};`,
    ].join('\n'),
  'lw:game-texts': ({ dir }) => importedMap('texts', 'en.json', dir),
};

/** An esbuild plugin for what the build puts together of the games: lw:games and
 * lw:game-texts. @param {GamesOptions} options @returns {import('esbuild').Plugin} */
export const gamesPlugin = (options) => ({
  name: 'games',
  setup(build) {
    build.onResolve({ filter: /^lw:/ }, ({ path }) => ({ path, namespace: 'games' }));
    build.onLoad({ filter: /.*/, namespace: 'games' }, async ({ path }) => ({
      contents: await modules[path](options),
      resolveDir: here,
    }));
  },
});

/** How the games' page code finds what it shares with the pages: lw-pages/FILE is
 * web/src/FILE, and packages are those of the pages. */
export const sharedWithGames = {
  alias: { 'lw-pages': join(here, 'src') },
  nodePaths: [join(here, 'node_modules')],
};
