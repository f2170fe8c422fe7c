// The heading of a page: it names the window too, and takes the focus when a page is
// opened, so that a screen reader begins there.
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../texts.js';
import { element } from './element.js';

let opened = false;

/** @param {{ title: string, page?: string, children?: import('preact').ComponentChildren }} props
 *   */
export function Heading({ title, page, children }) {
  const ref = useRef(/** @type {HTMLHeadingElement | null} */ (null));
  useEffect(() => {
    document.title = [title, page === title ? '' : page, t('app.name')].filter(Boolean).join(' · ');
  }, [title, page]);
  useEffect(() => {
    // Not at the very first page: there the browser's own order is right.
    if (opened && !document.activeElement?.closest('.board, .segments')) {
      element(ref).focus({ preventScroll: true });
    }
    opened = true;
  }, []);
  return (
    <header class="head">
      <div class="stack tight">
        <h1 ref={ref} tabIndex={-1}>
          {title}
        </h1>
        {children}
      </div>
    </header>
  );
}
