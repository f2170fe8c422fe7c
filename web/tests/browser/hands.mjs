// How a person plays: keys, drags, waiting for the board to be there.
import assert from 'node:assert/strict';
import { overhang } from '../../src/board/paint.js';

const KEYS = { u: 'ArrowUp', r: 'ArrowRight', d: 'ArrowDown', l: 'ArrowLeft', x: 'x' };
const STEPS = { u: [0, -1], r: [1, 0], d: [0, 1], l: [-1, 0] };

export const board = (page) => page.locator('[data-test=player] .board canvas');

/** Presses the arrow keys of a solution in letters. */
export async function pressAll(page, solution) {
  await board(page).waitFor();
  for (const letter of solution) await page.keyboard.press(KEYS[letter.toLowerCase()]);
}

/** Where a cell of the board is in the window; the cell is [x, y] in drawn cells. */
export async function cellPoint(page, [x, y], size) {
  const box = await board(page).boundingBox();
  const margin = overhang(size);
  const along = (start, length, n, v) => start + ((v + 0.5 + margin) / (n + 2 * margin)) * length;
  return [along(box.x, box.width, size.width, x), along(box.y, box.height, size.height, y)];
}

/** Moves the mouse over cells, pressed. */
export async function dragOver(page, cells, size) {
  await page.mouse.move(...(await cellPoint(page, cells[0], size)));
  await page.mouse.down();
  for (const cell of cells.slice(1)) {
    await page.mouse.move(...(await cellPoint(page, cell, size)), { steps: 3 });
  }
  await page.mouse.up();
}

const place = (text) => [text.charCodeAt(0) - 65, Number(text.slice(1)) - 1];

/** The cells of every path of a Flow solution: "C1lldd" begins at column C, row 1. */
export function pathsOf(solution) {
  return solution.split(' ').map((word) => {
    const [, start, steps] = /^([A-Z]\d+)([urdl]*)$/.exec(word);
    const cells = [place(start)];
    for (const step of steps) cells.push(cells[cells.length - 1].map((v, i) => v + STEPS[step][i]));
    return cells;
  });
}

/** Draws every path of a Flow solution. */
export async function playFlow(page, solution, size) {
  await board(page).waitFor();
  for (const cells of pathsOf(solution)) await dragOver(page, cells, size);
}

/** Carries every block of a Lazors solution: "A>C2" takes a mirror from the tray. */
export async function playLazors(page, solution, size, stock) {
  await board(page).waitFor();
  const middle = (/** @type {number[]} */ [x, y]) => [3 * x + 1, 3 * y + 1];
  const rows = size.height / 3 - 1;
  const kinds = ['A', 'B', 'C'].filter((kind) => stock.includes(kind));
  for (const word of solution.split(' ')) {
    const [from, to] = word.split('>');
    const start = from.length === 1 ? [kinds.indexOf(from), rows] : place(from);
    await dragOver(page, [middle(start), middle(place(to))], size);
  }
}

export async function assertWon(page) {
  await page.locator('[data-test=won]').waitFor();
}

/** Writes down from now on what the page says for some seconds only: buttons that answer,
 * and the line for screen readers. */
export const listen = (page) =>
  page.evaluate(() => {
    window.told = [];
    const look = () =>
      window.told.push(
        ...[...document.querySelectorAll('.said, [role=status]')].map((one) => one.textContent),
      );
    new MutationObserver(look).observe(document.body, {
      childList: true,
      characterData: true,
      attributes: true,
      subtree: true,
    });
  });

/** What was said since one listens. */
export const hasSaid = (page, text) =>
  page.waitForFunction((wanted) => window.told.some((said) => said.includes(wanted)), text);

/** Gives the form for making levels all the time there is. */
export async function giveTime(page) {
  const field = page.getByLabel('Time limit in seconds');
  await field.waitFor({ state: 'attached' });
  await page.locator('details', { has: field }).evaluate((details) => {
    details.open = true;
  });
  await field.fill('3600');
}

/** The number shown by a counter. */
export async function counter(page, name) {
  const text = await page.locator(`[data-test=${name}]`).textContent();
  return Number.parseInt(text, 10);
}

export async function assertText(locator, pattern) {
  const text = await locator.textContent();
  assert.match(text, pattern);
}
