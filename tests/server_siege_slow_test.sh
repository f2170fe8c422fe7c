#!/usr/bin/env bash
# The siege at full length, ten minutes on each database, with the figures printed.
#
#   tests/server_siege_slow_test.sh [PROGRAM]
#
# Without PROGRAM, on a quiet machine: the optimised server, the players of the dev build
# (the optimised one has no tests), and the times are always judged. As a test, with
# PROGRAM and beside others, they are not. SIEGE_SECONDS shortens it.
set -eu
cd "$(dirname "$0")/.."
judge=()
if [ $# -gt 0 ]; then
    program=$1
    players=$(dirname "$1")/tests/siege_players
else
    root=$PWD
    # shellcheck source=tools/setup.sh
    . tools/setup.sh
    build_pages && build_preset release levelwright && build_preset dev siege_players
    program=build/release/levelwright
    players=build/dev/tests/siege_players
    judge=(--judge)
fi
failed=0
for database in "" --postgres; do
    echo "== ${database:-sqlite}"
    python3 tests/server/siege.py "$program" "$players" --seconds "${SIEGE_SECONDS:-600}" \
        "${judge[@]}" $database || failed=1
done
exit $failed
