// Every page by keys alone, without motion for those who ask for none, and at 200 percent.
import assert from 'node:assert/strict';
import { assertWon, board, pressAll } from './hands.mjs';
import { starter } from './levels.mjs';

const focused = (page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    return {
      name: at.getAttribute('aria-label') ?? at.textContent?.trim() ?? '',
      role: at.getAttribute('role') ?? at.tagName.toLowerCase(),
    };
  });

/** The focus moves after what it moves to is drawn. */
async function assertFocus(page, name, why) {
  const is = (pattern) =>
    new RegExp(pattern).test(
      document.activeElement.getAttribute('aria-label') ??
        document.activeElement.textContent?.trim() ??
        '',
    );
  await page
    .waitForFunction(is, name.source)
    .catch(async () => assert.match((await focused(page)).name, name, why));
}

/** Tabs on until something of this name has the focus. */
async function tabTo(page, name, most = 40) {
  for (let i = 0; i < most; i++) {
    await page.keyboard.press('Tab');
    const { name: at } = await focused(page);
    if (typeof name === 'string' ? at === name : name.test(at)) return;
  }
  throw new Error(
    `no Tab leads to ${name}; the focus is at ${JSON.stringify(await focused(page))}`,
  );
}

/** Tabs on until the field of this label has the focus. */
async function tabToField(page, label, most = 40) {
  for (let i = 0; i < most; i++) {
    await page.keyboard.press('Tab');
    if (
      await page.evaluate((text) => {
        const field = /** @type {HTMLInputElement} */ (document.activeElement);
        return [...(field.labels ?? [])].some((one) => one.textContent === text);
      }, label)
    ) {
      return;
    }
  }
  throw new Error(`no Tab leads to the field ${label}`);
}

/** Twice as large: what a browser's zoom leaves of a window, or larger letters. */
const enlarged = {
  zoom: { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 },
  'larger letters': { viewport: { width: 1280, height: 900 }, letters: true },
  'larger letters on a phone': { viewport: { width: 390, height: 844 }, letters: true },
};

/** What is laid out now has been painted. */
const painted = (page) =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );

async function assertNothingLost(visit, { letters = false, ...options }) {
  const { page, open, close } = await visit({ ...options, bypassCSP: true });
  for (const address of ['play', 'make?game=sokoban', 'edit?game=lazors', 'script', 'insight']) {
    await open(address);
    await page.waitForFunction(
      () => document.querySelector('h1') && !document.querySelector('[aria-busy=true]'),
    );
    if (letters) await page.addStyleTag({ content: 'html { font-size: 200% }' });
    await painted(page);
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    assert.ok(over <= 0, `${address} is ${over} px too wide`);
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll('.button, .segments button, .tabs-main a')]
        .filter(
          (one) =>
            one.offsetParent &&
            one.scrollWidth > one.clientWidth + 1 &&
            getComputedStyle(one).overflow !== 'visible',
        )
        .map((one) => one.textContent),
    );
    assert.deepEqual(cut, [], address);
    await page.goto('about:blank');
  }
  await close();
}

