// What the pages do with their server: bring wins back, show its past, give it packs, and
// go on when it is away, full, killed or renewed.
import assert from 'node:assert/strict';
import { assertWon, board, counter, giveTime, pressAll } from './hands.mjs';
import { seedPlays, sql } from './seed.mjs';

const get = async (base, path, key) =>
  (
    await fetch(`${base}api/v1${path}`, { headers: key ? { Authorization: `Player ${key}` } : {} })
  ).json();
const keyOf = (page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('lw.player') ?? 'null')?.key);
const waitingEvents = (page) =>
  page.evaluate(
    () => Object.keys(localStorage).filter((key) => key.startsWith('lw.q.event.')).length,
  );
const allSent = (page) =>
  page.waitForFunction(
    () =>
      localStorage.getItem('lw.player') &&
      !Object.keys(localStorage).some((key) => key.startsWith('lw.q.event.')),
  );
const GONE =
  /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED|status of 503/;

/** The day's level of one difficulty and its shortest solution. */
async function dailyOf({ base, engine }, difficulty) {
  const { level } = await get(base, `/daily?game=sokoban&difficulty=${difficulty}`);
  return {
    level,
    solution: engine.call({ call: 'solve', text: level.text, metric: 'moves' }).solution,
  };
}

/** Solves the day's level of one difficulty by keys. */
async function solveDaily(visit, difficulty = 'easy') {
  const { level, solution } = await dailyOf(visit, difficulty);
  await visit.open(`play/daily/sokoban/${difficulty}`);
  const { page } = visit;
  await pressAll(page, solution);
  await assertWon(page);
  return { level, solution };
}

/** A server and a browser of the check's own; what the browser says of a server that is gone
 * is no mistake. */
async function onOwnServer(shared, check, expected = GONE) {
  const server = await shared.ownServer();
  try {
    const visit = await shared.visit({ at: server.base });
    await check(server, visit);
    visit.forgive(expected);
    visit.assertQuiet();
    await visit.close();
  } finally {
    await server.stop();
  }
}

/** So many levels are enough to go on with after the first. Whoever makes them for the server gets
 * a tenth of the time that others get. */
const FEW = 4;

/** Has the server make levels by a method that takes a while. */
async function startJob({ page, open }, count) {
  await open('make?game=sokoban');
  await page.getByLabel('Method').selectOption('mcts');
  await page.getByRole('tab', { name: 'On the server' }).click();
  await page.getByLabel('How many').fill(String(count));
  await giveTime(page);
  await page.getByRole('button', { name: 'Make levels' }).click();
}

/** Begins to listen for the page's next job; resolves when the server has made its first level,
 * however long the page takes to show it. */
async function firstLevel(page) {
  const request = await page.waitForRequest(/\/api\/v1\/jobs\/[^/]+\/events/);
  const { body } = await fetch(request.url());
  let said = '';
  for await (const chunk of body) {
    said += Buffer.from(chunk).toString();
    if (/^event: level$/m.test(said)) return;
  }
  assert.fail(`the job ended without a level: ${said}`);
}

