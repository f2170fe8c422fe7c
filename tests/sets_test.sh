#!/usr/bin/env bash
# The sets command from outside: packs by title and id, ranges, refusals, all or none.
set -u
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/lib.sh"
export LEVELWRIGHT_DB=$work/levels.db

# corridor LENGTH BEFORE : a player, so many free squares, a box, the rest, a goal.
corridor() {
    local wall inside
    wall=$(printf '#%.0s' $(seq $(($1 + 2))))
    inside=$(printf '@%*s$%*s.' "$2" '' $(($1 - $2 - 3)) '')
    printf '%s\n#%s#\n%s\n\n' "$wall" "$inside" "$wall"
}

for length in $(seq 5 16); do corridor "$length" 1; done >one.xsb
for length in $(seq 6 20); do corridor "$length" 2; done >two.xsb
corridor 9 0 >few.xsb

expect 5 "" sets one.xsb
expect 0 "" db import one.xsb two.xsb few.xsb
id=$(sed -n 's/^two.xsb: pack \([0-9a-f]*\):.*/\1/p' out)
expect 0 "" sets one.xsb "$id" --count 5 --moves 4..12 --generated "$id" --title A --title B --json
[ "$(wc -l <out)" = 2 ] || fail "two sets were expected: $(cat out)"
grep -q '"title":"A","origin":"handmade","levels":5,"of":12' out || fail "the first set: $(cat out)"
grep -q '"title":"B","origin":"generated","levels":5,"of":15' out || fail "the second set: $(cat out)"
expect 0 "" db info --json
grep -q '"sets":2' out || fail "two sets are stored: $(cat out)"
expect 2 "few.xsb: only 1 of the pack's 1 levels fit" sets one.xsb few.xsb --count 5
expect 2 "no pack 'nothing'" sets nothing
expect 0 "" db import few.xsb
expect 2 "several packs are called" sets few.xsb --count 1
expect 1 "" sets
expect 1 "" sets one.xsb --boxes many
expect 0 "" db info --json
grep -q '"sets":2' out || fail "a refused choice leaves no set: $(cat out)"
exit $failed
