// What a person has chosen: theme, warnings, animation. Kept in the browser only.
import { load, save, watchStored } from './storage.js';
import { signal } from './signal.js';

const defaults = { theme: 'auto', warn: false, animate: true, runWhere: 'browser', ask: true };
export const settings = signal({ ...defaults, ...load('settings', {}) });

const kept = () => ({ ...defaults, ...load('settings', {}) });
watchStored('settings', () => settings.set(kept()));

/** @param {Partial<typeof defaults>} change */
export function choose(change) {
  settings.set({ ...kept(), ...change });
  save('settings', settings.get());
}

const prefersDark = matchMedia('(prefers-color-scheme: dark)');
const onPaper = matchMedia('print');
/** Is the page being printed? Then it is light, and all of it is seen. */
export const paper = signal(onPaper.matches);
const prefersStill = matchMedia('(prefers-reduced-motion: reduce)');

/** The theme in use, 'light' or 'dark'. */
export const theme = signal(resolveTheme());

function resolveTheme() {
  const chosen = settings.get().theme;
  if (paper.get()) return 'light';
  if (chosen !== 'auto') return chosen;
  return prefersDark.matches ? 'dark' : 'light';
}

function applyTheme() {
  theme.set(resolveTheme());
  document.documentElement.dataset.theme = theme.get();
}

applyTheme();
settings.watch(applyTheme);
prefersDark.addEventListener('change', applyTheme);
onPaper.addEventListener('change', () => {
  paper.set(onPaper.matches);
  applyTheme();
});

/** Printing does not wait for anything, so what is on a canvas is painted right before it and
 * after it. @param {(onPaper: boolean) => void} paint @returns {() => void} ends it */
export function whenPrinted(paint) {
  const before = () => paint(true);
  const after = () => paint(false);
  addEventListener('beforeprint', before);
  addEventListener('afterprint', after);
  return () => {
    removeEventListener('beforeprint', before);
    removeEventListener('afterprint', after);
  };
}

/** May things move on their own? */
export const mayAnimate = () => settings.get().animate && !prefersStill.matches;
