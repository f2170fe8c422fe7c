#!/usr/bin/env bash
# Runs the commands of docs/adding-a-game.md in a copy of the tree; they end with the new game in
# a browser. The pictures go to build/added-*.png.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=tools/setup.sh
. "$root/tools/setup.sh"
mkdir -p "$root/build"
fetch_modules "$root/build/web.log"
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cd "$root"
git ls-files -z | xargs -0 cp --parents --preserve=timestamps -t "$copy"
ln -s "$root/web/node_modules" "$copy/web/node_modules"
cd "$copy"
# What was compiled in this tree need not be again in the copy.
export CCACHE_BASEDIR=$copy CCACHE_NOHASHDIR=1
# The new game has to be in the engine, which need not be fast: 13 s of linking become 5.
LDFLAGS=-Wl,--lto-O0 cmake --preset wasm >configure.log 2>&1 || { cat configure.log >&2; exit 1; }
# shellcheck disable=SC2016
sed -n '/^```sh$/,/^```$/p' docs/adding-a-game.md | grep -v '^```' >steps.sh
[ "$(grep -c . steps.sh)" -gt 10 ] || { echo "no commands found in the page" >&2; exit 1; }
bash -euo pipefail steps.sh >steps.log 2>&1 || { tail -n 30 steps.log >&2; exit 1; }
grep -q '"status":"solved".*"solution":"rrrr"' steps.log || { cat steps.log >&2; exit 1; }
grep -q '"status":"unsolvable"' steps.log || { cat steps.log >&2; exit 1; }
grep -q '^passed  an added game' steps.log || { tail -n 30 steps.log >&2; exit 1; }
cp build/added-*.png "$root/build/"
