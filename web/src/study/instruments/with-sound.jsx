// A screen with a start button, and what is said when no sound comes after it.
import { openSound } from './sound.js';
import { Message } from './screens.jsx';

/** Shows a screen until it is started. The press is the gesture that browsers want before they
 * play anything; sounds are fetched meanwhile. Undefined: the person goes on without sound.
 * @param {import('./screens.jsx').Ask} ask @param {import('./run-prompts.js').Texts} t
 * @param {(start: () => void) => import('preact').ComponentChildren} screen
 * @returns {Promise<import('./sound.js').Sound | undefined>} */
export async function withSound(ask, t, screen) {
  /** Made within the gesture, so that it begins to run.
   * @type {Promise<boolean>} */
  let resumed = Promise.resolve(false);
  const resume = () => {
    resumed = openSound()?.resume() ?? Promise.resolve(false);
  };
  await ask((/** @type {(value: null) => void} */ next) =>
    screen(() => {
      resume();
      next(null);
    }),
  );
  for (;;) {
    const sound = openSound();
    const isRunning = await resumed;
    const isLoaded = await (sound?.load() ?? Promise.reject(new Error('no Web Audio'))).then(
      () => true,
      () => false,
    );
    if (sound && isRunning && isLoaded) return sound;
    const again = await ask((/** @type {(value: boolean) => void} */ next) => (
      <Message
        title={t('instruments.noSound')}
        why={isRunning ? t('instruments.wordsMissing') : t('instruments.noSoundWhy')}
        actions={[
          {
            label: t('instruments.tryAgain'),
            onClick: () => {
              resume();
              next(true);
            },
          },
          { label: t('instruments.goOnWithout'), onClick: () => next(false) },
        ]}
      />
    ));
    if (!again) return undefined;
  }
}
