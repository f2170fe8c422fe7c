// Pictures of studies, for looking at: every kind of screen of those who take part, as a walker
// meets them, and the researcher's pages with what the walker left.
//
//   node tests/look-studies.mjs LEVELWRIGHT FOLDER [DESIGN...]
//
// Each DESIGN-KIND-a.png has a phone in light colours and a small laptop in dark ones, -b.png the
// other way round. Nothing is checked here; the checks are in browser/.
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Walker } from './browser/study-walker.mjs';
import { openStudio } from './browser/studio.mjs';

const designs = join(dirname(fileURLToPath(import.meta.url)), '../../data/studies');
const [program, folder, ...names] = process.argv.slice(2);
if (!folder) {
  console.error('node tests/look-studies.mjs LEVELWRIGHT FOLDER [DESIGN...]');
  process.exit(1);
}

/** What a researcher adds before a design can open. */
const own = {
  contact: { name: 'A. Researcher', email: 'someone@example.org' },
  approval: { board: 'Board', number: '7', from: '2026-01-01', until: '2027-12-31' },
  retention_until: '2037-01-01',
};
const sizes = { phone: { width: 390, height: 844 }, laptop: { width: 1366, height: 768 } };
const pairs = { a: { phone: 'light', laptop: 'dark' }, b: { phone: 'dark', laptop: 'light' } };

/** Takes pictures of a page in both sizes and both colours, side by side. */
function camera(studio, page, design) {
  const seen = new Set();
  const opening = page.context().newCDPSession(page);
  const shots = {};
  async function take(size, colorScheme) {
    const session = await opening;
    const metrics = { ...sizes[size], deviceScaleFactor: 1, mobile: false };
    await page.emulateMedia({ colorScheme }); // which also sets the size that it knows of
    await session.send('Emulation.setDeviceMetricsOverride', metrics);
    await page.waitForTimeout(150);
    const { data } = await session.send('Page.captureScreenshot'); // of this size, unlike the page's
    shots[`${size} ${colorScheme}`] = data;
  }
  return async (kind) => {
    if (seen.has(kind)) return;
    seen.add(kind);
    const before = page.viewportSize();
    for (const size of Object.keys(sizes)) {
      for (const scheme of ['light', 'dark']) await take(size, scheme);
    }
    await (
      await opening
    ).send('Emulation.setDeviceMetricsOverride', {
      ...before,
      deviceScaleFactor: 1,
      mobile: false,
    });
    for (const [letter, pair] of Object.entries(pairs)) {
      const parts = Object.entries(pair).map((one) => shots[one.join(' ')]);
      await beside(studio, parts, join(folder, `${design}-${kind}-${letter}.png`));
    }
  };
}

async function beside(studio, shots, path) {
  const visit = await studio.visit({ viewport: { width: 390 + 1366 + 30, height: 864 } });
  const images = shots.map((shot) => `<img src="data:image/png;base64,${shot}">`).join('');
  await visit.page.setContent(
    `<body style="margin:10px;display:flex;gap:10px;background:#888;align-items:start">${images}</body>`,
  );
  await visit.page.screenshot({ path });
  await visit.close();
}

async function openStudy(server, definition) {
  const answer = await fetch(`${server.base}api/v1/admin/studies`, {
    method: 'POST',
    headers: { Authorization: `Admin ${server.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ definition }),
  });
  const opened = await answer.json();
  if (answer.status !== 201) throw new Error(JSON.stringify(opened));
  return opened.study;
}

async function lookAtResearcher(studio, server, study, design) {
  const visit = await studio.visit({ at: server.base });
  const { page } = visit;
  const shot = camera(studio, page, design);
  await page.goto(`${server.base}#/studies`);
  await page.getByLabel('Administrator’s token').fill(server.token);
  await page.getByRole('button', { name: 'Show studies' }).click();
  await page.waitForTimeout(1500);
  await shot('r-list');
  for (const [kind, path] of [
    ['r-study', `studies/${study}`],
    ['r-people', `studies/${study}/people`],
    ['r-person', `studies/${study}/person/1`],
    ['r-sheet', `studies/${study}/sheet/1`],
    ['r-open', 'studies/new'],
  ]) {
    await page.goto(`${server.base}#/${path}`);
    await page.waitForTimeout(1500);
    await shot(kind);
  }
  await visit.close();
}

async function look(studio, design) {
  const definition = JSON.parse(readFileSync(join(designs, `${design}.json`), 'utf8'));
  const server = await studio.visit().then(({ ownServer }) => ownServer());
  const study = await openStudy(server, { ...definition, ...own });
  const there = await studio.visit({ at: server.base });
  const shot = camera(studio, there.page, design);
  const walker = new Walker(there, study, { base: server.base, most: 1, shot });
  try {
    await walker.enter();
    await walker.walk();
  } catch (error) {
    console.log(`${design}: ${error.stack}`);
  }
  await lookAtResearcher(studio, server, study, design);
  await there.close();
  await server.stop();
}

mkdirSync(folder, { recursive: true });
const scratch = mkdtempSync(join(tmpdir(), 'lw-look-'));
const studio = await openStudio(program, scratch);
const all = readdirSync(designs)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.slice(0, -5));
for (const design of all) {
  if (names.length && !names.includes(design)) continue;
  await look(studio, design);
  console.log(design);
}
await studio.close();
rmSync(scratch, { recursive: true, force: true });