export default {
  async 'Play by keys alone: game, difficulty, a level of a pack, hint, how to play'({
    page,
    open,
    engine,
  }) {
    await open('play');
    await board(page).waitFor();
    await tabTo(page, 'Skip to content');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Sokoban');
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tab', { name: 'Flow', selected: true }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('tab', { name: 'Sokoban', selected: true }).waitFor();
    await page.getByRole('button', { name: 'Hint', disabled: false }).waitFor();
    await tabTo(page, 'How to play');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await assertFocus(page, /^How to play$/, 'the focus comes back');
    await tabTo(page, /^Starter pack/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Starter pack' }).waitFor();
    await tabTo(page, /^Level 1/);
    await page.keyboard.press('Enter');
    const text = await page
      .waitForFunction(() => document.querySelector('[data-test=player] canvas') && location.hash)
      .then((handle) => handle.jsonValue());
    assert.match(text, /starter\/sokoban\/1$/);
    const [level] = starter('sokoban');
    await page.getByRole('button', { name: 'Hint', disabled: false }).waitFor();
    await pressAll(page, engine.call({ call: 'solve', text: level.text }).solution);
    await assertWon(page);
    await assertFocus(page, /^Next level/, 'after the win Enter leads on');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Starter pack, level 2' }).waitFor();
  },

  async 'Make by keys alone'({ page, open }) {
    await open('make?game=move');
    await page.getByLabel('How many').waitFor();
    await tabToField(page, 'How many');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('2');
    await page.keyboard.press('Enter');
    await page.locator('[data-test=made]').waitFor();
    await tabTo(page, 'Select all');
    await page.keyboard.press('Enter');
    await page.getByText('2 selected').waitFor();
    await tabTo(page, 'Save to pack');
    await page.keyboard.press('Enter');
    await page.getByText('2 levels saved to').waitFor();
    await tabTo(page, 'Play');
    await page.keyboard.press('Enter');
    await board(page).waitFor();
  },

  async 'Edit by keys alone'({ page, open }) {
    await open('edit?game=sokoban');
    await page.getByLabel('As text').fill('#####\n#@$.#\n#####\n');
    await page.locator('[data-test=verdict]').getByText('Solvable in 1 move').waitFor();
    await page.getByLabel('As text').blur();
    await tabTo(page, 'wall');
    await page.keyboard.press('ArrowRight');
    await assertFocus(page, /^floor$/, 'the next piece');
    await tabTo(page, 'Level being edited');
    // The first arrow shows the cursor in the corner; then down, and right to the goal.
    for (const key of [
      'ArrowRight',
      'ArrowDown',
      'ArrowRight',
      'ArrowRight',
      'ArrowRight',
      'Space',
    ]) {
      await page.keyboard.press(key);
    }
    await page.waitForFunction(() =>
      document.querySelector('aside textarea').value.startsWith('#####\n#@$ #'),
    );
    await page.keyboard.press('.');
    await page.keyboard.press('Space');
    await page.locator('[data-test=verdict]').getByText('Solvable in 1 move').waitFor();
    await tabTo(page, 'Mirror');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() =>
      document.querySelector('aside textarea').value.startsWith('#####\n#.$@#'),
    );
    await tabTo(page, 'Play it');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Hint', disabled: false }).waitFor();
    await pressAll(page, 'l');
    await assertWon(page);
  },

  async 'PuzzleScript and Insight by keys alone'({ page, open }) {
    await open('script');
    await page.getByText('The game compiles. 4 levels').waitFor();
    await tabTo(page, 'Game source');
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('nonsense here\n');
    await page.locator('.gutter .bad, .gutter .warn').first().waitFor();
    // Tab leaves the editor.
    await page.keyboard.press('Tab');
    assert.notEqual((await focused(page)).name, 'Game source');
    await open('insight');
    await page.getByRole('heading', { name: 'Insight' }).waitFor();
    await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'Insight');
    if (
      await page
        .getByRole('tab', { name: 'Sokoban' })
        .isVisible()
        .catch(() => false)
    ) {
      await tabTo(page, 'Sokoban');
      await page.keyboard.press('ArrowRight');
      await page.getByRole('tab', { name: 'Flow', selected: true }).waitFor();
    }
  },

  async 'who asks for no motion gets none'({ visit }) {
    const frames = {};
    for (const reducedMotion of ['reduce', 'no-preference']) {
      const { page, open, close } = await visit({ reducedMotion, once: true });
      await open('play/pack/starter/sokoban/3');
      await page.getByRole('button', { name: 'Hint', disabled: false }).waitFor();
      // From here on the page's clock stands still, and goes on by frames that are counted.
      await page.clock.install();
      await page.clock.pauseAt(new Date(Date.now() + 86400000));
      await page.evaluate(() => {
        const ask = window.requestAnimationFrame;
        window.framesAsked = 0;
        window.requestAnimationFrame = (act) => ((window.framesAsked += 1), ask(act));
      });
      await page.keyboard.press('ArrowLeft');
      for (let shown = false; !shown;) {
        await page.clock.runFor(16);
        shown = await page.evaluate(() =>
          document.querySelector('[data-test=moves]').textContent.startsWith('1'),
        );
      }
      await page.clock.runFor(1000);
      // Preact asks for a frame or two after it has drawn; a slide asks for one after another.
      frames[reducedMotion] = await page.evaluate(() => window.framesAsked);
      await close();
    }
    assert.ok(frames['no-preference'] >= frames.reduce + 3, JSON.stringify(frames));
    assert.ok(frames.reduce <= 3, JSON.stringify(frames));
  },

  ...Object.fromEntries(
    Object.entries(enlarged).map(([name, options]) => [
      `at 200 percent nothing is lost, by ${name}`,
      ({ visit }) => assertNothingLost(visit, options),
    ]),
  ),
};
