// A chart by uPlot, which is fetched when the first chart is shown, and the same numbers
// as a table for those who cannot see it.
import { useEffect, useRef } from 'preact/hooks';
import { theme } from '../settings.js';
import { useSignal } from '../signal.js';
import { t } from '../texts.js';

const token = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** @typedef {[x: number[], ...y: number[][]]} Columns */

/** @param {{ title: string, x: string, series: { title: string, points?: boolean }[], data: Columns, time?: boolean }} props data: x first */
export function Chart({ title, x, series, data, time = false }) {
  const box = useRef(null);
  const shade = useSignal(theme);
  useEffect(() => {
    let plot;
    let here = true;
    const observer = new ResizeObserver(() =>
      plot?.setSize({ width: box.current.clientWidth, height: 260 }),
    );
    import('uplot').then(({ default: UPlot }) => {
      if (!here) return;
      plot = new UPlot(options(x, series, time, box.current.clientWidth), data, box.current);
      observer.observe(box.current);
    });
    return () => {
      here = false;
      observer.disconnect();
      plot?.destroy();
    };
  }, [data, shade]);
  return (
    <figure class="stack tight">
      <div class="chart" ref={box} role="img" aria-label={title} />
      <details>
        <summary>{t('insight.table')}</summary>
        <div class="tablewrap" tabIndex={0} role="region" aria-label={title}>
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
              {data[0].map((value, i) => (
                <tr key={i}>
                  <td>{time ? new Date(value * 1000).toISOString().slice(0, 10) : value}</td>
                  {series.map((one, s) => (
                    <td key={one.title} class="num">
                      {data[s + 1][i] ?? '–'}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

function options(x, series, time, width) {
  const ink = token('--ink-soft');
  const grid = { stroke: token('--line'), width: 1 };
  const axis = { stroke: ink, grid, ticks: grid };
  const colours = [token('--accent'), token('--warm'), token('--good')];
  const days = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const values = time ? (_, splits) => splits.map((at) => days.format(at * 1000)) : undefined;
  return {
    // Days are those of UTC, whatever the clock of the one who looks.
    width,
    height: 260,
    scales: { x: { time } },
    legend: {
      show: series.length > 1,
      live: false,
      markers: { dash: (_, i) => (i === 2 ? 'dashed' : 'solid') },
    },
    ...(time
      ? { tzDate: (at) => new Date(at * 1000 + new Date(at * 1000).getTimezoneOffset() * 60000) }
      : {}),
    axes: [
      { ...axis, label: time ? undefined : x, labelSize: 22, ...(values ? { values } : {}) },
      { ...axis, size: 52 },
    ],
    series: [
      { label: x },
      ...series.map((one, i) => ({
        label: one.title,
        stroke: colours[i],
        width: 2,
        dash: i === 1 ? [8, 4] : undefined,
        paths: one.points ? () => null : undefined,
        points: {
          show: true,
          size: one.points ? 9 : 6,
          fill: i === 1 ? token('--card') : colours[i],
        },
      })),
    ],
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
