import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeLevel, encodeLevel, MAX_ENCODED, MAX_TEXT } from '../../src/data/share.js';

const level = { game: 'sokoban', text: '#####\n#@$.#\n#####\n', title: 'Ünïcode <b>' };

test('what is shared comes back', async () => {
  const back = await decodeLevel(await encodeLevel(level));
  assert.deepEqual({ ...back }, { ...level, source: undefined });
});

test('a large level is packed and comes back', async () => {
  const text = Array.from({ length: 40 }, () => '#'.repeat(40)).join('\n');
  const code = await encodeLevel({ game: 'sokoban', text });
  assert.ok(code.startsWith('z') && code.length < 200);
  assert.equal((await decodeLevel(code)).text, text);
});

test('too long is refused both ways, before it is unpacked', async () => {
  await assert.rejects(
    encodeLevel({ game: 'sokoban', text: 'x'.repeat(MAX_TEXT + 1) }),
    RangeError,
  );
  await assert.rejects(decodeLevel('t'.repeat(MAX_ENCODED + 1)), RangeError);
  const stream = new Blob([new Uint8Array(MAX_TEXT * 50)])
    .stream()
    .pipeThrough(new CompressionStream('deflate'));
  const bomb = new Uint8Array(await new Response(stream).arrayBuffer());
  const code = `z${Buffer.from(bomb).toString('base64url')}`;
  assert.ok(code.length < MAX_ENCODED);
  await assert.rejects(decodeLevel(code), RangeError);
});

test('anything else is no level', async () => {
  const encode = (value) => `t${Buffer.from(JSON.stringify(value)).toString('base64url')}`;
  for (const value of [
    null,
    [],
    7,
    {},
    { game: 'sokoban' },
    { text: 'x' },
    { game: 7, text: 'x' },
    { game: 'x', text: {} },
  ]) {
    await assert.rejects(decodeLevel(encode(value)), SyntaxError, JSON.stringify(value));
  }
  for (const code of ['', 'z', 'zzzz', 't!!!', 'q', '%']) {
    await assert.rejects(decodeLevel(code), SyntaxError, code);
  }
});

test('members nobody knows do not pass', async () => {
  const code = `t${Buffer.from(JSON.stringify({ ...level, call: 'generate', __proto__x: 1, level: -3 })).toString('base64url')}`;
  const back = await decodeLevel(code);
  assert.deepEqual(Object.keys(back).sort(), ['game', 'source', 'text', 'title']);
});
