// The engines in JavaScript: one call with a request object, one reply object
// (docs/engine-calls.md). A plain module for pages, workers and node.

/** What the engines refused: `code`, and the place in the input when there is one: `place`
 * points to a member of the request, `line` and `column` into its text. */
export class EngineError extends Error {
  /** @param {{ error: string, message: string, line?: number, column?: number, place?: string }}
   *   refusal */
  constructor({ error, message, line = 0, column = 0, place = '' }) {
    super(message);
    this.name = 'EngineError';
    this.code = error;
    this.line = line;
    this.column = column;
    this.place = place;
  }
}

// snprintf drags in the stream functions of the C library; they are never reached.
const STREAMS = ['fd_close', 'fd_seek', 'fd_write', 'fd_fdstat_get', 'proc_exit'];

/** @param {string} name */
function never(name) {
  return () => {
    throw new Error(`the engine called ${name}, which it never should`);
  };
}

/** @typedef {BufferSource | WebAssembly.Module | Response} EngineBytes */
/** @typedef {EngineBytes | Promise<EngineBytes>} EngineSource */
/** @typedef {{ error: string, message: string, line: number, column: number }} Refusal */
/** What the module offers (src/wasm).
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {() => void} _initialize
 * @property {() => number} lwx_open
 * @property {(context: number, length: number) => number} lwx_input
 * @property {(context: number) => number} lwx_call
 * @property {(context: number) => number} lwx_reply
 * @property {(context: number) => void} lwx_close */

/** The engine's module, compiled once; a worker hands it on to the next.
 * @param {EngineSource} wasm */
export async function compileEngine(wasm) {
  const source = await wasm;
  if (source instanceof WebAssembly.Module) return source;
  if (typeof Response !== 'undefined' && source instanceof Response) {
    if (!source.ok) throw new Error(`the engine could not be loaded: ${source.status}`);
    return WebAssembly.compile(await source.arrayBuffer());
  }
  return WebAssembly.compile(/** @type {BufferSource} */ (source));
}

