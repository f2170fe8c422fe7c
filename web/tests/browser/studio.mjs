// What every check needs: a server, a browser, visits to it, and an engine in this
// process that knows the solutions.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { Engine } from '../../engine.js';
import { servePages } from '../../serve.mjs';

const web = join(dirname(fileURLToPath(import.meta.url)), '../..');
const START_MS = 20000;

/** WEB=dist has the program serve that folder instead of the pages built into it. */
const folder = process.env.WEB ? ['--web', join(web, process.env.WEB)] : [];

/** Starts `levelwright serve` on a free port; resolves when it says where it listens. */
function startProgram(program, scratch) {
  const child = spawn(program, ['serve', '--port', '0', '--data', scratch, '--log', 'none', ...folder], { stdio: ['ignore', 'pipe', 'pipe'] });
  return new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(() => reject(new Error(`the server did not start: ${said}`)), START_MS);
    const hear = (chunk) => {
      said += chunk;
      const found = /http:\/\/(127\.0\.0\.1|localhost):\d+/.exec(said);
      if (found) {
        clearTimeout(timer);
        resolve({ base: `${found[0]}/`, stop: () => new Promise((done) => { child.once('exit', done); child.kill('SIGTERM'); }) });
      }
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });
}

async function startPlain() {
  const server = await servePages(join(web, 'dist'));
  return { base: `http://127.0.0.1:${server.address().port}/`, stop: () => new Promise((done) => { server.closeAllConnections?.(); server.close(done); }) };
}

/** What a file server without the API lets the browser say. */
const expected = (text, live) => !live && /404|Failed to load resource/.test(text);

/** program: the program to start, an address where a studio runs, or null for plain files. */
export async function openStudio(program, scratch) {
  const start = () => (program ? startProgram(program, scratch) : startPlain());
  const { base, stop } = /^http:/.test(program ?? '') ? { base: program, stop: () => {} } : await start();
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
  const wasm = readdirSync(join(web, 'dist/assets')).find((name) => name.endsWith('.wasm'));
  const engine = await Engine.load(readFileSync(join(web, 'dist/assets', wasm)));
  const live = program !== null;

  /** One fresh browser profile with a page; options go to the browser's context. */
  async function visit(options = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce', acceptDownloads: true, ...options });
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: base.slice(0, -1) });
    const page = await context.newPage();
    page.setDefaultTimeout(30000);
    const noise = [];
    page.on('console', (message) => message.type() === 'error' && !expected(message.text(), live) && noise.push(message.text()));
    page.on('pageerror', (error) => noise.push(error.stack ?? error.message));
    const requests = [];
    page.on('request', (request) => requests.push(request.url()));
    return {
      page, context, base, engine, live, noise, visit,
      open: (address) => page.goto(`${base}#/${address}`),
      /** No errors in the console, and nothing asked of anybody else. */
      assertQuiet() {
        assert.deepEqual(noise, [], 'errors in the console');
        assert.deepEqual(requests.filter((url) => !url.startsWith(base) && !/^(data|blob):/.test(url)), [], 'requests to others');
      },
      close: () => context.close(),
    };
  }

  return {
    visit, base, engine,
    async close() {
      await browser.close();
      await stop();
    },
  };
}
