// The WebAssembly module in node: its imports, then calls through its one entry.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const bytes = readFileSync(process.argv[2]);
const module = new WebAssembly.Module(bytes);

// snprintf drags in the stream functions of the C library; they are never reached.
const allowed = new Set(["fd_close", "fd_seek", "fd_write", "fd_fdstat_get", "proc_exit"]);
const imports = {};
for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    if (from !== "wasi_snapshot_preview1" || kind !== "function" || !allowed.has(name)) {
        throw new Error(`the core imports ${from}.${name}, which no browser has`);
    }
    imports[name] = () => { throw new Error(`${name} was called`); };
}
const { exports: lw } = new WebAssembly.Instance(module, { wasi_snapshot_preview1: imports });
lw._initialize();

const ctx = lw.lwx_open();
function call(request) {
    const input = new TextEncoder().encode(JSON.stringify(request));
    const at = lw.lwx_input(ctx, input.length);
    new Uint8Array(lw.memory.buffer, at, input.length).set(input);
    const length = lw.lwx_call(ctx);
    const reply = new Uint8Array(lw.memory.buffer, lw.lwx_reply(ctx), length);
    return JSON.parse(new TextDecoder().decode(reply));
}
function expect(what, got, want) {
    if (got !== want) throw new Error(`${what}: ${JSON.stringify(got)}, not ${JSON.stringify(want)}`);
}

const kinds = call({ call: "kinds" }).kinds.map((kind) => kind.name);
expect("the null game", kinds.includes("null"), true);
expect("null solved", call({ call: "solve", game: "null", text: "@..F" }).solution, "rrr");
expect("null dead", call({ call: "solve", game: "null", text: "@.#F" }).status, "unsolvable");
const sokoban = call({
    call: "solve", game: "sokoban", metric: "pushes",
    text: "####\n# .#\n#  ###\n#*@  #\n#  $ #\n#  ###\n####\n",
});
expect("Microban 1", sokoban.status, "solved");
expect("Microban 1, pushes", sokoban.pushes, 8);
expect("Microban 1, proved", sokoban.optimal, true);
expect("bad request", call({ call: "dance" }).error, "usage");
expect("bad level", call({ call: "solve", game: "sokoban", text: "hello" }).error, "bad-input");
lw.lwx_close(ctx);
console.log(`wasm: ${bytes.length} bytes, ${gzipSync(bytes).length} gzipped, imports: ` +
    `${Object.keys(imports).join(" ") || "none"}`);
