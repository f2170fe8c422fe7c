import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createQueue } from '../../src/net/queue.js';

function memory() {
  const map = new Map();
  return {
    map,
    keys: () => [...map.keys()],
    get: (key) => map.get(key),
    set: (key, value) => map.set(key, value),
    remove: (key) => map.delete(key),
  };
}

const passing = () => Object.assign(new Error('away'), { passing: true });
const refused = () => Object.assign(new Error('no such level'), { passing: false });

/** A server that fails when told to, and forgets nothing it acknowledged. */
function fakeServer() {
  const stored = [];
  const state = { fail: null, after: null, plays: 0 };
  return {
    state,
    stored,
    said: [],
    async say(path, body) {
      if (state.fail) throw state.fail();
      this.said.push({ path, body });
      state.during?.();
    },
    begin: async (_level, set) => {
      if (state.fail) throw state.fail();
      state.set = set;
      return `remote-${++state.plays}`;
    },
    send: async (events) => {
      if (state.fail) throw state.fail();
      for (const event of events) {
        if (!stored.some((one) => one.play === event.play && one.seq === event.seq)) {
          stored.push(event);
        }
      }
      if (state.after) throw state.after();
    },
  };
}

test('events arrive once, in order, and leave nothing behind', async () => {
  const storage = memory();
  const server = fakeServer();
  const queue = createQueue(storage, server);
  queue.begin('a', 'level');
  for (let seq = 1; seq <= 250; seq++) queue.add('a', seq, { kind: 'move', t_ms: seq });
  assert.equal(queue.waiting(), 250);
  assert.equal(await queue.flush(), true);
  assert.deepEqual(
    server.stored.map((event) => event.seq),
    Array.from({ length: 250 }, (_, i) => i + 1),
  );
  assert.equal(storage.map.size, 0);
});

test('a server that is away loses nothing', async () => {
  const storage = memory();
  const server = fakeServer();
  const queue = createQueue(storage, server);
  queue.begin('a', 'level');
  queue.add('a', 1, { kind: 'start', t_ms: 0 });
  server.state.fail = passing;
  assert.equal(await queue.flush(), false);
  queue.add('a', 2, { kind: 'win', t_ms: 9 });
  assert.equal(queue.waiting(), 2);
  server.state.fail = null;
  // Another page, the same storage: what one left the next one sends.
  assert.equal(await createQueue(storage, server).flush(), true);
  assert.deepEqual(
    server.stored.map((event) => event.kind),
    ['start', 'win'],
  );
});

test('an answer lost on the way does no harm', async () => {
  const storage = memory();
  const server = fakeServer();
  const queue = createQueue(storage, server);
  queue.begin('a', 'level');
  queue.add('a', 1, { kind: 'start', t_ms: 0 });
  server.state.after = passing;
  assert.equal(await queue.flush(), false);
  server.state.after = null;
  assert.equal(await queue.flush(), true);
  assert.equal(server.stored.length, 1);
  assert.equal(server.state.plays, 1);
});

test('a play the server refuses is dropped, the others go on', async () => {
  const storage = memory();
  const server = fakeServer();
  let first = true;
  const queue = createQueue(storage, {
    ...server,
    begin: async () => {
      if (first) {
        first = false;
        throw refused();
      }
      return server.begin();
    },
  });
  queue.begin('a', 'unknown');
  queue.add('a', 1, { kind: 'start', t_ms: 0 });
  queue.begin('b', 'known');
  queue.add('b', 1, { kind: 'start', t_ms: 0 });
  assert.equal(await queue.flush(), true);
  assert.equal(server.stored.length, 1);
  assert.equal(storage.map.size, 0);
});

test('a play that is still open keeps its name on the server', async () => {
  const storage = memory();
  const server = fakeServer();
  const queue = createQueue(storage, server);
  queue.begin('a', 'level');
  queue.add('a', 1, { kind: 'start', t_ms: 0 });
  await queue.flush(() => true);
  queue.add('a', 2, { kind: 'win', t_ms: 5 });
  await queue.flush(() => false);
  assert.deepEqual(new Set(server.stored.map((event) => event.play)), new Set(['remote-1']));
  assert.equal(storage.map.size, 0);
});

test('what is said goes after the plays, once, and the last word counts', async () => {
  const storage = memory();
  const server = fakeServer();
  const queue = createQueue(storage, server);
  queue.begin('a', 'level', 'a set');
  queue.add('a', 1, { kind: 'win', t_ms: 9 });
  queue.say('rating.level', '/ratings', { level: 'level', value: 3 });
  queue.say('rating.level', '/ratings', { level: 'level', value: 7 });
  assert.equal(queue.waiting(), 2);
  server.state.fail = passing;
  assert.equal(await queue.flush(), false);
  assert.equal(queue.waiting(), 2);
  server.state.fail = null;
  // A change of mind while the first answer is on its way.
  server.state.during = () => {
    server.state.during = null;
    queue.say('rating.level', '/ratings', { level: 'level', value: 8 });
  };
  assert.equal(await queue.flush(), true);
  assert.equal(server.state.set, 'a set');
  assert.equal(queue.waiting(), 1);
  assert.equal(await queue.flush(), true);
  assert.deepEqual(
    server.said.map(({ body }) => body.value),
    [7, 8],
  );
  assert.equal(storage.map.size, 0);
});

test('what the server refuses to hear is not said again', async () => {
  const storage = memory();
  const server = fakeServer();
  const queue = createQueue(storage, server);
  queue.say('rating.level', '/ratings', { level: 'level', value: 3 });
  server.state.fail = refused;
  assert.equal(await queue.flush(), true);
  assert.equal(queue.waiting(), 0);
});
