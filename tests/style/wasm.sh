#!/usr/bin/env bash
# Builds the core for wasm32-wasi and drives it in node: imports, size, every call on every
# game; with the optimised program at hand also the same bytes from both, and the speed.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=tools/setup.sh
. "$root/tools/setup.sh"
build_preset wasm
program=$root/build/release/levelwright
node "$root/tests/style/wasm.mjs" "$root/build/wasm/levelwright.wasm"
if [ -x "$program" ]; then
    node "$root/tests/style/wasm-same.mjs" "$root/build/wasm/levelwright.wasm" "$program"
    node "$root/tools/wasm-speed.mjs"
fi
