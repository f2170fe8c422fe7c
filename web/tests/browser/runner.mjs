// Runs checks: each within its own patience, with what it opened closed when it ends, and with
// the last words of its pages where it fails.
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Nothing that is open is waited for longer than this when a check has failed. */
const CLOSING_MS = 20000;

/** @typedef {(visit: any) => Promise<any>} Check */
/** @typedef {{ name: string, check: Check, alone: boolean }} Named */
/** @typedef {{ state: 'passed' | 'skipped' | 'failed', ms: number, said?: string, why?: string }}
 *   Outcome */

const sleep = (ms) => new Promise((done) => setTimeout(done, ms).unref());

/** An error and where it was, without colours and without the lines of what runs the checks.
 * @param {any} error */
const told = (error) =>
  `${error?.stack ?? error}`
    // eslint-disable-next-line no-control-regex
    .replace(/\x1b\[\d*m/g, '')
    .split('\n')
    .filter(
      (line) =>
        line && !/^ +at .*(\/runner\.mjs|\/browser\.mjs|node:internal|Promise\.all)/.test(line),
    )
    .join('\n');

/** The check's error. One that takes longer than the patience is ended by closing its pages: then
 * whatever it waited for says so, and where that was.
 * @param {Promise<any>} running @param {number} patience @param {() => Promise<unknown>} end */
async function within(running, patience, end) {
  const over = Symbol('over');
  const first = await Promise.race([running, sleep(patience).then(() => over)]);
  if (first !== over) return first;
  await Promise.race([end(), sleep(2 * CLOSING_MS)]);
  const last = await Promise.race([
    running.then(
      () => 'it ended when its pages were closed',
      (error) => told(error),
    ),
    sleep(CLOSING_MS).then(() => 'and did not end when its pages were closed'),
  ]);
  throw new Error(`it took over ${Math.round(patience / 1000)} s: ${last}`);
}

/** @param {any} studio of studio.mjs @param {Named} one @param {number} patience in ms
 * @returns {Promise<Outcome>} */
export async function attempt(studio, { name, check }, patience) {
  const started = Date.now();
  const ms = () => Date.now() - started;
  const desk = studio.desk(patience);
  const seen = [];
  /** A picture, and what the pages show. */
  const look = async () => {
    const picture = join(tmpdir(), `levelwright-${name.replace(/\W+/g, '-')}.png`);
    seen.push(...(await Promise.race([desk.look(picture), sleep(CLOSING_MS).then(() => [])])));
  };
  const stop = async () => {
    await look();
    await desk.end(true);
  };
  try {
    const visit = await desk.visit();
    const said = await within(check(visit), patience, stop);
    if (said === 'skipped') return { state: 'skipped', ms: ms() };
    visit.assertQuiet();
    await Promise.race([desk.end(false), sleep(CLOSING_MS)]);
    return { state: 'passed', ms: ms(), said };
  } catch (error) {
    if (seen.length === 0) await look();
    return { state: 'failed', ms: ms(), why: [told(error), ...desk.lines, ...seen].join('\n') };
  } finally {
    await Promise.race([desk.end(true), sleep(CLOSING_MS)]);
  }
}

/** Several workers take from one list, so that a long check holds up only one of them.
 * @template T @param {T[]} all @param {number} lanes @param {(one: T) => Promise<void>} act */
export async function inLanes(all, lanes, act) {
  const waiting = all.slice();
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await act(next);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
