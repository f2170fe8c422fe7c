#!/usr/bin/env bash
# Builds the core for wasm32-wasi, checks what it imports, and solves levels with it.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=tools/setup.sh
. "$root/tools/setup.sh"
build_preset wasm
node "$root/tests/style/wasm.mjs" "$root/build/wasm/levelwright.wasm"
