// Versions of the difficulty model on the researcher's pages: what is in use, learning a new one,
// taking one into use and going back, against the program's own server.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { axeFindings } from './axe.mjs';

const MODEL = new URL('../../../models/sokoban.json', import.meta.url).pathname;

export default {
  async 'a version of the difficulty model is taken into use, and back'(shared) {
    if (!shared.live) return 'skipped';
    const server = await shared.ownServer();
    const db = join(server.data, 'levelwright.db');
    execFileSync(shared.program, ['learn', '--db', db, '--add', MODEL], { stdio: 'ignore' });
    const visit = await shared.visit({ at: server.base });
    const { page, open } = visit;
    try {
      await open('studies');
      await page.getByLabel('Administrator’s token').fill(server.token);
      await page.getByRole('button', { name: 'Show studies' }).click();
      await page.getByRole('link', { name: 'Difficulty model' }).click();
      const inUse = page.locator('[data-test=in-use]');
      await inUse.getByText('what comes with the program').waitFor();
      await page.getByRole('button', { name: 'Use version 1' }).click();
      await inUse.getByText('Version 1 is in use').waitFor();
      assert.deepEqual(await axeFindings(page), []);
      await page.getByRole('button', { name: 'Go back' }).click();
      await inUse.getByText('what comes with the program').waitFor();
      // Nobody has played here: the laboratory says so.
      await page.getByRole('button', { name: 'Learn now' }).click();
      await page.getByRole('alert').getByText('Nobody has played').waitFor();
      visit.assertQuiet();
    } finally {
      await visit.close();
      await server.stop();
    }
  },
};
