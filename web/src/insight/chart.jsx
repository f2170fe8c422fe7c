// A chart by uPlot, which is fetched when the first chart is shown, and the same numbers
// as a table for those who cannot see it.
import { useEffect, useRef } from 'preact/hooks';
import { theme } from '../settings.js';
import { useSignal } from '../signal.js';
import { t } from '../texts.js';
import { element } from '../ui/element.js';
import { useLatest } from '../ui/use-latest.js';

const HEIGHT = 260;

/** @param {string} name */
const token = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** @typedef {[x: number[], ...y: number[][]]} Columns */
/** @typedef {{ title: string, points?: boolean }} Series points: no line between them */
/** @typedef {object} ChartProps
 * @property {string} title
 * @property {string} x
 * @property {Series[]} series
 * @property {Columns} data
 * @property {boolean} [time] x is seconds, and days are meant */

/** @param {ChartProps} props */
export function Chart(props) {
  const { title, data } = props;
  const box = useRef(/** @type {HTMLDivElement | null} */ (null));
  const shade = useSignal(theme);
  const latest = useLatest(props);
  useEffect(() => {
    const frame = element(box);
    /** @type {import('uplot') | undefined} */
    let plot;
    let here = true;
    const observer = new ResizeObserver(() =>
      plot?.setSize({ width: frame.clientWidth, height: HEIGHT }),
    );
    import('uplot').then(({ default: UPlot }) => {
      if (!here) return;
      plot = new UPlot(options(latest.current, frame.clientWidth), data, frame);
      observer.observe(frame);
    });
    return () => {
      here = false;
      observer.disconnect();
      plot?.destroy();
    };
  }, [data, shade, latest]);
  return (
    <figure class="stack tight">
      <div class="chart" ref={box} role="img" aria-label={title} />
      <details>
        <summary>{t('insight.table')}</summary>
        <div class="tablewrap" tabIndex={0} role="region" aria-label={title}>
          <Table {...props} />
        </div>
      </details>
    </figure>
  );
}

/** @param {number} seconds */
const dayOf = (seconds) => new Date(seconds * 1000).toISOString().slice(0, 10);

/** @param {ChartProps} props */
function Table({ x, series, data: [first, ...columns], time = false }) {
  return (
    <table>
      <thead>
        <tr>
          <th>{x}</th>
          {series.map((one) => (
            <th key={one.title} class="num">
              {one.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {first.map((value, i) => (
          <tr key={i}>
            <td>{time ? dayOf(value) : value}</td>
            {series.map((one, s) => (
              <td key={one.title} class="num">
                {columns[s][i] ?? '–'}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const days = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Days are those of UTC, whatever the clock of the one who looks. @param {number} at seconds */
const asUtc = (at) => new Date(at * 1000 + new Date(at * 1000).getTimezoneOffset() * 60000);

/** @param {Series} one @param {number} i @returns {import('uplot').Series} */
function lineOf(one, i) {
  const colour = token(['--accent', '--warm', '--good'][i]);
  return {
    label: one.title,
    stroke: colour,
    width: 2,
    dash: i === 1 ? [8, 4] : undefined,
    paths: one.points ? () => null : undefined,
    points: { show: true, size: one.points ? 9 : 6, fill: i === 1 ? token('--card') : colour },
  };
}

/** @param {ChartProps} props @param {number} width @returns {import('uplot').Options} */
function options({ x, series, time = false }, width) {
  const grid = { stroke: token('--line'), width: 1 };
  const axis = { stroke: token('--ink-soft'), grid, ticks: grid };
  /** @type {import('uplot').Axis} */
  const byDay = { values: (_, splits) => splits.map((at) => days.format(at * 1000)) };
  return {
    width,
    height: HEIGHT,
    scales: { x: { time } },
    legend: {
      show: series.length > 1,
      live: false,
      markers: { dash: (_, i) => (i === 2 ? 'dashed' : 'solid') },
    },
    ...(time ? { tzDate: asUtc } : {}),
    axes: [
      { ...axis, label: time ? undefined : x, labelSize: 22, ...(time ? byDay : {}) },
      { ...axis, size: 52 },
    ],
    series: [{ label: x }, ...series.map(lineOf)],
  };
}

/** Horizontal bars with their numbers beside them: no axis needed.
 * @param {{ rows: { title: string, value: number }[], unit?: string }} props */
export function Bars({ rows, unit = '' }) {
  const most = unit === '%' ? 100 : Math.max(1, ...rows.map((row) => row.value));
  return (
    <ul class="bars">
      {rows.map((row) => (
        <li key={row.title}>
          <span>{row.title}</span>
          <span class="meter" aria-hidden="true">
            <span style={{ width: `${(row.value / most) * 100}%` }} />
          </span>
          <span class="mono">
            {row.value}
            {unit && ` ${unit}`}
          </span>
        </li>
      ))}
    </ul>
  );
}
