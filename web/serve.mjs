// Serves web/dist as the program does, without its API: for working on the pages and for
// tests of what they do when the studio is away.
//
//   node serve.mjs [PORT] [DIR]
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

export const CSP =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; " +
  "connect-src 'self'; worker-src 'self'; manifest-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** @param {string} dir @param {number} port 0: any
 * @returns {Promise<import('node:http').Server>} */
export function servePages(dir, port = 0) {
  const plain = new Map();
  const packed = new Map();
  for (const line of readFileSync(join(dir, 'files.tsv'), 'utf8').trim().split('\n')) {
    const [path, type, etag, gzip, , file] = line.split('\t');
    (gzip === '1' ? packed : plain).set(path, { type, etag, bytes: readFileSync(join(dir, file)) });
  }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const path = pathname === '/' ? '/index.html' : pathname;
    const gzip = (request.headers['accept-encoding'] ?? '').includes('gzip') && packed.has(path);
    const page = (gzip ? packed : plain).get(path);
    if (!page || request.method !== 'GET') {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('not here\n');
      return;
    }
    response
      .writeHead(200, {
        'Content-Type': page.type,
        'Content-Security-Policy': CSP,
        'X-Content-Type-Options': 'nosniff',
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Cross-Origin-Embedder-Policy': 'require-corp',
        ETag: `"${page.etag}"`,
        'Cache-Control': path.startsWith('/assets/')
          ? 'public, max-age=31536000, immutable'
          : 'no-cache',
        ...(gzip ? { 'Content-Encoding': 'gzip' } : {}),
      })
      .end(page.bytes);
  });
  return new Promise((done) => server.listen(port, '127.0.0.1', () => done(server)));
}

/** Where a server listens. @param {import('node:http').Server} server */
export const portOf = (server) =>
  /** @type {import('node:net').AddressInfo} */ (server.address()).port;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = await servePages(
    process.argv[3] ?? join(here, 'dist'),
    Number(process.argv[2] ?? 8080),
  );
  console.log(`http://127.0.0.1:${portOf(server)}/`);
}
