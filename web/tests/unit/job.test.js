import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askForJob, followJob } from '../../src/net/job.js';

const soon = () => new Promise((done) => setTimeout(done, 5));
const passing = Object.assign(new Error('away'), { passing: true });

/** A server whose answers are a list, and the streams that were opened. @returns {any} */
function fakeNet(answers) {
  const streams = [];
  const log = [];
  return {
    streams,
    log,
    open(url) {
      const heard = {};
      const stream = {
        url,
        readyState: 1,
        closed: false,
        addEventListener: (name, act) => (heard[name] = act),
        close: () => (stream.closed = true),
        tell: (name, data) => heard[name]?.({ data: JSON.stringify(data ?? {}) }),
      };
      streams.push(stream);
      return stream;
    },
    async get() {
      const next = answers.length > 1 ? answers.shift() : answers[0];
      if (next instanceof Error) throw next;
      return next;
    },
    async cancel() {
      log.push('cancelled');
    },
  };
}

test('a job is followed to its result', async () => {
  const net = fakeNet([{ state: 'done', result: { levels: [1] } }]);
  const told = [];
  const following = followJob(
    '/jobs/1',
    (progress) => told.push(progress),
    new AbortController().signal,
    net,
  );
  net.streams[0].tell('progress', { fraction: 0.5 });
  net.streams[0].tell('done');
  assert.deepEqual(await following, { levels: [1] });
  assert.equal(told[0].fraction, 0.5);
  assert.equal(net.streams[0].closed, true);
});

test('a stream that is closed for good is opened again when the job still runs', async () => {
  const net = fakeNet([passing, { state: 'running' }, { state: 'done', result: { levels: [] } }]);
  const told = [];
  const following = followJob(
    '/jobs/1',
    (progress) => told.push(progress),
    new AbortController().signal,
    net,
  );
  net.streams[0].readyState = 2;
  net.streams[0].onerror();
  while (net.streams.length < 2) await soon();
  assert.ok(told.some((one) => one.away));
  assert.equal(told[told.length - 1].away, false);
  net.streams[1].tell('done');
  await following;
});

test("a failed job fails with what it says, a lost one with the server's word", async () => {
  const failed = fakeNet([{ state: 'failed', error: { error: 'usage', message: 'no room' } }]);
  const one = followJob('/jobs/1', () => {}, new AbortController().signal, failed);
  failed.streams[0].tell('failed');
  await assert.rejects(one, { message: 'no room', code: 'usage' });
  const lost = fakeNet([Object.assign(new Error('There is no such job.'), { passing: false })]);
  const two = followJob('/jobs/2', () => {}, new AbortController().signal, lost);
  lost.streams[0].onerror();
  await assert.rejects(two, { message: 'There is no such job.' });
});

test('stopping cancels the job and keeps what it had', async () => {
  const net = fakeNet([{ state: 'cancelled', result: { levels: [7] } }]);
  const abort = new AbortController();
  const following = followJob('/jobs/1', () => {}, abort.signal, net);
  abort.abort();
  assert.deepEqual(await following, { levels: [7] });
  assert.deepEqual(net.log, ['cancelled']);
});

test('stopping does not wait for a server that is away, which hears of it later', async () => {
  const net = fakeNet([passing]);
  const answers = [passing, passing, undefined];
  net.cancel = async () => {
    const next = answers.shift();
    net.log.push('asked');
    if (next) throw next;
  };
  const abort = new AbortController();
  const following = followJob('/jobs/1', () => {}, abort.signal, net);
  abort.abort();
  assert.deepEqual(await following, { levels: [], report: { status: 'cancelled' } });
  while (answers.length > 0) await new Promise((done) => setTimeout(done, 50));
  assert.equal(net.log.length, 3);
});

test('a failed job tells the place of what was wrong', async () => {
  const net = fakeNet([
    { state: 'failed', error: { code: 'bad-input', message: 'no', place: '/options/size' } },
  ]);
  const following = followJob('/jobs/1', () => {}, new AbortController().signal, net);
  net.streams[0].tell('failed');
  await assert.rejects(following, { place: '/options/size' });
});

const away = Object.assign(new Error('away'), { passing: true, status: 0 });

test('a job is asked for again while the studio cannot be reached', async () => {
  const answers = [away, { job: '7' }];
  const told = [];
  const post = async () => {
    const next = answers.shift();
    if (next instanceof Error) throw next;
    return next;
  };
  assert.equal(
    await askForJob(
      post,
      (progress) => told.push(progress),
      new AbortController().signal,
      assert.fail,
    ),
    '7',
  );
  assert.deepEqual(told, [{ away: true }]);
});

test('a refusal is not asked again', async () => {
  const full = Object.assign(new Error('full'), { passing: true, status: 503 });
  let asked = 0;
  const post = async () => {
    asked += 1;
    throw full;
  };
  await assert.rejects(
    askForJob(post, () => {}, new AbortController().signal, assert.fail),
    full,
  );
  assert.equal(asked, 1);
});

test('whoever stops before the answer does not wait for it; the job is told later', async () => {
  let answer;
  const abort = new AbortController();
  const late = new Promise((heard) => {
    const asking = askForJob(
      () => new Promise((done) => (answer = done)),
      () => {},
      abort.signal,
      heard,
    );
    abort.abort();
    asking.then((job) => {
      assert.equal(job, null);
      answer({ job: '9' });
    });
  });
  assert.equal(await late, '9');
});

test('a job that was stopped before it is followed is cancelled', async () => {
  const net = fakeNet([{ state: 'cancelled' }]);
  await followJob('/jobs/1', () => {}, AbortSignal.abort(), net);
  assert.deepEqual(net.log, ['cancelled']);
});
