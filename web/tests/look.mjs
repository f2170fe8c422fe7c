// Pictures of every page in every state, for looking at: phone and desktop, light and dark.
//
//   node tests/look.mjs LEVELWRIGHT FOLDER [NAME...]
//
// Each NAME-a.png has a phone in light colours (its first screen and the one below) and a
// desktop in dark ones, NAME-b.png the other way round. VISION=deuteranopia shows them as
// people with that sight see them. Nothing is checked here; the checks are in browser/.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dragOver, pathsOf, pressAll } from './browser/hands.mjs';
import { lanterns, starter } from './browser/levels.mjs';
import { seedPlays } from './browser/seed.mjs';
import { openStudio } from './browser/studio.mjs';

const [program, folder, ...names] = process.argv.slice(2);
if (!folder) {
  console.error('node tests/look.mjs LEVELWRIGHT FOLDER [NAME...]');
  process.exit(1);
}

const shared = (level) => `level?l=t${Buffer.from(JSON.stringify(level)).toString('base64url')}`;
const ready = (page) => page.locator('.board canvas').first().waitFor();
const games = ['sokoban', 'flow', 'lazors', 'move'];

async function make({ page }, count = 8) {
  await page.getByLabel('How many').fill(String(count));
  await page.getByRole('button', { name: 'Make levels' }).click();
  await page.locator('[data-test=made]').waitFor({ timeout: 60000 });
  await page.waitForTimeout(1500);
}

async function edit({ page, open }, game, text) {
  await open(`edit?game=${game}`);
  if (text) await page.getByLabel('As text').fill(text);
  await page.waitForTimeout(1500);
}

const unsolvable = {
  sokoban: '######\n#  # #\n# @$ #\n#. # #\n######\n',
  flow: '3 3\nR.B\n...\nB.R\n',
  lazors: 'GRID START\no o\no o\nGRID STOP\n\nA 1\n\nL 0 1 -1 1\n\nP 3 4\n',
  move: 'A. ## .a\n.. ## ..\n',
};

/** State → how to get there; each begins in a fresh browser. */
const states = {
  'play-away': async ({ page, open }) => {
    await page.route('**/api/**', (route) => route.abort());
    await open('play');
    await ready(page);
  },
  ...Object.fromEntries(
    [...games, 'puzzlescript'].map((game) => [
      `play-${game}`,
      async ({ page, open }) => {
        await open(`play/daily/${game}/medium`);
        await ready(page);
      },
    ]),
  ),
  'play-won': async ({ page, open, engine }) => {
    await open('play/pack/starter/sokoban/1');
    await pressAll(page, engine.call({ call: 'solve', text: starter('sokoban')[0].text }).solution);
    await page.locator('[data-test=won]').waitFor();
  },
  'play-hint': async ({ page, open }) => {
    await open('play/pack/starter/sokoban/4');
    await ready(page);
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.locator('.note.info').waitFor();
  },
  'play-dead': async ({ page, open }) => {
    await open(
      shared({
        game: 'sokoban',
        text: '######\n#    #\n# @$ #\n#.   #\n######\n',
        title: 'A corner',
      }),
    );
    await ready(page);
    await page.getByLabel(/Warn me/).check();
    await page.locator('.board').focus();
    await page.keyboard.press('ArrowRight');
    await page.locator('.note.bad').waitFor();
  },
  ...Object.fromEntries(
    [...games, 'puzzlescript'].map((game) => [
      `howto-${game}`,
      async ({ page, open }) => {
        await open(`play/daily/${game}/easy`);
        await ready(page);
        await page.getByRole('button', { name: 'How to play' }).click();
        await page.waitForFunction(
          () => document.querySelectorAll('dialog .how canvas').length === 3,
        );
      },
    ]),
  ),
  'play-pack': async ({ page, open }) => {
    await open('play/pack/starter/flow');
    await page.locator('.tile canvas').nth(5).waitFor();
  },
  'play-flow-drawing': async ({ page, open, engine }) => {
    const { text } = starter('flow')[12];
    await open('play/pack/starter/flow/13');
    await ready(page);
    const { solution } = engine.call({ call: 'solve', game: 'flow', text });
    const size = engine.call({ call: 'draw', game: 'flow', text }).draw;
    for (const cells of pathsOf(solution).slice(0, -1)) await dragOver(page, cells, size);
  },
  'play-badlink': async ({ page, open }) => {
    await open(`level?l=t${'A'.repeat(20000)}`);
    await page.getByText(/too long to be/).waitFor();
  },
  'make-empty': async ({ page, open }) => {
    await open('make?game=sokoban');
    await page.getByLabel('How many').waitFor();
  },
  'make-running': async ({ page, open }) => {
    await open('make?game=sokoban');
    await page.getByLabel('Method').selectOption('mcts');
    await page.getByLabel('How many').fill('200');
    await page.getByRole('button', { name: 'Make levels' }).click();
    await page.waitForTimeout(3000);
  },
  'make-options': async ({ page, open }) => {
    await open('make?game=sokoban');
    await page.getByText('More options').click();
    await page.getByLabel('Size', { exact: true }).fill('huge');
  },
  ...Object.fromEntries(
    [...games, 'puzzlescript'].map((game) => [
      `make-${game}`,
      async (visit) => {
        await visit.open(`make?game=${game}`);
        await make(visit);
      },
    ]),
  ),
  ...Object.fromEntries(games.map((game) => [`edit-${game}`, (visit) => edit(visit, game)])),
  ...Object.fromEntries(
    games.map((game) => [
      `edit-${game}-unsolvable`,
      (visit) => edit(visit, game, unsolvable[game]),
    ]),
  ),
  'edit-invalid': (visit) => edit(visit, 'sokoban', '####\n#  #\n####\n'),
  'edit-watch': async (visit) => {
    await edit(visit, 'sokoban');
    await visit.page.getByRole('button', { name: 'Watch the solution' }).click();
    await visit.page.waitForTimeout(2500);
  },
  'edit-harder': async (visit) => {
    await edit(visit, 'sokoban');
    await visit.page.getByRole('button', { name: 'Make it harder' }).click();
    await visit.page.waitForTimeout(9000);
  },
  'script-good': async ({ page, open }) => {
    await open('script');
    await page.getByText('The game compiles').waitFor();
    await ready(page);
  },
  'script-error': async ({ page, open }) => {
    await open('script');
    await page
      .getByLabel('Game source')
      .fill(
        lanterns
          .replace('late [ Lantern | Lantern | Snow ]', 'late [ Lantern | Lantern | Snou ]')
          .replace('Keeper\n', 'Keper\n'),
      );
    await page.locator('.gutter .bad').first().waitFor();
    await page.locator('[data-test=messages] button').first().click();
  },
  'script-made': async (visit) => {
    await visit.open('script');
    await visit.page.getByText('The game compiles').waitFor();
    await visit.page.getByRole('button', { name: 'Solve this level' }).click();
    await visit.page.getByRole('button', { name: 'Make levels' }).click();
    await visit.page.getByRole('button', { name: 'Add to the game' }).waitFor({ timeout: 60000 });
    await visit.page.getByRole('button', { name: 'Add to the game' }).scrollIntoViewIfNeeded();
  },
  insight: async ({ page, open }) => {
    await open('insight');
    await page.locator('.figures').nth(1).waitFor();
    await page.waitForTimeout(1200);
  },
  'insight-away': async ({ page, open }) => {
    await page.route('**/api/**', (route) => route.abort());
    await open('insight');
    await page.waitForTimeout(800);
  },
};

