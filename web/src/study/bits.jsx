// Small parts that several screens of a study share.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../texts.js';
import { element } from '../ui/element.js';

/** The heading of a screen; it takes the focus, so that keys and screen readers begin there. Before
 * the screen is seen: later it would scroll under a finger, or take the focus from an answer.
 * @param {{ title: string, lang?: string }} props */
export function ScreenTitle({ title, lang }) {
  const ref = useRef(/** @type {HTMLHeadingElement | null} */ (null));
  useLayoutEffect(() => {
    element(ref).focus({ preventScroll: true });
    window.scrollTo(0, 0);
    document.title = `${title} · ${t('app.name')}`;
  }, [title]);
  return (
    <h1 ref={ref} tabIndex={-1} lang={lang}>
      {title}
    </h1>
  );
}

/** What is to be pressed to go on, always at the same place.
 * @param {{ children: import('preact').ComponentChildren, class?: string }} props */
export const Onward = ({ children, class: more = '' }) => (
  <div class={`onward row ${more}`}>{children}</div>
);

/** A file for the person. @param {string} name @param {string} text */
export function download(name, text) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
