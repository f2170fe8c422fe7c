// Lists beside the board: packs and the archive of daily levels.
import { useState } from 'preact/hooks';
import { today } from '../data/daily.js';
import { listPacks, ownPacks } from '../data/packs.js';
import { progress } from '../data/progress.js';
import { messageOf, statusOf } from '../errors.js';
import { api, query, returns, server } from '../net/api.js';
import { go, href } from '../route.js';
import { useSignal } from '../signal.js';
import { plural, t } from '../texts.js';
import { Button } from '../ui/controls.jsx';
import { Icon } from '../ui/icon.jsx';
import { useLoadEffect } from '../ui/use-load.js';

/** @param {{ game: string }} props */
export function PacksPanel({ game }) {
  const own = useSignal(ownPacks);
  const back = useSignal(returns);
  const [packs, setPacks] = useState(/** @type {import('../data/packs.js').PackHead[]} */ ([]));
  useLoadEffect(
    (isHere) => listPacks(game).then((found) => isHere() && setPacks(found)),
    [game, own, back],
  );
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

/** @typedef {{ game: string, band: string, current: string }} ArchiveProps */

/** @param {ArchiveProps} props */
export function ArchivePanel({ game, band, current }) {
  const where = useSignal(server);
  const back = useSignal(returns);
  const [archive, setArchive] = useState(/** @type {ServerArchive | null} */ (null));
  const [page, setPage] = useState(1);
  useLoadEffect(
    (isHere) =>
      api('GET', `/daily/archive${query({ game, band, page, per_page: PAGE })}`).then(
        (found) => isHere() && setArchive(found),
        () => isHere() && setArchive(null),
      ),
    [game, band, page, back],
  );
  if (where === 'away' || !archive) return null;
  return (
    <section class="card stack tight">
      <h2>{t('archive.title')}</h2>
      <ul class="list">
        {archive.days.map((day) => (
          <li key={day.date}>
            <a
              href={href('play', ['daily', game, band], { date: day.date })}
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
      <JumpForm game={game} band={band}>
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
      </JumpForm>
      <p class="soft small">{t('archive.zone')}</p>
    </section>
  );
}

/** To a day by its number. @param {{ game: string, band: string,
 *   children: import('preact').ComponentChildren }} props */
function JumpForm({ game, band, children }) {
  const [number, setNumber] = useState('');
  const [problem, setProblem] = useState('');
  /** @param {SubmitEvent} event */
  const jump = async (event) => {
    event.preventDefault();
    try {
      /** @type {ServerDaily} */
      const found = await api('GET', `/daily${query({ game, band, number })}`);
      setProblem('');
      go(href('play', ['daily', game, band], { date: found.date }));
    } catch (error) {
      setProblem(statusOf(error) === 404 ? t('archive.noNumber') : messageOf(error));
    }
  };
  return (
    <>
      <form class="row" onSubmit={jump}>
        {children}
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
    </>
  );
}

/** A tick with words for what this browser has solved. @param {{ id?: string }} props */
export function DoneMark({ id }) {
  const entry = useSignal(progress)[id ?? ''];
  if (!entry?.solved) return null;
  return (
    <span class="pill good">
      <Icon name="check" />
      {t('play.solved')}
    </span>
  );
}

/** The way to the next level of a list. @param {{ at: string }} props */
export function NextLevel({ at }) {
  return (
    <a class="button small" href={at}>
      {t('packs.next')}
      <Icon name="next" />
    </a>
  );
}
