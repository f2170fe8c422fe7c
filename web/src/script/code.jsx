// A plain editor: the browser's own text field, with line numbers that carry marks.
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../texts.js';

/** @typedef {{ severity: 'error' | 'warning', line: number, column: number, message: string }} Message */

/** @param {{ value: string, messages: Message[], onChange: (text: string) => void, goTo: { line: number, column: number } | null }} props */
export function CodeEditor({ value, messages, onChange, goTo }) {
  const field = useRef(null);
  const frame = useRef(null);
  const lines = value.split('\n').length;
  const worst = new Map();
  for (const { line, severity } of messages) {
    if (worst.get(line) !== 'error') worst.set(line, severity);
  }
  useLayoutEffect(() => {
    // As high as its text: the frame scrolls, so numbers and text stay side by side.
    field.current.style.height = '0';
    field.current.style.height = `${field.current.scrollHeight}px`;
  }, [value]);
  useEffect(() => {
    if (!goTo?.line) return;
    const rows = value.split('\n');
    const start = rows.slice(0, goTo.line - 1).reduce((sum, row) => sum + row.length + 1, 0);
    const line = rows[goTo.line - 1] ?? '';
    field.current.focus({ preventScroll: true });
    field.current.setSelectionRange(start, start + line.length);
    const height = field.current.scrollHeight / lines;
    frame.current.scrollTop = Math.max(0, (goTo.line - 4) * height);
  }, [goTo]);
  const tab = (event) => {
    // Escape first lets Tab leave the field, as keyboard users expect of editors.
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    if (event.key === 'Escape') field.current.blur();
  };
  return (
    <div class="code" ref={frame} tabIndex={-1}>
      <div class="gutter" aria-hidden="true">
        {Array.from({ length: lines }, (_, i) => {
          const severity = worst.get(i + 1);
          return (
            <span
              key={i}
              class={severity === 'error' ? 'bad' : severity ? 'warn' : undefined}
              data-line={i + 1}
            >
              {severity === 'error' ? '✕ ' : severity ? '! ' : ''}
              {i + 1}
            </span>
          );
        })}
      </div>
      <textarea
        ref={field}
        aria-label={t('script.editor')}
        spellcheck={false}
        autocapitalize="off"
        autocomplete="off"
        wrap="off"
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
        onKeyDown={tab}
      />
    </div>
  );
}

/** Mistakes and warnings, each leading to its line.
 * @param {{ messages: Message[], onGo: (message: Message) => void }} props */
export function Messages({ messages, onGo }) {
  return (
    <ul class="messages">
      {messages.map((one, i) => (
        <li key={i}>
          <button type="button" onClick={() => onGo(one)}>
            <span class={`where ${one.severity === 'warning' ? 'warn' : ''}`}>
              {one.line ? t('script.line', { n: one.line }) : t('script.noLine')}
            </span>
            <span>{one.message}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
