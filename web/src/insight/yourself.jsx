// What this browser knows of its player, and the player's key for another one.
import { useState } from 'preact/hooks';
import { ownPacks } from '../data/packs.js';
import { noteRemote, progress } from '../data/progress.js';
import { messageOf, statusOf } from '../errors.js';
import { becomePlayer, ownKey } from '../net/player.js';
import { useSignal } from '../signal.js';
import { number, t } from '../texts.js';
import { Button, Field, Note } from '../ui/controls.jsx';
import { copyText } from '../ui/copy.js';

/** @param {{ value: string | number, title: string }} props */
export function Figure({ value, title }) {
  return (
    <div class="card">
      <b>{typeof value === 'number' ? number(value) : value}</b>
      <span class="soft small">{title}</span>
    </div>
  );
}

export function Yourself() {
  const solved = Object.values(useSignal(progress)).filter((entry) => entry.solved).length;
  const levels = useSignal(ownPacks).reduce((sum, pack) => sum + pack.levels.length, 0);
  return (
    <section class="stack">
      <h2>{t('insight.yourself')}</h2>
      <div class="figures">
        <Figure value={solved} title={t('insight.yourSolved')} />
        <Figure value={levels} title={t('insight.yourKept')} />
      </div>
      <OtherDevice />
    </section>
  );
}

/** The same player in another browser: the key is carried by the person. */
function OtherDevice() {
  const [key, setKey] = useState('');
  const [said, setSaid] = useState(
    /** @type {{ kind: import('../ui/controls.jsx').NoteKind, text: string } | null} */ (null),
  );
  const own = ownKey();
  /** @param {SubmitEvent} event */
  const take = async (event) => {
    event.preventDefault();
    try {
      const me = await becomePlayer(key.trim());
      noteRemote(me);
      setKey('');
      const n = me.levels.filter((one) => one.solved).length;
      setSaid({ kind: 'good', text: t('insight.keyTaken', { n }) });
    } catch (error) {
      const text = statusOf(error) === 401 ? t('insight.keyUnknown') : messageOf(error);
      setSaid({ kind: 'bad', text });
    }
  };
  const copy = () =>
    copyText(own).then(
      () => setSaid({ kind: 'good', text: t('insight.keyCopied') }),
      () => setKey(own),
    );
  return (
    <details class="card flat">
      <summary>
        <h3 class="inline">{t('insight.device')}</h3>
      </summary>
      <div class="stack tight">
        <p class="soft small">{t('insight.deviceHelp')}</p>
        <form class="row end" onSubmit={take}>
          <Field label={t('insight.key')}>
            {(field) => (
              <input
                {...field}
                value={key}
                spellcheck={false}
                autocomplete="off"
                maxLength={100}
                onInput={(event) => setKey(event.currentTarget.value)}
              />
            )}
          </Field>
          <button class="button" disabled={!key.trim()}>
            {t('insight.keyUse')}
          </button>
          {own && <Button label={t('insight.keyCopy')} icon="share" onClick={copy} />}
        </form>
        {said && (
          <Note kind={said.kind} role="status">
            {said.text}
          </Note>
        )}
      </div>
    </details>
  );
}
