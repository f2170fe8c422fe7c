// What this browser knows of its player, and the player's key for another one.
import { useState } from 'preact/hooks';
import { ownPacks } from '../data/packs.js';
import { noteRemote, progress } from '../data/progress.js';
import { messageOf, statusOf } from '../errors.js';
import { becomePlayer, keepPassphrase, leave, ownKey } from '../net/player.js';
import { useSignal } from '../signal.js';
import { number, t } from '../texts.js';
import { Button, Note } from '../ui/controls.jsx';
import { copyText } from '../ui/copy.js';
import { KeyForm } from '../ui/key-form.jsx';
import { isPassphrase, PassphraseField } from '../ui/passphrase-field.jsx';
import { SignIn } from '../ui/sign-in.jsx';

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
      <Leave />
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
  /** @param {string} other */
  const take = async (other) => {
    try {
      const me = await becomePlayer(other);
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
        <KeyForm value={key} onValue={setKey} onUse={take}>
          {own && <Button label={t('insight.keyCopy')} icon="share" onClick={copy} />}
        </KeyForm>
        {said && (
          <Note kind={said.kind} role="status">
            {said.text}
          </Note>
        )}
        {own && <Passphrase />}
        <h4>{t('door.again')}</h4>
        <SignIn />
      </div>
    </details>
  );
}

/** The key under a passphrase, for those who do not want to copy it. */
function Passphrase() {
  const [text, setText] = useState('');
  const [handle, setHandle] = useState('');
  const [problem, setProblem] = useState('');
  /** @param {SubmitEvent} event */
  const keep = async (event) => {
    event.preventDefault();
    try {
      setHandle(await keepPassphrase(text));
      setProblem('');
      setText('');
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <form class="stack tight" onSubmit={keep}>
      <h4>{t('door.passphraseTitle')}</h4>
      <p class="soft small">{t('door.passphraseHelp')}</p>
      <div class="row end">
        <PassphraseField label={t('door.newPassphrase')} value={text} isNew onChange={setText} />
        <button class="button" disabled={!isPassphrase(text)}>
          {t('door.keep')}
        </button>
      </div>
      {handle && (
        <Note kind="good" role="status">
          {t('door.yourHandle', { handle })}
        </Note>
      )}
      {problem && (
        <Note kind="bad" role="alert">
          {problem}
        </Note>
      )}
    </form>
  );
}

/** The studio forgets the player. */
function Leave() {
  const [asked, setAsked] = useState(false);
  const [said, setSaid] = useState(
    /** @type {{ kind: import('../ui/controls.jsx').NoteKind, text: string } | null} */ (null),
  );
  const go = () =>
    leave().then(
      () => setSaid({ kind: 'good', text: t('door.left') }),
      (error) => setSaid({ kind: 'bad', text: messageOf(error) }),
    );
  if (!ownKey() && !said) return null;
  return (
    <details class="card flat">
      <summary>
        <h3 class="inline">{t('door.leaveTitle')}</h3>
      </summary>
      <div class="stack tight">
        <p class="soft small">{t('door.leaveHelp')}</p>
        {ownKey() && (
          <p class="row">
            {asked ? (
              <Button label={t('door.leaveSure')} icon="warn" onClick={go} />
            ) : (
              <Button label={t('door.leave')} onClick={() => setAsked(true)} />
            )}
          </p>
        )}
        {said && (
          <Note kind={said.kind} role="status">
            {said.text}
          </Note>
        )}
      </div>
    </details>
  );
}
