// The engines of the page: one plays and must answer at once, the others work on long calls
// and may be ended. Each starts when first needed.
/* global WORKER_URL, WASM_URL */
import { EngineClient } from '../../engine.js';

const made = new Map();

let compiled = null;
const options = {
  worker: WORKER_URL,
  get wasm() {
    return compiled ?? WASM_URL;
  },
  onmodule(module) {
    compiled = module;
  },
};

function client(name) {
  if (!made.has(name)) made.set(name, new EngineClient(options));
  return made.get(name);
}

/** A quick call: play, draw, parse.
 * @param {Record<string, any>} request */
export const ask = (request) => client('play').call(request);

/** A long call: solve, change. An aborted signal ends the worker.
 * @param {Record<string, any>} request
 * @param {{ onprogress?: (message: any) => void, signal?: AbortSignal }} [options] */
export const work = (request, options = {}) => client('work').call(request, options);

/** Another long call beside those of `work`, for what the editor finds out while one draws. */
export const think = (request, options = {}) => client('think').call(request, options);

/** A run of a generator: it may last while one plays, edits and solves elsewhere. */
export const produce = (request, options = {}) => client('produce').call(request, options);

let kinds;
/** All games with their options, keys and palettes, by name. */
export function loadKinds() {
  kinds ??= ask({ call: 'kinds' }).then(
    (reply) => new Map(reply.kinds.map((kind) => [kind.name, kind])),
  );
  kinds.catch(() => (kinds = undefined));
  return kinds;
}
