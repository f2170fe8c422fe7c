// A small still picture of a level, drawn by the engine when it comes into view.
import { useEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../engine/engine.js';
import { paper, theme, whenPrinted } from '../settings.js';
import { useSignal } from '../signal.js';
import { element } from '../ui/element.js';
import { useLatest } from '../ui/use-latest.js';
import { cellScale, overhang, paintDraw, painterOf } from './paint.js';

/** @typedef {{ draw: Draw, light?: Draw }} Drawn light: the same in light colours, for paper */

/** @param {Drawn & { width?: number, height?: number }} props */
function Picture({ draw, light, width = 180, height = 136 }) {
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  useEffect(() => {
    const ratio = window.devicePixelRatio || 1;
    const margin = overhang(draw);
    const scale = cellScale(draw, { width, height }, ratio, { most: 40, margin });
    const view = element(canvas);
    view.width = draw.width * scale + 2 * Math.round(margin * scale);
    view.height = draw.height * scale + 2 * Math.round(margin * scale);
    view.style.width = `${view.width / ratio}px`;
    view.style.height = `${view.height / ratio}px`;
    const paint = (/** @type {boolean} */ onPaper) =>
      paintDraw(painterOf(view), onPaper && light ? light : draw, scale, margin);
    paint(false);
    return whenPrinted(paint);
  }, [draw, light, width, height]);
  return <canvas ref={canvas} aria-hidden="true" />;
}

/** A screen ahead and more: who prints does not scroll down first. */
const AHEAD = '1500px';

/** A level drawn when its box comes near, and at once on paper.
 * @param {Level} level @param {string | undefined} moves */
function useDrawn(level, moves) {
  const box = useRef(/** @type {HTMLDivElement | null} */ (null));
  const [drawn, setDrawn] = useState(/** @type {Drawn | null} */ (null));
  const shade = useSignal(theme);
  const printed = useSignal(paper);
  // The same level is a new object whenever a list is drawn again.
  const latest = useLatest(level);
  useEffect(() => {
    let here = true;
    const show = async () => {
      const { current: level } = latest;
      observer.disconnect();
      const draw = await drawLevel(level, shade, moves);
      if (here) setDrawn({ draw });
      if (!here || shade === 'light') return;
      const light = await drawLevel(level, 'light', moves);
      if (here) setDrawn({ draw, light });
    };
    const begin = () => show().catch(() => {});
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && begin(),
      { rootMargin: AHEAD },
    );
    if (printed) begin();
    else observer.observe(element(box));
    return () => {
      here = false;
      observer.disconnect();
    };
  }, [latest, level.text, level.source, level.level, moves, shade, printed]);
  return { box, drawn };
}

/** With a size it keeps its room before it is drawn: what is under it does not move away from under
 * a finger. Without one its place does that.
 * @param {{ level: Level, moves?: string, width?: number, height?: number }} props */
export function Thumb({ level, moves, width, height }) {
  const { box, drawn } = useDrawn(level, moves);
  const room =
    width && height ? { maxWidth: `${width}px`, aspectRatio: `${width} / ${height}` } : undefined;
  return (
    <div
      ref={box}
      class={room ? 'thumb sized' : 'thumb'}
      style={{ ...room, background: drawn?.draw.background }}
    >
      {drawn && <Picture {...drawn} width={width} height={height} />}
    </div>
  );
}

/** The draw list of a level, at its start or after moves.
 * @param {Level} level @param {Theme} shade @param {string} [moves] @returns {Promise<Draw>} */
export async function drawLevel({ game, text, source, level, rules }, shade, moves) {
  const request = { game, text, source, level, rules, theme: shade };
  if (!moves) return (await ask({ call: 'draw', ...request })).draw;
  const opened = await ask({ call: 'play.open', ...request, moves });
  await ask({ call: 'play.close', handle: opened.handle });
  return opened.draw;
}
