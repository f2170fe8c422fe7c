// One trial of the attention network test: fixation, cue, fixation, arrows until the answer,
// fixation until the trial has lasted as long as every other. It is told the time of each frame
// and says what to draw in it, so that all its times are times of frames.
import { median } from '../median.js';

/** @typedef {{ block: number, cue: 'none' | 'centre' | 'double' | 'spatial', flanker: 'neutral' |
 *   'congruent' | 'incongruent', place: 'above' | 'below', direction: 'left' | 'right',
 *   fixation_ms: number }} AttentionTrial */
/** @typedef {{ cue_ms: number, gap_ms: number, answer_ms: number, trial_ms: number, left_key:
 *   string, right_key: string, arrows_degrees: number, offset_degrees: number, distance_cm: number
 *   }} AttentionSettings */
/** @typedef {'fixation' | 'cue' | 'gap' | 'arrows' | 'rest' | 'over'} Part */

/** @type {Part[]} */
const PARTS = ['fixation', 'cue', 'gap', 'arrows', 'rest', 'over'];
const USUAL_FRAME_MS = 1000 / 60;

/** @param {AttentionTrial} trial @param {AttentionSettings} settings @param {number} rate */
export function createTrial(trial, settings, rate) {
  /** When each part was first drawn; the next one is at the end.
   * @type {number[]} */
  const began = [];
  /** @type {number[]} */
  const gaps = [];
  /** @type {{ answer: 'left' | 'right', ms: number } | null} */
  let given = null;
  let lastFrame = NaN;

  /** How long the part that is shown should be seen. */
  const wanted = () =>
    [trial.fixation_ms, settings.cue_ms, settings.gap_ms, settings.answer_ms][began.length - 1] /
    rate;

  /** Is the part over in a frame at this time? The nearest frame is taken, never one that is more
   * than half a frame away, and every part is seen in one frame at least.
   * @param {number} time */
  function isOver(time) {
    const half = (gaps.length > 4 ? median(gaps.slice(-30)) : USUAL_FRAME_MS) / 2;
    const part = PARTS[began.length - 1];
    if (part === 'rest') return time >= began[0] + settings.trial_ms / rate - half;
    if (part === 'arrows' && given) return true;
    return time >= began[began.length - 1] + wanted() - half;
  }

  return {
    /** @param {number} time of the frame @returns {Part} what to draw in it */
    frame(time) {
      if (time > lastFrame) gaps.push(time - lastFrame);
      lastFrame = time;
      if (began.length === 0 || isOver(time)) began.push(time);
      // A gap of no length is not drawn at all.
      if (PARTS[began.length - 1] === 'gap' && settings.gap_ms === 0) began.push(time);
      return PARTS[began.length - 1];
    },
    /** @param {'left' | 'right'} answer @param {number} ms the key's own time
     * @returns {boolean} was it the answer? The first one is, and none before the arrows. */
    key(answer, ms) {
      if (given || PARTS[began.length - 1] !== 'arrows' || ms < began[3]) return false;
      given = { answer, ms };
      return true;
    },
    isRight: () => given?.answer === trial.direction,
    wasAnswered: () => given !== null,
    /** What is stored of a trial that is over. */
    result() {
      const [fixation, cue, gap, arrows, rest, over] = began;
      return {
        answer: given ? given.answer : 'none',
        ...(given ? { reaction_ms: given.ms - arrows } : {}),
        fixation_ms: cue - fixation,
        cue_ms: gap - cue,
        gap_ms: arrows - gap,
        arrows_ms: rest - arrows,
        trial_ms: over - fixation,
        frame_ms: median(gaps),
      };
    },
  };
}
