// Without a network, after the first visit; and the moves that wait for the server.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { portOf, servePages } from '../../serve.mjs';
import { assertWon, board, pressAll } from './hands.mjs';
import { PATIENCE_MS } from './studio.mjs';
import { starter } from './levels.mjs';
import { output } from './programs.mjs';

const [first] = starter('sokoban');

const web = join(dirname(fileURLToPath(import.meta.url)), '../..');
const cached = (page) => page.evaluate(() => caches.keys());

/** Until what is asked of the page is so; waitForFunction does not wait for promises. */
async function until(page, holds, argument) {
  for (
    const end = Date.now() + PATIENCE_MS;
    !(await page.evaluate(holds, argument));
    await page.waitForTimeout(50)
  ) {
    assert.ok(Date.now() < end, `never so: ${holds}`);
  }
}

/** The files are kept, and the page is served from there. */
const isKept = async () =>
  (await caches.keys()).length === 1 && navigator.serviceWorker.controller !== null;

const isWaiting = async () => Boolean((await navigator.serviceWorker.getRegistration()).waiting);

export default {
  async 'the studio can be installed'({ page, open, base }) {
    await open('play');
    const manifest = await (
      await fetch(new URL(await page.locator('link[rel=manifest]').getAttribute('href'), base))
    ).json();
    for (const name of ['name', 'short_name', 'start_url', 'scope', 'display', 'id']) {
      assert.ok(manifest[name], name);
    }
    assert.equal(manifest.display, 'standalone');
    for (const side of [192, 512]) {
      const icon = manifest.icons.find(
        (one) => one.sizes === `${side}x${side}` && one.type === 'image/png',
      );
      const bytes = Buffer.from(await (await fetch(new URL(icon.src, base))).arrayBuffer());
      assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [side, side]);
    }
    assert.ok(
      manifest.icons.some((one) => one.purpose?.includes('maskable')),
      'an icon that may be cut round',
    );
    // What chromium itself finds against installing it.
    const cdp = await page.context().newCDPSession(page);
    await page.evaluate(() => navigator.serviceWorker.ready);
    const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors');
    assert.deepEqual(
      installabilityErrors.map((one) => one.errorId).filter((id) => id !== 'in-incognito'),
      [],
    );
  },

  async 'a new build is taken over without breaking a page that is open'({ visit, scratch }) {
    const next = join(scratch, 'next-build');
    await output('node', [join(web, 'build.mjs'), '--out', next, '--plain']);
    let server = await servePages(join(web, 'dist'));
    const port = portOf(server);
    const stop = () =>
      new Promise((done) => {
        server.closeAllConnections?.();
        server.close(done);
      });
    const at = `http://127.0.0.1:${port}/`;
    const { page, open, forgive, assertQuiet, close, context } = await visit({ at });
    try {
      await open('play/pack/starter/sokoban/1');
      await board(page).waitFor();
      await until(page, isKept);
      const [first] = await cached(page);
      await stop();
      server = await servePages(next, port);
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update());
      // The worker of the old build stays: ended now, it could leave a page unanswered.
      await until(page, isWaiting);
      assert.equal((await cached(page))[0], first);
      // The page of the old build still opens its own other pages, which the server no longer has.
      await page.evaluate(() => {
        location.hash = '#/make?game=move';
      });
      await page.getByLabel('How many').waitFor();
      await page.evaluate(() => {
        location.hash = '#/script';
      });
      await page.getByText('The game compiles').waitFor();
      // Opened again it is the new build, and that plays without a network.
      await page.reload();
      await page.getByText('The game compiles').waitFor();
      const main = /assets\/main-\w+\.js/.exec(readFileSync(join(next, 'index.html'), 'utf8'))[0];
      const isNext = () =>
        page.evaluate((path) => [...document.scripts].some((one) => one.src.endsWith(path)), main);
      assert.ok(await isNext(), 'opened again it is the new build');
      await context.setOffline(true);
      await page.goto('about:blank');
      await open('play/pack/starter/sokoban/1');
      await board(page).waitFor();
      assert.ok(await isNext(), 'without a network, too');
      await open('edit?game=flow');
      await page
        .locator('[data-test=verdict]')
        .getByText(/Solvable in/)
        .waitFor();
      await context.setOffline(false);
      // Once nobody looks at the studio, the new worker takes over. Chromium may leave a page
      // unanswered that is asked for at that very moment; people then load it again.
      const arrive = () =>
        page.goto(`${at}#/edit?game=flow`, { timeout: 60000 }).then(
          () => page.evaluate(isWaiting).then((waits) => !waits),
          () => false,
        );
      for (const end = Date.now() + PATIENCE_MS; ;) {
        await page.goto('about:blank');
        if (await arrive()) break;
        assert.ok(Date.now() < end, 'the new worker waits for ever');
      }
      await until(page, async () => navigator.serviceWorker.controller?.state === 'activated');
      assert.ok((await cached(page)).length <= 2);
      forgive(/404|Failed to load resource/);
      assertQuiet();
    } finally {
      await close();
      await stop();
    }
  },

  async 'a server that falls silent leaves no page hanging'({ visit }) {
    const server = await servePages(join(web, 'dist'));
    const [answer] = /** @type {import('node:http').RequestListener[]} */ (
      server.listeners('request')
    );
    const silent = [
      () => {},
      (_, response) =>
        response
          .writeHead(200, { 'Content-Type': 'text/html', 'Content-Length': 4000 })
          .write('<!doctype html>'),
    ];
    const { page, open, forgive, assertQuiet, close } = await visit({
      at: `http://127.0.0.1:${portOf(server)}/`,
    });
    try {
      await open('play/pack/starter/sokoban/1');
      await board(page).waitFor();
      await until(page, isKept);
      for (const act of silent) {
        server.removeAllListeners('request');
        server.on('request', act);
        await page.reload();
        await board(page).waitFor();
      }
      server.removeAllListeners('request');
      server.on('request', answer);
      forgive(/404|Failed to load resource/);
      assertQuiet();
    } finally {
      await close();
      server.closeAllConnections?.();
      await new Promise((done) => {
        server.close(done);
      });
    }
  },

  async 'a slow network shows a page before its code has come'({ visit }) {
    const server = await servePages(join(web, 'dist'));
    const [answer] = /** @type {import('node:http').RequestListener[]} */ (
      server.listeners('request')
    );
    let goOn = () => {};
    const held = new Promise((done) => {
      goOn = () => done(true);
    });
    server.removeAllListeners('request');
    server.on('request', async (request, response) => {
      if (request.url.startsWith('/assets/main-')) await held;
      answer(request, response);
    });
    const { page, base, forgive, assertQuiet, close } = await visit({
      at: `http://127.0.0.1:${portOf(server)}/`,
    });
    try {
      await page.goto(base, { waitUntil: 'commit' });
      await page.getByText('Loading…').waitFor();
      goOn();
      await board(page).waitFor();
      assert.equal(await page.getByRole('banner').count(), 1);
      forgive(/404|Failed to load resource/);
      assertQuiet();
    } finally {
      goOn();
      await close();
      server.closeAllConnections?.();
      await new Promise((done) => {
        server.close(done);
      });
    }
  },

  async 'a visited studio plays offline and remembers'({ page, open, context, engine }) {
    await open('play');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await until(page, isKept);
    await context.setOffline(true);
    await page.goto('about:blank');
    await open('play/pack/starter/sokoban/1');
    await pressAll(page, engine.call({ call: 'solve', text: first.text }).solution);
    await assertWon(page);
    await open('make?game=move');
    await page.getByLabel('How many').waitFor();
    await open('play/pack/starter/sokoban');
    await page.locator('.tile', { hasText: 'Solved' }).first().waitFor();
    await page.reload();
    await page.locator('.tile', { hasText: 'Solved' }).first().waitFor();
    await context.setOffline(false);
  },

  async 'moves made while the server is away arrive when it is back'({
    page,
    open,
    context,
    base,
    engine,
    live,
    noise,
  }) {
    if (!live) return 'skipped';
    await open('play/daily/sokoban/easy');
    await board(page).waitFor();
    await page.evaluate(() => navigator.serviceWorker.ready);
    const { level } = await (
      await fetch(`${base}api/v1/daily?game=sokoban&difficulty=easy`)
    ).json();
    await context.setOffline(true);
    await pressAll(page, engine.call({ call: 'solve', text: level.text }).solution);
    await assertWon(page);
    await page.locator('[data-test=away]').waitFor();
    const waiting = () =>
      page.evaluate(
        () => Object.keys(localStorage).filter((key) => key.startsWith('lw.q.event.')).length,
      );
    assert.ok((await waiting()) >= 2);
    // The page is closed and opened again before the network returns.
    await page.reload();
    assert.ok((await waiting()) >= 2);
    await context.setOffline(false);
    await page.waitForFunction(
      () => !Object.keys(localStorage).some((key) => key.startsWith('lw.q.event.')),
      null,
    );
    const key = await page.evaluate(() => JSON.parse(localStorage.getItem('lw.player')).key);
    const me = await (
      await fetch(`${base}api/v1/players/me`, { headers: { Authorization: `Player ${key}` } })
    ).json();
    assert.ok(
      me.levels.some((one) => one.level === level.id && one.solved),
      JSON.stringify(me),
    );
    // That the network was gone, the browser says by itself.
    noise.splice(
      0,
      noise.length,
      ...noise.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED')),
    );
    return undefined;
  },
};
