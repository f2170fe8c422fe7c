// The engines of the page: one plays and must answer at once, the others work on long calls
// and may be ended. Each starts when first needed.
/* global WORKER_URL, WASM_URL */
import { EngineClient } from '../../engine.js';

/** @type {Map<string, EngineClient>} */
const made = new Map();

/** @type {WebAssembly.Module | null} */
let compiled = null;
const options = {
  worker: WORKER_URL,
  get wasm() {
    return compiled ?? WASM_URL;
  },
  onmodule(/** @type {WebAssembly.Module} */ module) {
    compiled = module;
  },
};

/** @param {string} name */
function client(name) {
  const there = made.get(name) ?? new EngineClient(options);
  made.set(name, there);
  return there;
}

/** Sends requests to one of the engines. An aborted signal ends its worker. @param {string} name */
const caller =
  (name) =>
  /** @template {EngineCall} C @param {EngineRequest<C>} request @param {CallOptions} [how]
   * @returns {Promise<EngineReplies[C]>} */
  (request, how = {}) =>
    client(name).call(request, how);

/** A quick call: play, draw, parse. */
export const ask = caller('play');

/** A long call: solve, change. */
export const work = caller('work');

/** Another long call beside those of `work`, for what the editor finds out while one draws. */
export const think = caller('think');

/** A run of a generator: it may last while one plays, edits and solves elsewhere. */
export const produce = caller('produce');

/** @type {Promise<Map<string, Kind>> | undefined} */
let kinds;
/** All games with their options, keys and palettes, by name. */
export function loadKinds() {
  kinds ??= ask({ call: 'kinds' }).then(
    (reply) => new Map(reply.kinds.map((kind) => [kind.name, kind])),
  );
  kinds.catch(() => (kinds = undefined));
  return kinds;
}
