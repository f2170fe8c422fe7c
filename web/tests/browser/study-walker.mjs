// Somebody who takes part in a study, by its plan alone: any design from the link to the thanks.
// The walker keeps its own list of what it did, to be compared with what was stored.
import { board, playFlow, playLazors, pressAll } from './hands.mjs';

/** Waits are shortened by this much, but where the walker needs time itself. */
const FAST = 100;
/** So that words come twice a second. */
const WITH_WORDS = 8;
/** Arrows are seen for so long where they are answered. */
const ARROWS_MS = 6000;
/** So many arrows are answered, the second wrongly. */
const ARROWS = 2;
/** Questions that a survey has on a page. */
const A_PAGE = 7;

/** In the page: which events it has noted, to know when something has happened, and which keys were
 * pressed when. What is compared is what the server has. */
function tap(rate) {
  globalThis.lwStudyRate = rate;
  globalThis.lwNoted = [];
  globalThis.lwPressed = [];
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = function note(key, value) {
    if (/^lw\.study\..*\.event\./.test(key)) globalThis.lwNoted.push(JSON.parse(value));
    return setItem.call(this, key, value);
  };
  // A key that comes when the arrows are over that it was meant for is dropped: it would answer the
  // next ones.
  const drop = (event) => {
    const { phase, n } = globalThis.lwAnswering ?? {};
    const isOver = (one) => one.type === 'attention' && one.phase === phase;
    if (phase && globalThis.lwNoted.filter(isOver).length > n) event.stopImmediatePropagation();
  };
  addEventListener('keydown', drop, true);
  const press = ({ code, timeStamp }) =>
    globalThis.lwPressed.push({ code, clock: performance.timeOrigin + timeStamp });
  addEventListener('keydown', press, true);
}

const none = async () => {};

export class Walker {
  /** Lines of what was done. */
  did = [];
  /** Keys that answered words, by phase. */
  pressed = new Map();
  nLevels = 0;

  /** visit: of studio.mjs; study: its id; most: so many levels of a phase are solved, the others
   * given up; isReal: no wait is shortened. */
  constructor(visit, study, { base = visit.base, most = 2, shot, isReal = false } = {}) {
    Object.assign(this, { visit, page: visit.page, engine: visit.engine, study, base, most });
    this.shot = shot ?? (async () => {});
    this.isReal = isReal;
  }

  say(type, { trial, ...data } = {}) {
    this.did.push({ type, phase: this.phase.id, trial, data });
  }

  async me() {
    const kept = await this.page.evaluate(
      (study) => JSON.parse(localStorage.getItem(`lw.study.${study}`)),
      this.study,
    );
    this.kept = kept;
    const answer = await fetch(`${this.base}api/v1/studies/${this.study}/me`, {
      headers: { Authorization: `Person ${kept.key}` },
    });
    return answer.json();
  }

  see(name) {
    return this.page.locator(`[data-test=${name}]`).waitFor();
  }

  press(name) {
    return this.page.locator(`[data-test=${name}]`).click();
  }

  /** By how much waits are shortened from now on. */
  setRate(rate) {
    return this.page.evaluate((now) => (globalThis.lwStudyRate = now), this.isReal ? 1 : rate);
  }

  /** How many events of a type the page has noted in this phase since it was loaded. */
  nNoted(type) {
    const { id } = this.phase;
    return this.page.evaluate(
      (like) =>
        globalThis.lwNoted.filter((one) => one.type === like[0] && one.phase === like[1]).length,
      [type, id],
    );
  }

