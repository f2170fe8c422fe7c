#!/usr/bin/env bash
# Builds the core for wasm32-wasi and drives it in node: imports, size, every call on every
# game, and the same levels byte for byte as the optimised program makes.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=tools/setup.sh
. "$root/tools/setup.sh"
build_preset wasm
build_preset release
node "$root/tests/style/wasm.mjs" "$root/build/wasm/levelwright.wasm"
node "$root/tests/style/wasm-same.mjs" "$root/build/wasm/levelwright.wasm" \
    "$root/build/release/levelwright"
