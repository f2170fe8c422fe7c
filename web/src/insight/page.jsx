// Insight: what the store knows, as charts.
import { useMemo, useState } from 'preact/hooks';
import { firstGame, gameNames, gameOr, gameTitle } from '../games.js';
import { api, query, returns } from '../net/api.js';
import { go, href } from '../route.js';
import { useSignal } from '../signal.js';
import { plural, t, titleOf } from '../texts.js';
import { Note, Segments } from '../ui/controls.jsx';
import { Heading } from '../ui/heading.jsx';
import { useLoadEffect } from '../ui/use-load.js';
import { Bars, Chart } from './chart.jsx';
import { calibrationData, dayData, percentileRows, methodRows, playedRows } from './shape.js';
import { Figure, Yourself } from './yourself.jsx';

/** @typedef {import('./shape.js').Insight} Insight */
/** @typedef {import('./shape.js').Tables} TablesOf */

/** @param {string} game */
function useInsight(game) {
  const [known, setKnown] = useState(/** @type {Insight | null} */ (null));
  const [tables, setTables] = useState(/** @type {TablesOf | null} */ (null));
  const [away, setAway] = useState(false);
  const back = useSignal(returns);
  useLoadEffect(
    (isHere) => {
      api('GET', `/insight${query({ game })}`).then(
        (found) => isHere() && (setKnown(found), setAway(false)),
        () => isHere() && setAway(true),
      );
      api('GET', '/reports/tables').then(
        (found) => isHere() && setTables(found),
        () => {},
      );
    },
    [game, back],
  );
  return { known, tables, away };
}

/** @param {PageProps} props */
export function InsightPage({ route }) {
  const game = gameOr(route.query.game);
  const { known, tables, away } = useInsight(game);
  return (
    <>
      <Heading title={t('insight.title')} page={t('pages.insight')}>
        <p>{t('insight.lead')}</p>
      </Heading>
      {away && (
        <Note icon="offline" role="status">
          {t('insight.away')}
        </Note>
      )}
      {known && <Totals totals={known.totals ?? {}} />}
      {known && <Days days={known.days} />}
      {known && (
        <section class="stack">
          <div class="row between">
            <h2>{t('insight.oneGame')}</h2>
            <Segments
              label={t('play.games')}
              value={game}
              onChange={(value) => go(href('insight', [], { game: value }))}
              options={gameNames.map((value) => ({ value, title: gameTitle(value) }))}
            />
          </div>
          <OneGame known={known} game={game} />
        </section>
      )}
      {tables && <Tables tables={tables} />}
      <Yourself />
    </>
  );
}

/** @typedef {object} PanelProps
 * @property {string} title
 * @property {string} [help]
 * @property {boolean} empty
 * @property {string} none why it is empty
 * @property {{ href: string, title: string }} [next] what fills it
 * @property {import('preact').ComponentChildren} children */

/** @param {PanelProps} props */
function Panel({ title, help, empty, none, next, children }) {
  return (
    <section class="card stack">
      <h2>{title}</h2>
      {empty && <p class="soft">{none}</p>}
      {empty && next && (
        <p>
          <a class="button small" href={next.href}>
            {next.title}
          </a>
        </p>
      )}
      {!empty && children}
      {help && !empty && <p class="soft small">{help}</p>}
    </section>
  );
}

/** @param {string} game */
const toPlay = (game) => ({
  href: href('play', ['daily', game, 'easy']),
  title: t('insight.toPlay'),
});
/** @param {string} game */
const toMake = (game) => ({ href: href('make', [], { game }), title: t('insight.toMake') });

const TOTALS = ['levels', 'players', 'plays', 'wins', 'events', 'ratings', 'comparisons'];

/** @param {{ totals: Record<string, number | undefined> }} props */
function Totals({ totals }) {
  const { plays = 0, wins } = totals;
  return (
    <section class="stack tight">
      <h2>{t('insight.whole')}</h2>
      <div class="figures">
        {TOTALS.map((name) => {
          const value = totals[name];
          const title = t(`insight.totals.${name}`);
          return value == null ? null : <Figure key={name} value={value} title={title} />;
        })}
        {plays > 0 && wins != null && (
          <Figure value={`${Math.round((100 * wins) / plays)} %`} title={t('insight.completion')} />
        )}
      </div>
    </section>
  );
}

