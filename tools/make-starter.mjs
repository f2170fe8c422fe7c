// Makes the starter packs that the pages carry, with our own generators:
//   node tools/make-starter.mjs build/release/levelwright
// The seeds are fixed, so the same program gives the same packs. How hard each level is comes
// after that: tools/rate-packs PROGRAM.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const program = process.argv[2] ?? join(here, '../build/release/levelwright');

const recipes = {
  sokoban: {
    easy: ['--method', 'farthest', '--size', '2x2', '--boxes', '2', '--lines', '4..7'],
    medium: ['--method', 'mcts', '--difficulty', '3.5..5'],
    hard: ['--method', 'mcts', '--difficulty', '6..8.5'],
  },
  flow: {
    easy: ['--size', '5x5'],
    medium: ['--size', '7x7'],
    hard: ['--size', '9x9'],
  },
  lazors: {
    easy: ['--width', '3..4', '--height', '3..4', '--mirrors', '2..3', '--targets', '1..3'],
    medium: ['--width', '4', '--height', '4..5', '--mirrors', '3..4', '--refract', '0..1'],
    hard: [
      '--width',
      '4..5',
      '--height',
      '5',
      '--mirrors',
      '4..6',
      '--refract',
      '1',
      '--opaque',
      '0..1',
    ],
  },
  move: {
    easy: ['--moves', '3..5', '--balls', '2', '--width', '4..5', '--height', '4..5'],
    medium: ['--moves', '6..9', '--balls', '2..3'],
    hard: ['--moves', '10..14', '--balls', '3..4', '--rocks', '3..7'],
  },
};

for (const [game, byDifficulty] of Object.entries(recipes)) {
  const levels = [];
  for (const [difficulty, options] of Object.entries(byDifficulty)) {
    const text = execFileSync(
      program,
      ['generate', game, ...options, '--count', '7', '--seed', '2026', '--json'],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
    );
    for (const line of text.split('\n').filter(Boolean)) {
      const made = JSON.parse(line);
      levels.push({
        id: made.id,
        difficulty,
        text: made.text,
        moves: made.moves,
        pushes: made.pushes,
      });
    }
  }
  writeFileSync(
    join(here, `../src/games/${game}/web/levels.json`),
    `[\n${levels.map((level) => JSON.stringify(level)).join(',\n')}\n]\n`,
  );
}
