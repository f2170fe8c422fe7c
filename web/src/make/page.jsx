// Make: choose a game and a method, watch it work, keep what is good.
import { useEffect } from 'preact/hooks';
import { Thumb } from '../board/thumb.jsx';
import { useKinds } from '../engine/use-kinds.js';
import { gameNames, gameOr, gameTitle, partOf } from '../games.js';
import { go, href } from '../route.js';
import { t } from '../texts.js';
import { Note, Progress, Segments, Shown } from '../ui/controls.jsx';
import { Heading } from '../ui/heading.jsx';
import { MakeForm } from './form.jsx';
import { MadeGallery } from './gallery.jsx';
import { asLevel, runAt } from './runs.js';
import { useGenerate } from './use-generate.js';

/** @param {PageProps} props */
export function MakePage({ route }) {
  const game = gameOr(route.query.game);
  const kind = useKinds()?.get(game);
  // Jobs of the other games are taken up as well, so that the bar can tell of them.
  useEffect(() => gameNames.forEach((name) => runAt(`make.${name}`)), []);
  return (
    <>
      <Heading title={t('make.title')} page={t('pages.make')}>
        <p>
          {t('make.lead')} <a href={href('campaign')}>{t('campaign.open')}</a>
        </p>
      </Heading>
      <Segments
        label={t('make.game')}
        value={game}
        onChange={(value) => go(href('make', [], { game: value }))}
        options={gameNames.map((value) => ({ value, title: gameTitle(value) }))}
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

/** @param {{ kind: Kind }} props */
function Maker({ kind }) {
  const place = `make.${kind.name}`;
  const generate = useGenerate(place);
  const { source, page } = partOf(kind.name);
  const { running, levels, failure } = generate;
  if (kind.generators.length === 0) return <Note>{t('make.noMethods')}</Note>;
  return (
    <div class="split side-first">
      <div class="card stack">
        {kind.from_source && page && (
          <Note kind="info">
            {t('make.sourceHelp', { page: page.title() })}{' '}
            <a href={href(page.name)}>{t('make.sourceOpen')}</a>
          </Note>
        )}
        <MakeForm
          kind={kind}
          place={place}
          running={running}
          failure={failure}
          onStart={async (request, where) =>
            generate.start(source ? { ...request, source: await source() } : request, where)
          }
          onStop={generate.stop}
        />
      </div>
      <div class="stack">
        <RunState run={generate} />
        {levels.length > 0 && <MadeGallery kind={kind} levels={levels} running={running} />}
        {levels.length === 0 && !running && (
          <div class="empty">
            <p>{t('make.empty')}</p>
          </div>
        )}
      </div>
    </div>
  );
}

/** How a run stands, or how it ended. @param {{ run: import('./runs.js').Run }} props */
export function RunState({ run: { running, progress, levels, request, note } }) {
  return (
    <>
      {running && request && (
        <Shown grows>
          <Running progress={progress ?? {}} found={levels.length} request={request} />
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

/** @typedef {object} RunningProps
 * @property {RunProgress} progress
 * @property {number} found
 * @property {import('./runs.js').MakeRequest} request */

/** @param {RunningProps} props */
function Running({ progress, found, request }) {
  const { fraction = null, done = found, rate = 0 } = progress;
  const best = progress.best && asLevel(progress.best, request);
  const state = progress.away ? 'away' : progress.waiting ? 'waiting' : 'running';
  const perSecond = rate >= 10 ? Math.round(rate) : rate.toFixed(1);
  return (
    <section class="card stack" aria-label={t('make.running')}>
      <h2>{t(`make.states.${state}`)}</h2>
      <Progress label={t('make.running')} fraction={fraction} />
      <p class="soft" data-test="rate">
        {t('make.progress', { found: done, total: request.count, rate: perSecond })}
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