/** @param {{ days: Insight['days'] }} props */
function Days({ days }) {
  const data = useMemo(() => dayData(days), [days]);
  return (
    <Panel
      title={t('insight.overDays')}
      empty={data[0].length === 0}
      none={t('insight.none.plays')}
      next={toPlay(firstGame)}
    >
      <Chart
        title={t('insight.overDays')}
        x={t('insight.day')}
        time
        series={['plays', 'wins'].map((name) => ({ title: t(`insight.totals.${name}`) }))}
        data={data}
      />
    </Panel>
  );
}

/** @param {{ known: Insight, game: string }} props */
function OneGame({ known, game }) {
  /** @param {{ title: string, value: number }} row */
  const named = (row) => ({ ...row, title: titleOf('methods', row.title, game) });
  const methods = methodRows(known.levels).map(named);
  const played = playedRows(known.levels).map(named);
  return (
    <div class="split even">
      <Panel
        title={t('insight.byMethod')}
        empty={methods.length === 0}
        none={t('insight.none.levels')}
        next={toMake(game)}
      >
        <Bars rows={methods} />
      </Panel>
      <Panel
        title={t('insight.byPlays')}
        empty={played.every((row) => row.value === 0)}
        none={t('insight.none.wins')}
        next={toPlay(game)}
        help={t('insight.byPlaysHelp')}
      >
        <Bars rows={played} unit="%" />
      </Panel>
      <Predictions known={known} game={game} />
      <Opinions known={known} game={game} />
    </div>
  );
}

/** How hard players say that levels are. @param {{ known: Insight, game: string }} props */
function Opinions({ known, game }) {
  const row = (known.ratings ?? []).find((one) => one.game === game);
  return (
    <Panel
      title={t('insight.said')}
      empty={!row}
      none={t('insight.none.said')}
      next={toPlay(game)}
      help={t('insight.saidHelp')}
    >
      <div class="figures">
        <Figure value={(row?.mean ?? 0).toFixed(1)} title={t('insight.saidMean')} />
        <Figure value={row?.ratings ?? 0} title={t('insight.totals.ratings')} />
      </div>
    </Panel>
  );
}

/** Predictions and what became of them. @param {{ known: Insight, game: string }} props */
function Predictions({ known, game }) {
  const calibration = useMemo(() => calibrationData(known.calibration), [known]);
  const tenths = percentileRows(known.levels);
  // A game that nobody measured has no rating for people, however much is played.
  const calibrated = known.calibrated === true;
  /** @param {string} name */
  const none = (name) => t(calibrated ? `insight.none.${name}` : 'edit.uncalibrated');
  return (
    <>
      <Panel
        title={t('insight.byPercentile')}
        empty={tenths.every((row) => row.value === 0)}
        none={none('ratings')}
        next={calibrated ? toMake(game) : undefined}
      >
        <Bars rows={tenths} />
      </Panel>
      <Panel
        title={t('insight.calibration')}
        help={t('insight.calibrationHelp')}
        empty={calibration[0].length === 0}
        none={none('calibration')}
        next={calibrated ? toPlay(game) : undefined}
      >
        <Chart
          title={t('insight.calibration')}
          x={t('insight.predicted')}
          series={[{ title: t('insight.observed'), points: true }]}
          data={calibration}
        />
      </Panel>
    </>
  );
}

/** @param {{ tables: TablesOf }} props */
function Tables({ tables }) {
  return (
    <div class="split even">
      <Panel
        title={t('insight.sessions')}
        empty={tables.sessions.length === 0}
        none={t('insight.none.plays')}
      >
        <Bars
          rows={tables.sessions.map((row) => ({
            title: plural('insight.visits', row.sessions),
            value: row.users,
          }))}
        />
      </Panel>
      <Panel
        title={t('insight.sets')}
        empty={tables.sets.length === 0}
        none={t('insight.none.sets')}
      >
        <SetsTable sets={tables.sets} />
      </Panel>
    </div>
  );
}

const COLUMNS = /** @type {const} */ (['users', 'attempted', 'restarted', 'solved', 'quit']);

/** @param {{ sets: TablesOf['sets'] }} props */
function SetsTable({ sets }) {
  return (
    <div class="tablewrap" tabIndex={0} role="region" aria-label={t('insight.sets')}>
      <table>
        <thead>
          <tr>
            <th>{t('insight.set')}</th>
            {[...COLUMNS, 'time'].map((name) => (
              <th key={name} class="num">
                {t(`insight.columns.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sets.map((row) => (
            <tr key={row.set}>
              <td>{row.title}</td>
              {COLUMNS.map((name) => (
                <td key={name} class="num">
                  {row[name]}
                </td>
              ))}
              <td class="num">{Math.round(row.time_s / 60)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
