// The clipboard.

/** Copies a text; throws when that cannot be. A browser that does not trust the connection,
 * as to a studio in one's own network by a plain address, has only the old way.
 * @param {string} text */
export async function copyText(text) {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.className = 'hidden-text';
  field.value = text;
  document.body.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  if (!done) throw new Error('nothing was copied');
}
