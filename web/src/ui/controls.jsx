// Small controls that every page uses.
import { useEffect, useId, useRef } from 'preact/hooks';
import { mayAnimate } from '../settings.js';
import { t } from '../texts.js';
import { element } from './element.js';
import { Icon } from './icon.jsx';

/** @typedef {import('./icon.jsx').IconName} IconName */
/** @typedef {import('preact').ComponentChildren} Children */

/** @typedef {object} ButtonOwn
 * @property {string} label
 * @property {IconName} [icon]
 * @property {boolean} [bare]
 * @property {string} [kind]
 * @property {string} [class] */

/** A button; a bare one shows its icon, and its label is read but not shown.
 * @param {ButtonOwn & Omit<import('preact').ButtonHTMLAttributes, keyof ButtonOwn>} props */
export function Button({ label, icon, bare = false, kind = '', class: more = '', ...rest }) {
  return (
    <button
      type="button"
      class={`button ${kind} ${bare ? 'icon' : ''} ${more}`}
      aria-label={bare ? label : undefined}
      title={bare ? label : undefined}
      {...rest}
    >
      {icon && <Icon name={icon} />}
      {!bare && <span>{label}</span>}
    </button>
  );
}

/** One of a few: a row of buttons where one is pressed.
 * @param {{ label: string, options: { value: string, title: string }[], value: string, onChange:
 *   (value: string) => void }} props */
export function Segments({ label, options, value, onChange }) {
  /** @param {import('preact').TargetedKeyboardEvent<HTMLElement>} event */
  const move = (event) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (!step) return;
    const at = options.findIndex((option) => option.value === value);
    const next = (at + step + options.length) % options.length;
    event.preventDefault();
    event.stopPropagation();
    onChange(options[next].value);
    const button = event.currentTarget.children[next];
    if (button instanceof HTMLElement) button.focus();
  };
  return (
    <div class="segments" role="tablist" aria-label={label} onKeyDown={move}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="tab"
          aria-selected={option.value === value}
          tabIndex={option.value === value ? 0 : -1}
          onClick={() => onChange(option.value)}
        >
          {option.title}
        </button>
      ))}
    </div>
  );
}

/** @typedef {'' | 'good' | 'bad' | 'info'} NoteKind */

/** @param {{ kind?: NoteKind, icon?: IconName, children: Children, role?: 'alert' | 'status' }}
 *   props */
export function Note({ kind = '', icon, children, role }) {
  return (
    <div class={`note ${kind}`} role={role}>
      {icon && <Icon name={icon} />}
      <div>{children}</div>
    </div>
  );
}

/** Something new that must be seen: the page scrolls as little as is needed; what will grow
 * gets the whole window when it begins in its lower half. Still: it was there before.
 * @param {{ children: Children, grows?: boolean, still?: boolean }} props */
export function Shown({ children, grows = false, still = false }) {
  const ref = useRef(/** @type {HTMLDivElement | null} */ (null));
  const first = useRef({ grows, still });
  useEffect(() => {
    const { grows, still } = first.current;
    if (still) return;
    const { top } = element(ref).getBoundingClientRect();
    const block = grows && top > window.innerHeight / 2 ? 'start' : 'nearest';
    element(ref).scrollIntoView({ block, behavior: mayAnimate() ? 'smooth' : 'instant' });
  }, []);
  return <div ref={ref}>{children}</div>;
}

/** A labelled field around one control; children gets the attributes to put on it.
 * @param {{ label: string, help?: string, wrong?: string, children: (field: Record<string, string
 *   | undefined>) => any }} props */
export function Field({ label, help, wrong, children }) {
  const id = useId();
  const about = help || wrong ? `${id}-about` : undefined;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, 'aria-describedby': about, 'aria-invalid': wrong ? 'true' : undefined })}
      {about && (
        <div id={about}>{wrong ? <p class="wrong">{wrong}</p> : <p class="help">{help}</p>}</div>
      )}
    </div>
  );
}

/** @param {{ label: string, help?: string, checked: boolean, onChange: (on: boolean) => void }}
 *   props */
export function Check({ label, help, checked, onChange }) {
  const id = useId();
  const box = (
    <label class="check">
      <input
        type="checkbox"
        checked={checked}
        aria-describedby={help ? id : undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  );
  return help ? (
    <div class="field">
      {box}
      <p id={id} class="help">
        {help}
      </p>
    </div>
  ) : (
    box
  );
}

/** A modal dialog; the browser keeps the focus inside and gives it back.
 * @param {{ title: string, onClose: () => void, children: any }} props */
export function Dialog({ title, onClose, children }) {
  const ref = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const id = useId();
  useEffect(() => {
    const dialog = element(ref);
    dialog.showModal();
    return () => dialog.close();
  }, []);
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      onClose={onClose}
      onClick={(event) => event.target === ref.current && onClose()}
    >
      <div class="dialog-head">
        <h2 id={id}>{title}</h2>
        <Button label={t('ui.close')} icon="close" bare kind="quiet" onClick={onClose} />
      </div>
      <div class="dialog-body">{children}</div>
    </dialog>
  );
}

/** How far a piece of work has come; fraction null: it is running and cannot say.
 * @param {{ label: string, fraction: number | null }} props */
export function Progress({ label, fraction }) {
  const known = fraction !== null && Number.isFinite(fraction);
  const percent = known ? Math.round(Math.min(1, Math.max(0, fraction)) * 100) : undefined;
  return (
    <div
      class={`meter ${known ? '' : 'idle'}`}
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <span style={known ? { width: `${percent}%` } : undefined} />
    </div>
  );
}

/** The percentile as ten steps, and the band as a word.
 * @param {{ percent: number, band?: Band | null }} props */
export function BandSteps({ percent, band }) {
  const steps = Math.max(1, Math.min(10, Math.round(percent / 10)));
  const word = band && t(`band.${band}`);
  const number = Math.round(percent);
  return (
    <div
      class="band"
      role="img"
      aria-label={
        word ? t('ui.band', { word, percent: number }) : t('ui.percentile', { percent: number })
      }
    >
      <span class="steps">
        {Array.from({ length: 10 }, (_, i) => (
          <i key={i} class={i < steps ? 'on' : ''} />
        ))}
      </span>
      {word && <span>{word}</span>}
    </div>
  );
}
