// Play: the level of the day first, then its archive and the packs.
import { useState } from 'preact/hooks';
import { loadDaily, today } from '../data/daily.js';
import { bands, gameNames, gameOr, gameTitle } from '../games.js';
import { server } from '../net/api.js';
import { go, href } from '../route.js';
import { useSignal } from '../signal.js';
import { load, save } from '../storage.js';
import { t } from '../texts.js';
import { Button, Note, Segments } from '../ui/controls.jsx';
import { Heading } from '../ui/heading.jsx';
import { Icon } from '../ui/icon.jsx';
import { useLoadEffect } from '../ui/use-load.js';
import { ArchivePanel, PacksPanel } from './lists.jsx';
import { PackPage } from './pack.jsx';
import { Player } from './player.jsx';
import { SetsPage, SetsPanel } from './sets.jsx';

/** @param {PageProps} props */
export function PlayPage({ route }) {
  const [what, where, id, number] = route.parts;
  if (what === 'pack') return <PackPage where={where} id={id} number={Number(number ?? 0)} />;
  if (what === 'sets') {
    return <SetsPage game={gameOr(where)} id={id} number={Number(number ?? 0)} />;
  }
  return <DailyPage route={route} />;
}

/** Which level is meant: by the address, else as last time, else the first game's easy one.
 * @param {PageProps['route']} route */
function meantBy({ parts, query }) {
  const last = load('last', {});
  const band = [parts[2], last.difficulty].find((one) => bands.includes(one)) ?? bands[0];
  return {
    game: gameNames.includes(parts[1]) ? parts[1] : gameOr(last.game),
    band,
    date: /^\d{4}-\d\d-\d\d$/.test(query.date ?? '') ? query.date : undefined,
  };
}

/** @typedef {import('../data/daily.js').Daily} Daily */
/** @typedef {ReturnType<typeof meantBy>} Meant */

/** @param {Meant} meant @returns {[Daily | null, () => void]} null while it is loaded; again */
function useDaily({ game, band, date }) {
  const [found, setFound] = useState(/** @type {(Daily & { for: string }) | null} */ (null));
  const [asked, setAsked] = useState(0);
  const key = `${game} ${band} ${date ?? ''}`;
  useLoadEffect(
    (isHere) => {
      setFound(null);
      save('last', { game, difficulty: band });
      loadDaily(game, band, date).then((daily) => isHere() && setFound({ ...daily, for: key }));
    },
    [game, band, date, key, asked],
  );
  return [found?.for === key ? found : null, () => setAsked(asked + 1)];
}

/** @param {PageProps} props */
function DailyPage({ route }) {
  const meant = meantBy(route);
  const { game, band, date } = meant;
  const [daily, again] = useDaily(meant);
  const title = date && date !== today() ? t('daily.titleOn', { date }) : t('daily.title');
  const number = daily?.number ? ` · ${t('daily.number', { number: daily.number })}` : '';
  const label = t('board.label', { game: gameTitle(game), title });
  return (
    <>
      <Heading title={title} page={t('pages.play')}>
        <p>
          {t('daily.lead', { date: daily?.date ?? date ?? today() })}
          {number}
        </p>
      </Heading>
      <Choices {...meant} />
      {daily?.from === 'none' && <NoLevel {...meant} daily={daily} />}
      {daily?.level && (
        <Player
          key={daily.level.id}
          level={daily.level}
          label={label}
          next={afterDaily(game, band)}
          everywhere
        >
          {daily.from === 'own' && <OwnNote daily={daily} onAgain={again} />}
          <PacksPanel game={game} />
          <SetsPanel game={game} />
          <ArchivePanel game={game} band={band} current={daily.date} />
        </Player>
      )}
      {!daily && (
        <div class="board empty" aria-busy="true">
          {t('ui.loading')}
        </div>
      )}
    </>
  );
}

/** @param {Meant} props */
function Choices({ game, band }) {
  return (
    <div class="row">
      <Segments
        label={t('play.games')}
        value={game}
        onChange={(value) => go(href('play', ['daily', value, band]))}
        options={gameNames.map((value) => ({ value, title: gameTitle(value) }))}
      />
      <Segments
        label={t('daily.band')}
        value={band}
        onChange={(value) => go(href('play', ['daily', game, value]))}
        options={bands.map((value) => ({ value, title: t(`band.${value}`) }))}
      />
    </div>
  );
}

/** @param {Meant & { daily: Daily }} props */
function NoLevel({ game, band, daily }) {
  const isToday = daily.date === today();
  return (
    <div class="stack">
      <Note icon="help" role="alert">
        {t('daily.none', { date: daily.date })}
      </Note>
      <p>
        <a
          class="button main"
          href={isToday ? href('make', [], { game }) : href('play', ['daily', game, band])}
        >
          <Icon name="play" />
          {t(isToday ? 'packs.make' : 'daily.toToday')}
        </a>
      </p>
      <PacksPanel game={game} />
      <ArchivePanel game={game} band={band} current={daily.date} />
    </div>
  );
}

/** Why this level is one of our own. @param {{ daily: Daily, onAgain: () => void }} props */
function OwnNote({ daily, onAgain }) {
  const away = useSignal(server) === 'away';
  if (daily.away && !away) {
    return (
      <Note icon="help" role="status">
        <span>
          {t('daily.back')}{' '}
          <Button label={t('daily.toToday')} icon="play" kind="small" onClick={onAgain} />
        </span>
      </Note>
    );
  }
  return (
    <Note icon={daily.away ? 'offline' : 'help'}>
      {t(daily.away ? 'daily.own' : 'daily.ownToday')}
    </Note>
  );
}

/** From the day's level to a harder one, and from the hardest to the starter pack.
 * @param {string} game @param {string} band */
function afterDaily(game, band) {
  const harder = bands[bands.indexOf(band) + 1];
  if (!harder) return { href: href('play', ['pack', 'starter', game]), title: t('play.nextPack') };
  const word = t(`band.${harder}`).toLowerCase();
  return {
    href: href('play', ['daily', game, harder]),
    title: t('play.nextDaily', { band: word }),
  };
}
