import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  blocks,
  clockText,
  completed,
  faultsOf,
  lastDay,
  linkOf,
  spread,
  stretches,
} from '../../src/researcher/model.js';

test('a log falls into stretches of phases, in order', () => {
  const event = (seq, phase, clock) => ({ seq, type: 'x', phase, t: 0, clock });
  const found = stretches([
    event(0, 'consent', 1000),
    event(1, 'consent', 3000),
    event(2, 'play', 4000),
    event(3, 'consent', 9000),
  ]);
  assert.deepEqual(
    found.map(({ phase, start, ms, events }) => [phase, start, ms, events.length]),
    [
      ['consent', 0, 2000, 2],
      ['play', 3000, 0, 1],
      ['consent', 8000, 0, 1],
    ],
  );
  assert.deepEqual(stretches([]), []);
});

test('times, links and cells', () => {
  assert.equal(clockText(3723000), '1:02:03');
  assert.equal(clockText(-5), '0:00');
  assert.equal(lastDay('2037-01-02T00:00:00Z'), '2037-01-01', 'as people were told');
  assert.equal(linkOf('https://a/', 'x'), 'https://a/#/study/x');
  assert.equal(linkOf('https://a/', 'x', '{{ID}}'), 'https://a/#/study/x?p={{ID}}');
  assert.equal(spread([]), 0);
  assert.equal(
    spread([
      { cell: 1, name: 'a', inside: 1, completed: 2 },
      { cell: 2, name: 'b', inside: 0, completed: 1 },
    ]),
    2,
  );
});

test('what is filled in takes the place of what a definition says, and nothing else does', () => {
  const definition = { title: 'x', contact: { name: 'A', email: 'a@b' } };
  const filled = { 'contact.name': 'B', 'approval.number': '7', 'approval.from': '' };
  assert.deepEqual(completed(definition, filled), {
    title: 'x',
    contact: { name: 'B', email: 'a@b' },
    approval: { number: '7' },
  });
  assert.deepEqual(definition.contact.name, 'A');
});

test('faults of a refusal, wherever they stand', () => {
  const fault = { pointer: '/a', sentence: 'wrong', remedy: 'right', gravity: 'before-opening' };
  for (const answer of [{ faults: [fault] }, { error: { faults: [fault] } }]) {
    const [one] = faultsOf(answer);
    assert.deepEqual(
      [one.place, one.message, one.remedy, one.opening],
      ['/a', 'wrong', 'right', true],
    );
  }
  assert.deepEqual(faultsOf(undefined), []);
});

test('a sheet is text in blocks, whatever is in it', () => {
  assert.deepEqual(blocks('# A\n\n## B <b>\n\none\ntwo\n\n- x\n- y\n'), [
    { kind: 'heading', level: 1, text: 'A' },
    { kind: 'heading', level: 2, text: 'B <b>' },
    { kind: 'text', text: 'one two' },
    { kind: 'item', text: 'x' },
    { kind: 'item', text: 'y' },
  ]);
});
