// A level in an address. The text is packed (deflate) when that is shorter, then written
// in the letters an address may have. Reading refuses what is too long, packed or not,
// before anything is done with it.

export const MAX_ENCODED = 12000;
export const MAX_TEXT = 60000;

/** @param {Uint8Array} bytes */
const toBase64 = (bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
/** @param {string} text */
const fromBase64 = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  );

/** @param {Uint8Array<ArrayBuffer>} bytes
 * @param {CompressionStream | DecompressionStream} transform
 * @param {number} limit of what comes out; more is a RangeError */
async function through(bytes, transform, limit) {
  const parts = [];
  let size = 0;
  const stream = new Blob([bytes]).stream().pipeThrough(transform);
  for (const reader = stream.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > limit) {
      await reader.cancel();
      throw new RangeError('too long');
    }
    parts.push(value);
  }
  const all = new Uint8Array(size);
  parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
  return all;
}

/** @typedef {Pick<Level, 'game' | 'text' | 'source' | 'level' | 'title' | 'rules'>} Shared */

/** @param {Shared} shared @returns {Promise<string>} throws RangeError when it is too long for an
 *   address */
export async function encodeLevel(shared) {
  const bytes = new TextEncoder().encode(JSON.stringify(shared));
  if (bytes.length > MAX_TEXT) throw new RangeError('too long');
  const packed = await through(bytes, new CompressionStream('deflate'), MAX_TEXT);
  const code = packed.length < bytes.length ? `z${toBase64(packed)}` : `t${toBase64(bytes)}`;
  if (code.length > MAX_ENCODED) throw new RangeError('too long');
  return code;
}

/** @param {string} code @returns {Promise<Shared>} throws RangeError (too long) or SyntaxError
 *   (not a level) */
export async function decodeLevel(code) {
  if (code.length > MAX_ENCODED) throw new RangeError('too long');
  let value;
  try {
    const bytes = fromBase64(code.slice(1));
    const plain =
      code[0] === 'z' ? await through(bytes, new DecompressionStream('deflate'), MAX_TEXT) : bytes;
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plain));
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw new SyntaxError('not a level');
  }
  return checked(value);
}

/** Only the members we know, of the types they must have.
 * @param {unknown} value @returns {Shared} */
function checked(value) {
  if (value === null || typeof value !== 'object') throw new SyntaxError('not a level');
  const members = new Map(Object.entries(value));
  /** @param {string} name @param {number} most @returns {string | undefined} */
  const text = (name, most) => {
    const member = members.get(name);
    if (member === undefined) return undefined;
    if (typeof member !== 'string' || member.length > most) throw new SyntaxError('not a level');
    return member;
  };
  const game = text('game', 40);
  const [board, source] = [text('text', MAX_TEXT), text('source', MAX_TEXT)];
  if (!game || (!board && !source)) throw new SyntaxError('not a level');
  /** @type {Shared} */
  const shared = { game, text: board, source, title: text('title', 200) };
  const [level, rules] = [members.get('level'), members.get('rules')];
  if (Number.isInteger(level) && level > 0) shared.level = level;
  if (rules && typeof rules === 'object') {
    const pairs = Object.entries(rules).slice(0, 16);
    shared.rules = Object.fromEntries(pairs.map(([key, rule]) => [key, String(rule)]));
  }
  return shared;
}
