// One live region for the whole program: what changed, in words, for screen readers.
import { signal, useSignal } from '../signal.js';

const spoken = signal('');

/** @param {string} sentence */
export function announce(sentence) {
  // The same sentence twice is said twice: a blank that differs makes it new.
  spoken.set(spoken.get() === sentence ? `${sentence}\u00a0` : sentence);
}

export function Announcer() {
  const text = useSignal(spoken);
  return (
    <div class="hidden-text" role="status" aria-live="polite">
      {text}
    </div>
  );
}
