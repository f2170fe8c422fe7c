// The log of a study, what a form amounts to, and texts of a definition.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerOf, faultOf, pagesOf, stopwatch } from '../../src/study/answers.js';
import { ApiError } from '../../src/net/api.js';
import { studyFragment } from '../../src/route.js';
import { createLog } from '../../src/study/log.js';
import { isSomeoneElse, keptAfter, ticketIn } from '../../src/study/person.js';
import { MoveRecord } from '../../src/study/play/record.js';
import { blocksOf } from '../../src/study/prose.jsx';
import { askWhenStored } from '../../src/study/stored.js';

function shelf(things = new Map()) {
  return {
    things,
    keys: () => [...things.keys()],
    get: (key) => JSON.parse(things.get(key)),
    set: (key, value) => void things.set(key, JSON.stringify(value)),
    remove: (key) => void things.delete(key),
  };
}

/** A server that may be away and keeps what it was sent, as the real one does. */
function makeServer() {
  const server = {
    log: [],
    isAway: false,
    losesAnswer: false,
    refuses: false,
    async send(events) {
      if (server.isAway) throw Object.assign(new Error('away'), { passing: true });
      const isRefused = server.refuses || events.some(({ type }) => type === server.refusesType);
      if (isRefused) throw Object.assign(new Error('no'), { passing: false, status: 422 });
      for (const event of events) {
        const text = JSON.stringify(event);
        assert.ok(event.seq <= server.log.length, 'no gaps');
        if (event.seq < server.log.length) assert.equal(server.log[event.seq], text, 'same bytes');
        else server.log.push(text);
      }
      if (server.losesAnswer) throw Object.assign(new Error('lost'), { passing: true });
      return { next_seq: server.log.length, state: 'inside', completion: null };
    },
  };
  return server;
}

let t = 0;
const times = () => ({ t: (t += 1), clock: 1.8e12 + t });
const open = (server, storage) => {
  const log = createLog(storage, { send: server.send, times });
  log.begin(server.log.length);
  return log;
};
const typesOf = (server) => server.log.map((text) => JSON.parse(text).type);

test('events get numbers without gaps and are sent in order', async () => {
  const server = makeServer();
  const storage = shelf();
  const log = open(server, storage);
  for (let i = 0; i < 120; i++) log.append({ type: `e${i}`, phase: 'p', trial: i });
  assert.equal(log.waiting(), 120);
  await log.flush();
  assert.deepEqual(
    typesOf(server),
    Array.from({ length: 120 }, (_, i) => `e${i}`),
  );
  assert.equal(log.waiting(), 0);
  assert.equal(log.stored().next_seq, 120);
});

test('what waits survives a reload and a lost answer, and is stored once', async () => {
  const server = makeServer();
  const things = new Map();
  const first = open(server, shelf(things));
  first.append({ type: 'a', phase: 'p' });
  await first.flush();
  server.isAway = true;
  first.append({ type: 'b', phase: 'p', data: { x: 0.1 } });
  await assert.rejects(first.flush());
  const second = open(server, shelf(things));
  second.append({ type: 'c', phase: 'p' });
  server.isAway = false;
  server.losesAnswer = true;
  await assert.rejects(second.flush());
  server.losesAnswer = false;
  // Stored, but nobody knows: the third page finds that out from the server.
  const third = open(server, shelf(things));
  assert.equal(third.waiting(), 0);
  third.append({ type: 'd', phase: 'p' });
  await third.flush();
  assert.deepEqual(typesOf(server), ['a', 'b', 'c', 'd']);
});

test('what is noted while something is sent is sent behind it', async () => {
  const server = makeServer();
  const log = open(server, shelf());
  log.append({ type: 'a', phase: 'p' });
  const sent = log.flush();
  log.append({ type: 'b', phase: 'p' });
  await Promise.all([sent, log.flush()]);
  assert.deepEqual(typesOf(server), ['a', 'b']);
});

test('what is held is not written down, and what is kept of it goes with the consent', async () => {
  const server = makeServer();
  const requests = [];
  const send = (events) => {
    requests.push(events.length);
    return server.send(events);
  };
  const storage = shelf();
  const log = open({ ...server, send }, storage);
  log.hold();
  for (let i = 0; i < 60; i++) log.append({ type: i ? 'focus' : 'phase-start', phase: 'consent' });
  assert.equal(storage.keys().length, 0);
  await log.flush();
  log.release(() => true);
  log.append({ type: 'consent', phase: 'consent' });
  log.append({ type: 'phase-end', phase: 'consent' });
  await log.flush();
  assert.deepEqual(requests, [61, 1]);
  const clocks = server.log.map((text) => JSON.parse(text).clock);
  assert.deepEqual(
    clocks,
    clocks.slice().sort((a, b) => a - b),
    'times are those at which it happened',
  );
  const no = open(makeServer(), shelf());
  no.hold();
  for (const type of ['phase-start', 'device']) no.append({ type, phase: 'consent' });
  no.release(({ type }) => type === 'phase-start');
  assert.equal(no.waiting(), 1);
});

