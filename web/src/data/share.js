// A level in an address. The text is packed (deflate) when that is shorter, then written
// in the letters an address may have. Reading refuses what is too long, packed or not,
// before anything is done with it.

export const MAX_ENCODED = 12000;
export const MAX_TEXT = 60000;

const toBase64 = (bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
const fromBase64 = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  );

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

/** @typedef {{ game: string, text?: string, source?: string, level?: number, title?: string, rules?: Record<string, string> }} Shared */

/** @param {Shared} shared @returns {Promise<string>} throws RangeError when it is too long for an address */
export async function encodeLevel(shared) {
  const bytes = new TextEncoder().encode(JSON.stringify(shared));
  if (bytes.length > MAX_TEXT) throw new RangeError('too long');
  const packed = await through(bytes, new CompressionStream('deflate'), MAX_TEXT);
  const code = packed.length < bytes.length ? `z${toBase64(packed)}` : `t${toBase64(bytes)}`;
  if (code.length > MAX_ENCODED) throw new RangeError('too long');
  return code;
}

/** @param {string} code @returns {Promise<Shared>} throws RangeError (too long) or SyntaxError (not a level) */
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

/** Only the members we know, of the types they must have. */
function checked(value) {
  const text = (name, most) => {
    if (value[name] === undefined) return undefined;
    if (typeof value[name] !== 'string' || value[name].length > most) {
      throw new SyntaxError('not a level');
    }
    return value[name];
  };
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new SyntaxError('not a level');
  }
  const shared = {
    game: text('game', 40),
    text: text('text', MAX_TEXT),
    source: text('source', MAX_TEXT),
    title: text('title', 200),
  };
  if (!shared.game || (!shared.text && !shared.source)) throw new SyntaxError('not a level');
  if (Number.isInteger(value.level) && value.level > 0) shared.level = value.level;
  if (value.rules && typeof value.rules === 'object') {
    shared.rules = Object.fromEntries(
      Object.entries(value.rules)
        .slice(0, 16)
        .map(([key, rule]) => [key, String(rule)]),
    );
  }
  return shared;
}