export default {
  async 'wins come back from the server into an empty browser'(first) {
    if (!first.live) return 'skipped';
    const { solution } = await solveDaily(first);
    await allSent(first.page);
    const key = await keyOf(first.page);
    // The same player in a browser that was cleared: only the key is left.
    const second = await first.visit();
    await second.page.addInitScript(
      (player) =>
        localStorage.getItem('lw.player') ??
        localStorage.setItem('lw.player', JSON.stringify(player)),
      { player: 'x', key },
    );
    await second.open('play/daily/sokoban/easy');
    await second.page.getByText(`yours ${solution.length}`).first().waitFor();
    await second.page.locator('.list a', { hasText: 'Today' }).getByText('Solved').waitFor();
    second.assertQuiet();
    await second.close();
    // And in another browser, to which the key is carried by hand.
    const third = await first.visit();
    await third.open('insight');
    await third.page.getByText('Continue in another browser').click();
    await third.page.getByLabel('Player key').fill('not a key');
    await third.page.getByRole('button', { name: 'Use this key here' }).click();
    await third.page.getByText('No player in this studio has that key').waitFor();
    await third.page.getByLabel('Player key').fill(key);
    await third.page.getByRole('button', { name: 'Use this key here' }).click();
    await third.page.getByText('Levels solved: 1.').waitFor();
    await third.open('play/daily/sokoban/easy');
    await third.page.getByText(`yours ${solution.length}`).first().waitFor();
    third.forgive(/status of 401/);
    third.assertQuiet();
    return third.close();
  },

  async 'earlier days are listed, opened, and found by number'(shared) {
    if (!shared.program) return 'skipped';
    return onOwnServer(
      shared,
      async (server, visit) => {
        const today = (await get(server.base, '/daily?game=sokoban&difficulty=easy')).date;
        const [earlier] = (await get(server.base, '/packs?game=sokoban')).packs.filter((pack) =>
          /easy/.test(pack.title),
        );
        const levels = (await get(server.base, `/packs/${earlier.id}`)).levels.slice(-16);
        await server.stop();
        const before = (days) =>
          new Date(Date.parse(today) - days * 86400000).toISOString().slice(0, 10);
        await sql(
          server.data,
          `UPDATE daily SET number = 17 WHERE game = 'sokoban' AND band = 'easy' AND date = '${today}';
        DELETE FROM daily WHERE game = 'sokoban' AND band = 'easy' AND date <> '${today}';
        ${levels.map((level, i) => `INSERT OR IGNORE INTO daily VALUES ('sokoban', 'easy', '${before(i + 1)}', ${16 - i}, '${level.id}', 1, 0);`).join('\n')}`,
        );
        await server.start();
        const { page } = visit;
        await visit.open('play/daily/sokoban/easy');
        await page.getByRole('link', { name: new RegExp(`${before(1)}.*No\\. 16`) }).click();
        await page.getByRole('heading', { name: `Level for ${before(1)}` }).waitFor();
        const { level } = await get(
          server.base,
          `/daily?game=sokoban&difficulty=easy&date=${before(1)}`,
        );
        await pressAll(page, visit.engine.call({ call: 'solve', text: level.text }).solution);
        await assertWon(page);
        await page
          .locator('.list a', { hasText: before(1) })
          .getByText('Solved')
          .waitFor();
        await page.getByRole('button', { name: 'Older' }).click();
        await page.getByText(before(14)).waitFor();
        await page.getByRole('spinbutton', { name: 'No.' }).fill('3');
        await page.getByRole('button', { name: 'Go', exact: true }).click();
        await page.getByRole('heading', { name: `Level for ${before(14)}` }).waitFor();
        await page.getByRole('spinbutton', { name: 'No.' }).fill('999');
        await page.getByRole('button', { name: 'Go', exact: true }).click();
        await page.getByText('There’s no level with that number').waitFor();
      },
      /status of 404/,
    );
  },

  async 'a date without a level says so and leads to today'({ page, open, live, forgive }) {
    if (!live) return 'skipped';
    for (const date of ['2020-01-01', '2099-01-01']) {
      await open(`play/daily/sokoban/easy?date=${date}`);
      await page.getByText(`There’s no level for ${date}.`).waitFor();
      assert.equal(await page.getByText('The studio is offline').count(), 0);
      assert.equal(await page.locator('[data-test=player]').count(), 0);
      await page.getByRole('link', { name: 'Go to today’s level' }).click();
      await page.getByRole('heading', { name: 'Level of the day' }).waitFor();
      await board(page).waitFor();
    }
    forgive(/status of 404/);
    return undefined;
  },

  async 'a pack is given to the studio, and everybody sees its title as text'({
    page,
    open,
    visit,
    engine,
    live,
  }) {
    if (!live) return 'skipped';
    const { levels } = engine.call({
      call: 'generate',
      game: 'sokoban',
      method: 'farthest',
      count: 3,
      seed: 20261116,
      seconds: 30,
    });
    const title = 'Given <img src=x onerror=alert(1)>';
    await page.addInitScript(
      ([name, made]) =>
        localStorage.setItem(
          'lw.packs',
          JSON.stringify([{ id: 'given', title: name, game: 'sokoban', levels: made }]),
        ),
      [
        title,
        levels.map(({ id, text, solution }) => ({
          game: 'sokoban',
          id,
          text,
          solution,
          method: 'farthest',
        })),
      ],
    );
    await open('play/pack/own/given');
    await page.getByRole('button', { name: 'Publish to the studio' }).click();
    await page.getByText('Published: 3 new levels, 0 already there.').waitFor();
    await page.getByRole('button', { name: 'Publish to the studio' }).click();
    await page.getByText('Published: 0 new levels, 3 already there.').waitFor();
    const other = await visit();
    await other.open('play/daily/sokoban/easy');
    await other.page.getByRole('link', { name: title }).first().click();
    await other.page.getByRole('heading', { name: title }).waitFor();
    assert.equal(await other.page.locator('.tile').count(), 3);
    await other.page.locator('.tile').first().click();
    await board(other.page).waitFor();
    other.assertQuiet();
    return other.close();
  },

  async 'insight shows what the store knows'(shared) {
    if (!shared.program) return 'skipped';
    return onOwnServer(shared, async (server, visit) => {
      const told = await seedPlays(server.base, shared.engine, server.data, 6);
      const known = await get(server.base, '/insight?game=sokoban');
      assert.equal(known.totals.plays, told.plays);
      assert.equal(known.totals.wins, told.wins);
      const { page } = visit;
      await visit.open('insight');
      await page.waitForFunction(() => document.querySelectorAll('.chart canvas').length === 2);
      const figures = await page.locator('.figures').first().textContent();
      for (const part of [
        `${told.plays}Plays`,
        `${told.wins}Solved`,
        `${Math.round((100 * told.wins) / told.plays)} %`,
      ]) {
        assert.ok(figures.includes(part), `${part} in ${figures}`);
      }
      // The charts' numbers as tables: they are those of the interface.
      const days = page.locator('section', {
        has: page.getByRole('heading', { name: 'Plays per day' }),
      });
      await days.getByText('As a table').click();
      const rows = await days
        .locator('.tablewrap tbody tr')
        .evaluateAll((list) => list.map((row) => [...row.cells].map((cell) => cell.textContent)));
      assert.deepEqual(
        rows,
        known.days
          .slice()
          .sort((a, b) => a.date.localeCompare(b.date))
          .map((day) => [day.date, String(day.plays), String(day.wins)]),
      );
      // The legend shows lines as they are drawn: not by colour alone.
      const markers = await page
        .locator('.u-legend .u-marker')
        .evaluateAll((list) =>
          list
            .filter((one) => one.offsetWidth > 0)
            .map((one) => getComputedStyle(one).borderTopStyle),
        );
      assert.deepEqual(markers, ['solid', 'dashed']);
      // Something is drawn: not all of the picture has one colour.
      const painted = await page
        .locator('.chart canvas')
        .first()
        .evaluate(
          (canvas) =>
            new Set(
              new Uint32Array(
                canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.buffer,
              ),
            ).size,
        );
      assert.ok(painted > 3, `${painted} colours`);
      const calibration = page.locator('section', {
        has: page.getByRole('heading', { name: 'Predicted and observed difficulty' }),
      });
      await calibration.getByText('As a table').click();
      assert.equal(
        await calibration.locator('.tablewrap tbody tr').count(),
        known.calibration.length,
      );
      const sets = page.locator('section.card', {
        has: page.getByRole('heading', { name: 'Level sets' }),
      });
      assert.equal(
        await sets.locator('tbody tr').count(),
        (await get(server.base, '/reports/tables')).sets.length,
      );
      await page.getByRole('tab', { name: 'Flow' }).click();
      await page.getByText('Nobody has measured how hard this game is').first().waitFor();
    });
  },

  async 'a job goes on when the server is killed and started again'(shared) {
    if (!shared.program) return 'skipped';
    return onOwnServer(shared, async (server, visit) => {
      const { page } = visit;
      const made = firstLevel(page);
      await startJob(visit, FEW);
      await made;
      await server.kill();
      await page.getByText('The studio is offline. Work will continue when it’s back.').waitFor();
      await server.start();
      await page.locator('[data-test=made]', { hasText: `${FEW} levels made.` }).waitFor();
      assert.equal(await page.locator('.gallery .tile').count(), FEW);
    });
  },

  async 'a job is found again after a reload: its progress, its end, its levels'(shared) {
    if (!shared.program) return 'skipped';
    return onOwnServer(shared, async (_, visit) => {
      const { page } = visit;
      // One that takes minutes goes on from where it was, with what it had found.
      await startJob(visit, 200);
      await page.locator('.gallery .tile').first().waitFor();
      await page.reload();
      await page.getByRole('progressbar', { name: 'Making levels' }).waitFor();
      await page.locator('.gallery .tile').first().waitFor();
      // And it can be stopped from there.
      await page.getByRole('button', { name: 'Stop' }).click();
      await page
        .locator('[data-test=made]', { hasText: 'Stopped. The levels found so far are kept.' })
        .waitFor();
      assert.ok((await page.locator('.gallery .tile').count()) > 0);
      const { job } =
        (await page.evaluate(() =>
          JSON.parse(localStorage.getItem('lw.run.make.sokoban') ?? '{}'),
        )) ?? {};
      assert.equal(job, undefined, 'a stopped job is not taken up again');
      // One that ends, before or after the reload.
      await startJob(visit, FEW);
      await page.getByRole('progressbar', { name: 'Making levels' }).waitFor();
      await page.reload();
      await page.locator('[data-test=made]', { hasText: `${FEW} levels made.` }).waitFor();
      // Also when it has ended long ago, and in a tab of its own.
      const other = await visit.context.newPage();
      await other.goto(page.url());
      await other.locator('[data-test=made]', { hasText: `${FEW} levels made.` }).waitFor();
      assert.equal(await other.locator('.gallery .tile').count(), FEW);
      await other.close();
    });
  },

  async 'a job whose number was never heard is found again after a reload'(shared) {
    if (!shared.program) return 'skipped';
    return onOwnServer(shared, async (_, visit) => {
      const { page } = visit;
      // The studio has the request; its answer does not come before the page is gone.
      const jobs = [];
      const there = new Promise((done) => {
        page.route('**/api/v1/jobs', async (route) => {
          const response = await route.fetch();
          jobs.push((await response.json()).job);
          return jobs.length > 1 ? route.fulfill({ response }) : done(true);
        });
      });
      await startJob(visit, 3);
      await there;
      await page.reload();
      await page.locator('[data-test=made]', { hasText: '3 levels made.' }).waitFor();
      assert.equal(await page.locator('.gallery .tile').count(), 3);
      assert.deepEqual(jobs, [jobs[0], jobs[0]], 'it was made once');
    });
  },

  async 'a job that was asked for long ago and never heard of is let go'(shared) {
    if (!shared.program) return 'skipped';
    return onOwnServer(shared, async (_, visit) => {
      const { page } = visit;
      let asked = 0;
      const there = new Promise((done) => {
        page.route('**/api/v1/jobs', () => {
          asked += 1;
          done(true);
        });
      });
      await startJob(visit, 3);
      await there;
      const kept = await page.evaluate(() => {
        const name = Object.keys(localStorage).find((key) => key.startsWith('lw.run.'));
        const run = JSON.parse(localStorage.getItem(name));
        run.at -= 11 * 60 * 1000;
        localStorage.setItem(name, JSON.stringify(run));
        return run;
      });
      assert.ok(kept.asked);
      await page.reload();
      await page.getByRole('button', { name: 'Make levels' }).waitFor();
      await page.waitForLoadState('networkidle');
      assert.equal(asked, 1);
      assert.equal(await page.getByRole('button', { name: 'Stop' }).count(), 0);
    });
  },

  async 'a job that is stopped before the studio has answered is stopped there too'(shared) {
    if (!shared.program) return 'skipped';
    return onOwnServer(shared, async (_, visit) => {
      const { page } = visit;
      let answer = () => {};
      const there = new Promise((done) => {
        page.route('**/api/v1/jobs', async (route) => {
          const response = await route.fetch();
          answer = () => route.fulfill({ response });
          done(true);
        });
      });
      await startJob(visit, 200);
      await there;
      await page.getByRole('button', { name: 'Stop' }).click();
      await page.locator('[data-test=made]', { hasText: 'Stopped' }).waitFor();
      const ended = page.waitForResponse((response) => response.request().method() === 'DELETE');
      await answer();
      assert.equal((await (await ended).json()).state, 'cancelled');
      await page.reload();
      await page.getByRole('button', { name: 'Make levels' }).waitFor();
      assert.equal(await page.locator('[data-test=made]').count(), 0, 'and is not taken up again');
    });
  },

  async 'a page on which nobody presses anything learns that the studio is back'(shared) {
    if (!shared.program) return 'skipped';
    return onOwnServer(shared, async (server, visit) => {
      const { page, open } = visit;
      await open('play/daily/sokoban/easy');
      await board(page).waitFor();
      // What the pages are made of comes from the server until the service worker has it.
      await page.waitForFunction(() => navigator.serviceWorker.controller);
      await server.stop();
      await open('play/daily/flow/easy');
      await page.getByText('The studio is offline, so here’s a built-in level.').waitFor();
      await server.start();
      // What one plays stays; the rest comes back by itself.
      await page.locator('[data-test=away]').waitFor({ state: 'detached' });
      await page.locator('.list a', { hasText: 'Flow, easy' }).waitFor();
      await page.getByText('The studio is back. You’re playing a built-in level.').waitFor();
      await page.getByRole('button', { name: 'Go to today’s level' }).click();
      await page.getByText('No. 1').first().waitFor();
      await server.stop();
      await open('insight');
      await page.getByText('The studio is offline. The charts will be back when it is.').waitFor();
      await server.start();
      await page.getByRole('heading', { name: 'The whole studio' }).waitFor();
    });
  },

  async 'moves are kept while the server is stopped or has no room, and none is lost'(shared) {
    if (!shared.program) return 'skipped';
    return onOwnServer(shared, async (server, visit) => {
      const { page } = visit;
      const { level, solution } = await dailyOf(visit, 'easy');
      await visit.open('play/daily/sokoban/easy');
      // First its disk is full: every event is refused for now.
      const full = {
        status: 503,
        contentType: 'application/json',
        headers: { 'Retry-After': '1' },
        body: JSON.stringify({ error: { code: 'storage', message: 'The disk is full.' } }),
      };
      let refused = 0;
      await page.route('**/api/v1/events', (route) => (refused += 1) && route.fulfill(full));
      await pressAll(page, `${solution.slice(0, 3)}`);
      await page.keyboard.press('u');
      await page.keyboard.press('u');
      await page.waitForFunction(() =>
        document.querySelector('[data-test=moves]').textContent.startsWith('1'),
      );
      while (refused < 2) await page.waitForTimeout(100);
      assert.equal(await waitingEvents(page), 3);
      await page.locator('[data-test=delayed]', { hasText: '3 events not saved yet' }).waitFor();
      await page.unroute('**/api/v1/events');
      // Then it is stopped, while the player goes on to the win.
      await server.stop();
      await pressAll(page, solution.slice(1));
      await assertWon(page);
      const written = await page.evaluate(() =>
        Object.keys(localStorage)
          .filter((key) => key.startsWith('lw.q.event.'))
          .map((key) => Number(key.split('.').pop())),
      );
      assert.ok(written.includes(4), `${written}`);
      await server.start();
      await allSent(page);
      const me = await get(server.base, '/players/me', await keyOf(page));
      assert.ok(
        me.levels.some(
          (one) => one.level === level.id && one.solved && one.best_moves === solution.length,
        ),
        JSON.stringify(me),
      );
      const { totals } = await get(server.base, '/insight');
      assert.equal(totals.events, 4, 'start, two undos, win: each once');
    });
  },

  async 'what is wrong with an option is said at its field, in its name'({
    page,
    open,
    live,
    forgive,
  }) {
    for (const where of live ? ['In this browser', 'On the server'] : ['']) {
      await open('make?game=sokoban');
      if (where) await page.getByRole('tab', { name: where }).click();
      await page.getByLabel('Method').selectOption('mcts');
      await page.getByLabel('Board').fill('16x16');
      await page.getByRole('button', { name: 'Make levels' }).click();
      const field = page.locator('.field', { has: page.getByLabel('Board', { exact: true }) });
      await field.locator('.wrong').waitFor();
      const said = await field.locator('.wrong').textContent();
      assert.match(said, /16x16 has 256 squares/);
      assert.doesNotMatch(await page.locator('main').textContent(), /--[a-z]|board=/);
      await page.getByLabel('Method').selectOption('farthest');
      await page.getByLabel('Boxes', { exact: true }).fill('16');
      await page.getByLabel('Size', { exact: true }).fill('1x1');
      await page.getByRole('button', { name: 'Make levels' }).click();
      await page
        .locator('.field', { has: page.getByLabel('Boxes', { exact: true }) })
        .locator('.wrong', { hasText: '48 floor squares' })
        .waitFor();
      await open('insight');
    }
    await open('make?game=lazors');
    await page.getByLabel('Mirrors', { exact: true }).fill('9..3');
    await page.getByRole('button', { name: 'Make levels' }).click();
    await page
      .locator('.field', { has: page.getByLabel('Mirrors', { exact: true }) })
      .locator('.wrong', { hasText: 'smaller end first' })
      .waitFor();
    await page.getByLabel('How many').fill('');
    await page.getByText('Enter a number from 1 to 200.').waitFor();
    forgive(/status of 4(00|22)/);
  },

  async 'what the studio refuses is said in its words, at the field it points to'({
    page,
    open,
    live,
    forgive,
  }) {
    if (!live) return 'skipped';
    // One route for all answers: between two of them a request could slip through.
    let answer;
    await page.route('**/api/v1/jobs', (route) => route.fulfill(answer));
    const refuse = (status, error) =>
      (answer = { status, contentType: 'application/json', body: JSON.stringify({ error }) });
    await open('make?game=sokoban');
    await page.getByRole('tab', { name: 'On the server' }).click();
    const start = () => page.getByRole('button', { name: 'Make levels' }).click();
    for (const [status, code] of [
      [429, 'too-many-jobs'],
      [503, 'busy'],
    ]) {
      refuse(status, { code, message: `Four of your jobs run already (${code}); wait for one.` });
      await start();
      await page
        .locator('[data-test=made]', {
          hasText: `Four of your jobs run already (${code}); wait for one.`,
        })
        .waitFor();
    }
    // No word of the sentence is a field's name: the place alone tells.
    refuse(422, {
      code: 'bad-input',
      message: 'That is more than there is room for.',
      place: '/options/boxes',
    });
    await start();
    const field = page.locator('.field', { has: page.getByLabel('Boxes', { exact: true }) });
    await field.locator('.wrong', { hasText: 'That is more than there is room for.' }).waitFor();
    assert.equal(
      await page.getByLabel('Boxes', { exact: true }).getAttribute('aria-invalid'),
      'true',
    );
    await page.getByLabel('Boxes', { exact: true }).fill('2');
    await field.locator('.wrong').waitFor({ state: 'detached' });
    // One that is folded away is opened.
    refuse(400, { code: 'bad-field', message: 'That is too long.', place: '/seconds' });
    await start();
    await page
      .locator('.field', { has: page.getByLabel('Time limit in seconds') })
      .locator('.wrong', { hasText: 'That is too long.' })
      .waitFor();
    assert.ok(await page.getByLabel('Time limit in seconds').isVisible());
    forgive(/status of (429|503|422|400)/);
    return undefined;
  },

  async 'a new studio says what would fill its charts'(shared) {
    if (!shared.program) return 'skipped';
    return onOwnServer(shared, async (_, { page, open }) => {
      await open('insight');
      const calibration = page.locator('section.card', {
        has: page.getByRole('heading', { name: 'Predicted and observed difficulty' }),
      });
      await calibration.getByText('A few are enough to start, solved or not.').waitFor();
      await calibration.getByRole('link', { name: 'Play a level' }).click();
      await board(page).waitFor();
    });
  },

  async 'the best of others and oneself stands beside the counters'(visit) {
    if (!visit.live) return 'skipped';
    const { level, solution } = await solveDaily(visit, 'medium');
    assert.equal(await counter(visit.page, 'moves'), solution.length);
    await visit.page.getByText(`best ${level.best.moves}`).first().waitFor();
    return undefined;
  },
};
