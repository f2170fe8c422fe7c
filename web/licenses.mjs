// What has to accompany the pages: the licence of every npm package that a bundle contains, of
// the C library inside the engine, and our own. Which packages these are is read from the
// bundles, so that none can be forgotten.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const LINE = `${'-'.repeat(78)}\n`;

/** The packages among the files that went into bundles, in order.
 * @param {string[]} inputs paths as esbuild's metafile has them
 * @returns {string[]} */
export function packagesOf(inputs) {
  const names = inputs.flatMap((path) => {
    const found = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(path);
    return found ? [found[1]] : [];
  });
  return [...new Set(names)].sort();
}

/** Some packages are published without the file; their licence, as their authors wrote it
 * elsewhere, is kept beside the other notices.
 * @param {string} web the folder of the pages @param {string} name of the package
 * @returns {string} */
function licenceOf(web, name) {
  const folder = join(web, 'node_modules', name);
  const own = readdirSync(folder).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
  const kept = join(web, '../data/notices/npm', `${name}.txt`);
  if (!own && !existsSync(kept)) {
    throw new Error(`the package ${name} has no licence file; its notice must be shipped`);
  }
  return readFileSync(own ? join(folder, own) : kept, 'utf8').trim();
}

/** The whole text.
 * @param {string} web the folder of the pages @param {string[]} inputs
 * @returns {string} */
export function notices(web, inputs) {
  const own = readFileSync(join(web, '../LICENSE'), 'utf8').trim();
  const engine = readFileSync(join(web, '../data/notices/engine.txt'), 'utf8').trim();
  const parts = packagesOf(inputs).map((name) => `${name}\n${licenceOf(web, name)}`);
  return [`The pages of Levelwright and their engine\n\n${own}`, ...parts, engine]
    .map((part) => `${part}\n`)
    .join(LINE);
}
