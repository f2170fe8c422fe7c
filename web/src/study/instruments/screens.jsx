// Screens of the instruments: a calm card in the middle, one thing to do on each.
import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../ui/controls.jsx';
import { element } from '../../ui/element.js';
import { useLatest } from '../../ui/use-latest.js';
import { askLayout, keyLabel } from './keys.js';

/** @typedef {import('preact').ComponentChildren} Children */
/** @typedef {import('./run-prompts.js').Texts} Texts */
/** @typedef {<T>(screen: (next: (value: T) => void) => Children) => Promise<T>} Ask */

/** Shows screens one after another; each waits until it calls next. Rejects when the signal says
 * that it is over.
 * @param {HTMLElement} place @param {AbortSignal} signal @returns {Ask} */
export function screensOf(place, signal) {
  let shown = 0;
  return (screen) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      const end = () => reject(signal.reason);
      signal.addEventListener('abort', end, { once: true });
      shown += 1;
      const next = (/** @type {any} */ value) => {
        signal.removeEventListener('abort', end);
        resolve(value);
      };
      // A key of its own, so that a screen never inherits what another remembered.
      render(<Fresh key={shown}>{screen(next)}</Fresh>, place);
    });
}

/** @param {{ children: Children }} props */
function Fresh({ children }) {
  return <>{children}</>;
}

/** @param {{ title: string, children: Children, wide?: boolean }} props */
export function Panel({ title, children, wide = false }) {
  return (
    <section class={`card instrument ${wide ? 'wide' : ''}`} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** The one button that leads on; it has the focus, so Space and Enter press it.
 * @param {{ label: string, onClick: () => void }} props */
export function MainButton({ label, onClick }) {
  const ref = useRef(/** @type {HTMLSpanElement | null} */ (null));
  useEffect(() => element(ref).querySelector('button')?.focus(), []);
  return (
    <span ref={ref}>
      <Button label={label} kind="main" onClick={onClick} />
    </span>
  );
}

/** @param {{ title: string, why: string, actions: { label: string, onClick: () => void }[] }}
 *   props */
export function Message({ title, why, actions }) {
  const [first, ...others] = actions;
  return (
    <Panel title={title}>
      <p>{why}</p>
      <p class="instrument-actions">
        <MainButton {...first} />
        {others.map((one) => (
          <Button key={one.label} label={one.label} onClick={one.onClick} />
        ))}
      </p>
    </Panel>
  );
}

/** Which of these keys are down now or were pressed just now.
 * @param {string[]} codes */
function usePressed(codes) {
  const [pressed, setPressed] = useState('');
  const now = useLatest(codes);
  useEffect(() => {
    const down = (/** @type {KeyboardEvent} */ event) =>
      now.current.includes(event.code) && setPressed(event.code);
    const up = () => setPressed('');
    addEventListener('keydown', down, true);
    addEventListener('keyup', up, true);
    return () => {
      removeEventListener('keydown', down, true);
      removeEventListener('keyup', up, true);
    };
  }, [now]);
  return pressed;
}

/** What is printed on the keys, as soon as the browser has told it. */
export function useLayout() {
  const [layout, setLayout] = useState(/** @type {import('./keys.js').Layout | null} */ (null));
  useEffect(() => {
    let here = true;
    askLayout().then((found) => here && setLayout(found));
    return () => {
      here = false;
    };
  }, []);
  return layout;
}

/** The two answers and their keys.
 * @param {{ keys: import('./keys.js').PromptKeys, t: Texts }} props */
export function PitchKeys({ keys, t }) {
  const rows = [
    { label: t('instruments.highVoice'), codes: [keys.high_key, keys.other_high_key] },
    { label: t('instruments.lowVoice'), codes: [keys.low_key, keys.other_low_key] },
  ];
  const layout = useLayout();
  const pressed = usePressed(rows.flatMap(({ codes }) => codes));
  return (
    <dl class="pitch-keys">
      {rows.map(({ label, codes }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {codes.map((code, i) => (
              <span key={code}>
                {i > 0 && ` ${t('instruments.or')} `}
                <kbd class={pressed === code ? 'down' : ''}>{keyLabel(code, layout)}</kbd>
                {code.startsWith('Numpad') && (
                  <span class="soft"> {t('instruments.onNumberPad')}</span>
                )}
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
