// The pages in a real browser (Debian's chromium through playwright-core).
//
//   node tests/browser.mjs [LEVELWRIGHT] [NAME...]
//
// With the program, its own server serves the pages and the API, and http://HOST:PORT/ in
// its place is a studio that runs already; without it (or with "-"), a plain file server
// stands in and only what works without the API is tested.
// CHROMIUM names another browser, LANES how many checks run beside each other. Those of
// timing.check.mjs run after all others and alone. Prints a line a check.
//
// A check that fails, or takes longer than anybody waits, is run again when the others have ended,
// alone, in a studio of its own, and once more if it fails again: it has failed when it always
// does, and has a line AGAIN when it does not. With LEFT=FILE the last repeat is left to whoever
// asks: the names of what still fails are written there, and where the file has names, those alone
// are run. What has failed stands at the end, in full.
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { attempt, inLanes } from './browser/runner.mjs';
import { openStudio } from './browser/studio.mjs';

// A study in real time takes minutes by its own clock.
const SLOW = process.env.STUDIES === 'real' ? 5 : 1;
/** Far more than a check takes beside any others; alone it may take longer still. */
const PATIENCE_MS = SLOW * 180000;
const ALONE_MS = SLOW * 300000;

const here = dirname(fileURLToPath(import.meta.url));
const [program = '-', ...names] = process.argv.slice(2);
const { LEFT, LANES = 4 } = process.env;
const scratch = mkdtempSync(join(tmpdir(), 'lw-browser-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
const newStudio = () =>
  openStudio(program === '-' ? null : program, mkdtempSync(join(scratch, 'studio-')));

/** Names that an earlier run has left. */
const left = (LEFT && existsSync(LEFT) ? readFileSync(LEFT, 'utf8') : '')
  .split('\n')
  .filter(Boolean);
const isWanted = (name) =>
  (left.length === 0 || left.includes(name)) &&
  (names.length === 0 || names.some((wanted) => name.includes(wanted)));

/** Checks that wait for a server to be away and back take longest, so they begin. */
const isLong = (file) => file.startsWith('server') || file.startsWith('offline');

async function findChecks() {
  const files = readdirSync(join(here, 'browser'))
    .filter((name) => name.endsWith('.check.mjs'))
    .sort((a, b) => isLong(b) - isLong(a) || a.localeCompare(b));
  const all = [];
  for (const file of files) {
    const { default: checks } = await import(`./browser/${file}`);
    const alone = left.length > 0 || file.startsWith('timing');
    for (const [name, check] of Object.entries(checks)) {
      if (isWanted(name)) all.push({ name, check, alone });
    }
  }
  return all;
}

let nPassed = 0;

/** Runs checks and prints what became of them; returns those that failed, and why. */
async function runAll(studio, checks, lanes, patience) {
  const failed = [];
  await inLanes(checks, lanes, async (one) => {
    const { state, ms, said, why } = await attempt(studio, one, patience);
    if (state === 'passed') nPassed += 1;
    if (state === 'failed') failed.push({ ...one, why: [...(one.why ?? []), why] });
    const more = said ?? (why ? why.split('\n')[0] : '');
    console.log(`${state.padEnd(7)} ${one.name} (${ms} ms)${more ? `: ${more}` : ''}`);
    for (const earlier of state === 'passed' ? (one.why ?? []) : []) {
      console.log(`AGAIN   ${one.name} passed alone; before: ${earlier}`);
    }
  });
  return failed;
}

/** Those that failed, alone, in a studio that has seen nothing else. */
async function again(failed) {
  if (failed.length === 0) return [];
  const studio = await newStudio();
  const still = await runAll(studio, failed, 1, ALONE_MS);
  await studio.close();
  return still;
}

const all = await findChecks();
const studio = await newStudio();
let failed = [
  ...(await runAll(
    studio,
    all.filter(({ alone }) => !alone),
    Number(LANES),
    PATIENCE_MS,
  )),
  ...(await runAll(
    studio,
    all.filter(({ alone }) => alone),
    1,
    ALONE_MS,
  )),
];
await studio.close();
if (left.length === 0) failed = await again(failed);
if (!LEFT) failed = await again(failed);
if (LEFT) writeFileSync(LEFT, failed.map(({ name }) => `${name}\n`).join(''));
console.log(`${nPassed} passed, ${failed.length} failed`);
if (failed.length > 0) console.log('what failed:');
for (const { name, why } of failed) {
  for (const [i, one] of why.entries()) console.log(`FAILED  ${name}, time ${i + 1}: ${one}`);
}
process.exit(failed.length === 0 && nPassed > 0 ? 0 : 1);