  /** Waits for another word, and answers it; false when the phase is over. */
  async answerWord() {
    const { id, prompts } = this.phase;
    const keys = [prompts.high_key, prompts.other_low_key, prompts.low_key, prompts.other_high_key];
    const n = await this.nNoted('prompt');
    const found = await this.page.waitForFunction(
      ([phase, before]) => {
        const own = globalThis.lwNoted.filter((one) => one.phase === phase);
        if (own.some(({ type }) => type === 'phase-end')) return 'over';
        return own.filter(({ type }) => type === 'prompt').length > before ? 'word' : null;
      },
      [id, n],
      { polling: 10 },
    );
    if ((await found.jsonValue()) === 'over') return false;
    const list = this.pressed.get(id) ?? [];
    const code = keys[list.length % keys.length];
    await this.page.keyboard.press(code);
    const clock = await this.page.evaluate(
      (wanted) => globalThis.lwPressed.findLast((one) => one.code === wanted)?.clock,
      code,
    );
    this.pressed.set(id, [...list, { code, clock }]);
    return true;
  }

  async enter(query = '') {
    await this.page.addInitScript(tap, this.isReal ? 1 : FAST);
    await this.page.goto(`${this.base}#/study/${this.study}${query}`);
    await this.see('enter');
    await this.shot('enter');
    await this.press('enter-button');
    await this.see('consent');
    this.plan = (await this.me()).plan;
    this.kinds = new Map(this.engine.call({ call: 'kinds' }).kinds.map((one) => [one.name, one]));
  }

  /** All phases, or those before `to`. `middle` is asked in the middle of each task whether the
   * page is to be reloaded there; `after` is called when it is over. */
  async walk({ middle = none, afterReload = none, after = none, to } = {}) {
    Object.assign(this, { isToReload: () => middle(this.phase), afterReload });
    for (const phase of this.plan.phases) {
      this.phase = phase;
      if (phase.id === to) return;
      this.say('phase-start');
      await this.setRate(this.rateOf(phase));
      if (phase.type === 'debriefing') await this.debriefed(phase);
      if (phase.type !== 'consent') await this.read(phase);
      const reason = (await this[phase.type]?.(phase)) ?? 'done';
      this.say('phase-end', { reason });
      await after(phase);
    }
  }

  /** What was hidden comes when its turn has come, and not before. */
  async debriefed(phase) {
    if (phase.pages || phase.title) throw new Error('the debriefing was told before its turn');
    await this.see('pages');
    Object.assign(phase, (await this.me()).plan.phases[phase.seq]);
  }

  rateOf({ prompts, minutes, instrument, attention }) {
    if (attention) return attention.answer_ms / ARROWS_MS;
    if (prompts) return WITH_WORDS;
    return minutes && !instrument ? 1 : FAST;
  }

  async read({ pages = [] }) {
    for (const [page] of pages.entries()) {
      await this.page.locator(`[data-test=pages][data-page="${page}"]`).waitFor();
      this.say('page', { page });
      await this.shot('pages');
      await this.press('next');
    }
  }

  /** The middle of a task: if the page is reloaded there, `lost` is what was begun and begins
   * anew. */
  async atMiddle(lost = async () => {}) {
    if (!(await this.isToReload())) return false;
    await lost();
    await this.reload();
    await this.afterReload(this.phase);
    return true;
  }

  /** Leaves in the middle of something and comes back; reads what is to be read again. */
  async reload() {
    await this.page.reload();
    await this.see('back');
    await this.shot('back');
    await this.setRate(this.rateOf(this.phase));
    await this.press('next');
    this.say('resume', { after: 'reload' });
    const task = this.page.locator(
      '[data-test=pages], .card.instrument, [data-trial], [data-page]',
    );
    await task.first().waitFor();
    if ((await this.page.locator('[data-test=pages]').count()) > 0) await this.read(this.phase);
  }

  async consent() {
    const { statements, special, minimum_age: age } = this.plan.consent;
    const boxes = this.page.locator('[data-test=consent] input[type=checkbox]');
    for (let i = 0; i < statements.length + (age > 0 ? 1 : 0); i++) await boxes.nth(i).check();
    await this.shot('consent');
    this.say('consent', {
      answer: 'yes',
      statements: statements.map(({ id }) => id),
      special: [],
      of_age: true,
    });
    this.special = special;
    await this.press('agree');
    await this.see('code');
    await this.shot('code');
    await this.press('next');
  }

