// A computer that several people use: whoever is done makes room for the next, and nothing of them
// stays in the browser. Their code goes with the rest, so they are asked whether they have it.
import { useState } from 'preact/hooks';
import { t } from '../texts.js';
import { Button, Dialog } from '../ui/controls.jsx';

/** @param {{ code: string, onSure: () => void }} props code: '' where there is none to note */
export function NextPerson({ code, onSure }) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button
        label={t('study.nextPerson')}
        kind="quiet small"
        class="as-link"
        data-test="next-person"
        onClick={() => setAsked(true)}
      />
      {isAsked && (
        <Dialog title={t('study.nextPersonTitle')} onClose={() => setAsked(false)}>
          <p>{t(code ? 'study.nextPersonCode' : 'study.nextPersonPlain')}</p>
          {code && <p class="study-code">{code}</p>}
          <div class="row">
            <Button
              label={t(code ? 'study.nextPersonNoted' : 'study.nextPersonYes')}
              kind="main"
              data-test="sure"
              onClick={onSure}
            />
            <Button label={t('study.nextPersonNot')} onClick={() => setAsked(false)} />
          </div>
        </Dialog>
      )}
    </>
  );
}
