// Play: the level of the day first, then its archive and the packs.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { decodeLevel } from '../data/share.js';
import { loadDaily, today } from '../data/daily.js';
import { loadPack } from '../data/packs.js';
import { ask, think } from '../engine/engine.js';
import { difficulties, gameNames } from '../games.js';
import { returns, server } from '../net/api.js';
import { go, href } from '../route.js';
import { useSignal } from '../signal.js';
import { load, save } from '../storage.js';
import { t } from '../texts.js';
import { Button, Note, Segments } from '../ui/controls.jsx';
import { Heading } from '../ui/heading.jsx';
import { Icon } from '../ui/icon.jsx';
import { ArchivePanel, PackGallery, PacksPanel } from './lists.jsx';
import { Player } from './player.jsx';

/** @param {{ route: import('../route.js').Route }} props */
export function PlayPage({ route }) {
  const [what] = route.parts;
  if (what === 'pack')
    return (
      <PackPage where={route.parts[1]} id={route.parts[2]} number={Number(route.parts[3] ?? 0)} />
    );
  return <DailyPage route={route} />;
}

function GameTabs({ game, onChange }) {
  return (
    <Segments
      label={t('play.games')}
      value={game}
      onChange={onChange}
      options={gameNames.map((value) => ({ value, title: t(`games.${value}`) }))}
    />
  );
}

function DailyPage({ route }) {
  const last = load('last', { game: 'sokoban', difficulty: 'easy' });
  const game = gameNames.includes(route.parts[1]) ? route.parts[1] : last.game;
  const difficulty = difficulties.includes(route.parts[2]) ? route.parts[2] : last.difficulty;
  const date = /^\d{4}-\d\d-\d\d$/.test(route.query.date ?? '') ? route.query.date : undefined;
  const [daily, setDaily] = useState(null);
  const [asked, setAsked] = useState(0);
  const away = useSignal(server) === 'away';
  useEffect(() => {
    let here = true;
    setDaily(null);
    save('last', { game, difficulty });
    loadDaily(game, difficulty, date).then(
      (found) => here && setDaily({ ...found, for: `${game} ${difficulty}` }),
    );
    return () => {
      here = false;
    };
  }, [game, difficulty, date, asked]);
  const shown = daily?.for === `${game} ${difficulty}` ? daily : null;
  const title = date && date !== today() ? t('daily.titleOn', { date }) : t('daily.title');
  return (
    <>
      <Heading title={title} page={t('pages.play')}>
        <p>
          {t('daily.lead', { date: shown?.date ?? date ?? today() })}
          {shown?.number ? ` · ${t('daily.number', { number: shown.number })}` : ''}
        </p>
      </Heading>
      <div class="row">
        <GameTabs
          game={game}
          onChange={(value) => go(href('play', ['daily', value, difficulty]))}
        />
        <Segments
          label={t('daily.difficulty')}
          value={difficulty}
          onChange={(value) => go(href('play', ['daily', game, value]))}
          options={difficulties.map((value) => ({ value, title: t(`difficulty.${value}`) }))}
        />
      </div>
      {shown?.from === 'none' && (
        <div class="stack">
          <Note icon="help" role="alert">
            {t('daily.none', { date: shown.date })}
          </Note>
          <p>
            <a class="button main" href={href('play', ['daily', game, difficulty])}>
              <Icon name="play" />
              {t('daily.toToday')}
            </a>
          </p>
          <PacksPanel game={game} />
          <ArchivePanel game={game} difficulty={difficulty} current={shown.date} />
        </div>
      )}
      {shown?.level && (
        <Player
          key={shown.level.id}
          level={shown.level}
          label={t('board.label', { game: t(`games.${game}`), title })}
          next={afterDaily(game, difficulty)}
          everywhere
        >
          {shown.from === 'own' &&
            (shown.away && !away ? (
              <Note icon="help" role="status">
                <span>
                  {t('daily.back')}{' '}
                  <Button
                    label={t('daily.toToday')}
                    icon="play"
                    kind="small"
                    onClick={() => setAsked(asked + 1)}
                  />
                </span>
              </Note>
            ) : (
              <Note icon={shown.away ? 'offline' : 'help'}>
                {t(shown.away ? 'daily.own' : 'daily.ownToday')}
              </Note>
            ))}
          <PacksPanel game={game} />
          <ArchivePanel game={game} difficulty={difficulty} current={shown.date} />
        </Player>
      )}
      {!shown && (
        <div class="board empty" aria-busy="true">
          {t('ui.loading')}
        </div>
      )}
    </>
  );
}

