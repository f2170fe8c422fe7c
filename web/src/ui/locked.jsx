// The door of a closed studio: an invitation, or a player who was here before.
import { useState } from 'preact/hooks';
import { messageOf } from '../errors.js';
import { becomePlayer, enter, ownKey } from '../net/player.js';
import { go, href } from '../route.js';
import { t } from '../texts.js';
import { Button, Note } from './controls.jsx';
import { Heading } from './heading.jsx';
import { KeyForm } from './key-form.jsx';
import { SignIn } from './sign-in.jsx';

/** What strangers see. */
export function LockedPage() {
  return (
    <>
      <Heading title={t('door.closed')} />
      <div class="stack">
        <p>{t('door.closedHelp')}</p>
        <section class="card flat stack tight">
          <h2>{t('door.again')}</h2>
          <SignIn />
          <WithKey />
        </section>
      </div>
    </>
  );
}

function WithKey() {
  const [key, setKey] = useState('');
  const [problem, setProblem] = useState('');
  /** @param {string} own */
  const use = (own) => becomePlayer(own).catch((error) => setProblem(messageOf(error)));
  return (
    <KeyForm value={key} onValue={setKey} onUse={use}>
      {problem && (
        <Note kind="bad" role="alert">
          {problem}
        </Note>
      )}
    </KeyForm>
  );
}

/** A link that somebody was sent: #/invite/CODE. @param {PageProps} props */
export function InvitePage({ route }) {
  const [problem, setProblem] = useState('');
  const known = ownKey() !== '';
  const play = () => go(href('play'));
  const come = () =>
    enter(route.parts[0] ?? '').then(play, (error) => setProblem(messageOf(error)));
  return (
    <>
      <Heading title={t('door.invited')} />
      <div class="stack">
        <p>{t(known ? 'door.alreadyIn' : 'door.invitedHelp')}</p>
        <p>
          <Button
            label={t(known ? 'door.play' : 'door.enter')}
            icon="play"
            kind="main"
            onClick={known ? play : come}
          />
        </p>
        {problem && (
          <Note kind="bad" icon="warn" role="alert">
            {problem}
          </Note>
        )}
      </div>
    </>
  );
}
