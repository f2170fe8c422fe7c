// A bare page around the instruments: it keeps what they emit and says how they ended.
import { runInstrument, startPrompts } from '../../src/study/instruments/index.js';
import { t } from '../../src/texts.js';

/** @type {any} */ (window).instruments = {
  events: [],
  result: null,
  /** Keys that reached the page behind the instrument. */
  keys: [],
  /** Keys as the browser had them, before anybody could take them away. */
  pressed: [],
  /** What the line in the practice said. */
  said: [],
  ending: new AbortController(),
  /** The trial that keys are meant for; one that comes when it is over is dropped. */
  answering: null,
  /** By how much waits are shortened. */
  rate: 1,
  options(phase, rate) {
    const { events, ending } = this;
    this.rate = rate;
    const getRate = () => this.rate;
    return {
      phase,
      emit(type, data, trial) {
        const event = { type, data, trial, t: performance.now() };
        events.push(event);
        return event;
      },
      texts: t,
      clock: {
        now: () => performance.now(),
        get rate() {
          return getRate();
        },
      },
      signal: ending.signal,
    };
  },
  run(phase, { done = [], prompted = [], rate = 1 } = {}) {
    const place = document.getElementById('place');
    runInstrument({ ...this.options(phase, rate), done, prompted, place }).then(
      (result) => (this.result = result),
      (error) => (this.result = `threw ${error.stack}`),
    );
  },
  prompts(phase, { prompted = [], rate = 1 } = {}) {
    this.running = startPrompts({ ...this.options(phase, rate), prompted });
  },
};
const { keys, pressed, said } = /** @type {any} */ (window).instruments;
addEventListener(
  'keydown',
  (event) => {
    const { events, answering } = /** @type {any} */ (window).instruments;
    const isLate = events.some(({ type, trial }) => type === 'attention' && trial === answering);
    if (answering !== null && isLate) event.stopImmediatePropagation();
  },
  true,
);
addEventListener('keydown', ({ code, timeStamp }) => pressed.push({ code, ms: timeStamp }), true);
addEventListener('keydown', ({ code }) => keys.push(code));
new MutationObserver(() => {
  const text = document.querySelector('[data-test=feedback]')?.textContent?.trim();
  if (text && text !== said.at(-1)) said.push(text);
}).observe(document.body, { childList: true, characterData: true, subtree: true });
document.body.dataset.ready = 'yes';
