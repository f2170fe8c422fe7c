// The frame of all pages: bar, navigation, the page of the route, the live region.
import { useEffect, useState } from 'preact/hooks';
import { locked, readOnly, server } from './net/api.js';
import { noteRemote } from './data/progress.js';
import { delayed, loadProgress, waiting } from './net/player.js';
import { busy } from './make/runs.js';
import { gameOr, gamePages, gameTitle } from './games.js';
import { LevelPage } from './play/level.jsx';
import { PlayPage } from './play/page.jsx';
import { href, route } from './route.js';
import { choose, theme } from './settings.js';
import { useSignal } from './signal.js';
import { plural, spoken, t } from './texts.js';
import { Announcer } from './ui/announce.jsx';
import { Button, Note } from './ui/controls.jsx';
import { Heading } from './ui/heading.jsx';
import { Icon } from './ui/icon.jsx';
import { InvitePage, LockedPage } from './ui/locked.jsx';

/** @typedef {import('preact').ComponentType<PageProps>} Page */

/** Play is there at once; the other pages are fetched when they are opened. Addresses are
 * typed by people, so nothing but what was put here may be found under them.
 * @type {Map<string, () => Promise<Page>>} */
const later = new Map([
  ['make', () => import('./make/page.jsx').then((module) => module.MakePage)],
  ['campaign', () => import('./make/campaign.jsx').then((module) => module.CampaignPage)],
  ['edit', () => import('./edit/page.jsx').then((module) => module.EditPage)],
  ...gamePages.map(({ name, load }) => /** @type {const} */ ([name, load])),
  ['insight', () => import('./insight/page.jsx').then((module) => module.InsightPage)],
  ['review', () => import('./review/page.jsx').then((module) => module.ReviewPage)],
  ['study', () => import('./study/page.jsx').then((module) => module.StudyPage)],
  ['studies', () => import('./researcher/page.jsx').then((module) => module.ResearcherPage)],
]);

/** @typedef {{ name: string, icon: import('./ui/icon.jsx').IconName, title: string }} Tab */
/** @param {'play' | 'make' | 'edit' | 'insight'} name @returns {Tab} */
const tab = (name) => ({ name, icon: name, title: t(`pages.${name}`) });
/** @type {Tab[]} */
const tabs = [
  tab('play'),
  tab('make'),
  tab('edit'),
  ...gamePages.map(({ name, icon, title }) => ({ name, icon, title: title() })),
  tab('insight'),
];

/** The page of a name; undefined while it is fetched.
 * @param {string} name @returns {Page | undefined} */
function usePage(name) {
  const [loaded, setLoaded] = useState(/** @type {Map<string, Page>} */ (new Map()));
  // Who takes part in a study need be nobody's player.
  const isLocked = useSignal(locked) && name !== 'study';
  const fetchPage = isLocked ? undefined : later.get(name);
  const isLoaded = loaded.has(name);
  useEffect(() => {
    if (!fetchPage || isLoaded) return;
    const show = (/** @type {Page} */ Page) => setLoaded((now) => new Map(now).set(name, Page));
    fetchPage().then(show, (error) => show(failed(error)));
  }, [name, fetchPage, isLoaded]);
  if (name === 'invite') return InvitePage;
  if (isLocked) return LockedPage;
  if (fetchPage) return loaded.get(name);
  return name === 'level' ? LevelPage : PlayPage;
}

/** @param {Error} error */
const failed = (error) => () => (
  <>
    <Heading title={t('app.failed')} />
    <Note kind="bad" icon="warn" role="alert">
      {t('app.failedWhy', { why: error.message })}
    </Note>
    <p>
      <Button label={t('app.reload')} icon="restart" onClick={() => location.reload()} />
    </p>
  </>
);

/** What this player did elsewhere: asked once, and again when the server is back. */
function useRemoteProgress() {
  const isAway = useSignal(server) === 'away';
  useEffect(() => {
    if (!isAway) loadProgress().then(noteRemote);
  }, [isAway]);
}

