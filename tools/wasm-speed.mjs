// How fast the WebAssembly solver is beside the native one, in one run on one core:
// node tools/wasm-speed.mjs [LEVELS] [MODULE] [PROGRAM]. Each level's least time over several
// rounds counts, so that other work on the machine does not. Ends with 1 above a ratio of 2.0, or
// when a level with two boxes takes longer than a second to make.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Engine } from '../web/engine.js';

const ROUNDS = 20; // fixed beforehand: stopping at a good figure would flatter it
const LEVELS = 40;
const MAX_RATIO = 2.0;
const MAX_MAKE_MS = 1000;
const here = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const shared = here('../shared/levels/microban-1.xsb');
const [
  levels = existsSync(shared) ? shared : here('tests/data/sokoban/microban-sample.xsb'),
  wasm = here('build/wasm/levelwright.wasm'),
  program = here('build/release/levelwright'),
] = process.argv.slice(2);

const engine = await Engine.load(readFileSync(wasm));
const texts = engine
  .call({ call: 'parse', text: readFileSync(levels, 'utf8') })
  .levels.slice(0, LEVELS)
  .map(({ text }) => text);
const least = { wasm: texts.map(() => Infinity), native: texts.map(() => Infinity) };
const expanded = { wasm: 0, native: 0 };

const sum = (values) => values.reduce((total, value) => total + value, 0);

for (let round = 0; round < ROUNDS; round++) {
  expanded.wasm = expanded.native = 0;
  texts.forEach((text, i) => {
    const reply = engine.call({ call: 'solve', text, metric: 'pushes', nodes: 1e9, seconds: 60 });
    if (reply.status !== 'solved' || !reply.optimal) {
      throw new Error(`level ${i + 1}: ${reply.status}`);
    }
    least.wasm[i] = Math.min(least.wasm[i], reply.seconds);
    expanded.wasm += reply.expanded;
  });
  const output = execFileSync(
    program,
    [
      'solve',
      levels,
      '--game',
      'sokoban',
      '--level',
      `1..${texts.length}`,
      '--metric',
      'pushes',
      '--threads',
      '1',
      '--time',
      '60s',
      '--json',
    ],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  );
  output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .forEach((reply, i) => {
      least.native[i] = Math.min(least.native[i], reply.seconds);
      expanded.native += reply.expanded;
    });
}

const ratio = sum(least.wasm) / sum(least.native);
let made = Infinity;
for (let seed = 1; seed <= 5; seed++) {
  const begin = performance.now();
  engine.call({ call: 'generate', method: 'farthest', options: { boxes: 2 }, count: 1, seed });
  const ms = performance.now() - begin;
  made = seed === 1 ? ms : Math.max(made, ms);
}
console.log(
  `${texts.length} levels: wasm ${(sum(least.wasm) * 1e3).toFixed(1)} ms, ` +
    `native ${(sum(least.native) * 1e3).toFixed(1)} ms, ratio ${ratio.toFixed(2)}; ` +
    `positions ${expanded.wasm} and ${expanded.native}; ` +
    `a farthest level with two boxes in at most ${made.toFixed(0)} ms`,
);
if (ratio > MAX_RATIO || made > MAX_MAKE_MS) process.exit(1);