  /** Answers everything that is asked on the screen and hands it in. */
  async answerAll(trial) {
    const asked = await this.page
      .locator('[data-question]')
      .evaluateAll((all) => all.map((one) => one.dataset.question));
    const questions = asked.map((id) => this.phase.questions.find((one) => one.id === id));
    for (const question of questions) {
      const value = await this.answer(question, trial);
      this.say('answer', { trial, question: question.id, value });
    }
    await this.page.locator('[data-test=hand-in]').click();
  }

  async answer(question, trial) {
    const box = this.page.locator(`[data-question="${question.id}"]`);
    const { type, from, to, options = [], marks } = question;
    if (type === 'scale' || type === 'opposites') {
      const value = from + ((trial + this.did.length) % (to - from + 1));
      await box.locator(`input[value="${value}"]`).check({ force: true });
      return value;
    }
    if (type === 'one' || type === 'likert') {
      const { id } = options[this.did.length % options.length];
      await box.locator(`input[value="${id}"]`).check();
      return id;
    }
    if (type === 'several') {
      await box.locator('input').first().check();
      return [options[0].id];
    }
    if (type === 'number') {
      await box.locator('input').fill(String(from ?? 1));
      return from ?? 1;
    }
    if (type === 'words') {
      await box.locator('textarea').fill('“Größe” <b>');
      return '“Größe” <b>';
    }
    const ids = this.phase.trials[trial].levels.slice(0, marks || 1);
    for (const id of ids) await box.locator(`[data-level="${id}"]`).check();
    return ids;
  }

  async survey({ questions }) {
    const n = questions.filter(({ special }) => !special).length;
    const begun = this.did.length;
    if (n <= A_PAGE) {
      await this.see('survey');
      await this.atMiddle();
    }
    for (let done = 0; done < n;) {
      const page = this.page.locator('[data-test=survey]');
      await page.waitFor();
      const shown = await page.getAttribute('data-page');
      await this.shot('survey');
      const before = this.did.length;
      await this.answerAll(0);
      done += this.did.length - before;
      if (done === n) break;
      await this.page.locator(`[data-test=survey][data-page="${Number(shown) + 1}"]`).waitFor();
      // What was handed in before is not asked again, so pages are counted anew.
      if (before === begun) await this.atMiddle();
    }
  }

  async rate({ trials }) {
    for (const trial of trials.keys()) {
      await this.page.locator(`[data-test=rate][data-trial="${trial}"]`).waitFor();
      await this.shot('rate');
      if (trial === trials.length >> 1) {
        await this.atMiddle();
        await this.page.locator(`[data-test=rate][data-trial="${trial}"]`).waitFor();
      }
      await this.answerAll(trial);
    }
  }

  practice(phase) {
    return this.play(phase);
  }

  play(phase) {
    return phase.free ? this.playFreely(phase) : this.playInOrder(phase);
  }

  levelOf(trial) {
    const id = this.phase.trials[trial].levels[0];
    return { id, ...this.plan.levels[id] };
  }

  /** The first levels are solved, one with an undo and a restart; the others given up. */
  async playInOrder(phase) {
    for (const trial of phase.trials.keys()) {
      await this.page.locator(`[data-test=level][data-trial="${trial}"]`).waitFor();
      const { id: level } = this.levelOf(trial);
      this.say('level-start', { trial, level });
      this.nLevels += 1;
      const outcome = trial < this.most ? 'solved' : this.wayOut(phase, trial);
      await board(this.page).waitFor();
      await this.shot('level');
      if (trial === 0 && (await this.atMiddle(() => this.moveOnce(trial)))) {
        await board(this.page).waitFor();
        this.say('level-start', { trial, level });
      }
      if (outcome === 'solved') await this.solve(trial);
      else await this.giveUp(trial, outcome);
      const isAsked = phase.ask === 'ended' || outcome === 'solved';
      if (isAsked && phase.questions.length > 0) {
        await this.page.locator(`[data-test=after][data-trial="${trial}"]`).waitFor();
        await this.shot('after');
        await this.answerAll(trial);
      }
    }
  }

