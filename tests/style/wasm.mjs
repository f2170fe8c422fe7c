// The WebAssembly module in node: its imports and its size, then every call on every game
// through the page's own loader.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { Engine, EngineError } from '../../web/engine.js';

const MAX_GZIPPED = 500_000;
const ALLOWED = new Set([
  // snprintf drags in the stream functions of the C library; they are never reached.
  'wasi_snapshot_preview1.fd_close',
  'wasi_snapshot_preview1.fd_seek',
  'wasi_snapshot_preview1.fd_write',
  'wasi_snapshot_preview1.fd_fdstat_get',
  'wasi_snapshot_preview1.proc_exit',
  'lw.now',
  'lw.progress',
]);

const data = (name) => readFileSync(new URL(`../data/${name}`, import.meta.url), 'utf8');
const bytes = readFileSync(process.argv[2]);
const module = new WebAssembly.Module(bytes);
const imports = WebAssembly.Module.imports(module).map(
  ({ module: from, name }) => `${from}.${name}`,
);
for (const name of imports) {
  if (!ALLOWED.has(name)) throw new Error(`the module imports ${name}, which no page gives it`);
}
const gzipped = gzipSync(bytes, { level: 9 }).length;
if (gzipped > MAX_GZIPPED) throw new Error(`${gzipped} bytes gzipped; ${MAX_GZIPPED} are allowed`);

function expect(what, got, want) {
  if (got !== want) throw new Error(`${what}: ${JSON.stringify(got)}, not ${JSON.stringify(want)}`);
}
function refused(what, code, request) {
  try {
    engine.call(request);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    expect(what, error.code, code);
    return;
  }
  throw new Error(`${what}: not refused`);
}

const engine = await Engine.load(module);
const microban = '####\n# .#\n#  ###\n#*@  #\n#  $ #\n#  ###\n####\n';
const games = {
  sokoban: { game: 'sokoban', text: microban },
  puzzlescript: { game: 'puzzlescript', source: data('puzzlescript/push.txt') },
  flow: { game: 'flow', text: data('flow/flow_own.txt') },
  lazors: { game: 'lazors', text: data('lazors/levels/own_01.bff') },
  move: { game: 'move', text: data('move/levels.txt') },
};
expect(
  'kinds',
  engine
    .call({ call: 'kinds' })
    .kinds.map(({ name }) => name)
    .sort()
    .join(),
  Object.keys(games).sort().join(),
);

for (const [name, level] of Object.entries(games)) {
  const parsed = engine.call({ call: 'parse', ...level, grid: true, draw: true });
  expect(`${name} is valid`, parsed.levels[0].valid, true);
  const solved = engine.call({ call: 'solve', ...level });
  expect(`${name} is solved`, solved.status, 'solved');
  expect(
    `${name} replays`,
    engine.call({ call: 'replay', ...level, moves: solved.solution }).won,
    true,
  );
  // A player who follows the hints.
  const { handle } = engine.call({ call: 'play.open', ...level });
  let state = engine.call({ call: 'play.state', handle });
  for (let n = 0; !state.won && n < 100; n++) {
    const hint = engine.call({ call: 'play.hint', handle });
    state = engine.call({ call: 'play.do', handle, moves: hint.move });
  }
  expect(`${name} is won by hints`, state.won, true);
  expect(`${name} is drawn`, state.draw.items.length > 10, true);
  expect(`${name} undone`, engine.call({ call: 'play.undo', handle, count: 1000 }).can_undo, false);
  engine.call({ call: 'play.close', handle });
  expect(
    `${name} has features`,
    engine.call({ call: 'features', ...level }).features.length > 3,
    true,
  );
  expect(
    `${name} is rated`,
    engine.call({ call: 'rate', ...level }).calibrated,
    name === 'sokoban',
  );
  const turned = engine.call({ call: 'transform', what: 'rotate', ...level });
  expect(`${name} turned`, turned.level.id, parsed.levels[0].id);
  const pack = engine.call({ call: 'export', ...level, levels: parsed.levels });
  expect(`${name} exported`, pack.count, parsed.levels.length);
  const made = engine.call({
    call: 'generate',
    game: name,
    source: level.source,
    count: 2,
    seed: 1,
    seconds: 60,
    draw: true,
  });
  expect(`${name} makes levels`, made.levels.length, 2);
  expect(`${name} repeatable`, made.report.repeatable, true);
}

const sokoban = engine.call({ call: 'solve', ...games.sokoban, metric: 'pushes' });
expect('Microban 1, pushes', sokoban.pushes, 8);
expect('Microban 1, proved', sokoban.optimal, true);
refused('bad request', 'usage', { call: 'dance' });
refused('bad level', 'bad-input', { call: 'solve', game: 'sokoban', text: 'hello' });

// Progress stops a run, which gives what it has.
let told = 0;
engine.onprogress = ({ call }) => {
  expect('progress of', call, 'generate');
  return ++told === 2;
};
const stopped = engine.call({
  call: 'generate',
  method: 'mcts',
  options: { playouts: 200000 },
  count: 1000,
  seed: 1,
  seconds: 30,
});
expect('stopped', stopped.report.status, 'cancelled');
engine.onprogress = null;
engine.close();
console.log(`wasm: ${bytes.length} bytes, ${gzipped} gzipped, imports: ${imports.join(' ')}`);
