#!/usr/bin/env bash
# Recorded references, when they are at hand.
set -uo pipefail
program=$1
if [ ! -d ../shared/stats-fixtures ]; then
    echo "skipped: no ../shared"
    exit 77
fi
out=$("$program" conform stats ../shared/stats-fixtures) || { echo "$out"; exit 1; }
tail -n 1 <<<"$out" | grep -qE '^[1-9][0-9]* passed, 0 failed$' || { echo "$out"; exit 1; }
# A folder without references is refused, not passed.
"$program" conform stats tests >/dev/null 2>&1 && exit 1
exit 0
