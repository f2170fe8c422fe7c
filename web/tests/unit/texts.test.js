// Every text is used, and every text that is used exists.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { test } from 'node:test';
import en from '../../texts/en.json';

const files = (folder) =>
  readdirSync(folder).flatMap((name) => {
    const path = `${folder}/${name}`;
    return statSync(path).isDirectory() ? files(path) : /\.jsx?$/.test(name) ? [path] : [];
  });
const leaves = (at, path) =>
  Object.entries(at).flatMap(([name, value]) =>
    typeof value === 'string' ? [`${path}${name}`] : leaves(value, `${path}${name}.`),
  );
const keys = leaves(en, '');

/** What stands between the parentheses that open at a place, at most up to a comma outside of others. */
function firstArgument(code, from) {
  let depth = 0;
  for (let i = from; i < code.length; i++) {
    if ('([{'.includes(code[i])) depth += 1;
    else if (')]}'.includes(code[i]) && depth-- === 0) return code.slice(from, i);
    else if (code[i] === ',' && depth === 0) return code.slice(from, i);
  }
  return code.slice(from);
}

/** Every key by name and every pattern that the pages look up, with the file it stands in. */
function lookups() {
  const found = [];
  for (const file of files('src').filter((name) => name !== 'src/texts.js')) {
    const code = readFileSync(file, 'utf8');
    for (const call of code.matchAll(/(?<![\w.])(t|plural|has)\(/g)) {
      const argument = firstArgument(code, call.index + call[0].length);
      for (const [, quoted] of argument.matchAll(/'([a-z][\w-]*(?:\.[\w-]+)+)'/gi)) {
        found.push({ file, name: quoted, many: call[1] === 'plural' });
      }
      for (const [, template] of argument.matchAll(/`([^`]*)`/g)) {
        found.push({ file, pattern: template });
      }
    }
  }
  return found;
}

const asPattern = (template) =>
  new RegExp(
    `^${template
      .replace(/\$\{[^}]*\}/g, '\u0000')
      .replace(/\./g, '\\.')
      .replaceAll('\u0000', '.+')}$`,
  );
const used = lookups();
const byName = new Set(
  used.flatMap(({ name, many }) => (name ? (many ? [`${name}.one`, `${name}.many`] : [name]) : [])),
);
const patterns = used.filter((one) => one.pattern);

/** Groups of which the pages look up one by a name from the engine, the server or a list. */
const groups = [
  'app.theme',
  'board.letters',
  'board.sides',
  'board.ways',
  'difficulty',
  'edit.stock',
  'edit.thingHelp',
  'edit.things',
  'games',
  'howto',
  'insight.columns',
  'insight.none',
  'insight.totals',
  'keys',
  'make.bounds',
  'make.places',
  'make.sortBy',
  'measures',
  'methods',
  'optionHelp',
  'options',
  'pages',
  'play.wonIn',
  'script.outcomes',
];

test('every text that is looked up exists', () => {
  assert.ok(used.length > 250, `only ${used.length} were found`);
  assert.deepEqual(
    [...byName].filter((name) => !keys.includes(name)),
    [],
  );
  assert.deepEqual(
    patterns.filter(({ pattern }) => !keys.some((key) => asPattern(pattern).test(key))),
    [],
  );
});

test('every text is looked up, by name or as one of a group', () => {
  const grouped = new Set(
    patterns.flatMap(({ pattern }) => keys.filter((key) => asPattern(pattern).test(key))),
  );
  assert.deepEqual(
    keys.filter((key) => !byName.has(key) && !grouped.has(key)),
    [],
  );
  // Of a wider group, such as all of a page's texts, nobody would see that one is unused.
  assert.deepEqual(
    [...new Set(patterns.map(({ pattern }) => pattern.split('.${')[0]))].sort(),
    groups,
  );
});
