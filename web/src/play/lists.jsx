// Lists beside the board: packs and the archive of daily levels.
import { useEffect, useState } from 'preact/hooks';
import { Thumb } from '../board/thumb.jsx';
import { today } from '../data/daily.js';
import { listPacks, ownPacks, publishPack, removePack } from '../data/packs.js';
import { progress } from '../data/progress.js';
import { api, query, returns, server } from '../net/api.js';
import { go, href } from '../route.js';
import { useSignal } from '../signal.js';
import { plural, t } from '../texts.js';
import { Button, Dialog, Difficulty, Note } from '../ui/controls.jsx';
import { ExportButtons } from '../ui/export.jsx';
import { Heading } from '../ui/heading.jsx';
import { Icon } from '../ui/icon.jsx';

export function PacksPanel({ game }) {
  const own = useSignal(ownPacks);
  const [packs, setPacks] = useState([]);
  const back = useSignal(returns);
  useEffect(() => {
    let here = true;
    listPacks(game).then((found) => here && setPacks(found));
    return () => {
      here = false;
    };
  }, [game, own, back]);
  return (
    <section class="card stack tight">
      <h2>{t('packs.title')}</h2>
      <ul class="list">
        {packs.map((pack) => (
          <li key={`${pack.where}/${pack.id}`}>
            <a href={href('play', ['pack', pack.where, pack.id])}>
              <span>{pack.title}</span>
              <span class="pill">{plural('packs.levels', pack.n)}</span>
            </a>
          </li>
        ))}
      </ul>
      <p class="soft small">
        {t('packs.more')} <a href={href('make', [], { game })}>{t('packs.make')}</a>
      </p>
    </section>
  );
}

const PAGE = 14;

export function ArchivePanel({ game, difficulty, current }) {
  const where = useSignal(server);
  const [archive, setArchive] = useState(null);
  const [page, setPage] = useState(1);
  const [number, setNumber] = useState('');
  const [problem, setProblem] = useState('');
  const back = useSignal(returns);
  useEffect(() => {
    let here = true;
    api('GET', `/daily/archive${query({ game, difficulty, page, per_page: PAGE })}`).then(
      (found) => here && setArchive(found),
      () => here && setArchive(null),
    );
    return () => {
      here = false;
    };
  }, [game, difficulty, page, back]);
  if (where === 'away' || !archive) return null;
  const jump = async (event) => {
    event.preventDefault();
    try {
      const found = await api('GET', `/daily${query({ game, difficulty, number })}`);
      setProblem('');
      go(href('play', ['daily', game, difficulty], { date: found.date }));
    } catch (error) {
      setProblem(error.status === 404 ? t('archive.noNumber') : error.message);
    }
  };
  return (
    <section class="card stack tight">
      <h2>{t('archive.title')}</h2>
      <ul class="list">
        {archive.days.map((day) => (
          <li key={day.date}>
            <a
              href={href('play', ['daily', game, difficulty], { date: day.date })}
              aria-current={day.date === current ? 'true' : undefined}
            >
              <span>{day.date === today() ? t('archive.today') : day.date}</span>
              <span class="row">
                <DoneMark id={day.level} />
                <span class="pill">{t('daily.number', { number: day.number })}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
      <form class="row" onSubmit={jump}>
        <Button
          label={t('archive.newer')}
          icon="prev"
          bare
          kind="small"
          disabled={page <= 1}
          onClick={() => setPage(page - 1)}
        />
        <Button
          label={t('archive.older')}
          icon="next"
          bare
          kind="small"
          disabled={page * PAGE >= archive.total}
          onClick={() => setPage(page + 1)}
        />
        <label class="row small">
          {t('archive.byNumber')}
          <input
            class="input"
            type="number"
            min="1"
            value={number}
            onInput={(event) => setNumber(event.currentTarget.value)}
            style={{ width: '6rem', minHeight: '2.25rem' }}
          />
        </label>
        <button class="button small" disabled={!number}>
          {t('archive.go')}
        </button>
      </form>
      {problem && (
        <p class="pill bad" role="alert">
          {problem}
        </p>
      )}
      <p class="soft small">{t('archive.zone')}</p>
    </section>
  );
}

/** A tick with words for what this browser has solved. */
export function DoneMark({ id }) {
  const entry = useSignal(progress)[id];
  return entry?.solved ? (
    <span class="pill good">
      <Icon name="check" />
      {t('play.solved')}
    </span>
  ) : null;
}

export function PackGallery({ pack, where }) {
  const [said, setSaid] = useState(null);
  const publish = () =>
    publishPack(pack).then(
      (made) =>
        setSaid({
          kind: 'good',
          text: t('packs.published', { n: made.inserted, duplicates: made.duplicates }),
        }),
      (error) => setSaid({ kind: 'bad', text: error.message }),
    );
  const [asking, setAsking] = useState(false);
  const remove = () => {
    removePack(pack.id);
    go(href('play'));
  };
  return (
    <>
      <Heading title={pack.title} page={t('packs.title')}>
        <p>
          {t(`games.${pack.game}`)} · {plural('packs.levels', pack.levels.length)}
        </p>
      </Heading>
      <div class="row">
        <ExportButtons
          game={pack.game}
          levels={pack.levels}
          title={pack.title}
          source={pack.levels[0]?.source}
        />
        {where === 'own' && <Button label={t('packs.publish')} icon="share" onClick={publish} />}
        {where === 'own' && (
          <Button
            label={t('packs.remove')}
            icon="clear"
            kind="quiet"
            onClick={() => setAsking(true)}
          />
        )}
      </div>
      {asking && (
        <Dialog title={t('packs.removeAsk', { pack: pack.title })} onClose={() => setAsking(false)}>
          <p>{t('packs.removeWhy', { n: pack.levels.length })}</p>
          <div class="row">
            <Button label={t('ui.cancel')} kind="main" onClick={() => setAsking(false)} />
            <Button label={t('packs.removeYes')} icon="clear" onClick={remove} />
          </div>
        </Dialog>
      )}
      {said && (
        <Note kind={said.kind} role="status">
          {said.text}
        </Note>
      )}
      <ul class="gallery">
        {pack.levels.map((level, i) => (
          <li key={level.id ?? i}>
            <a class="tile" href={href('play', ['pack', where, pack.id, i + 1])}>
              <Thumb level={level} />
              <span class="name">
                {t('packs.number', { n: i + 1 })}
                {level.title && level.title !== String(i + 1) ? ` · ${level.title}` : ''}
              </span>
              {level.percent != null && <Difficulty percent={level.percent} />}
              {level.best?.moves != null && (
                <span class="soft small">{plural('packs.bestMoves', level.best.moves)}</span>
              )}
              <span class="done">
                <DoneMark id={level.id} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
