// Levels that leave the page: links of every game, and files of every format, which the
// command line must read again.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { board, hasSaid, listen } from './hands.mjs';
import { lanterns } from './levels.mjs';
import { output } from './programs.mjs';

/** The same game with a level that is won at the start. */
const wonLanterns = `${lanterns.slice(0, lanterns.search(/^LEVELS$/m))}LEVELS\n=======\n\n#####\n#P@.#\n#####\n`;
const games = ['sokoban', 'flow', 'lazors', 'move', 'puzzlescript'];

async function exported(page, format) {
  await page.getByLabel('File format').selectOption(format);
  const came = Promise.race([
    page.waitForEvent('download'),
    page.locator('[role=alert]', { hasText: /\w/ }).waitFor(),
  ]);
  await page.getByRole('button', { name: 'Export' }).click();
  const download = await came;
  if (!download) return { refused: await page.locator('[role=alert]').textContent() };
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

async function sharedLink(page) {
  await listen(page);
  await page.getByRole('button', { name: 'Share' }).click();
  await hasSaid(page, 'Link copied');
  return page.evaluate(() => window.copied);
}

const SPOKEN = '[data-test=player] .board .hidden-text';
/** What the board shows, as a screen reader hears it. */
const heard = (page) => page.locator(SPOKEN).textContent();

/** Waits until the board says that; its words may come after its picture. */
async function assertHeard(page, text, message) {
  const says = ([path, wanted]) => document.querySelector(path)?.textContent === wanted;
  await page.waitForFunction(says, [SPOKEN, text]).catch(() => {});
  assert.equal(await heard(page), text, message);
}

/** A large level: a hall of pillars with many boxes, 40 by 30. */
function largeLevel() {
  /** @type {string[][]} */
  const rows = Array.from({ length: 30 }, (_, y) =>
    Array.from({ length: 40 }, (_, x) =>
      x === 0 || y === 0 || x === 39 || y === 29 || (x % 4 === 0 && y % 3 === 0) ? '#' : ' ',
    ),
  );
  for (let i = 0; i < 8; i++) {
    rows[5 + i][6] = '$';
    rows[5 + i][30] = '.';
  }
  rows[2][2] = '@';
  return `${rows.map((row) => row.join('')).join('\n')}\n`;
}

/** A pack of the server, where each level is a whole game: one game with all its levels. */
async function exportSources({ page, open, engine, base }, game) {
  const { packs } = await (await fetch(`${base}api/v1/packs?game=${game}`)).json();
  const pack = packs.find((one) => one.author === 'Levelwright');
  await open(`play/pack/server/${pack.id}`);
  await page.waitForFunction(
    (count) => document.querySelectorAll('.tile').length === count,
    pack.n_levels,
  );
  const { bytes } = await exported(page, game);
  const compiled = engine.call({ call: 'parse', game, source: bytes.toString() });
  assert.deepEqual([compiled.playable, compiled.levels.length], [true, pack.n_levels]);
}

/** Every format of a game's starter pack, read again by the command line, and the picture. */
async function exportAll(visit, game) {
  const { page, open, engine, program, scratch } = visit;
  const said = [];
  const kind = engine.call({ call: 'kinds' }).kinds.find((one) => one.name === game);
  await open(`play/pack/starter/${game}`);
  await page.locator('.tile').first().waitFor();
  const n = await page.locator('.tile').count();
  for (const { name: format } of kind.formats.filter((one) => one.write)) {
    const { name, bytes, refused } = await exported(page, format);
    if (refused) {
      // Some hold boards of one size, one board, or solutions alone: they say so.
      const why = /10 x 10|no level has a stored solution|holds one level/;
      assert.match(refused, why, `${game} ${format}`);
      continue;
    }
    const file = join(scratch, `exported-${game}-${format}-${name}`);
    writeFileSync(file, bytes);
    const read = ['convert', file, '--game', game, '--format', format, '--to', 'json'];
    const rows = (await output(program, read)).trim().split('\n');
    assert.equal(rows.length, n, `${game} ${format}`);
    said.push(`${format} ${rows.length}`);
  }
  if (kind.from_source) await exportSources(visit, game);
  const { bytes: png } = await exported(page, 'png');
  assert.equal(png.subarray(1, 4).toString(), 'PNG');
  const width = png.readUInt32BE(16);
  assert.ok(width > 400 && png.length > 4000, `${game}: ${width} wide, ${png.length} bytes`);
  if (process.env.LOOK) writeFileSync(join(process.env.LOOK, `sheet-${game}.png`), png);
  return said.join(', ');
}

export default {
  async 'a link brings the level of every game to another browser'({ page, open, visit }) {
    const other = await visit();
    for (const game of games) {
      await open(`play/pack/starter/${game}/2`);
      await board(page).waitFor();
      const url = await sharedLink(page);
      const before = await heard(page);
      await other.page.goto(url);
      await other.page.reload();
      await board(other.page).waitFor();
      await assertHeard(other.page, before, game);
      await open('insight');
    }
    other.assertQuiet();
    await other.close();
  },

  async 'a level that is solved already says so: shared, in the editor, in PuzzleScript'({
    page,
    open,
  }) {
    const link = (level) => `l=t${Buffer.from(JSON.stringify(level)).toString('base64url')}`;
    const note = page.getByText('This level is already solved');
    await open(`level?${link({ game: 'sokoban', text: '#####\n#@* #\n#####\n' })}`);
    await note.waitFor();
    await open(`level?${link({ game: 'sokoban', text: '######\n#@$.*#\n######\n' })}`);
    await page.getByText('box, goal, box on a goal').waitFor({ state: 'attached' });
    await note.waitFor({ state: 'detached' });
    await open(`edit?${link({ game: 'sokoban', text: '#####\n#@* #\n#####\n' })}`);
    await page.locator('[data-test=verdict]').getByText('This level is already solved').waitFor();
    await open(`script?${link({ game: 'puzzlescript', source: wonLanterns, level: 1 })}`);
    await page.getByRole('button', { name: 'Solve this level' }).click();
    await page.locator('[data-test=solve]').getByText('This level is already solved').waitFor();
  },

  async 'a large level fits a link; what is larger than any is refused in words'({
    page,
    open,
    visit,
  }) {
    await open('edit?game=sokoban');
    await page.getByLabel('As text').fill(largeLevel());
    await page.waitForFunction(() => document.querySelector('.board canvas')?.width > 300);
    const url = await sharedLink(page);
    assert.ok(url.length < 2000, `${url.length} letters`);
    const other = await visit();
    await other.page.goto(url);
    await board(other.page).waitFor();
    assert.match(await heard(other.page), /^1: 40 wall\./);
    await other.close();
    // Noise does not pack, so this game is too large.
    let state = 1;
    const noise = Array.from({ length: 30000 }, () =>
      String.fromCharCode(97 + ((state = (state * 48271) % 2147483647) % 26)),
    ).join('');
    await open('script');
    await page.getByLabel('Game source').fill(`${lanterns}\n(${noise})\n`);
    await listen(page);
    await page.getByRole('button', { name: 'Share' }).first().click();
    await hasSaid(page, 'Too large for a link');
  },
  ...Object.fromEntries(
    games.map((game) => [
      `every format of ${game} is exported, and the command line reads it again`,
      (visit) => (visit.program ? exportAll(visit, game) : 'skipped'),
    ]),
  ),
};
