// The researcher's pages against the program's own server: a study is opened from a design, its
// faults are shown, people enter by the interface, it is paused, resumed and closed.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { axeFindings } from './axe.mjs';

const HOSTILE = `<img src=x onerror="document.title='owned'">${'W'.repeat(150)}`;
/** Two pages of people, and a bit. */
const PEOPLE = 53;

/** @typedef {{ method?: string, body?: unknown, auth?: string }} Sent */

const call = (base, path, /** @type {Sent} */ { method = 'POST', body, auth } = {}) =>
  fetch(`${base}api/v1${path}`, {
    method,
    headers: {
      ...(body ? { 'Content-Type': 'application/json' } : {}),
      ...(auth ? { Authorization: auth } : {}),
    },
    body: body && JSON.stringify(body),
  });

const enter = (base, study) =>
  call(base, `/studies/${study}/persons`, { body: { language: 'en' } });

/** Somebody who comes and does not consent. */
async function decline(base, study) {
  const { key } = await (await enter(base, study)).json();
  const auth = `Person ${key}`;
  const me = await (await call(base, `/studies/${study}/me`, { method: 'GET', auth })).json();
  const [consent] = me.plan.phases;
  const clock = Date.now();
  const event = (seq, type, data) => ({
    seq,
    type,
    phase: 'consent',
    t: seq,
    clock: clock + seq,
    data,
  });
  const data = {
    answer: 'no',
    version: consent.consent?.version ?? me.plan.consent?.version ?? '1',
    of_age: true,
    statements: [],
    special: [],
    language: 'en',
  };
  const events = [event(0, 'phase-start', {}), event(1, 'consent', data)];
  const answer = await call(base, `/studies/${study}/events`, { body: { events }, auth });
  assert.equal(answer.status, 200, await answer.text());
}

async function signIn({ page, open }, token) {
  await open('studies');
  await page.getByLabel('Administrator’s token').fill('0'.repeat(64));
  await page.getByRole('button', { name: 'Show studies' }).click();
  await page.getByText('That’s not the administrator’s token.').first().waitFor();
  await page.getByLabel('Administrator’s token').fill(token);
  await page.getByRole('button', { name: 'Show studies' }).click();
  await page.getByText('There are no studies yet.').waitFor();
}

const sendIt = async (page) => {
  await page.getByRole('button', { name: 'Open the study' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Open it' }).click();
};

/** A file that is gone by the time it is read is no silence. */
async function chooseLostFile(page) {
  await page.evaluate(() => {
    File.prototype.text = () => Promise.reject(new Error('The file is gone.'));
  });
  const file = { name: 'mine.json', mimeType: 'application/json', buffer: Buffer.from('{}') };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText('The file is gone.').waitFor();
}

/** From a design, with a title that wants to be more than text; returns the study's id. */
async function openStudy(page) {
  await page.getByRole('link', { name: 'Open a new study' }).click();
  const text = page.getByLabel('Definition as text');
  await text.fill('{"format":');
  await sendIt(page);
  await page.getByText('The text isn’t valid JSON').waitFor();
  await chooseLostFile(page);
  await page.getByLabel('Ready-made design').selectOption('kartal-pairwise-validation');
  await page.waitForFunction(() => document.querySelector('textarea').value.includes('"phases"'));
  const definition = JSON.parse(await text.inputValue());
  const stopping = { ...definition.stopping, people: 2 * PEOPLE };
  await text.fill(JSON.stringify({ ...definition, title: HOSTILE, stopping }, null, 1));
  await sendIt(page);
  const faults = page.locator('[data-test=faults]');
  await faults.getByText('The study was not opened').waitFor();
  assert.ok((await faults.getByText('How to fix it:').count()) >= 3, 'each fault has a remedy');
  assert.deepEqual(await axeFindings(page), []);
  const values = {
    'Contact person': 'Ada',
    'Email address': 'ada@example.org',
    'Ethics board': 'Board',
    'Approval number': '7/26',
    'Approved from': '2020-01-01',
    'Approved until': '2099-12-31',
    'Delete the data on': '2100-01-31',
  };
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value);
  await sendIt(page);
  await page.locator('[data-test=cell]').waitFor();
  return new URL(page.url()).hash.split('/').pop();
}

async function exportIt(page, study) {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export data' }).click(),
  ]);
  assert.equal(saved.suggestedFilename(), `study-${study}.zip`);
  const zip = readFileSync(await saved.path());
  assert.equal(zip.toString('latin1', 0, 2), 'PK');
  assert.ok(zip.includes('persons.csv'), 'the people are in it');
}

