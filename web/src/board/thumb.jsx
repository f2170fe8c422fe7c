// A small still picture of a level, drawn by the engine when it comes into view.
import { useEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../engine/engine.js';
import { paper, theme, whenPrinted } from '../settings.js';
import { useSignal } from '../signal.js';
import { cellScale, overhang, paintDraw } from './paint.js';

/** @param {{ draw: import('./paint.js').Draw, light?: import('./paint.js').Draw | null, width?: number, height?: number }} props
 * light: the same in light colours, for paper */
export function Picture({ draw, light = null, width = 180, height = 136 }) {
  const canvas = useRef(null);
  useEffect(() => {
    const ratio = window.devicePixelRatio || 1;
    const margin = overhang(draw);
    const scale = cellScale(draw, width, height, ratio, 40, margin);
    const view = canvas.current;
    view.width = draw.width * scale + 2 * Math.round(margin * scale);
    view.height = draw.height * scale + 2 * Math.round(margin * scale);
    view.style.width = `${view.width / ratio}px`;
    view.style.height = `${view.height / ratio}px`;
    const paint = (onPaper) =>
      paintDraw(
        view.getContext('2d', { alpha: false }),
        onPaper && light ? light : draw,
        scale,
        margin,
      );
    paint(false);
    return whenPrinted(paint);
  }, [draw, light, width, height]);
  return <canvas ref={canvas} aria-hidden="true" />;
}

/** @param {{ level: any, moves?: string, width?: number, height?: number }} props level: { game, text | source, level, rules } */
export function Thumb({ level, moves, width, height }) {
  const box = useRef(null);
  const [draws, setDraws] = useState(null);
  const shade = useSignal(theme);
  const printed = useSignal(paper);
  useEffect(() => {
    let here = true;
    const show = async () => {
      observer.disconnect();
      const draw = await drawLevel(level, shade, moves);
      if (here) setDraws({ draw });
      if (!here || shade === 'light') return;
      const light = await drawLevel(level, 'light', moves);
      if (here) setDraws({ draw, light });
    };
    const begin = () => show().catch(() => {});
    // A screen ahead and more: who prints does not scroll down first.
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && begin(),
      { rootMargin: '1500px' },
    );
    if (printed) begin();
    else observer.observe(box.current);
    return () => {
      here = false;
      observer.disconnect();
    };
  }, [level.text, level.source, level.level, moves, shade, printed]);
  return (
    <div ref={box} class="thumb" style={draws ? { background: draws.draw.background } : undefined}>
      {draws && <Picture {...draws} width={width} height={height} />}
    </div>
  );
}

/** The draw list of a level, at its start or after moves. */
export async function drawLevel({ game, text, source, level, rules }, shade, moves) {
  const request = { game, text, source, level, rules, theme: shade };
  if (!moves) return (await ask({ call: 'draw', ...request })).draw;
  const opened = await ask({ call: 'play.open', ...request, moves });
  await ask({ call: 'play.close', handle: opened.handle });
  return opened.draw;
}
