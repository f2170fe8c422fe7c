#!/usr/bin/env bash
# Flow through the program: solve, features, generate, render, and a level drawn to the
# end in a terminal of its own.
set -u
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/lib.sh"
data=$tests/data/flow

# counted N TEXT: so many lines of out have it.
counted() {
    local found
    found=$(grep -c "$2" out)
    [ "$found" = "$1" ] || fail "$found lines, not $1, have $2"
}

expect 0 "" solve "$data/flow_own.txt" --game flow --count-solutions 2 --json
counted 5 '"n_solutions":1,"count_complete":true'
grep -q '"engine":"native"' out || fail "who proved it"
grep -q 'rules=loose: exactly one solution' out || fail "the rule set is named"

expect 0 "" solve "$data/ambiguous.txt" --game flow --count-solutions 2 --json
counted 4 '"n_solutions":2,"count_complete":false'
expect 0 "" solve "$data/ambiguous.txt" --game flow --rule rules=strict --count-solutions 2 --json
counted 4 '"n_solutions":1,"count_complete":true'
expect 0 "" solve "$data/flow_own.txt" --game flow --count-solutions 2 --engine cadical --json
counted 5 '"n_solutions":1,"count_complete":true'

expect 0 "" features "$data/ambiguous.txt" --game flow --json
counted 4 '"unique":0'

# Impossible is 4; malformed is 2 with its place, never "unsolvable".
printf '2 2\nA.\n.A\n' >none.flow
expect 4 "" solve none.flow --game flow
printf '2 2\nA.\n.B\n' >bad.flow
expect 2 'bad.flow:2:1: colour A appears once' solve bad.flow --game flow
grep -q unsolvable out err && fail "a malformed level is not unsolvable"
printf 'AB.\n...\nA..\n' >bad.txt
expect 2 'bad.txt:1:2: colour B appears once' solve bad.txt
grep -q unsolvable out err && fail "a malformed board is not unsolvable"

# The same seed gives the same levels with any number of threads; all are unique.
for threads in 1 2; do
    expect 0 "" generate flow -n 20 --size 6x7 --seed 5 --threads "$threads" -o "g$threads.flow"
done
cmp -s g1.flow g2.flow || fail "levels depend on the number of threads"
expect 0 "" solve g1.flow --game flow --count-solutions 2 --json
counted 20 '"n_solutions":1,"count_complete":true'

# Levels to avoid are read under the rules of the run, and so are examples.
strict() { expect 0 "" generate flow --rule rules=strict --size 5x5 --seed 3 --json "$@"; }
strict -o strict.flow
first=$(grep -o '"id":"[0-9a-f]*"' out)
strict --against strict.flow
grep -q "$first" out && fail "--against did not read the level under the strict rule"

expect 0 "" render "$data/flow_own.txt" --game flow --level 1 -o one.svg
grep -q '<svg' one.svg || fail "picture"

# Every second path is drawn from the right.
printf '4 3\nA..A\nB..B\nC..C\n0 0\n' >play.flow
press " $right$right$right $down $left$left$left $down $right$right$right q" play.flow --game flow
grep -q 'SOLVED' out || fail "flow was not solved at the terminal"

exit $failed