  wayOut({ unwinnable, give_up: giveUp }, trial) {
    if (giveUp === 'never') return 'solved';
    return unwinnable && trial % 2 === 0 ? 'unwinnable' : 'gave-up';
  }

  async giveUp(trial, outcome) {
    const { id: level } = this.levelOf(trial);
    await board(this.page).waitFor();
    await this.press(outcome === 'gave-up' ? 'give-up' : 'unwinnable');
    await this.press('sure');
    this.say('level-end', { trial, level, outcome, moves: 0, undos: 0, restarts: 0 });
  }

  solutionOf(trial) {
    const { game, text, source, rules } = this.levelOf(trial);
    return this.engine.call({ call: 'solve', game, text, source, rules, seconds: 60 }).solution;
  }

  /** The first move of a level, where keys move and it does not win. */
  async moveOnce(trial) {
    const { id: level, game } = this.levelOf(trial);
    const kind = this.kinds.get(game);
    const solution = this.solutionOf(trial);
    if (kind.keys.length === 0 || solution.length < 2 || !kind.counters.includes('moves')) return;
    await pressAll(this.page, solution[0]);
    await this.movesAre(1);
    this.say('moves', { trial, level, moves: solution[0] });
  }

  /** Begins the level again after a move. While words run, no key does it. */
  async restart() {
    await this.page.keyboard.press('r');
    if (this.phase.prompts) {
      await this.page.waitForTimeout(100);
      await this.movesAre(1);
      await this.page.locator('.controls .button').last().click();
    }
    await this.movesAre(0);
  }

  /** Solves the level that is shown; by keys also takes a move back first, and begins again. */
  async solve(trial) {
    const { page } = this;
    const { id: level, game, text, source, rules } = this.levelOf(trial);
    const solution = this.solutionOf(trial);
    const kind = this.kinds.get(game);
    const n = kind.words ? solution.split(' ').length : solution.length;
    let [more, undos, restarts] = [0, 0, 0];
    await board(page).waitFor();
    const counts = kind.keys.length > 0 && kind.counters.includes('moves');
    // A level that its first move wins has nothing to take back.
    if (counts && n > 1 && trial === 0 && this.phase.undo) {
      await pressAll(page, solution[0]);
      await this.movesAre(1);
      await page.keyboard.press('u');
      await this.movesAre(0);
      await pressAll(page, solution[0]);
      await this.movesAre(1);
      await this.restart();
      this.say('moves', { trial, level, moves: solution[0] });
      this.say('undo', { trial, level, moves: 1 });
      this.say('moves', { trial, level, moves: solution[0] });
      this.say('restart', { trial, level, moves: 2 });
      [more, undos, restarts] = [2, 1, 1];
    }
    await this.playOut(kind, solution, { game, text, source, rules });
    this.say('moves', { trial, level, moves: solution });
    this.say('level-end', { trial, level, outcome: 'solved', moves: n + more, undos, restarts });
    await this.see('won');
    await this.press('next');
  }

  async playOut(kind, solution, { game, text, source, rules }) {
    const { draw } = this.engine.call({ call: 'draw', game, text, source, rules });
    if (kind.keys.length > 0) return pressAll(this.page, solution);
    if (kind.pointing === 'path') return playFlow(this.page, solution, draw);
    return playLazors(this.page, solution, draw, text);
  }

  movesAre(n) {
    return this.page.waitForFunction(
      (text) => document.querySelector('[data-test=moves]').textContent === text,
      String(n),
    );
  }

