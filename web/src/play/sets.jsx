// The level sets: a notice and a start button, the sets in this player's order, one set, one
// level of it.
import { useCallback, useState } from 'preact/hooks';
import { Thumb } from '../board/thumb.jsx';
import { progress } from '../data/progress.js';
import { hasSets, loadSetLevels, loadSets } from '../data/sets.js';
import { messageOf } from '../errors.js';
import { gameTitle } from '../games.js';
import { returns } from '../net/api.js';
import { href } from '../route.js';
import { useSignal } from '../signal.js';
import { plural, t } from '../texts.js';
import { Button, Note } from '../ui/controls.jsx';
import { Heading } from '../ui/heading.jsx';
import { Icon } from '../ui/icon.jsx';
import { useKept } from '../ui/use-kept.js';
import { useLoadEffect } from '../ui/use-load.js';
import { DoneMark, NextLevel } from './lists.jsx';
import { Player } from './player.jsx';

/** @typedef {import('../data/sets.js').SetHead} SetHead */
/** @typedef {import('../data/sets.js').SetList} SetList */

/** What the n-th set is called, by its place. @param {SetHead[]} sets @param {number} at */
function setName(sets, at) {
  if (sets[at].easy) return t('sets.easy');
  return t('sets.nth', { n: at + 1 - sets.filter((set) => set.easy).length });
}

/** @template T @param {() => Promise<T> | null} load null: not yet; the same until it changes
 * @returns {{ found: T | null, problem: string }} */
function useFound(load) {
  const [found, setFound] = useState(/** @type {any} */ (null));
  const [problem, setProblem] = useState('');
  const back = useSignal(returns);
  useLoadEffect(
    (isHere) => {
      load()?.then(
        (/** @type {any} */ one) => isHere() && (setFound(one), setProblem('')),
        (/** @type {unknown} */ error) => isHere() && setProblem(messageOf(error)),
      );
    },
    [load, back],
  );
  return { found, problem };
}

/** @param {{ game: string, id?: string, number: number }} props */
export function SetsPage({ game, id, number }) {
  const [{ started }, keep] = useKept('sets', { started: false });
  const { found, problem } = useFound(
    useCallback(() => (started ? loadSets(game) : null), [game, started]),
  );
  const at = found?.sets.findIndex((/** @type {SetHead} */ set) => set.id === id) ?? -1;
  if (!started) return <Notice game={game} onStart={() => keep({ started: true })} />;
  if (problem || !found) return <Waiting problem={problem} />;
  if (at < 0) return <SetList game={game} list={found} />;
  const name = setName(found.sets, at);
  return <OneSet key={id} game={game} id={found.sets[at].id} name={name} number={number} />;
}

/** @param {{ problem: string }} props */
function Waiting({ problem }) {
  return (
    <>
      <Heading title={t('sets.title')} />
      {problem ? (
        <Note kind="bad" icon="warn" role="alert">
          {problem}
        </Note>
      ) : (
        <p class="soft" aria-busy="true">
          {t('ui.loading')}
        </p>
      )}
    </>
  );
}

/** @param {{ game: string, onStart: () => void }} props */
function Notice({ game, onStart }) {
  return (
    <>
      <Heading title={t('sets.title')} page={t('pages.play')}>
        <p>{t('sets.lead', { game: gameTitle(game) })}</p>
      </Heading>
      <section class="card stack">
        <p>{t('sets.how')}</p>
        <Note icon="help">{t('sets.notice')}</Note>
        <div class="row">
          <Button label={t('sets.start')} icon="play" kind="main" onClick={onStart} />
        </div>
      </section>
    </>
  );
}

/** @param {{ game: string, list: SetList }} props */
function SetList({ game, list }) {
  return (
    <>
      <Heading title={t('sets.title')} page={t('pages.play')}>
        <p>{t('sets.order')}</p>
      </Heading>
      <ul class="list card">
        {list.sets.map((set, at) => (
          <li key={set.id}>
            <a href={href('play', ['sets', game, set.id])} data-test="set">
              <span>{setName(list.sets, at)}</span>
              <span class="pill">{plural('packs.levels', set.n_levels)}</span>
            </a>
          </li>
        ))}
      </ul>
      {list.authors.length > 0 && (
        <p class="soft small">{t('sets.credit', { authors: list.authors.join(', ') })}</p>
      )}
    </>
  );
}

/** @param {{ game: string, id: string, name: string, number: number }} props */
function OneSet({ game, id, name, number }) {
  const { found: levels, problem } = useFound(useCallback(() => loadSetLevels(id), [id]));
  if (problem || !levels) return <Waiting problem={problem} />;
  const level = levels[number - 1];
  if (level) return <SetLevel {...{ game, id, name, number, level }} total={levels.length} />;
  return <SetGallery {...{ game, id, name, levels }} />;
}

/** @param {{ game: string, id: string, name: string, levels: Level[] }} props */
function SetGallery({ game, id, name, levels }) {
  const known = useSignal(progress);
  const solved = levels.filter((level) => known[level.id ?? '']?.solved).length;
  return (
    <>
      <Heading title={name} page={t('sets.title')}>
        <p>{t('sets.solved', { n: solved, total: levels.length })}</p>
      </Heading>
      <p>
        <AllSets game={game} />
      </p>
      <ul class="gallery">
        {levels.map((level, i) => (
          <li key={level.id ?? i}>
            <a class="tile" href={href('play', ['sets', game, id, i + 1])}>
              <Thumb level={level} />
              <span class="name">{t('packs.number', { n: i + 1 })}</span>
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

/** @param {{ game: string }} props */
const AllSets = ({ game }) => (
  <a class="button small" href={href('play', ['sets', game])}>
    <Icon name="list" />
    {t('sets.all')}
  </a>
);

/** @typedef {object} SetLevelProps
 * @property {string} game
 * @property {string} id
 * @property {string} name
 * @property {number} number
 * @property {Level} level
 * @property {number} total */

/** @param {SetLevelProps} props */
function SetLevel({ game, id, name, number, level, total }) {
  const all = href('play', ['sets', game, id]);
  const at = (/** @type {number} */ n) => href('play', ['sets', game, id, n]);
  const title = t('packs.level', { pack: name, n: number });
  return (
    <>
      <Heading title={title} page={t('sets.title')}>
        <p>{t('packs.of', { n: number, total })}</p>
      </Heading>
      <nav class="row" aria-label={t('packs.around')}>
        <AllSets game={game} />
        <a class="button small" href={all}>
          {t('sets.thisSet')}
        </a>
        {number < total && <NextLevel at={at(number + 1)} />}
      </nav>
      <Player
        key={`${id}/${number}`}
        level={level}
        label={t('board.label', { game: gameTitle(game), title })}
        next={number < total ? { href: at(number + 1) } : { href: all, title: t('sets.thisSet') }}
        asks={false}
        everywhere
      />
    </>
  );
}

/** The way to the sets, where the studio has some. @param {{ game: string }} props */
export function SetsPanel({ game }) {
  const { found } = useFound(useCallback(() => hasSets(game), [game]));
  if (!found) return null;
  return (
    <section class="card stack tight">
      <h2>{t('sets.title')}</h2>
      <p class="soft small">{t('sets.teaser')}</p>
      <p>
        <a class="button small" href={href('play', ['sets', game])}>
          <Icon name="play" />
          {t('sets.open')}
        </a>
      </p>
    </section>
  );
}
