// node study-texts.mjs, in this folder: writes what participants read, in English, into the table
// by which `levelwright study check` judges the texts that a study brings (its `interface`).
import { readFileSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { basename } from 'node:path';
import { languages } from './translations.mjs';

/** @param {object} at @returns {[string, string][]} each text by its whole key */
export const leaves = (at, path = '') =>
  Object.entries(at).flatMap(([name, value]) =>
    typeof value === 'string' ? [[`${path}${name}`, value]] : leaves(value, `${path}${name}.`),
  );

const read = (name) => new Map(leaves(JSON.parse(readFileSync(`texts/${name}.json`, 'utf8'))));

/** Participants read what a translation has. */
export function table() {
  const english = read('en');
  const [, translated] = languages('texts');
  const rows = [...read(translated).keys()].map(
    (key) => `{${JSON.stringify(key)}, ${JSON.stringify(english.get(key))}},\n`,
  );
  return `/* What participants read, in English, and the languages that the pages speak: written by
 * web/study-texts.mjs. */
#include "define/page_texts.h"

const struct lw_setting study_page_texts[] = {
${rows.join('')}};
const size_t study_n_page_texts = sizeof study_page_texts / sizeof study_page_texts[0];

const char *const study_page_languages[] = {${languages('texts')
    .map((tag) => JSON.stringify(tag))
    .join(', ')}};
const size_t study_n_page_languages =
sizeof study_page_languages / sizeof study_page_languages[0];
`;
}

if (basename(process.argv[1]) === 'study-texts.mjs') {
  const file = '../src/study/define/page_texts.c';
  writeFileSync(file, table());
  execFileSync('clang-format-14', ['-i', file]);
}
