// The engine that the pages were built with, and its games by name.
import { readFileSync, readdirSync } from 'node:fs';
import { Engine } from '../../engine.js';

export async function loadEngine() {
  const wasm = readdirSync('dist/assets').find((name) => name.endsWith('.wasm'));
  return Engine.load(readFileSync(`dist/assets/${wasm}`));
}

export async function loadKinds() {
  const { kinds } = (await loadEngine()).call({ call: 'kinds' });
  return Object.fromEntries(kinds.map((kind) => [kind.name, kind]));
}
