// The same seed gives the same bytes in the browser as on the command line, for every game
// and generator: node wasm-same.mjs MODULE PROGRAM.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Engine } from '../../web/engine.js';

const [wasm, program] = process.argv.slice(2);
const game = fileURLToPath(new URL('../data/puzzlescript/push.txt', import.meta.url));
const source = readFileSync(game, 'utf8');
const cases = [
  { game: 'sokoban', method: 'farthest', options: { boxes: 2 }, count: 5, seed: 5, format: 'sok' },
  {
    game: 'sokoban',
    method: 'farthest',
    options: { boxes: 2 },
    count: 4,
    seed: 9,
    difficulty: [3, 7],
    format: 'sok',
  },
  {
    game: 'sokoban',
    method: 'mcts',
    options: { playouts: 2000 },
    count: 3,
    seed: 6,
    format: 'sok',
  },
  {
    game: 'sokoban',
    method: 'evolve',
    options: { generations: 5, population: 20 },
    count: 2,
    seed: 6,
    format: 'sok',
  },
  {
    game: 'puzzlescript',
    source,
    method: 'constructive',
    count: 2,
    seed: 8,
    format: 'puzzlescript',
  },
  {
    game: 'puzzlescript',
    source,
    method: 'genetic',
    options: { generations: 3, population: 10 },
    count: 2,
    seed: 8,
    format: 'puzzlescript',
  },
  { game: 'flow', count: 4, seed: 8, format: 'pack' },
  { game: 'lazors', count: 4, seed: 8, format: 'bff' },
  { game: 'move', count: 4, seed: 8, format: 'move' },
];

function command(request) {
  const args = ['generate', request.game];
  if (request.source) args.push(game);
  for (const name of ['method', 'count', 'seed']) {
    if (request[name] !== undefined) args.push(`--${name}=${request[name]}`);
  }
  for (const [name, value] of Object.entries(request.options ?? {})) {
    args.push(`--${name}=${value}`);
  }
  if (request.difficulty) args.push(`--difficulty=${request.difficulty.join('..')}`);
  return [...args, '--to', request.format];
}

const engine = await Engine.load(readFileSync(wasm));
for (const request of cases) {
  const { file } = engine.call({ call: 'generate', ...request });
  const native = execFileSync(program, command(request), {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (file !== native) {
    throw new Error(
      `${command(request).join(' ')}: the module gives\n${file}\nthe program\n${native}`,
    );
  }
}
console.log(`wasm: ${cases.length} runs give the same bytes as the program`);