const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } };

async function shoot(studio, state, size, colorScheme) {
  const visit = await studio.visit({
    viewport: sizes[size],
    colorScheme,
    hasTouch: size === 'phone',
    isMobile: size === 'phone',
  });
  const { page } = visit;
  try {
    if (process.env.VISION) {
      const cdp = await visit.context.newCDPSession(page);
      await cdp.send('Emulation.setEmulatedVisionDeficiency', { type: process.env.VISION });
    }
    page.setDefaultTimeout(15000);
    await states[state](visit).catch((error) =>
      console.log(`${state} ${size} ${colorScheme}: ${error.message.split('\n')[0]}`),
    );
    await page.waitForTimeout(300);
    const shots = [await page.screenshot()];
    await page.evaluate((height) => scrollTo(0, height), sizes[size].height - 120);
    await page.waitForTimeout(200);
    shots.push(await page.screenshot());
    if (visit.noise.length) {
      console.log(`${state} ${size} ${colorScheme}: ${visit.noise.join(' | ')}`);
    }
    return shots;
  } finally {
    await visit.close();
  }
}

/** Pictures side by side in one. */
async function join2(studio, shots, path) {
  const visit = await studio.visit({ viewport: { width: 390 * 2 + 1440 + 40, height: 920 } });
  const images = shots
    .map((shot) => `<img src="data:image/png;base64,${shot.toString('base64')}">`)
    .join('');
  await visit.page.setContent(
    `<body style="margin:10px;display:flex;gap:10px;background:#888;align-items:start">${images}</body>`,
  );
  await visit.page.screenshot({ path });
  await visit.close();
}

mkdirSync(folder, { recursive: true });
const scratch = mkdtempSync(join(tmpdir(), 'lw-look-'));
const studio = await openStudio(program, scratch);
await seedPlays(studio.base, studio.engine, scratch);
for (const state of Object.keys(states)) {
  if (names.length && !names.some((wanted) => state.includes(wanted))) continue;
  for (const [letter, phone, desktop] of [
    ['a', 'light', 'dark'],
    ['b', 'dark', 'light'],
  ]) {
    if (process.env.ONLY && process.env.ONLY !== letter) continue;
    const small = await shoot(studio, state, 'phone', phone);
    const [large] = await shoot(studio, state, 'desktop', desktop);
    await join2(studio, [...small, large], join(folder, `${state}-${letter}.png`));
  }
  console.log(state);
}
await studio.close();
rmSync(scratch, { recursive: true, force: true });
