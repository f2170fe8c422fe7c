// Finds words in a recording: bursts of sound by their energy, then the place where the word's
// own samples fit best, which does not depend on how softly it begins.
import { readFileSync } from 'node:fs';

/** Samples of a plain 16-bit WAV file with one channel. */
export function readWav(file) {
  const bytes = readFileSync(file);
  let at = 12;
  let rate = 0;
  while (bytes.toString('latin1', at, at + 4) !== 'data') {
    if (bytes.toString('latin1', at, at + 4) === 'fmt ') rate = bytes.readUInt32LE(at + 12);
    at += 8 + bytes.readUInt32LE(at + 4);
  }
  const n = bytes.readUInt32LE(at + 4) / 2;
  const samples = Float32Array.from(
    { length: n },
    (_, i) => bytes.readInt16LE(at + 8 + i * 2) / 32768,
  );
  return { rate, samples };
}

/** The same sound at another rate, by straight lines between samples. */
export function resample({ rate, samples }, to) {
  return Float32Array.from({ length: Math.floor(((samples.length - 1) * to) / rate) }, (_, i) => {
    const x = (i * rate) / to;
    const k = Math.floor(x);
    return samples[k] + (x - k) * (samples[k + 1] - samples[k]);
  });
}

/** Where sound begins after silence, as sample numbers; roughly. */
export function findBursts(recording, rate) {
  const step = Math.round(rate / 100);
  const bursts = [];
  let silent = Infinity;
  for (let at = 0; at + step <= recording.length; at += step) {
    let power = 0;
    for (let i = at; i < at + step; i++) power += recording[i] ** 2;
    const isLoud = power / step > 1e-5;
    if (isLoud && silent > 0.4) bursts.push(at);
    silent = isLoud ? 0 : silent + step / rate;
  }
  return bursts;
}

/** How well a word fits at a place, 1 is exactly. Every `stride`th sample is looked at. */
function fit(recording, word, at, stride) {
  let [product, ours, theirs] = [0, 0, 0];
  for (let i = 0; i < word.length; i += stride) {
    const x = recording[at + i] ?? 0;
    product += x * word[i];
    ours += x * x;
    theirs += word[i] * word[i];
  }
  return ours > 0 ? product / Math.sqrt(ours * theirs) : 0;
}

/** Where a word begins near a burst: { at: sample with a fraction, fit }. */
export function placeWord(recording, word, burst, rate) {
  const reach = Math.round(rate * 0.08);
  const start = Math.max(1, burst - reach);
  let best = { at: burst, fit: -1 };
  const consider = (at, stride) => {
    const found = fit(recording, word, at, stride);
    if (found > best.fit) best = { at, fit: found };
  };
  for (let at = start; at < burst + reach; at += 3) consider(at, 5);
  const coarse = best.at;
  best = { at: coarse, fit: -1 };
  for (let at = coarse - 12; at <= coarse + 12; at++) consider(at, 1);
  const [before, top, after] = [-1, 0, 1].map((d) => fit(recording, word, best.at + d, 1));
  const bend = before - 2 * top + after;
  return { at: best.at + (bend < 0 ? (before - after) / (2 * bend) : 0), fit: top };
}
