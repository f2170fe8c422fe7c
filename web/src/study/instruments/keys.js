// Keys by their place on the keyboard (KeyboardEvent.code) and by the event's own time.

/** @typedef {{ get: (code: string) => string | undefined }} Layout what is printed where */

/** What is printed on a key: by the layout where the browser tells it, else on most keyboards.
 * @param {string} code @param {Layout | null} [layout] */
export function keyLabel(code, layout = null) {
  /** @type {Record<string, string>} */
  const names = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓', Space: '␣' };
  const printed = layout?.get(code)?.toUpperCase();
  return names[code] ?? printed ?? code.replace(/^(Key|Digit|Numpad)/, '');
}

/** The layout of the person's keyboard, null where the browser does not tell it.
 * @returns {Promise<Layout | null>} */
export async function askLayout() {
  try {
    return (await /** @type {any} */ (navigator).keyboard?.getLayoutMap()) ?? null;
  } catch {
    return null;
  }
}

/** Listens for some keys and keeps them from everybody else: with the number lock off, a key of
 * the number pad would also be an arrow of the game. A key that is held down counts once.
 * @template T
 * @param {Map<string, T>} meanings by code
 * @param {(meaning: T, event: KeyboardEvent) => void} onKey
 * @returns {() => void} stops listening */
export function listenForKeys(meanings, onKey) {
  /** @param {KeyboardEvent} event */
  const hear = (event) => {
    const meaning = meanings.get(event.code);
    if (meaning === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!event.repeat) onKey(meaning, event);
  };
  addEventListener('keydown', hear, { capture: true });
  return () => removeEventListener('keydown', hear, { capture: true });
}

/** @typedef {{ feedback: boolean, high_key: string, low_key: string, other_high_key: string,
 *   other_low_key: string }} PromptKeys */

/** @param {PromptKeys} keys @returns {Map<string, 'high' | 'low'>} */
export const pitchKeys = (keys) =>
  new Map([
    [keys.high_key, 'high'],
    [keys.low_key, 'low'],
    [keys.other_high_key, 'high'],
    [keys.other_low_key, 'low'],
  ]);
