// Small parts that several of the researcher's pages show.
import { href } from '../route.js';
import { has, t } from '../texts.js';
import { Note } from '../ui/controls.jsx';
import { Icon } from '../ui/icon.jsx';

/** @typedef {import('./model.js').StudyState} StudyState */
/** @typedef {import('./model.js').PersonState} PersonState */

/** @param {{ state: StudyState }} props */
export const StatePill = ({ state }) => (
  <span class={`pill ${state === 'open' ? 'good' : ''}`} data-test="state">
    {t(`studies.states.${state}`)}
  </span>
);

/** @param {{ state: PersonState }} props */
export const PersonPill = ({ state }) => (
  <span class={`pill ${state === 'completed' ? 'good' : ''}`}>
    {t(`studies.personStates.${state}`)}
  </span>
);

/** A flag of the data's quality, or a rule of the definition by its id. @param {string} flag */
export const flagTitle = (flag) =>
  has(`studies.flags.${flag}`) ? t(`studies.flags.${flag}`) : flag;

/** @param {{ flags: string[], excluded?: boolean, simulated?: boolean }} props */
export const Flags = ({ flags, excluded, simulated }) => (
  <span class="row small">
    {excluded && <span class="pill bad">{t('studies.excludedShort')}</span>}
    {simulated && <span class="pill">{t('studies.simulated')}</span>}
    {flags.map((flag) => (
      <span key={flag} class="pill bad">
        <Icon name="flag" />
        {flagTitle(flag)}
      </span>
    ))}
  </span>
);

/** @param {{ problem: string }} props */
export const Problem = ({ problem }) =>
  problem ? (
    <Note kind="bad" icon="warn" role="alert">
      {problem}
    </Note>
  ) : null;

/** @param {{ study?: string }} props back to one study, or to all */
export const Back = ({ study }) => (
  <p class="no-print">
    <a class="button small" href={href('studies', study ? [study] : [])}>
      <Icon name="prev" />
      {study ? t('studies.back') : t('studies.all')}
    </a>
  </p>
);

/** A table that scrolls inside its card where it is wider.
 * @param {{ label: string, head: import('preact').ComponentChildren,
 *   children: import('preact').ComponentChildren }} props */
export const Table = ({ label, head, children }) => (
  <div class="tablewrap" tabIndex={0} role="region" aria-label={label}>
    <table class="data">
      <thead>
        <tr>{head}</tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);
