// Every text is used, and every text that is used exists.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gameFolders } from '../../games.mjs';
import en from '../../texts/en.json';
import { loadKinds } from './kinds.js';

const files = (folder) =>
  readdirSync(folder).flatMap((name) => {
    const path = `${folder}/${name}`;
    return statSync(path).isDirectory() ? files(path) : /\.jsx?$/.test(name) ? [path] : [];
  });
const leaves = (at, path) =>
  Object.entries(at).flatMap(([name, value]) =>
    typeof value === 'string' ? [`${path}${name}`] : leaves(value, `${path}${name}.`),
  );
const ofGames = [...gameFolders('../src/games')].filter(([, folder]) =>
  existsSync(join(folder, 'en.json')),
);
const games = Object.fromEntries(
  ofGames.map(([name, folder]) => [
    name,
    JSON.parse(readFileSync(join(folder, 'en.json'), 'utf8')),
  ]),
);
const keys = leaves({ ...en, games }, '');
const folders = ['src', ...gameFolders('../src/games').values()];

/** What stands between the parentheses that open at a place, at most up to a comma outside of
 * others. */
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
  for (const file of folders.flatMap(files).filter((name) => name !== 'src/texts.js')) {
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
    for (const [, group] of code.matchAll(/(?:titleOf|textOf)\('(\w+)'/g)) {
      // A group may be of texts that games alone have.
      if (group in en) found.push({ file, pattern: `${group}.\${name}` });
      for (const game of Object.keys(games)) {
        found.push({ file, pattern: `games.${game}.${group}.\${name}`, offered: true });
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
/** Offered: a game may have such texts, and needs none. */
const patterns = used.filter((one) => one.pattern);
const needed = patterns.filter((one) => !one.offered);

/** Groups of which the pages look up one by a name from the engine, the server or a list. */
const groups = [
  'app.theme',
  'band',
  'edit.changes',
  'edit.directions',
  'games.lazors.brushHelp',
  'games.lazors.brushes',
  'games.lazors.letters',
  'games.lazors.sides',
  'games.lazors.stock',
  'games.lazors.ways',
  'games.puzzlescript.outcomes',
  'insight.columns',
  'insight.none',
  'insight.totals',
  'keys',
  'make.bounds',
  'make.places',
  'make.sortBy',
  'make.states',
  'measures',
  'methods',
  'options',
  'pages',
  'play.wonIn',
  'report',
  'report.reasons',
  'review',
  'review.ask',
  'review.done',
  'review.untitled',
  'review.why',
  'studies.about',
  'studies.columns',
  'studies.eventColumns',
  'studies.fill',
  'studies.flags',
  'studies.models.columns',
  'studies.models.states',
  'studies.personStates',
  'studies.states',
  'study.choose',
  'study.earlyEnd',
  'study.notWithdrawnWhy',
  'study.outcome',
  'study.refused',
  'study.shut',
  'study.side',
  'study.stage',
  'study.stageTitle',
  'study.sure',
  'study.unfit',
  'study.wrong',
];

test('every text that is looked up exists', () => {
  assert.ok(used.length > 250, `only ${used.length} were found`);
  assert.deepEqual(
    [...byName].filter((name) => !keys.includes(name)),
    [],
  );
  assert.deepEqual(
    needed.filter(({ pattern }) => !keys.some((key) => asPattern(pattern).test(key))),
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
    [...new Set(needed.map(({ pattern }) => pattern.split('.${')[0]))].sort(),
    groups,
  );
});

test('what the texts of a game speak of, the game has', async () => {
  const kinds = await loadKinds();
  const names = (list) => list.map((one) => one.name);
  for (const [
    game,
    { measures = {}, methods = {}, options = {}, optionHelp = {} },
  ] of Object.entries(games)) {
    const kind = kinds[game];
    const all = kind.generators.flatMap((method) => method.options);
    const words = [...names(all), ...all.flatMap((option) => option.choices ?? [])];
    const has = (of, list) => Object.keys(of).filter((name) => !list.includes(name));
    assert.deepEqual(has(measures, names(kind.measures)), [], game);
    assert.deepEqual(has(methods, names(kind.generators)), [], game);
    assert.deepEqual(has(options, words), [], game);
    assert.deepEqual(has(optionHelp, names(all)), [], game);
  }
});

test('difficulty is a topic and an option; a level has a band, a percentile and a rating', () => {
  const named = keys.filter((key) =>
    /difficult/i.test(key.split('.').reduce((at, name) => at[name], { ...en, games })),
  );
  assert.deepEqual(named.sort(), [
    'insight.calibration',
    'insight.lead',
    'make.difficulty',
    'studies.models.link',
    'studies.models.title',
  ]);
});

/** Names that come twice in one object of a text laid out as prettier does, a name a line. */
function repeated(text) {
  /** @type {Set<string>[]} of each depth, where we are */
  const names = [];
  return text.split('\n').flatMap((line) => {
    const [, indent, name] = /^( +)"([^"]+)":/.exec(line) ?? [];
    if (!name) return [];
    const depth = indent.length / 2;
    names.length = Math.min(names.length, depth + 1);
    names[depth] ??= new Set();
    if (names[depth].has(name)) return [name];
    names[depth].add(name);
    return [];
  });
}

test('no name has two texts: the first would be lost without a word', () => {
  const twice = '{\n  "a": {\n    "b": "1",\n    "b": "2"\n  },\n  "b": "3"\n}';
  assert.deepEqual(repeated(twice), ['b']);
  const shipped = readdirSync('texts').map((name) => join('texts', name));
  const ofFolders = ofGames.map(([, folder]) => join(folder, 'en.json'));
  for (const path of [...shipped, ...ofFolders]) {
    assert.deepEqual(repeated(readFileSync(path, 'utf8')), [], path);
  }
});
