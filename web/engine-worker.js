// The engines in a Web Worker. The first message is {wasm: URL or module}, every other
// {id, request}; answers are {ready}, {id, progress}, {id, reply} and {failed: sentence}.
import { Engine } from "./engine.js";

let engine = null;

async function load(wasm) {
    const source = wasm instanceof WebAssembly.Module ? wasm : fetch(wasm);
    try {
        const loaded = await Engine.load(source);
        postMessage({ ready: true });
        return loaded;
    } catch (error) {
        postMessage({ failed: error.message });
        return null;
    }
}

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
        postMessage({ failed: `the engine broke off: ${error.message}` });
    }
}

onmessage = ({ data }) => {
    if (data.wasm) engine = load(data.wasm);
    else answer(data);
};
