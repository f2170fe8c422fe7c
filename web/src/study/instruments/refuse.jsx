// Reaction times need keys. A tablet may have some, which no browser tells.
import { Button } from '../../ui/controls.jsx';
import { Panel } from './screens.jsx';

/** Waits until somebody says that there is a keyboard.
 * @param {import('./screens.jsx').Ask} ask @param {import('./run-prompts.js').Texts} t */
export const refuseTouch = (ask, t) =>
  ask((/** @type {(value: null) => void} */ next) => (
    <Panel title={t('instruments.needsKeyboard')}>
      <p>{t('instruments.needsKeyboardWhy')}</p>
      <p>
        <Button label={t('instruments.haveKeyboard')} kind="quiet" onClick={() => next(null)} />
      </p>
    </Panel>
  ));
