// What the measurements share: a browser with the bare page, clocks of this process and of the
// page tied together, and numbers in short.
import { chromium } from 'playwright-core';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { portOf, servePages } from '../../serve.mjs';
import { openBare } from './harness.mjs';

const dist = join(dirname(fileURLToPath(import.meta.url)), '../../dist');

/** @param {{ args?: string[], env?: Record<string, string>, entry?: string, sound?: boolean }}
 *   options */
export async function openMeasured({ args = [], env = {}, entry = 'page.js', sound = false } = {}) {
  const server = await servePages(dist);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', ...args],
    env: { ...process.env, ...env },
    ignoreDefaultArgs: sound ? ['--mute-audio'] : [],
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.setDefaultTimeout(0);
  page.on('pageerror', (error) => console.error(`page: ${error.stack}`));
  const base = `http://127.0.0.1:${portOf(server)}/`;
  const bare = await openBare(page, base, entry);
  return {
    page,
    bare,
    async close() {
      await browser.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Milliseconds of CLOCK_MONOTONIC, which the browser's clock runs on as well. */
export const monotonicMs = () => Number(process.hrtime.bigint()) / 1e6;

/** This process' clock less the page's. Of many readings the one with the shortest way there and
 * back is best; it is wrong by at most half of that way. */
export async function tieClocks(page, tries = 200) {
  let best = { offset: 0, within: Infinity };
  for (let i = 0; i < tries; i++) {
    const before = monotonicMs();
    const there = await page.evaluate(() => performance.now());
    const after = monotonicMs();
    if (after - before < best.within * 2) {
      best = { offset: (before + after) / 2 - there, within: (after - before) / 2 };
    }
  }
  return best;
}

/** Mean, 99 percent and largest of absolute values. */
export function summary(errors) {
  const sizes = errors.map(Math.abs).sort((a, b) => a - b);
  const at = (share) => sizes[Math.min(sizes.length - 1, Math.ceil(share * sizes.length) - 1)];
  return {
    n: sizes.length,
    mean: sizes.reduce((sum, one) => sum + one, 0) / sizes.length,
    p99: at(0.99),
    largest: sizes.at(-1),
  };
}
export const told = ({ n, mean, p99, largest }) =>
  `${n}: mean ${mean.toFixed(2)} ms, 99 % ${p99.toFixed(2)} ms, largest ${largest.toFixed(2)} ms`;
