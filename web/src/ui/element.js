/** The element of a ref. Only for what runs after the element was put into the page.
 * @template T @param {{ current: T | null }} ref @returns {T} */
export function element(ref) {
  if (ref.current === null) throw new Error('the element is not in the page');
  return ref.current;
}
