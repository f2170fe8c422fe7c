// What has to accompany the pages: the licence of every npm package that a bundle contains, of
// the C library inside the engine, and our own. Which packages these are is read from the
// bundles, so that none can be forgotten.
import { readFileSync, readdirSync } from 'node:fs';
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

/** @param {string} folder of the package @param {string} name
 * @returns {string} */
function licenceOf(folder, name) {
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
  if (!file) throw new Error(`the package ${name} has no licence file; its notice must be shipped`);
  return readFileSync(join(folder, file), 'utf8').trim();
}

/** The whole text.
 * @param {string} web the folder of the pages @param {string[]} inputs
 * @returns {string} */
export function notices(web, inputs) {
  const own = readFileSync(join(web, '../LICENSE'), 'utf8').trim();
  const engine = readFileSync(join(web, '../data/notices/engine.txt'), 'utf8').trim();
  const parts = packagesOf(inputs).map(
    (name) => `${name}\n${licenceOf(join(web, 'node_modules', name), name)}`,
  );
  return [`The pages of Levelwright and their engine\n\n${own}`, ...parts, engine]
    .map((part) => `${part}\n`)
    .join(LINE);
}
