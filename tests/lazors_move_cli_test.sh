#!/usr/bin/env bash
# Lazors and Move through the program: solve, features, generate, and both games played to
# the end in a terminal of their own.
set -u
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/lib.sh"
data=$tests/data

for level in "$data"/lazors/levels/*.bff; do
    expect 0 "" solve "$level" --count-solutions 2 --json
    grep -q '"status":"solved"' out || fail "$level is not solved"
    expect 0 "" features "$level" --json
    grep -q '"solution_classes":1' out || fail "$level has not one solution"
done
expect 0 "" features "$data/move/levels.txt" --game move --json
[ "$(grep -c '"counterintuitive":' out)" = 12 ] || fail "features of Move"

# Malformed input is exit code 2 with its place, never "unsolvable".
printf 'GRID START\no o\nGRID END\n' >bad.bff
expect 2 'bad.bff:3:6:' solve bad.bff
grep -q unsolvable out err && fail "a malformed level is not unsolvable"

# The same seed gives the same levels with any number of threads.
for game in lazors move; do
    for threads in 1 2; do
        expect 0 "" generate "$game" -n 8 --seed 5 --threads "$threads" --json
        sed 's/"seconds":[^,}]*//g' out >"$game$threads"
    done
    cmp -s "${game}1" "${game}2" || fail "$game depends on the number of threads"
    [ "$(grep -c '"text"' "${game}1")" = 8 ] || fail "eight levels of $game"
done

# repeat TEXT N: N times, none when N is negative.
repeat() {
    local i
    for ((i = 0; i < $2; i++)); do printf '%s' "$1"; done
}
# carry X Y X Y...: the keys that point at each place in turn and press there.
x=0 y=0
carry() {
    while [ $# -gt 0 ]; do
        repeat "$right" $(($1 - x)); repeat "$left" $((x - $1))
        repeat "$down" $(($2 - y)); repeat "$up" $((y - $2))
        printf ' '
        x=$1 y=$2
        shift 2
    done
}
# Cells are three by three drawn ones; the tray lies below the board.
press "$(carry 1 10 1 1 4 10 4 1 1 10 1 4 1 10 4 7)q" "$data/lazors/levels/own_05.bff"
grep -q SOLVED out || fail "lazors was not solved at the terminal"
press "$right$right${down}q" "$data/move/levels.txt" --game move
grep -q SOLVED out || fail "move was not solved at the terminal"

exit $failed
