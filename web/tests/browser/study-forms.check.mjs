// Forms of a study in the hands of somebody quick.
import assert from 'node:assert/strict';
import { logOf, nWaiting, openStudy, read } from './study-open.mjs';
import { Walker } from './study-walker.mjs';

/** In the page: somebody who answers a form as soon as it appears, where pictures come late.
 * Where the answer was then, where it is when there is a picture, and whether it has the focus. */
function quickPerson() {
  globalThis.lwSeen = [];
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function late(message, ...rest) {
    const wait = message?.request?.call === 'draw' ? 400 : 0;
    setTimeout(() => postMessage.call(this, message, ...rest), wait);
  };
  const place = (/** @type {Element} */ one) => {
    const { left, top } = one.getBoundingClientRect();
    return [left, top];
  };
  const answer = () => {
    const form = document.querySelector('[data-test=after] form, [data-test=rate] form');
    if (!form || form.matches('.of-quick')) return;
    form.classList.add('of-quick');
    const five = form.querySelector('input[value="5"]');
    five.focus();
    five.click();
    const seen = { at: place(five) };
    globalThis.lwSeen.push(seen);
    const wait = () => {
      if (!document.querySelector('[data-test=after] canvas, [data-test=rate] canvas')) {
        requestAnimationFrame(wait);
        return;
      }
      // The picture has its size, and what waits for a frame has been done.
      setTimeout(() => {
        seen.hasFocus = document.activeElement === five;
        seen.later = place(five);
      }, 200);
    };
    wait();
  };
  new MutationObserver(answer).observe(document, { childList: true, subtree: true });
}

const checks = {
  async 'a form keeps what is answered as soon as it appears, and stays where it is'(visit) {
    if (!visit.program) return 'skipped';
    const definition = read('tests/data/studies/mini.json');
    const [main, , about] = definition.phases;
    const look = { id: 'look', type: 'rate', level_order: 'listed', questions: main.questions };
    delete definition.factors;
    definition.phases = [main, { ...look, levels: [{ sets: ['few'], first: 1, last: 1 }] }, about];
    const { server, there, study } = await openStudy(visit, definition, {
      viewport: { width: 1280, height: 500 },
    });
    const walker = new Walker(there, study, { base: server.base });
    await there.page.addInitScript(quickPerson);
    await walker.enter();
    await walker.walk({ to: 'main' });
    for (const [i, name] of ['after', 'after', 'rate'].entries()) {
      if (name === 'after') {
        await there.page.locator(`[data-test=level][data-trial="${i}"]`).waitFor();
        await there.page.evaluate(() => scrollTo(0, 200));
        await walker.giveUp(i, 'gave-up');
      }
      await there.page.locator(`[data-test=${name}] canvas`).first().waitFor();
      await there.page.waitForFunction((n) => globalThis.lwSeen[n]?.later, i);
      const { at, later, hasFocus } = await there.page.evaluate((n) => globalThis.lwSeen[n], i);
      assert.deepEqual(later, at, `the answers of "${name}" move when the picture comes`);
      assert.ok(hasFocus, 'the answer has lost the focus');
      await walker.press('hand-in');
    }
    await walker.see('survey');
    while ((await nWaiting(there.page, study)) > 0) await there.page.waitForTimeout(50);
    const { events } = await logOf(server, study);
    const answers = events.filter(({ type }) => type === 'answer').map(({ data }) => data.value);
    assert.deepEqual(answers, [5, 5, 5]);
    there.assertQuiet();
    await there.close();
    await server.stop();
  },
};

export default checks;