  /** One level is left and taken up again, one is solved; then enough, or the time is over. */
  async playFreely(phase) {
    const choose = (trial) =>
      this.page.locator(`[data-test=choose] [data-trial="${trial}"]`).click();
    await this.see('choose');
    await this.shot('choose');
    for (const [trial, outcome] of [
      [1, 'left'],
      [0, 'solved'],
    ]) {
      await choose(trial);
      const { id: level } = this.levelOf(trial);
      this.say('level-start', { trial, level });
      if (outcome === 'solved') {
        await this.solve(trial);
      } else {
        await board(this.page).waitFor();
        await this.shot('level');
        if (phase.prompts) await this.answerWord();
        if (await this.atMiddle(() => this.moveOnce(trial))) {
          await choose(trial);
          this.say('level-start', { trial, level });
          await board(this.page).waitFor();
        }
        if (phase.prompts) for (let i = 0; i < 2; i++) await this.answerWord();
        this.say('level-end', { trial, level, outcome, moves: 0, undos: 0, restarts: 0 });
        await this.press('leave');
      }
      await this.see('choose');
    }
    if (!phase.minutes) {
      await this.press('enough');
      return 'stopped';
    }
    await this.setRate(1e6);
    while (this.isReal && phase.prompts && (await this.answerWord()));
    await this.page.locator('[data-test=choose]').waitFor({ state: 'detached' });
    return 'time';
  }

  async compare(phase) {
    const n = phase.as_many_as_one_likes ? phase.least_pairs : phase.trials.length;
    for (let trial = 0; trial < n; trial++) {
      await this.page.locator(`[data-test=compare][data-trial="${trial}"]`).waitFor();
      await this.page.locator('[data-test=choose-left]').waitFor();
      const [left, right] = await this.pairShown(phase, trial);
      this.say('pair-start', { trial, left, right });
      await this.shot('compare');
      if (trial === n >> 1 && (await this.atMiddle())) {
        await this.page.locator('[data-test=choose-left]').waitFor();
        this.say('pair-start', { trial, left, right });
      }
      if (phase.play) await this.lookAtBoth(trial, left);
      const answer = trial % 2 ? 'left' : 'right';
      this.say('comparison', { trial, answer });
      await this.press(`choose-${answer}`);
    }
    if (!phase.as_many_as_one_likes) return 'done';
    await this.see('more');
    await this.shot('more');
    await this.press('enough');
    return 'stopped';
  }

  /** The two levels; of an open pair those whose boards have come. */
  async pairShown(phase, trial) {
    const planned = phase.trials[trial].levels;
    if (planned) return planned;
    const boards = this.page.locator('.pair-side [data-level]');
    await boards.nth(1).waitFor({ state: 'attached' });
    return boards.evaluateAll((all) => all.map((one) => one.dataset.level));
  }

  /** A move on the left, then the right one is brought to the front. */
  async lookAtBoth(trial, left) {
    const { page } = this;
    await page.locator('.pair-side[data-side=right] canvas').waitFor({ state: 'attached' });
    const { text } = this.plan.levels[left];
    const { solution } = this.engine.call({ call: 'solve', text, seconds: 60 });
    await pressAll({ ...handOf(page, 'left'), keyboard: page.keyboard }, solution[0]);
    await page.waitForFunction(
      () =>
        document.querySelector('.pair-side[data-side=left] [data-test=moves]').textContent === '1',
    );
    this.say('moves', { trial, level: left, moves: solution[0] });
    this.say('look', { trial, side: 'left', moves: 1, solved: solution.length === 1 });
    const right = page.locator('.pair-side[data-side=right] .board');
    if (await right.isVisible()) await right.focus();
    else await page.getByRole('tab', { name: 'Right' }).click();
    this.say('look', { trial, side: 'right', moves: 0, solved: false });
  }

