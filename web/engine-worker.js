// The engines in a Web Worker. The first message is {wasm: URL or module}, every other
// {id, request}; answers are {ready, module when it was compiled here}, {id, progress}, {id,
// reply} and {failed: sentence}.
import { compileEngine, Engine } from './engine.js';

/** @param {unknown} error */
const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/** @type {Promise<Engine | null> | null} */
let engine = null;

/** @param {string | WebAssembly.Module} wasm */
async function load(wasm) {
  const source = wasm instanceof WebAssembly.Module ? wasm : fetch(wasm);
  try {
    const module = await compileEngine(source);
    const loaded = await Engine.load(module);
    postMessage(module === wasm ? { ready: true } : { ready: true, module });
    return loaded;
  } catch (error) {
    postMessage({ failed: messageOf(error) });
    return null;
  }
}

/** @param {{ id: number, request: EngineRequest }} asked */
async function answer({ id, request }) {
  const ready = await engine;
  if (!ready) return;
  ready.onprogress = (progress) => {
    postMessage({ id, progress });
    return false;
  };
  try {
    postMessage({ id, reply: ready.ask(request) });
  } catch (error) {
    // A trap leaves the module in no known state: the client starts another worker.
    postMessage({ failed: `the engine broke off: ${messageOf(error)}` });
  }
}

onmessage = ({ data }) => {
  if (data.wasm) engine = load(data.wasm);
  else answer(data);
};
