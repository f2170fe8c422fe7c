// Which languages the pages speak to participants: a file of texts/ each, and no other list. The
// build puts them together as lw:translations.
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const texts = join(dirname(fileURLToPath(import.meta.url)), 'texts');

/** Tags of all of them; English comes first. */
export const languages = (folder = texts) =>
  readdirSync(folder)
    .map((file) => file.replace(/\.json$/, ''))
    .sort((a, b) => Number(b === 'en') - Number(a === 'en') || a.localeCompare(b));

/** What is fetched when a study speaks it. English is always there. */
function source() {
  const rows = languages()
    .filter((tag) => tag !== 'en')
    .map((tag) => `['${tag}', () => import(${JSON.stringify(join(texts, `${tag}.json`))})]`);
  return `export const translations = new Map([${rows.join(', ')}]);`;
}

/** @returns {import('esbuild').Plugin} */
export const translationsPlugin = () => ({
  name: 'translations',
  setup(build) {
    const namespace = 'translations';
    build.onResolve({ filter: /^lw:translations$/ }, ({ path }) => ({ path, namespace }));
    build.onLoad({ filter: /.*/, namespace }, () => ({ contents: source(), resolveDir: texts }));
  },
});
