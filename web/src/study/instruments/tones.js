// Tones of the headphone check (after Woods et al. 2017): those in opposite phase are heard
// through headphones and cancel in the air in front of loudspeakers.

const HZ = 200; // long waves cancel wherever one sits
const TONE_S = 0.45;
const SILENCE_S = 0.35;
const RAMP_S = 0.06;
const LEVEL = 0.15;

/** The tone at a time after its beginning, with soft edges so that nothing clicks.
 * @param {number} s */
function toneAt(s) {
  const edge = Math.min(1, s / RAMP_S, (TONE_S - s) / RAMP_S);
  return LEVEL * Math.sin((Math.PI / 2) * edge) ** 2 * Math.sin(2 * Math.PI * HZ * s);
}

/** Left and right ear.
 * @param {boolean[]} opposed for each tone @param {number} sampleRate */
export function makeTones(opposed, sampleRate) {
  const step = Math.round((TONE_S + SILENCE_S) * sampleRate);
  const left = new Float32Array(step * opposed.length);
  const right = new Float32Array(left.length);
  opposed.forEach((isOpposed, n) => {
    for (let i = 0; i < TONE_S * sampleRate; i++) {
      left[n * step + i] = toneAt(i / sampleRate);
      right[n * step + i] = isOpposed ? -left[n * step + i] : left[n * step + i];
    }
  });
  return [left, right];
}
