// Reporting a level or pack, and what the administrator does with it.
import assert from 'node:assert/strict';
import { axeFindings } from './axe.mjs';

const level = '########\n#@ $  .#\n#      #\n########\n';

/** @typedef {{ body?: unknown, auth?: string }} Sent */

const call = async (base, path, /** @type {Sent} */ { body, auth } = {}) => {
  const answer = await fetch(`${base}api/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(body ? { 'Content-Type': 'application/json' } : {}),
      ...(auth ? { Authorization: auth } : {}),
    },
    body: body && JSON.stringify(body),
  });
  return answer.json();
};

/** A stranger's pack with one level. */
async function bringPack(base, title) {
  const { key } = await call(base, '/players', { body: {} });
  const body = { title, game: 'sokoban', levels: [{ text: level, title: 'Rude level' }] };
  const { id } = await call(base, '/packs', { body, auth: `Player ${key}` });
  return id;
}

async function report(page, button, reason, note) {
  await page.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(reason).check();
  await dialog.getByLabel('Anything else?').fill(note);
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await dialog.getByText('Your report has been sent.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
}

/** By keys alone: open, choose, send, close; the focus comes back. */
async function reportByKeys(page) {
  const button = page.getByRole('button', { name: 'Report this level' });
  await button.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.getByRole('button', { name: 'Send report' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByText('Choose a reason first.').waitFor();
  await page.getByLabel('It can’t be solved').focus();
  await page.keyboard.press('Space');
  await page.getByLabel('Anything else?').focus();
  await page.keyboard.type('é'.repeat(150));
  const kept = await page.getByLabel('Anything else?').inputValue();
  assert.equal(kept.length, 100, 'a note has 200 bytes');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByText('Your report has been sent.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.ok(await button.evaluate((node) => node === document.activeElement), 'the focus is back');
}

export default {
  async 'players report, the administrator decides'(shared) {
    if (!shared.live) return 'skipped';
    const server = await shared.ownServer();
    const visit = await shared.visit({ at: server.base });
    const { page, open } = visit;
    try {
      const pack = await bringPack(server.base, 'Rude pack');
      await open(`play/pack/server/${pack}`);
      await page.getByRole('button', { name: 'Report this pack' }).waitFor();
      assert.deepEqual(await axeFindings(page), []);
      await report(page, 'Report this pack', 'It’s advertising', 'same as yesterday');
      await open(`play/pack/server/${pack}/1`);
      await reportByKeys(page);

      await open('review');
      await page.getByLabel('Administrator’s token').fill('0'.repeat(64));
      await page.getByRole('button', { name: 'Show reports' }).click();
      await page.getByText('That’s not the administrator’s token.').first().waitFor();
      await page.getByLabel('Administrator’s token').fill(server.token);
      await page.getByRole('button', { name: 'Show reports' }).click();
      await page.getByText('2 items to review').first().waitFor();
      assert.deepEqual(await axeFindings(page), []);
      const card = page.getByRole('article', { name: 'Rude pack' });
      await card.getByText('same as yesterday').waitFor();
      await page
        .getByRole('article', { name: 'Rude level' })
        .getByRole('button', { name: 'Keep' })
        .click();
      await page.getByText('1 item to review').first().waitFor();
      await card.getByRole('button', { name: 'Remove', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await page.getByText('There’s nothing to review.').first().waitFor();
      const gone = await fetch(`${server.base}api/v1/packs/${pack}`);
      assert.equal(gone.status, 404);
      visit.forgive(/status of 401/);
      visit.assertQuiet();
    } finally {
      await visit.close();
      await server.stop();
    }
    return undefined;
  },
};
