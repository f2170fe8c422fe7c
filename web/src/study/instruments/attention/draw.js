// The display of the attention network test (Fan et al. 2002): a cross, stars as cues, five
// arrows or an arrow between lines. Black on a grey that is the same for everybody.
import { degreesToPx } from './sight.js';

const GROUND = '#d9d9d9';
const INK = '#000000';
/** An arrow is 0.55 degrees long and 0.06 from the next, five of them 3.08 with rounding. */
const GAP_PER_ARROW = 0.06 / 0.55;

/** @typedef {import('./trial.js').AttentionTrial} AttentionTrial */
/** @typedef {import('./trial.js').AttentionSettings} AttentionSettings */
/** @typedef {CanvasRenderingContext2D} Pen */
/** @typedef {{ arrow: number, gap: number, offset: number }} Sizes in CSS pixels */

/** @param {AttentionSettings} settings @param {number} pxPerMm @returns {Sizes} */
export function sizesOf(settings, pxPerMm) {
  const width = degreesToPx(settings.arrows_degrees, settings.distance_cm, pxPerMm);
  const arrow = width / (5 + 4 * GAP_PER_ARROW);
  return {
    arrow,
    gap: arrow * GAP_PER_ARROW,
    offset: degreesToPx(settings.offset_degrees, settings.distance_cm, pxPerMm),
  };
}

/** @param {Pen} pen @param {number} x @param {number} y @param {number} size */
function drawCross(pen, x, y, size) {
  const half = size / 2;
  const thick = Math.max(2, Math.round(size / 7));
  pen.fillRect(x - half, y - thick / 2, size, thick);
  pen.fillRect(x - thick / 2, y - half, thick, size);
}

/** @param {Pen} pen @param {number} x @param {number} y @param {number} size */
function drawStar(pen, x, y, size) {
  pen.lineWidth = Math.max(2, size / 7);
  pen.beginPath();
  for (let i = 0; i < 3; i++) {
    const angle = Math.PI / 2 + (i * Math.PI) / 3;
    const [dx, dy] = [(Math.cos(angle) * size) / 2, (Math.sin(angle) * size) / 2];
    pen.moveTo(x - dx, y - dy);
    pen.lineTo(x + dx, y + dy);
  }
  pen.stroke();
}

/** A line with a head at one end, or without.
 * @param {Pen} pen @param {number} x @param {number} y
 * @param {number} length @param {'left' | 'right' | null} direction */
function drawArrow(pen, x, y, length, direction) {
  const thick = Math.max(2, Math.round(length / 10));
  const head = length * 0.36;
  const side = direction === 'right' ? 1 : -1;
  // The shaft ends inside the head, so that the point stays sharp and lines are as long as arrows.
  const shaft = direction ? length - head / 2 : length;
  const from = x - (side * length) / 2;
  pen.fillRect(Math.min(from, from + side * shaft), y - thick / 2, shaft, thick);
  if (!direction) return;
  const tip = x + (side * length) / 2;
  pen.beginPath();
  pen.moveTo(tip, y);
  pen.lineTo(tip - side * head, y - head * 0.7);
  pen.lineTo(tip - side * head, y + head * 0.7);
  pen.closePath();
  pen.fill();
}

/** @param {AttentionTrial} trial @returns {('left' | 'right' | null)[]} */
export function arrowsOf({ flanker, direction }) {
  /** @type {'left' | 'right'} */
  const other = direction === 'left' ? 'right' : 'left';
  /** @type {Record<string, 'left' | 'right' | null>} */
  const kinds = { neutral: null, congruent: direction, incongruent: other };
  const beside = kinds[flanker];
  return [beside, beside, direction, beside, beside];
}

/** Where stars are, as steps of the offset from the middle: -1 is above.
 * @param {AttentionTrial} trial @returns {number[]} */
export function cuesOf({ cue, place }) {
  const at = place === 'above' ? -1 : 1;
  return { none: [], centre: [0], double: [-1, 1], spatial: [at] }[cue];
}

/** @typedef {{ pen: CanvasRenderingContext2D, width: number, height: number, sizes: Sizes }} Stage
 */

/** @param {HTMLCanvasElement} canvas @param {Sizes} sizes @returns {Stage} */
export function prepareStage(canvas, sizes) {
  const { clientWidth: width, clientHeight: height } = canvas;
  const ratio = devicePixelRatio;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const pen = canvas.getContext('2d', { alpha: false });
  if (!pen) throw new Error('the browser has no canvas to draw on');
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  return { pen, width, height, sizes };
}

/** @param {Stage} stage @param {import('./trial.js').Part} part @param {AttentionTrial} trial
 * @param {string} [words] under the cross, in the practice */
export function drawPart({ pen, width, height, sizes }, part, trial, words = '') {
  const [x, y] = [Math.round(width / 2), Math.round(height / 2)];
  const { arrow, gap, offset } = sizes;
  pen.fillStyle = GROUND;
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = INK;
  pen.strokeStyle = INK;
  const stars = part === 'cue' ? cuesOf(trial) : [];
  // The star of the central cue takes the cross's place.
  if (!stars.includes(0)) drawCross(pen, x, y, arrow * 0.7);
  for (const step of stars) drawStar(pen, x, y + step * offset, arrow * 0.8);
  if (part === 'arrows') {
    const at = y + (trial.place === 'above' ? -offset : offset);
    arrowsOf(trial).forEach((direction, i) =>
      drawArrow(pen, x + (i - 2) * (arrow + gap), at, arrow, direction),
    );
  }
  if (words) {
    pen.font = `600 ${Math.max(18, Math.round(arrow * 0.9))}px system-ui, sans-serif`;
    pen.textAlign = 'center';
    pen.fillText(words, x, y + offset * 2.5 + arrow);
  }
}