export function App() {
  useRemoteProgress();
  useSignal(spoken);
  const here = useSignal(route);
  const Page = usePage(here.page);
  const current = here.page === 'level' ? 'play' : here.page === 'campaign' ? 'make' : here.page;
  // Nothing leads away from a study by accident.
  const isStudy = here.page === 'study';
  return (
    <>
      <a class="skip" href="#main" onClick={skip}>
        {t('app.skip')}
      </a>
      <header class="bar">
        <a class="brand" href={isStudy ? undefined : href('play')}>
          <img src="/icon.svg" alt="" width="29" height="29" />
          {t('app.name')}
        </a>
        {!isStudy && <Tabs current={current} />}
        <span class="spacer" />
        {!isStudy && <AtWork here={here} />}
        {!isStudy && <Connection />}
        <ThemeButton />
      </header>
      <main id="main" tabIndex={-1}>
        {Page ? (
          <Page route={here} />
        ) : (
          <p class="soft" aria-busy="true">
            {t('ui.loading')}
          </p>
        )}
      </main>
      <footer class="foot">
        <a href="/licenses.txt">{t('app.licenses')}</a>
        {!isStudy && <a href={href('review')}>{t('app.review')}</a>}
        {!isStudy && <a href={href('studies')}>{t('app.studies')}</a>}
      </footer>
      <Announcer />
    </>
  );
}

/** @param {{ current: string }} props */
const Tabs = ({ current }) => (
  <nav class="tabs-main" aria-label={t('app.pages')}>
    {tabs.map(({ name, icon, title }) => (
      <a key={name} href={href(name)} aria-current={name === current ? 'page' : undefined}>
        <Icon name={icon} />
        <span>{title}</span>
      </a>
    ))}
  </nav>
);

/** @param {Event} event */
function skip(event) {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

/** Where the run of a place is shown. @param {string} place
 * @returns {{ page: string, game: string, query: Record<string, string> }} */
function pageOfRun(place) {
  const own = gamePages.find(({ run }) => run === place);
  if (own) return { page: own.name, game: own.game, query: {} };
  const game = place.slice('make.'.length);
  return { page: 'make', game, query: { game } };
}

/** Leads back to levels that are being made while one looks elsewhere.
 * @param {{ here: import('./route.js').Route }} props */
function AtWork({ here }) {
  const other = useSignal(busy)
    .map(pageOfRun)
    .find(
      ({ page, game }) =>
        here.page !== page || (page === 'make' && gameOr(here.query.game) !== game),
    );
  if (!other) return null;
  return (
    <a class="pill" data-test="at-work" href={href(other.page, [], other.query)}>
      <Icon name="make" />
      {t('app.atWork', { game: gameTitle(other.game) })}
    </a>
  );
}

/** Says when the studio is away and what waits for it. */
function Connection() {
  const where = useSignal(server);
  const n = useSignal(waiting);
  const late = useSignal(delayed);
  const only = useSignal(readOnly);
  if (where !== 'away' && only) {
    return (
      <span class="pill" data-test="read-only" title={t('app.readOnlyLong')}>
        <Icon name="warn" />
        {n > 0 ? plural('app.delayed', n) : t('app.readOnly')}
      </span>
    );
  }
  if (where !== 'away') {
    return late && n > 0 ? (
      <span class="pill" data-test="delayed" title={t('app.delayedLong')}>
        <Icon name="warn" />
        {plural('app.delayed', n)}
      </span>
    ) : null;
  }
  return (
    <span class="pill" data-test="away" title={t('app.awayLong')}>
      <Icon name="offline" />
      {n > 0 ? plural('app.waiting', n) : t('app.away')}
    </span>
  );
}

function ThemeButton() {
  const now = useSignal(theme);
  const other = now === 'dark' ? 'light' : 'dark';
  return (
    <Button
      label={t(`app.theme.${other}`)}
      icon={other === 'dark' ? 'moon' : 'sun'}
      bare
      kind="quiet"
      onClick={() => choose({ theme: other })}
    />
  );
}
