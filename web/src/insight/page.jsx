// Insight: what the store knows, as charts.
import { useEffect, useState } from 'preact/hooks';
import { progress } from '../data/progress.js';
import { ownPacks } from '../data/packs.js';
import { gameNames } from '../games.js';
import { api, query } from '../net/api.js';
import { go, href } from '../route.js';
import { useSignal } from '../signal.js';
import { number, t } from '../texts.js';
import { Note, Segments } from '../ui/controls.jsx';
import { Heading } from '../ui/heading.jsx';
import { Bars, Chart } from './chart.jsx';
import { calibrationData, dayData, difficultyRows, methodRows } from './shape.js';

/** @param {{ route: import('../route.js').Route }} props */
export function InsightPage({ route }) {
  const game = gameNames.includes(route.query.game) ? route.query.game : 'sokoban';
  const [known, setKnown] = useState(null);
  const [tables, setTables] = useState(null);
  const [away, setAway] = useState(false);
  useEffect(() => {
    let here = true;
    api('GET', `/insight${query({ game })}`).then((found) => here && (setKnown(found), setAway(false)), () => here && setAway(true));
    api('GET', '/reports/tables').then((found) => here && setTables(found), () => {});
    return () => {
      here = false;
    };
  }, [game]);
  return (
    <>
      <Heading title={t('insight.title')} page={t('pages.insight')}><p>{t('insight.lead')}</p></Heading>
      <Segments label={t('play.games')} value={game} onChange={(value) => go(href('insight', [], { game: value }))}
        options={gameNames.map((value) => ({ value, title: t(`games.${value}`) }))} />
      {away && <Note icon="offline" role="status">{t('insight.away')}</Note>}
      <Yourself />
      {known && <Known known={known} />}
      {tables && <Tables tables={tables} />}
    </>
  );
}

function Figure({ value, title }) {
  return <div class="card"><b>{typeof value === 'number' ? number(value) : value}</b><span class="soft small">{title}</span></div>;
}

function Yourself() {
  const solved = Object.values(useSignal(progress)).filter((entry) => entry.solved).length;
  const levels = useSignal(ownPacks).reduce((sum, pack) => sum + pack.levels.length, 0);
  return (
    <section class="stack">
      <h2>{t('insight.yourself')}</h2>
      <div class="figures"><Figure value={solved} title={t('insight.yourSolved')} /><Figure value={levels} title={t('insight.yourKept')} /></div>
    </section>
  );
}

function Panel({ title, help, empty, children }) {
  return (
    <section class="card stack">
      <h2>{title}</h2>
      {empty ? <p class="soft">{t('insight.empty')}</p> : children}
      {help && !empty && <p class="soft small">{help}</p>}
    </section>
  );
}

function Known({ known }) {
  const { totals = {} } = known;
  const methods = methodRows(known.levels);
  const bands = difficultyRows(known.levels);
  const days = dayData(known.days);
  const calibration = calibrationData(known.calibration);
  const begun = totals.plays ?? 0;
  return (
    <>
      <div class="figures">
        {['levels', 'players', 'plays', 'wins', 'events'].filter((name) => totals[name] != null).map((name) => <Figure key={name} value={totals[name]} title={t(`insight.${name}`)} />)}
        {begun > 0 && totals.wins != null && <Figure value={`${Math.round((100 * totals.wins) / begun)} %`} title={t('insight.completion')} />}
      </div>
      <div class="split even">
        <Panel title={t('insight.byMethod')} empty={methods.length === 0}><Bars rows={methods} /></Panel>
        <Panel title={t('insight.byDifficulty')} empty={bands.every((row) => row.value === 0)}><Bars rows={bands} /></Panel>
        <Panel title={t('insight.overDays')} empty={days[0].length === 0}>
          <Chart title={t('insight.overDays')} x={t('insight.day')} time series={[{ title: t('insight.plays') }, { title: t('insight.wins') }]} data={days} />
        </Panel>
        <Panel title={t('insight.calibration')} help={t('insight.calibrationHelp')} empty={calibration[0].length === 0}>
          <Chart title={t('insight.calibration')} x={t('insight.predicted')} series={[{ title: t('insight.observed'), points: true }]} data={calibration} />
        </Panel>
      </div>
    </>
  );
}

function Tables({ tables }) {
  return (
    <div class="split even">
      <Panel title={t('insight.sessions')} empty={tables.sessions.length === 0}>
        <Bars rows={tables.sessions.map((row) => ({ title: `${row.sessions}`, value: row.users }))} />
      </Panel>
      <Panel title={t('insight.sets')} empty={tables.sets.length === 0}>
        <div class="tablewrap" tabIndex={0} role="region" aria-label={t('insight.sets')}>
          <table>
            <thead><tr><th>{t('insight.set')}</th>{['users', 'attempted', 'restarted', 'solved', 'quit', 'time'].map((name) => <th key={name} class="num">{t(`insight.${name}`)}</th>)}</tr></thead>
            <tbody>
              {tables.sets.map((row) => (
                <tr key={row.set}><td>{row.title}</td>{['users', 'attempted', 'restarted', 'solved', 'quit'].map((name) => <td key={name} class="num">{row[name]}</td>)}<td class="num">{Math.round(row.time_s / 60)}</td></tr>
              ))}
            </tbody>
          </table>
        </div>
      </Panel>
    </div>
  );
}