const isFinal = ({ status }) => status === 422;

test('of what the server never takes only that is given up, and what follows it', async () => {
  const server = makeServer();
  const log = open(server, shelf());
  for (const type of ['a', 'b', 'bad', 'c']) log.append({ type, phase: 'p' });
  server.refusesType = 'bad';
  await assert.rejects(log.flush(), /no/);
  assert.equal(log.waiting(), 4);
  let lost = 0;
  await log.salvage(isFinal, (n) => {
    assert.equal(log.waiting(), n, 'it is said before they are gone');
    lost = n;
  });
  assert.equal(lost, 2);
  assert.equal(log.waiting(), 0);
  assert.deepEqual(typesOf(server), ['a', 'b']);
  log.begin(server.log.length);
  log.append({ type: 'd', phase: 'p' });
  await log.flush();
  assert.deepEqual(typesOf(server), ['a', 'b', 'd']);
});

test('nothing is given up while the server is only away', async () => {
  const server = makeServer();
  const log = open(server, shelf());
  log.append({ type: 'a', phase: 'p' });
  server.isAway = true;
  await assert.rejects(
    log.salvage(isFinal, () => assert.fail('nothing is lost')),
    /away/,
  );
  assert.equal(log.waiting(), 1);
});

test('a link with another name is somebody else, one without any is nobody in particular', () => {
  const info = { panel_parameter: 'PID' };
  const panel = (hash) => ticketIn(info, hash).panel;
  assert.equal(panel('#/study/x?PID=a'), 'a');
  assert.equal(panel(studyFragment({ search: '?PID=b', hash: '#/study/x?PID=a' })), 'b');
  assert.equal(panel('#/study/x?p=c'), 'c');
  assert.equal(panel('#/study/x?other=c'), null);
  assert.equal(ticketIn({}, '#/study/x?PID=a').panel, null);
  assert.equal(isSomeoneElse({ panel: 'a' }, { panel: 'b' }), true);
  assert.equal(isSomeoneElse({ panel: null }, { panel: 'b' }), true);
  assert.equal(isSomeoneElse({ panel: 'a' }, { panel: 'a' }), false);
  assert.equal(isSomeoneElse({ panel: 'a' }, { panel: null }), false);
  // Whoever was in the middle when this began to be noted goes on.
  assert.equal(isSomeoneElse({}, { panel: 'b' }), false);
});

test('who tries a study is somebody else than who takes part in it', () => {
  const link = '#/study/x?trial=k&PID=a';
  assert.deepEqual(ticketIn({ panel_parameter: 'PID' }, link), { panel: null, trial: 'k' });
  const trial = { panel: null, trial: 'k' };
  assert.equal(isSomeoneElse({ panel: 'a' }, trial), true);
  assert.equal(isSomeoneElse(trial, { panel: null }), true);
  assert.equal(isSomeoneElse(trial, trial), false);
  assert.equal(isSomeoneElse({}, { panel: null }), false);
});

const question = (more) => ({ id: 'q', required: true, no_opinion: false, marks: 0, ...more });

test('answers: what is missing, out of range, and what nothing means', () => {
  assert.equal(faultOf(question({ type: 'scale', from: 1, to: 5 }), undefined), 'missing');
  assert.equal(faultOf(question({ type: 'scale', from: 1, to: 5 }), 3), '');
  assert.equal(faultOf(question({ type: 'one', required: false }), undefined), '');
  assert.equal(faultOf(question({ type: 'number', from: 0, to: 168 }), 169), 'range');
  assert.equal(faultOf(question({ type: 'number', from: 0, to: 168 }), NaN), 'missing');
  assert.equal(faultOf(question({ type: 'mark', marks: 2 }), ['a']), 'marks');
  assert.equal(faultOf(question({ type: 'mark', marks: 2 }), ['a', 'b']), '');
  assert.deepEqual(answerOf(question({ type: 'several' }), undefined), []);
  assert.equal(answerOf(question({ type: 'several', required: false }), undefined), null);
});

test('the time of an answer is that of its last change', () => {
  let now = 100;
  const watch = stopwatch(() => now);
  now = 150;
  watch.note('a');
  now = 170.1234;
  watch.note('a');
  now = 500;
  assert.equal(watch.reaction('a'), 70.123);
  assert.equal(watch.reaction('b'), 400);
});

test('long lists are cut into pages of about the same length', () => {
  const lengths = (n) => pagesOf(Array(n).fill(0), 7).map((page) => page.length);
  assert.deepEqual(lengths(0), []);
  assert.deepEqual(lengths(7), [7]);
  assert.deepEqual(lengths(8), [4, 4]);
  assert.deepEqual(lengths(30), [6, 6, 6, 6, 6]);
});

