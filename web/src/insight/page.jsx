// Insight: what the store knows, as charts.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { noteRemote, progress } from '../data/progress.js';
import { ownPacks } from '../data/packs.js';
import { gameNames } from '../games.js';
import { api, query, returns } from '../net/api.js';
import { becomePlayer, ownKey } from '../net/player.js';
import { go, href } from '../route.js';
import { useSignal } from '../signal.js';
import { number, plural, t } from '../texts.js';
import { Button, Field, Note, Segments } from '../ui/controls.jsx';
import { copyText } from '../ui/copy.js';
import { Heading } from '../ui/heading.jsx';
import { Bars, Chart } from './chart.jsx';
import { methodTitle } from '../make/options.js';
import { calibrationData, dayData, difficultyRows, methodRows, playedRows } from './shape.js';

/** @param {{ route: import('../route.js').Route }} props */
export function InsightPage({ route }) {
  const game = gameNames.includes(route.query.game) ? route.query.game : 'sokoban';
  const [known, setKnown] = useState(null);
  const [tables, setTables] = useState(null);
  const [away, setAway] = useState(false);
  const back = useSignal(returns);
  useEffect(() => {
    let here = true;
    api('GET', `/insight${query({ game })}`).then(
      (found) => here && (setKnown(found), setAway(false)),
      () => here && setAway(true),
    );
    api('GET', '/reports/tables').then(
      (found) => here && setTables(found),
      () => {},
    );
    return () => {
      here = false;
    };
  }, [game, back]);
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
              options={gameNames.map((value) => ({ value, title: t(`games.${value}`) }))}
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

function Figure({ value, title }) {
  return (
    <div class="card">
      <b>{typeof value === 'number' ? number(value) : value}</b>
      <span class="soft small">{title}</span>
    </div>
  );
}

function Yourself() {
  const solved = Object.values(useSignal(progress)).filter((entry) => entry.solved).length;
  const levels = useSignal(ownPacks).reduce((sum, pack) => sum + pack.levels.length, 0);
  return (
    <section class="stack">
      <h2>{t('insight.yourself')}</h2>
      <div class="figures">
        <Figure value={solved} title={t('insight.yourSolved')} />
        <Figure value={levels} title={t('insight.yourKept')} />
      </div>
      <OtherDevice />
    </section>
  );
}

/** The same player in another browser: the key is carried by the person. */
function OtherDevice() {
  const [key, setKey] = useState('');
  const [said, setSaid] = useState(null);
  const own = ownKey();
  const take = async (event) => {
    event.preventDefault();
    try {
      const me = await becomePlayer(key.trim());
      noteRemote(me);
      setKey('');
      setSaid({
        kind: 'good',
        text: t('insight.keyTaken', { n: me.levels.filter((one) => one.solved).length }),
      });
    } catch (error) {
      setSaid({
        kind: 'bad',
        text: error.status === 401 ? t('insight.keyUnknown') : error.message,
      });
    }
  };
  const copy = () =>
    copyText(own).then(
      () => setSaid({ kind: 'good', text: t('insight.keyCopied') }),
      () => setKey(own),
    );
  return (
    <details class="card flat">
      <summary>
        <h3 class="inline">{t('insight.device')}</h3>
      </summary>
      <div class="stack tight">
        <p class="soft small">{t('insight.deviceHelp')}</p>
        <form class="row end" onSubmit={take}>
          <Field label={t('insight.key')}>
            {(field) => (
              <input
                {...field}
                value={key}
                spellcheck={false}
                autocomplete="off"
                maxLength={100}
                onInput={(event) => setKey(event.currentTarget.value)}
              />
            )}
          </Field>
          <button class="button" disabled={!key.trim()}>
            {t('insight.keyUse')}
          </button>
          {own && <Button label={t('insight.keyCopy')} icon="share" onClick={copy} />}
        </form>
        {said && (
          <Note kind={said.kind} role="status">
            {said.text}
          </Note>
        )}
      </div>
    </details>
  );
}

/** @param {{ title: string, help?: string, empty: boolean, none: string, next?: { href: string, title: string }, children: any }} props
 * none: why it is empty, next: what fills it */
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

const toPlay = (game = 'sokoban') => ({
  href: href('play', ['daily', game, 'easy']),
  title: t('insight.toPlay'),
});
const toMake = (game) => ({ href: href('make', [], { game }), title: t('insight.toMake') });

function Totals({ totals }) {
  const begun = totals.plays ?? 0;
  return (
    <section class="stack tight">
      <h2>{t('insight.whole')}</h2>
      <div class="figures">
        {['levels', 'players', 'plays', 'wins', 'events']
          .filter((name) => totals[name] != null)
          .map((name) => (
            <Figure key={name} value={totals[name]} title={t(`insight.totals.${name}`)} />
          ))}
        {begun > 0 && totals.wins != null && (
          <Figure
            value={`${Math.round((100 * totals.wins) / begun)} %`}
            title={t('insight.completion')}
          />
        )}
      </div>
    </section>
  );
}

function Days({ days }) {
  const data = useMemo(() => dayData(days), [days]);
  return (
    <Panel
      title={t('insight.overDays')}
      empty={data[0].length === 0}
      none={t('insight.none.plays')}
      next={toPlay()}
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

function OneGame({ known, game }) {
  const methods = methodRows(known.levels).map((row) => ({
    ...row,
    title: methodTitle(row.title),
  }));
  const bands = difficultyRows(known.levels);
  const played = playedRows(known.levels);
  const calibration = useMemo(() => calibrationData(known.calibration), [known]);
  // A game that nobody measured has no difficulty, however much is played.
  const measured = known.calibrated === true;
  const none = (name) => (measured ? t(`insight.none.${name}`) : t('edit.uncalibrated'));
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
        <Bars rows={played.map((row) => ({ ...row, title: methodTitle(row.title) }))} unit="%" />
      </Panel>
      <Panel
        title={t('insight.byDifficulty')}
        empty={bands.every((row) => row.value === 0)}
        none={none('ratings')}
        next={measured ? toMake(game) : undefined}
      >
        <Bars rows={bands} />
      </Panel>
      <Panel
        title={t('insight.calibration')}
        help={t('insight.calibrationHelp')}
        empty={calibration[0].length === 0}
        none={none('calibration')}
        next={measured ? toPlay(game) : undefined}
      >
        <Chart
          title={t('insight.calibration')}
          x={t('insight.predicted')}
          series={[{ title: t('insight.observed'), points: true }]}
          data={calibration}
        />
      </Panel>
    </div>
  );
}

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
        <div class="tablewrap" tabIndex={0} role="region" aria-label={t('insight.sets')}>
          <table>
            <thead>
              <tr>
                <th>{t('insight.set')}</th>
                {['users', 'attempted', 'restarted', 'solved', 'quit', 'time'].map((name) => (
                  <th key={name} class="num">
                    {t(`insight.columns.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {tables.sets.map((row) => (
                <tr key={row.set}>
                  <td>{row.title}</td>
                  {['users', 'attempted', 'restarted', 'solved', 'quit'].map((name) => (
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
      </Panel>
    </div>
  );
}
