// A server with one study, what a researcher sees of it, and what waits in a browser.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
export const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

export const asAdmin = async (server, method, path, body) => {
  const answer = await fetch(`${server.base}api/v1/admin/studies${path}`, {
    method,
    headers: { Authorization: `Admin ${server.token}`, 'Content-Type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  return { status: answer.status, ...(await answer.json()) };
};

/** A server of its own with one study, and a visit to it. */
export async function openStudy({ ownServer, visit }, definition, options = {}) {
  const server = await ownServer();
  const opened = await asAdmin(server, 'POST', '', { definition });
  assert.equal(opened.status, 201, JSON.stringify(opened));
  const there = await visit({ at: server.base, ...options });
  return { server, there, study: opened.study };
}

export const logOf = async (server, study, number = 1) =>
  asAdmin(server, 'GET', `/${study}/persons/${number}`);

/** Events of a study that wait in the browser. */
export const nWaiting = (page, study) =>
  page.evaluate(
    (start) => Object.keys(localStorage).filter((key) => key.startsWith(start)).length,
    `lw.study.${study}.event.`,
  );
