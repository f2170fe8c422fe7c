// Whoever takes part in a study meets its language: every translation has all that participants
// read, with the same places for numbers and names, and nothing else.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { test } from 'node:test';
import { spoken, t } from '../../src/texts.js';
import { preferred, speak, speakEnglish } from '../../src/study/language.js';
import { leaves, table } from '../../study-texts.mjs';
import { languages } from '../../translations.mjs';

const read = (file) => JSON.parse(readFileSync(`texts/${file}`, 'utf8'));
const english = new Map(leaves(read('en.json')));
const others = readdirSync('texts').filter((file) => file !== 'en.json');
const placeholders = (text) => [...text.matchAll(/\{\w+\}/g)].map(([one]) => one).sort();
const files = (folder) =>
  readdirSync(folder).flatMap((name) => {
    const path = `${folder}/${name}`;
    return statSync(path).isDirectory() ? files(path) : /\.jsx?$/.test(name) ? [path] : [];
  });

/** Keys that the pages of studies look up by name, and those of groups. */
function participants() {
  const shared = ['src/board/board.jsx', 'src/board/describe.js'];
  const code = [...files('src/study'), ...shared].map((file) => readFileSync(file, 'utf8')).join();
  const named = [...code.matchAll(/'([a-z]\w*(?:\.[\w-]+)+)'/gi)].map(([, name]) => name);
  return [...english.keys()].filter(
    (key) =>
      /^(study|instruments|keys)\./.test(key) ||
      named.includes(key) ||
      named.includes(key.replace(/\.(one|many)$/, '')),
  );
}

test('there are languages besides English', () => {
  assert.deepEqual(others.sort(), ['de.json', 'nl.json']);
  assert.ok(participants().length > 200);
});

for (const file of others) {
  test(`${file} has all that participants read`, () => {
    const texts = new Map(leaves(read(file)));
    assert.deepEqual(
      participants().filter((key) => !texts.has(key)),
      [],
    );
    assert.deepEqual(
      [...texts.keys()].filter((key) => !english.has(key)),
      [],
    );
    for (const [key, text] of texts) {
      assert.ok(text.trim(), key);
      assert.deepEqual(placeholders(text), placeholders(english.get(key)), key);
    }
    assert.deepEqual(Object.keys(Object.fromEntries(texts)).sort(), keysOf('de.json'), file);
  });
}
test('every reason for which nobody can enter a study has its own sentence', () => {
  const { schemas } = JSON.parse(readFileSync('../docs/openapi.json', 'utf8')).components;
  const codes = schemas.StudyHead.properties.shut.enum;
  assert.ok(codes.length > 5);
  for (const file of ['en.json', ...others]) {
    const { shut } = read(file).study;
    assert.deepEqual(Object.keys(shut).sort(), codes.slice().sort(), file);
    assert.equal(new Set(Object.values(shut)).size, codes.length, file);
  }
});

const keysOf = (file) =>
  leaves(read(file))
    .map(([key]) => key)
    .sort();

test('the program checks a study’s own texts by those that participants read', () => {
  const plain = (code) => code.replace(/"\s*\n\s*"/g, '').replace(/\s+/g, '');
  const written = readFileSync('../src/study/define/page_texts.c', 'utf8');
  assert.equal(plain(written), plain(table()), 'write it again with node study-texts.mjs');
});

test('a text is the study’s own, else the language’s, else English', () => {
  const own = { 'study.enter': 'Mach mit' };
  spoken.set({ tag: 'de', texts: { study: { enter: 'Teilnehmen', next: 'Weiter' } }, own });
  assert.equal(t('study.enter'), 'Mach mit');
  assert.equal(t('study.next'), 'Weiter');
  assert.equal(t('study.back'), 'Back');
  spoken.set({ tag: 'en', texts: {}, own: {} });
  assert.equal(t('study.enter'), 'Take part');
});

test('texts that come after the page was left are spoken no more', async () => {
  globalThis.document = /** @type {any} */ ({ documentElement: {} });
  const end = new AbortController();
  const late = speak('de', {}, end.signal);
  end.abort();
  speakEnglish();
  await late;
  assert.equal(spoken.get().tag, 'en');
  for (const tag of languages('texts')) {
    await speak(tag);
    assert.equal(spoken.get().tag, tag);
  }
  speakEnglish();
});

test('people are met in a language that they read, where the study has one', () => {
  const info = { languages: ['en', 'de', 'pt-BR'], language: 'en' };
  assert.equal(preferred(info, ['de-AT', 'en']), 'de');
  assert.equal(preferred(info, ['pt']), 'pt-BR');
  assert.equal(preferred(info, ['fr', 'en-GB', 'de']), undefined);
  assert.equal(preferred(info, ['fr']), undefined);
});