/** By the trial link, while nobody else may enter; who comes is counted apart. */
async function tryIt(shared, page) {
  const link = await page.locator('[data-test=trial-link]').inputValue();
  const other = await shared.visit();
  try {
    await other.page.goto(link);
    await other.page.getByText('This is a trial.').waitFor();
    await other.page.locator('[data-test=enter-button]').click();
    await other.page.locator('[data-test=consent]').waitFor();
  } finally {
    await other.close();
  }
  await page.getByText('1 person has so far').waitFor();
}

const figure = (page, title) =>
  page.locator('[data-test=persons] .card', { hasText: title }).locator('b');

export default {
  async 'a researcher opens a study, watches it fill, and closes it'(shared) {
    if (!shared.live) return 'skipped';
    const server = await shared.ownServer();
    const visit = await shared.visit({ at: server.base });
    const { page, base } = visit;
    const state = (word) => page.locator('[data-test=state]', { hasText: word }).waitFor();
    try {
      await signIn(visit, server.token);
      const study = await openStudy(page);
      await state('Open');
      assert.deepEqual(await axeFindings(page), []);
      assert.ok((await page.locator('h1').textContent()).includes('<img'), 'a title is text');
      assert.notEqual(await page.title(), 'owned');
      assert.equal(await page.locator('[data-test=link]').inputValue(), `${base}#/study/${study}`);
      await page.getByLabel('Recruitment panel').fill('{{ID}}');
      assert.equal(
        await page.locator('[data-test=link]').inputValue(),
        `${base}#/study/${study}?p={{ID}}`,
      );

      // It fills while one looks.
      for (let i = 1; i < PEOPLE; i += 1) assert.equal((await enter(base, study)).status, 201);
      await decline(base, study);
      await page.waitForFunction(
        (n) => document.querySelector('[data-test=persons] b')?.textContent === String(n),
        PEOPLE - 1,
      );
      assert.equal(await figure(page, 'Declined').textContent(), '1');

      // Its people, by pages; one person's log.
      await page.getByRole('link', { name: 'Show people' }).click();
      await page.getByText(`Page 1 of 2, ${PEOPLE} people`).waitFor();
      assert.equal(await page.locator('[data-test=person]').count(), 50);
      await page.getByRole('link', { name: 'Next' }).click();
      await page.getByRole('link', { name: `Person ${PEOPLE}` }).click();
      await page.locator('[data-test=stretch] summary').click();
      await page.getByText('"answer":"no"').waitFor();
      assert.deepEqual(await axeFindings(page), []);

      // The sheet, on paper without anything to press.
      await visit.open(`studies/${study}/sheet/1`);
      await page.locator('[data-test=sheet]').getByText('Person: ____').waitFor();
      await page.emulateMedia({ media: 'print' });
      assert.equal(await page.getByRole('button', { name: 'Print' }).isVisible(), false);
      assert.equal(await page.locator('[data-test=sheet]').isVisible(), true);
      await page.emulateMedia({ media: null });

      await visit.open(`studies/${study}`);
      await exportIt(page, study);
      await page.getByRole('button', { name: 'Pause' }).click();
      await state('Paused');
      assert.equal((await enter(base, study)).status, 409);
      await tryIt(shared, page);
      await page.getByRole('button', { name: 'Resume' }).click();
      await state('Open');
      await page.getByRole('button', { name: 'Close for good' }).click();
      const dialog = page.getByRole('dialog');
      await dialog
        .getByText('The key that links people to their data will be destroyed.')
        .waitFor();
      await dialog.getByText(`${PEOPLE - 1} people are still taking part`).waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Close for good' }).click();
      await dialog.getByRole('button', { name: 'Destroy the key and close' }).click();
      await state('Closed');
      assert.equal((await enter(base, study)).status, 409);
      await page.setViewportSize({ width: 320, height: 640 });
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.ok(over <= 0, `${over} px too wide at 320`);

      // A reload forgets the token.
      await page.reload();
      await page.getByLabel('Administrator’s token').waitFor();
      visit.forgive(/status of (401|409|422)/);
      visit.assertQuiet();
    } finally {
      await visit.close();
      await server.stop();
    }
    return undefined;
  },
};
