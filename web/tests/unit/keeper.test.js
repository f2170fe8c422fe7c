import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKeeper } from '../../src/net/keeper.js';

/** A browser whose server knows only the players that it has made since. */
function browser(player) {
  const state = { player, made: 0, known: new Set() };
  const keeper = createKeeper({
    load: () => state.player,
    save: (next) => (state.player = next),
    make: async () => {
      const key = `made-${++state.made}`;
      await new Promise((done) => setTimeout(done, 1));
      state.known.add(key);
      return { key };
    },
    alone: (work) => work(),
  });
  const unknown = new Error('nobody has this key');
  /** Asks once `gate` is open; resolves to the key that did it. */
  const ask = (gate = Promise.resolve()) =>
    keeper.use(
      async (key) => {
        if (!state.known.has(key)) {
          await gate;
          throw unknown;
        }
        return key;
      },
      (error) => error === unknown,
    );
  return { state, ask, keeper };
}

test('requests that begin together have one new player', async () => {
  const { state, ask } = browser(null);
  assert.deepEqual(await Promise.all([ask(), ask(), ask()]), ['made-1', 'made-1', 'made-1']);
  assert.deepEqual([state.made, state.player.key], [1, 'made-1']);
});

test('a forgotten player is replaced once, also when a refusal comes late', async () => {
  const { state, ask } = browser({ key: 'forgotten' });
  let open;
  const late = ask(new Promise((done) => (open = done)));
  assert.deepEqual(await Promise.all([ask(), ask()]), ['made-1', 'made-1']);
  open();
  assert.equal(await late, 'made-1');
  assert.deepEqual([state.made, state.player.key], [1, 'made-1']);
});

test('what fails for another reason changes no player', async () => {
  const { state, keeper } = browser({ key: 'mine' });
  const away = new Error('away');
  await assert.rejects(
    keeper.use(
      () => Promise.reject(away),
      () => false,
    ),
    away,
  );
  assert.equal(state.player.key, 'mine');
});
