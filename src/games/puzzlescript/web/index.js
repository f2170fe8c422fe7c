// PuzzleScript on the pages: games are written on a page of their own.
import { t } from 'lw-pages/texts.js';
import { exampleLevels, exampleSource, gather, ownSource } from './source.js';

/** @type {GamePart} */
const puzzlescript = {
  page: {
    // Links and what browsers keep have this name.
    name: 'script',
    title: () => t('games.puzzlescript.title'),
    icon: 'script',
    run: 'script',
    load: () => import('./page.jsx').then((module) => module.ScriptPage),
  },
  source: async () => ownSource() ?? exampleSource(),
  example: exampleSource,
  starter: exampleLevels,
  gather,
};
export default puzzlescript;