  /** Presses what leads on, counts and hears as the plan has it; answers the first arrows and some
   * words. `right` is what is answered, if not what the plan has. */
  async instrument(phase) {
    const { instrument, trials } = phase;
    await this.page.locator('.card.instrument').waitFor();
    await this.shot(instrument);
    if (instrument === 'attention-network') return this.attend(phase);
    if (instrument === 'auditory-stroop') return this.listen();
    const type = instrument === 'headphone-check' ? 'tones' : 'pitch';
    const right = trials.map(({ opposed, voice }) => opposed?.length ?? voice);
    const name = type === 'tones' ? 'count' : 'answer';
    const size = phase.trials_an_attempt ?? trials.length;
    let [said, before] = [0, 0];
    while ((await this.pressOn(right)) !== 'over') {
      const n = before + (await this.nNoted(type));
      for (; said < n; said++) this.say(type, { trial: said, [name]: right[said] });
      if (said === 2 && before === 0 && (await this.atMiddle())) before = said;
      await this.page.waitForTimeout(20);
    }
    for (; said < size; said++) this.say(type, { trial: said, [name]: right[said] });
    this.say('check', { passed: true, attempt: 1, right: size });
    return 'done';
  }

  /** What leads to the first screen where something else is done than to press on. */
  async until(locator) {
    while (!(await locator.isVisible())) {
      await this.pressOn([]);
      await this.page.waitForTimeout(20);
    }
  }

  async attend({ trials, attention: { left_key: left, right_key: right } }) {
    await this.until(this.page.locator('[data-test=stage]'));
    for (let n = 0; n < ARROWS; n++) {
      const isLeft = (trials[n].direction === 'left') === (n !== 1);
      await this.page.evaluate((meant) => (globalThis.lwAnswering = meant), {
        phase: this.phase.id,
        n,
      });
      // Keys before the arrows mean nothing, so it is pressed until it was the answer.
      while ((await this.nNoted('attention')) <= n) {
        await this.page.keyboard.press(isLeft ? left : right);
        await this.page.waitForTimeout(20);
      }
      this.say('attention', { trial: n, answer: isLeft ? 'left' : 'right' });
    }
    await this.page.evaluate(() => (globalThis.lwAnswering = null));
    await this.atMiddle();
    await this.setRate(1e4);
    for (let n = ARROWS; n < trials.length; n++) {
      this.say('attention', { trial: n, answer: 'none' });
    }
    while ((await this.pressOn([])) !== 'over') await this.page.waitForTimeout(20);
    return 'done';
  }

  async listen() {
    const running = this.page.locator('[data-test=feedback]');
    await this.until(running);
    await this.answerWord();
    if (await this.atMiddle()) await this.until(running);
    await this.answerWord();
    await this.answerWord();
    while ((await this.pressOn([])) !== 'over') await this.page.waitForTimeout(20);
    return 'done';
  }

  async pressOn(right) {
    this.part = this.partOf === this.phase ? this.part : await this.nameOfPart();
    this.partOf = this.phase;
    return this.page.evaluate(pressOn, { part: this.part, right });
  }

  nameOfPart() {
    return this.page.locator('[data-test=part]').textContent();
  }

  async end() {
    await this.see('thanks');
    await this.page.locator('[data-test=thanks] .note.good').waitFor();
    await this.shot('thanks');
  }
}

/** In the page: one press of what an instrument shows. What is pressed before a word was heard
 * means nothing and is pressed again. */
function pressOn({ part, right }) {
  if (document.querySelector('[data-test=part]')?.textContent !== part) return 'over';
  const card = document.querySelector('.card.instrument');
  if (!card) return '';
  const n = Number(/\d+/.exec(card.querySelector('.soft.small')?.textContent ?? '')?.[0]) - 1;
  const counts = card.querySelectorAll('.instrument-counts button');
  const voice = card.querySelector(`[data-pitch="${right[n]}"]`);
  const on = [...card.querySelectorAll('.instrument-actions button')].pop();
  const button = counts.length > 0 ? counts[right[n]] : (voice ?? on);
  if (button && !button.disabled) button.click();
  return '';
}

const handOf = (page, side) => ({
  locator: (what) => page.locator(`.pair-side[data-side=${side}]`).locator(what),
});
