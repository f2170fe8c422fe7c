// A plain editor: the browser's own text field, with line numbers that carry marks.
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { t } from 'lw-pages/texts.js';
import { element } from 'lw-pages/ui/element.js';

/** @typedef {{ line: number, column: number }} Place */

/** Goes to a line and marks it. @param {HTMLTextAreaElement} field @param {HTMLElement} frame
 * @param {number} line */
function showLine(field, frame, line) {
  const rows = field.value.split('\n');
  const start = rows.slice(0, line - 1).reduce((sum, row) => sum + row.length + 1, 0);
  field.focus({ preventScroll: true });
  field.setSelectionRange(start, start + (rows[line - 1] ?? '').length);
  frame.scrollTop = Math.max(0, (line - 4) * (field.scrollHeight / rows.length));
}

/** @typedef {object} CodeEditorProps
 * @property {string} value
 * @property {EngineMessage[]} messages
 * @property {(text: string) => void} onChange
 * @property {Place | null} goTo */

/** @param {CodeEditorProps} props */
export function CodeEditor({ value, messages, onChange, goTo }) {
  const field = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  const frame = useRef(/** @type {HTMLDivElement | null} */ (null));
  useLayoutEffect(() => {
    // As high as its text: the frame scrolls, so numbers and text stay side by side.
    const { style } = element(field);
    style.height = '0';
    style.height = `${element(field).scrollHeight}px`;
  }, [value]);
  useEffect(() => {
    if (goTo?.line) showLine(element(field), element(frame), goTo.line);
  }, [goTo]);
  return (
    <div class="code" ref={frame} tabIndex={-1}>
      <Gutter lines={value.split('\n').length} messages={messages} />
      <textarea
        ref={field}
        aria-label={t('games.puzzlescript.editor')}
        spellcheck={false}
        autocapitalize="off"
        autocomplete="off"
        wrap="off"
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
        // Escape first lets Tab leave the field, as keyboard users expect of editors.
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      />
    </div>
  );
}

/** @param {{ lines: number, messages: EngineMessage[] }} props */
function Gutter({ lines, messages }) {
  /** @type {Map<number, string>} */
  const worst = new Map();
  for (const { line, severity } of messages) {
    if (worst.get(line) !== 'error') worst.set(line, severity);
  }
  return (
    <div class="gutter" aria-hidden="true">
      {Array.from({ length: lines }, (_, i) => {
        const severity = worst.get(i + 1);
        const look = severity === 'error' ? 'bad' : severity ? 'warn' : undefined;
        return (
          <span key={i} class={look} data-line={i + 1}>
            {look === 'bad' ? '✕ ' : look ? '! ' : ''}
            {i + 1}
          </span>
        );
      })}
    </div>
  );
}

/** Mistakes and warnings, each leading to its line.
 * @param {{ messages: EngineMessage[], onGo: (message: EngineMessage) => void }} props */
export function Messages({ messages, onGo }) {
  return (
    <ul class="messages">
      {messages.map((one, i) => (
        <li key={i}>
          <button type="button" onClick={() => onGo(one)}>
            <span class={`where ${one.severity === 'warning' ? 'warn' : ''}`}>
              {one.line
                ? t('games.puzzlescript.line', { n: one.line })
                : t('games.puzzlescript.noLine')}
            </span>
            <span>{one.message}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
