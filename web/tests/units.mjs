// Runs the unit tests of the page's modules: bundled as the pages are (texts and all),
// then given to node's own test runner, in this folder.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { gamesPlugin, sharedWithGames } from '../games.mjs';
import { translationsPlugin } from '../translations.mjs';

const here = join(dirname(fileURLToPath(import.meta.url)), 'unit');
const out = mkdtempSync(join(tmpdir(), 'lw-units-'));
await build({
  entryPoints: readdirSync(here)
    .filter((name) => name.endsWith('.test.js'))
    .map((name) => join(here, name)),
  outdir: out,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node18',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  loader: { '.txt': 'text' },
  plugins: [
    translationsPlugin(),
    gamesPlugin({ wasm: join(here, '../../../build/wasm/levelwright.wasm') }),
  ],
  ...sharedWithGames,
  define: { WORKER_URL: '""', WASM_URL: '""', SOUND_URLS: '{}' },
  logLevel: 'warning',
});
const files = readdirSync(out).map((name) => join(out, name));
const { status } = spawnSync(process.execPath, ['--test', ...files], {
  stdio: 'inherit',
  cwd: join(here, '../..'),
});
rmSync(out, { recursive: true });
process.exit(status ?? 1);
