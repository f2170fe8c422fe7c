#!/usr/bin/env bash
# Runs the commands of docs/adding-a-game.md in a copy of the tree.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cd "$root"
git ls-files -z | xargs -0 cp --parents -t "$copy"
cd "$copy"
# What was compiled in this tree need not be again in the copy.
export CCACHE_BASEDIR=$copy CCACHE_NOHASHDIR=1
# shellcheck disable=SC2016
sed -n '/^```sh$/,/^```$/p' docs/adding-a-game.md | grep -v '^```' >steps.sh
[ "$(grep -c . steps.sh)" -gt 10 ] || { echo "no commands found in the page" >&2; exit 1; }
bash -euo pipefail steps.sh >steps.log 2>&1 || { tail -n 30 steps.log >&2; exit 1; }
grep -q '"status":"solved".*"solution":"rrrr"' steps.log || { cat steps.log >&2; exit 1; }
grep -q '"status":"unsolvable"' steps.log || { cat steps.log >&2; exit 1; }
