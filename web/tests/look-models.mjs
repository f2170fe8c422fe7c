// Pictures of the page of difficulty models, for looking at: a phone and a desktop, light and dark.
//
//   node tests/look-models.mjs LEVELWRIGHT FOLDER
//
// Three versions of the shipped model are offered; the second is in use. Nothing is checked here.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStudio } from './browser/studio.mjs';

const MODEL = new URL('../../models/sokoban.json', import.meta.url).pathname;
const [program, folder] = process.argv.slice(2);
if (!folder) {
  console.error('node tests/look-models.mjs LEVELWRIGHT FOLDER');
  process.exit(1);
}
mkdirSync(folder, { recursive: true });
const scratch = mkdtempSync(join(tmpdir(), 'lw-look-'));
const studio = await openStudio(program, scratch);
const server = await studio.visit().then(({ ownServer }) => ownServer());
const db = join(server.data, 'levelwright.db');
const learn = (...args) =>
  execFileSync(program, ['learn', '--db', db, ...args], { stdio: 'ignore' });
for (let i = 0; i < 3; i++) learn('--add', MODEL);
learn('--use', '2');
for (const [size, viewport] of [
  ['phone', { width: 390, height: 844 }],
  ['desktop', { width: 1366, height: 768 }],
]) {
  for (const colorScheme of ['light', 'dark']) {
    const visit = await studio.visit({ at: server.base });
    const { page, open } = visit;
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await open('studies');
    await page.getByLabel('Administrator’s token').fill(server.token);
    await page.getByRole('button', { name: 'Show studies' }).click();
    await page.getByRole('link', { name: 'Difficulty model' }).click();
    await page.locator('[data-test=in-use]').waitFor();
    await page.getByRole('button', { name: 'Learn now' }).click();
    await page.getByRole('alert').waitFor();
    await page.screenshot({
      path: join(folder, `models-${size}-${colorScheme}.png`),
      fullPage: true,
    });
    await visit.close();
  }
}
await server.stop();
await studio.close();
rmSync(scratch, { recursive: true, force: true });
