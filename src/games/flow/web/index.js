// Flow on the pages.
import { t } from 'lw-pages/texts.js';

/** @type {GamePart} */
const flow = {
  // The palette has one name for all ends; which belong together, their letters say.
  letter: (letter) =>
    /[\p{L}\p{N}]/u.test(letter)
      ? t('games.flow.end', { letter: letter.toUpperCase() })
      : undefined,
  sample: (glyph) => ({
    text: glyph === '.' ? 'R.R\n' : `${glyph}.${glyph}\n`,
    x: glyph === '.' ? 1 : 0,
    y: 0,
  }),
};
export default flow;
