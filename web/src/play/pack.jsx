// One pack: all its levels, or one of them.
import { useState } from 'preact/hooks';
import { Thumb } from '../board/thumb.jsx';
import { loadPack, publishPack, removePack } from '../data/packs.js';
import { messageOf } from '../errors.js';
import { gameTitle } from '../games.js';
import { returns } from '../net/api.js';
import { go, href } from '../route.js';
import { useSignal } from '../signal.js';
import { plural, t } from '../texts.js';
import { Button, Dialog, BandSteps, Note } from '../ui/controls.jsx';
import { ExportButtons } from '../ui/export.jsx';
import { Heading } from '../ui/heading.jsx';
import { Icon } from '../ui/icon.jsx';
import { useLatest } from '../ui/use-latest.js';
import { useLoadEffect } from '../ui/use-load.js';
import { DoneMark, NextLevel } from './lists.jsx';
import { Player } from './player.jsx';
import { ReportButton } from './report-button.jsx';

/** @param {string} where @param {string} id */
function usePack(where, id) {
  const [pack, setPack] = useState(/** @type {(Pack & { for: string }) | null} */ (null));
  const [problem, setProblem] = useState('');
  const back = useSignal(returns);
  const key = `${where}/${id}`;
  const packNow = useLatest(pack);
  useLoadEffect(
    (isHere) => {
      // What is here is not taken away from under somebody who plays it.
      if (packNow.current?.for === key) return;
      setProblem('');
      loadPack(where, id).then(
        (found) => isHere() && setPack({ ...found, for: key }),
        (error) => isHere() && setProblem(messageOf(error)),
      );
    },
    [where, id, key, back, packNow],
  );
  // Not for a moment the pack of another address.
  return { pack: pack?.for === key ? pack : null, problem };
}

/** @param {{ where: string, id: string, number: number }} props number: 0 for all of them */
export function PackPage({ where, id, number }) {
  const { pack, problem } = usePack(where, id);
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
  if (!pack) {
    return (
      <Heading title={t('packs.title')}>
        <p>{t('ui.loading')}</p>
      </Heading>
    );
  }
  if (!number || !pack.levels[number - 1]) return <PackGallery pack={pack} where={where} />;
  return <PackLevel pack={pack} where={where} number={number} />;
}

/** A level's own name, where it is more than its number.
 * @param {Level} level @param {number} number */
const ownTitle = ({ title }, number) => (title && title !== String(number) ? ` · ${title}` : '');

/** @param {{ pack: Pack, where: string, number: number }} props */
function PackLevel({ pack, where, number }) {
  const total = pack.levels.length;
  const level = pack.levels[number - 1];
  const all = href('play', ['pack', where, pack.id]);
  const at = (/** @type {number} */ n) => href('play', ['pack', where, pack.id, n]);
  const title = t('packs.level', { pack: pack.title, n: number });
  return (
    <>
      <Heading title={title} page={t('pages.play')}>
        <p>
          {t('packs.of', { n: number, total })}
          {ownTitle(level, number)}
        </p>
      </Heading>
      <nav class="row" aria-label={t('packs.around')}>
        <a class="button small" href={all}>
          <Icon name="list" />
          {t('packs.all')}
        </a>
        {number > 1 && (
          <a class="button small" href={at(number - 1)}>
            <Icon name="prev" />
            {t('packs.prev')}
          </a>
        )}
        {number < total && <NextLevel at={at(number + 1)} />}
      </nav>
      <Player
        key={`${where}/${pack.id}/${number}`}
        level={level}
        label={t('board.label', { game: gameTitle(pack.game), title })}
        next={number < total ? { href: at(number + 1) } : { href: all, title: t('packs.all') }}
        everywhere
      />
    </>
  );
}

/** @param {{ pack: Pack, where: string }} props */
function PackGallery({ pack, where }) {
  return (
    <>
      <Heading title={pack.title} page={t('packs.title')}>
        <p>
          {gameTitle(pack.game)} · {plural('packs.levels', pack.levels.length)}
        </p>
      </Heading>
      <PackTools pack={pack} where={where} />
      <ul class="gallery">
        {pack.levels.map((level, i) => (
          <li key={level.id ?? i}>
            <PackTile level={level} number={i + 1} at={['pack', where, pack.id, i + 1]} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** @param {{ level: Level, number: number, at: (string | number)[] }} props */
function PackTile({ level, number, at }) {
  return (
    <a class="tile" href={href('play', at)}>
      <Thumb level={level} />
      <span class="name">
        {t('packs.number', { n: number })}
        {ownTitle(level, number)}
      </span>
      {level.percent != null && <BandSteps percent={level.percent} band={level.band} />}
      {level.best?.moves != null && (
        <span class="soft small">{plural('packs.bestMoves', level.best.moves)}</span>
      )}
      <span class="done">
        <DoneMark id={level.id} />
      </span>
    </a>
  );
}

/** @param {{ pack: Pack, where: string }} props */
function PackTools({ pack, where }) {
  const [said, setSaid] = useState(
    /** @type {{ kind: import('../ui/controls.jsx').NoteKind, text: string } | null} */ (null),
  );
  const [asking, setAsking] = useState(false);
  const publish = () =>
    publishPack(pack).then(
      ({ inserted: n, duplicates }) =>
        setSaid({ kind: 'good', text: t('packs.published', { n, duplicates }) }),
      (error) => setSaid({ kind: 'bad', text: messageOf(error) }),
    );
  return (
    <>
      <div class="row">
        <ExportButtons
          game={pack.game}
          levels={pack.levels}
          title={pack.title}
          source={pack.levels[0]?.source}
        />
        {where === 'server' && <ReportButton thing="pack" id={pack.id} />}
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
      {asking && <RemoveDialog pack={pack} onClose={() => setAsking(false)} />}
      {said && (
        <Note kind={said.kind} role="status">
          {said.text}
        </Note>
      )}
    </>
  );
}

/** @param {{ pack: Pack, onClose: () => void }} props */
function RemoveDialog({ pack, onClose }) {
  const remove = () => {
    removePack(pack.id);
    go(href('play'));
  };
  return (
    <Dialog title={t('packs.removeAsk', { pack: pack.title })} onClose={onClose}>
      <p>{plural('packs.removeWhy', pack.levels.length)}</p>
      <div class="row">
        <Button label={t('ui.cancel')} kind="main" onClick={onClose} />
        <Button label={t('packs.removeYes')} icon="clear" onClick={remove} />
      </div>
    </Dialog>
  );
}