test('texts of a definition: headings, items, paragraphs, nothing else', () => {
  assert.deepEqual(blocksOf('# A\n\n- b\n\n- c\n\n<i>d</i>'), [
    { kind: 'h2', text: 'A' },
    { kind: 'ul', items: ['b', 'c'] },
    { kind: 'p', text: '<i>d</i>' },
  ]);
});

/** @returns {any} */
const position = (moves, more = {}) => ({ moves, won: false, measures: { pushes: 0 }, ...more });

test('moves are noted in bundles, with what was taken back and begun again', () => {
  let now = 0;
  const noted = [];
  /** @type {any} */
  const emit = (type, data, trial) => noted.push({ type, trial, ...data });
  const record = new MoveRecord({ level: 'L', trial: 2, emit, words: false, now: () => now });
  record.take(position(''));
  record.take(position('u'));
  now = 10.5;
  record.take(position('uR', { measures: { pushes: 1 } }));
  record.take(position('uR', { measures: { pushes: 1 } }));
  record.take(position('u'));
  record.restart();
  record.take(position(''));
  record.take(position('l', { measures: { pushes: 1 }, won: true }));
  record.flush();
  assert.deepEqual(noted, [
    { type: 'moves', trial: 2, level: 'L', moves: 'uR', times: '0 10.5' },
    { type: 'undo', trial: 2, level: 'L', moves: 1 },
    { type: 'restart', trial: 2, level: 'L', moves: 2, pushes: 1 },
    { type: 'moves', trial: 2, level: 'L', moves: 'l', times: '10.5' },
  ]);
  const { moves, undos, restarts, pushes, isWon, solution } = record;
  assert.deepEqual(
    { moves, undos, restarts, pushes, isWon, solution },
    { moves: 3, undos: 1, restarts: 1, pushes: 2, isWon: true, solution: 'l' },
  );
});

test('a position of the play before does not count after the level was begun again', () => {
  const noted = [];
  /** @type {any} */
  const emit = (type, data) => noted.push([type, data.moves]);
  const record = new MoveRecord({ level: 'L', trial: 0, emit, words: false, now: () => 0 });
  record.take(position(''));
  record.take(position('uR', { measures: { pushes: 1 } }));
  record.restart();
  assert.equal(record.take(position('uRl', { measures: { pushes: 1 }, won: true })), false);
  assert.equal(record.isWon, false);
  assert.equal(record.take(position('')), true);
  assert.equal(record.take(position('l')), true);
  record.flush();
  assert.deepEqual(noted, [
    ['moves', 'uR'],
    ['restart', 2],
    ['moves', 'l'],
  ]);
  const { moves, undos, pushes, solution } = record;
  assert.deepEqual(
    { moves, undos, pushes, solution },
    { moves: 3, undos: 0, pushes: 1, solution: 'l' },
  );
});

test('a bundle is noted when it is old or long, and words keep their blanks', () => {
  let now = 0;
  const noted = [];
  /** @type {any} */
  const emit = (_, data) => noted.push(data.moves);
  const record = new MoveRecord({ level: 'L', trial: 0, emit, words: true, now: () => now });
  record.take(position('A1rr', { measures: {} }));
  now = 2500;
  record.take(position('A1rr B2dd', { measures: {} }));
  assert.deepEqual(noted, ['A1rr B2dd']);
  assert.equal(record.pushes, undefined);
});

test('whoever comes back elsewhere keeps what they allowed', () => {
  const kept = { key: 'k', code: '', language: 'en', special: [] };
  const progress = /** @type {any} */ ({ consented: true, special: ['health'] });
  assert.deepEqual(keptAfter(kept, progress).special, ['health']);
  assert.deepEqual(keptAfter(kept, { ...progress, consented: false, special: [] }), kept);
});

test('a study that is closed does not close the studio, nor is it asked again', () => {
  const over = new ApiError(409, 'closed', 'the study is closed');
  assert.equal(over.isShut, false);
  assert.equal(over.passing, false);
  const shut = new ApiError(401, 'closed', 'for invited players');
  assert.equal(shut.isShut, true);
  assert.equal(shut.passing, true);
});

test('what depends on what was done is asked when that is stored, and again while that may help', async () => {
  const said = [];
  const sender = { all: async () => said.push('stored') > 0 };
  const answers = [new ApiError(0, 'away', 'away'), new ApiError(503, 'busy', 'busy'), 'pages'];
  const ask = async () => {
    const next = answers.shift();
    said.push('asked');
    if (next instanceof Error) throw next;
    return next;
  };
  assert.equal(await askWhenStored(sender, ask, () => true, 1), 'pages');
  assert.deepEqual(said, ['stored', 'asked', 'stored', 'asked', 'stored', 'asked']);
  answers.push(new ApiError(409, 'finished', 'no'));
  await assert.rejects(
    askWhenStored(sender, ask, () => true, 1),
    /no/,
  );
  assert.equal(await askWhenStored(sender, ask, () => false, 1), null);
});
