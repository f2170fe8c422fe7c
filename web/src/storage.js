// What the browser keeps. localStorage is synchronous, so what is written before a page
// closes is kept; where it is missing or full, memory stands in for this visit.

const memory = new Map();

/** @param {string} key @param {any} otherwise */
export function load(key, otherwise) {
  try {
    const text = memory.get(key) ?? localStorage.getItem(`lw.${key}`);
    return text == null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** Hears of what another tab has kept. @param {string} key @param {() => void} act */
export function watchStored(key, act) {
  globalThis.addEventListener?.('storage', (event) => event.key === `lw.${key}` && act());
}

/** @param {string} key @param {any} value @returns {boolean} whether it will outlive this visit */
export function save(key, value) {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(`lw.${key}`, text);
    memory.delete(key);
    return true;
  } catch {
    memory.set(key, text);
    return false;
  }
}