/** From the day's level to a harder one, and from the hardest to the starter pack. */
function afterDaily(game, difficulty) {
  const harder = difficulties[difficulties.indexOf(difficulty) + 1];
  if (harder)
    return {
      href: href('play', ['daily', game, harder]),
      title: t('play.nextDaily', { difficulty: t(`difficulty.${harder}`).toLowerCase() }),
    };
  return { href: href('play', ['pack', 'starter', game]), title: t('play.nextPack') };
}

function PackPage({ where, id, number }) {
  const [pack, setPack] = useState(null);
  const [problem, setProblem] = useState('');
  const back = useSignal(returns);
  useEffect(() => {
    let here = true;
    // What is here is not taken away from under somebody who plays it.
    if (pack?.for === `${where}/${id}`) return undefined;
    setProblem('');
    loadPack(where, id).then(
      (found) => here && setPack({ ...found, for: `${where}/${id}` }),
      (error) => here && setProblem(error.message),
    );
    return () => {
      here = false;
    };
  }, [where, id, back]);
  if (problem) {
    return (
      <>
        <Heading title={t('packs.title')} />
        <Note kind="bad" icon="warn" role="alert">
          {problem}
        </Note>
      </>
    );
  }
  if (!pack)
    return (
      <Heading title={t('packs.title')}>
        <p>{t('ui.loading')}</p>
      </Heading>
    );
  if (!number || !pack.levels[number - 1]) return <PackGallery pack={pack} where={where} />;
  const level = pack.levels[number - 1];
  const at = (n) => href('play', ['pack', where, id, n]);
  const next =
    number < pack.levels.length
      ? { href: at(number + 1) }
      : { href: href('play', ['pack', where, id]), title: t('packs.all') };
  const title = t('packs.level', { pack: pack.title, n: number });
  return (
    <>
      <Heading title={title} page={t('pages.play')}>
        <p>
          {t('packs.of', { n: number, total: pack.levels.length })}
          {level.title && level.title !== String(number) ? ` · ${level.title}` : ''}
        </p>
      </Heading>
      <nav class="row" aria-label={t('packs.around')}>
        <a class="button small" href={href('play', ['pack', where, id])}>
          <Icon name="list" />
          {t('packs.all')}
        </a>
        {number > 1 && (
          <a class="button small" href={at(number - 1)}>
            <Icon name="prev" />
            {t('packs.prev')}
          </a>
        )}
        {number < pack.levels.length && (
          <a class="button small" href={at(number + 1)}>
            {t('packs.next')}
            <Icon name="next" />
          </a>
        )}
      </nav>
      <Player
        key={`${where}/${id}/${number}`}
        level={level}
        label={t('board.label', { game: t(`games.${pack.game}`), title })}
        next={next}
        everywhere
      />
    </>
  );
}

/** A level that came in the address. */
export function LevelPage({ route }) {
  const [level, setLevel] = useState(null);
  const [problem, setProblem] = useState('');
  const [done, setDone] = useState(false);
  const code = route.query.l ?? '';
  useEffect(() => {
    let here = true;
    setLevel(null);
    setProblem('');
    setDone(false);
    decodeLevel(code)
      .then(async (shared) => {
        const { levels, messages } = await ask({ call: 'parse', ...shared });
        const found = levels[(shared.level ?? 1) - 1];
        if (!found?.valid)
          throw new SyntaxError(found?.message ?? messages[0]?.message ?? 'not a level');
        // The studio need not have it, so its plays are kept here only.
        if (here) setLevel({ ...shared, id: found.id, own: true });
        // One node tells whether anything is left to do.
        const { status } = await think({ call: 'solve', ...shared, nodes: 1, seconds: 1 }).catch(
          () => ({ status: 'limit' }),
        );
        if (here) setDone(status === 'solved-already');
      })
      .catch(
        (error) =>
          here &&
          setProblem(
            t(error instanceof RangeError ? 'share.tooLong' : 'share.bad', { why: error.message }),
          ),
      );
    return () => {
      here = false;
    };
  }, [code]);
  const title = level?.title || t('share.title');
  const edit = useMemo(() => level && href('edit', [], { l: code }), [level]);
  return (
    <>
      <Heading title={title} page={t('pages.play')}>
        <p>{t('share.lead')}</p>
      </Heading>
      {problem && (
        <Note kind="bad" icon="warn" role="alert">
          {problem}
        </Note>
      )}
      {done && (
        <Note icon="help" role="status">
          {t('share.solvedAlready')}
        </Note>
      )}
      {level && (
        <Player
          key={code}
          level={level}
          label={t('board.label', { game: t(`games.${level.game}`), title })}
          everywhere
        />
      )}
      {level && level.game !== 'puzzlescript' && (
        <p>
          <a class="button" href={edit}>
            <Icon name="edit" />
            {t('share.edit')}
          </a>
        </p>
      )}
    </>
  );
}
