// The pages in a real browser (Debian's chromium through playwright-core).
//
//   node tests/browser.mjs [LEVELWRIGHT] [NAME...]
//
// With the program, its own server serves the pages and the API, and http://HOST:PORT/ in
// its place is a studio that runs already; without it (or with "-"), a plain file server
// stands in and only what works without the API is tested.
// CHROMIUM names another browser, LANES how many checks run beside each other. Those of
// timing.check.mjs run after all others and alone. Prints a line a check. One that fails is run
// again at the end, alone, in a studio of its own: it fails when it does so twice, and has a line
// AGAIN when it does not.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openStudio } from './browser/studio.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const [program = '-', ...names] = process.argv.slice(2);
const scratch = mkdtempSync(join(tmpdir(), 'lw-browser-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
const newStudio = () =>
  openStudio(program === '-' ? null : program, mkdtempSync(join(scratch, 'studio-')));
let studio = await newStudio();
let passed = 0;
const failed = [];

async function run({ name, check, ...more }) {
  const started = Date.now();
  const visit = await studio.visit();
  try {
    const said = await check(visit);
    if (said === 'skipped') {
      console.log(`skipped ${name}: needs the program's server`);
      return;
    }
    visit.assertQuiet();
    passed += 1;
    console.log(`passed  ${name} (${Date.now() - started} ms)${said ? `: ${said}` : ''}`);
  } catch (error) {
    const why = `${error.stack ?? error}`;
    failed.push({ name, check, ...more, why });
    console.log(`failed  ${name}: ${why}`);
    await visit.page
      .screenshot({ path: join(tmpdir(), `levelwright-${name.replace(/\W+/g, '-')}.png`) })
      .catch(() => {});
  } finally {
    await visit.close();
  }
}

/** Those that failed beside others, each alone. */
async function runAgain() {
  const once = failed.splice(0);
  if (once.length > 0) {
    await studio.close();
    studio = await newStudio();
  }
  for (const one of once) {
    const before = failed.length;
    await run(one);
    const state = failed.length > before ? 'FAILED' : 'AGAIN ';
    console.log(`${state}  ${one.name}: ${one.why}`);
  }
}

/** Several workers take from one list, so that a long check holds up only one of them. */
async function runAll(checks, lanes) {
  const waiting = checks.slice();
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await run(next);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** Checks that wait for a server to be away and back take longest, so they begin. */
const isLong = (file) => file.startsWith('server') || file.startsWith('offline');
const files = readdirSync(join(here, 'browser'))
  .filter((name) => name.endsWith('.check.mjs'))
  .sort((a, b) => isLong(b) - isLong(a) || a.localeCompare(b));

const all = [];
for (const file of files) {
  const { default: checks } = await import(`./browser/${file}`);
  for (const [name, check] of Object.entries(checks)) {
    if (!names.length || names.some((wanted) => name.includes(wanted))) {
      all.push({ name, check, alone: file.startsWith('timing') });
    }
  }
}
await runAll(
  all.filter((one) => !one.alone),
  Number(process.env.LANES ?? 4),
);
await runAll(
  all.filter((one) => one.alone),
  1,
);
await runAgain();
await studio.close();
console.log(`${passed} passed, ${failed.length} failed`);
process.exit(failed.length === 0 && passed > 0 ? 0 : 1);
