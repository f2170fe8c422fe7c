// Make: choose a game and a method, watch it work, keep what is good.
import { useEffect, useState } from 'preact/hooks';
import { Thumb } from '../board/thumb.jsx';
import { exampleScript } from '../data/starter.js';
import { useKinds } from '../engine/use-kinds.js';
import { gameNames } from '../games.js';
import { go, href } from '../route.js';
import { load } from '../storage.js';
import { t } from '../texts.js';
import { Note, Progress, Segments, Shown } from '../ui/controls.jsx';
import { Heading } from '../ui/heading.jsx';
import { MakeForm } from './form.jsx';
import { MadeGallery } from './gallery.jsx';
import { asLevel, runAt } from './runs.js';
import { useGenerate } from './use-generate.js';

/** @param {{ route: import('../route.js').Route }} props */
export function MakePage({ route }) {
  const kinds = useKinds();
  const game = gameNames.includes(route.query.game) ? route.query.game : 'sokoban';
  const kind = kinds?.get(game);
  // Jobs of the other games are taken up as well, so that the bar can tell of them.
  useEffect(() => gameNames.forEach((name) => runAt(`make.${name}`)), []);
  return (
    <>
      <Heading title={t('make.title')} page={t('pages.make')}>
        <p>{t('make.lead')}</p>
      </Heading>
      <Segments
        label={t('make.game')}
        value={game}
        onChange={(value) => go(href('make', [], { game: value }))}
        options={gameNames.map((value) => ({ value, title: t(`games.${value}`) }))}
      />
      {kind ? (
        <Maker key={game} kind={kind} />
      ) : (
        <p class="soft" aria-busy="true">
          {t('ui.loading')}
        </p>
      )}
    </>
  );
}

function Maker({ kind }) {
  const generate = useGenerate(`make.${kind.name}`);
  const [source] = useState(() => (kind.from_source ? load('script', null) : null));
  const start = async (request, where) => {
    const full = kind.from_source
      ? { ...request, source: source ?? (await exampleScript()) }
      : request;
    return generate.start(full, where);
  };
  const { running, levels, failure } = generate;
  return (
    <div class="split side-first">
      <div class="card stack">
        {kind.from_source && (
          <Note kind="info">
            {t('make.sourceHelp')} <a href={href('script')}>{t('make.sourceOpen')}</a>
          </Note>
        )}
        <MakeForm
          kind={kind}
          place={`make.${kind.name}`}
          running={running}
          failure={failure}
          onStart={start}
          onStop={generate.stop}
        />
      </div>
      <div class="stack">
        <RunState run={generate} />
        {levels.length > 0 ? (
          <MadeGallery kind={kind} levels={levels} running={running} />
        ) : (
          !running && (
            <div class="empty">
              <p>{t('make.empty')}</p>
            </div>
          )
        )}
      </div>
    </div>
  );
}

/** How a run stands, or how it ended. @param {{ run: import('./runs.js').Run }} props */
export function RunState({ run: { running, progress, levels, request, note } }) {
  return (
    <>
      {running && (
        <Shown grows>
          <Running progress={progress} found={levels.length} request={request} />
        </Shown>
      )}
      {note && (
        <Shown key={note.text} still={note.old}>
          <Note kind={note.kind} role="status">
            <span data-test="made">{note.text}</span>
          </Note>
        </Shown>
      )}
    </>
  );
}

function Running({ progress, found, request }) {
  const best = progress?.best && asLevel(progress.best, request);
  const rate = progress?.rate ?? 0;
  return (
    <section class="card stack" aria-label={t('make.running')}>
      <h2>
        {t(
          progress?.away ? 'make.awayJob' : progress?.waiting ? 'make.waitingJob' : 'make.running',
        )}
      </h2>
      <Progress label={t('make.running')} fraction={progress?.fraction ?? null} />
      <p class="soft" data-test="rate">
        {t('make.progress', {
          found: progress?.done ?? found,
          total: request.count,
          rate: rate >= 10 ? Math.round(rate) : rate.toFixed(1),
        })}
      </p>
      {best && (
        <figure class="stack tight">
          <Thumb level={best} />
          <figcaption class="soft small">{t('make.bestSoFar')}</figcaption>
        </figure>
      )}
    </section>
  );
}