/** The engines in this thread. Calls block until they are done. */
export class Engine {
  /** @param {EngineSource} wasm */
  static async load(wasm) {
    const engine = new Engine();
    const module = await compileEngine(wasm);
    const instance = await WebAssembly.instantiate(module, {
      wasi_snapshot_preview1: Object.fromEntries(STREAMS.map((name) => [name, never(name)])),
      lw: {
        now: () => performance.now(),
        progress: (/** @type {number} */ at, /** @type {number} */ length) =>
          engine.#heard(at, length),
      },
    });
    const lw = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
    engine.#lw = lw;
    lw._initialize();
    engine.#context = lw.lwx_open();
    if (engine.#context === 0) throw new Error('the engine has no memory to begin with');
    return engine;
  }

  /** @type {Exports | null} */
  #lw = null;
  #context = 0;
  #encoder = new TextEncoder();
  #decoder = new TextDecoder();
  /** Hears of long calls; a true value stops the call.
   * @type {((message: RunProgress) => unknown) | null} */
  onprogress = null;

  /** The reply as it came: an error is an object too.
   * @template {EngineCall} C @param {EngineRequest<C>} request
   * @returns {EngineReplies[C] | Refusal} */
  ask(request) {
    const lw = this.#exports();
    const input = this.#encoder.encode(JSON.stringify(request));
    const at = lw.lwx_input(this.#context, input.length);
    if (at === 0) return noMemory();
    new Uint8Array(lw.memory.buffer, at, input.length).set(input);
    const length = lw.lwx_call(this.#context);
    return length === 0 ? noMemory() : this.#read(lw.lwx_reply(this.#context), length);
  }

  /** The reply; throws EngineError.
   * @template {EngineCall} C @param {EngineRequest<C>} request @returns {EngineReplies[C]} */
  call(request) {
    const reply = this.ask(request);
    if ('error' in reply) throw new EngineError(reply);
    return reply;
  }

  #exports() {
    if (!this.#lw) throw new Error('the engine is not loaded');
    return this.#lw;
  }

  close() {
    this.#exports().lwx_close(this.#context);
    this.#context = 0;
  }

  /** @param {number} at @param {number} length */
  #read(at, length) {
    const bytes = new Uint8Array(this.#exports().memory.buffer, at, length);
    return JSON.parse(this.#decoder.decode(bytes));
  }

  /** @param {number} at @param {number} length */
  #heard(at, length) {
    return this.onprogress?.(this.#read(at, length)) ? 1 : 0;
  }
}

/** @returns {Refusal} */
function noMemory() {
  return { error: 'no-memory', message: 'the memory is used up', line: 0, column: 0 };
}

/** @typedef {object} ClientOptions
 * @property {string | URL | (() => Worker)} worker its URL, or a function that makes one
 * @property {string | URL | WebAssembly.Module} wasm
 * @property {(module: WebAssembly.Module) => void} [onmodule] hears what a worker has compiled */

/** What a worker says (engine-worker.js).
 * @typedef {object} WorkerNews
 * @property {boolean} [ready]
 * @property {WebAssembly.Module} [module]
 * @property {string} [failed]
 * @property {number} [id]
 * @property {RunProgress} [progress]
 * @property {any} [reply] of the call with this id, which knows its type */

/** A call that waits for its reply.
 * @typedef {object} Waiting
 * @property {EngineRequest} request
 * @property {CallOptions['onprogress']} [onprogress]
 * @property {(reply: any) => void} resolve
 * @property {(error: EngineError) => void} reject
 * @property {() => void} release */

/**
 * The engines in a worker of their own (engine-worker.js): calls are promises, one after the
 * other. A call that is cancelled ends the worker, and the games that were played in it; so
 * a page plays with one client and lets another do the long work.
 */
export class EngineClient {
  #options;
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Map<number, Waiting>} */
  #waiting = new Map();
  #next = 1;

  /** @param {ClientOptions} options */
  constructor(options) {
    this.#options = options;
  }

  #start() {
    const { worker, wasm } = this.#options;
    const started =
      typeof worker === 'function' ? worker() : new Worker(worker, { type: 'module' });
    started.onmessage = ({ data }) => this.#arrived(data);
    started.onerror = (event) => this.#failed(event.message || "the engine's worker failed");
    started.postMessage({ wasm: wasm instanceof WebAssembly.Module ? wasm : String(wasm) });
    return started;
  }

  /** @param {WorkerNews} data */
  #arrived(data) {
    // What one worker has compiled, the next one need not compile again.
    if (data.module) this.#options.onmodule?.(data.module);
    if (data.failed) {
      this.#failed(data.failed);
      return;
    }
    const id = data.id ?? 0;
    const call = this.#waiting.get(id);
    if (!call) return;
    if (data.progress) {
      call.onprogress?.(data.progress);
    } else if (data.reply) {
      this.#waiting.delete(id);
      call.release();
      if (data.reply.error) call.reject(new EngineError(data.reply));
      else call.resolve(data.reply);
    }
  }

  /** Everything that waits fails; the next call starts a new worker.
   * @param {string} message @param {string} [error] */
  #failed(message, error = 'io') {
    this.#worker?.terminate();
    this.#worker = null;
    const calls = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const call of calls) {
      call.release();
      call.reject(new EngineError({ error, message }));
    }
  }

  /** The reply; rejects with EngineError.
   * @template {EngineCall} C @param {EngineRequest<C>} request @param {CallOptions} [options]
   * @returns {Promise<EngineReplies[C]>} */
  call(request, { onprogress, signal } = {}) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(new EngineError({ error: 'cancelled', message: 'stopped on request' }));
        return;
      }
      this.#worker ??= this.#start();
      const id = this.#next++;
      const stop = () => this.#cancel(id);
      signal?.addEventListener('abort', stop, { once: true });
      this.#waiting.set(id, {
        request,
        onprogress,
        resolve,
        reject,
        release: () => signal?.removeEventListener('abort', stop),
      });
      this.#worker.postMessage({ id, request });
    });
  }

  /** Ends the worker; calls other than the cancelled one are asked again in a new one.
   * @param {number} id */
  #cancel(id) {
    const call = this.#waiting.get(id);
    if (!call) return;
    this.#waiting.delete(id);
    this.#worker?.terminate();
    this.#worker = null;
    call.release();
    call.reject(new EngineError({ error: 'cancelled', message: 'stopped on request' }));
    for (const [other, waiting] of this.#waiting) {
      this.#worker ??= this.#start();
      this.#worker.postMessage({ id: other, request: waiting.request });
    }
  }

  close() {
    this.#failed('the engine was closed', 'cancelled');
  }
}
