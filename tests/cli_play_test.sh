#!/usr/bin/env bash
# A person at the keyboard, and the same moves by --moves.
set -u
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/lib.sh"

printf '; one\n#######\n#@ $ .#\n#######\n\n; two\n#####\n#.$@#\n#####\n' >two.xsb

"$program" play two.xsb --moves rRR >out || fail "--moves fails"
grep -q '3 moves: solved' out || fail "--moves does not solve: $(cat out)"
"$program" play two.xsb --level 2 --moves L --json >out || fail "--moves --json fails"
grep -q '"level":2.*"won":true,"n_moves":1' out || fail "--json says: $(cat out)"
"$program" play two.xsb </dev/null >out 2>err
[ $? = 5 ] || fail "without a terminal: exit code is not 5"
grep -q -- '--moves' err || fail "without a terminal: $(cat err)"

press "${right}${right}${right}q" two.xsb --save saved
grep -q 'SOLVED' out || fail "three steps right do not solve"
grep -q '3 moves' out || fail "moves are not counted"

press "${right}${right}uy${right}q" two.xsb --save saved
grep -q 'SOLVED' out || fail "undo and redo lose a move"

press "${right}${right}R${right}${right}${right}q" two.xsb --save saved
grep -q 'SOLVED' out || fail "restart does not go back to the start"

press "${up}q" two.xsb --save saved
grep -q 'not possible' out || fail "a wall gives no message"

press "nq" two.xsb --save saved
grep -q 'level 2 of 2: two' out || fail "n does not go to the next level"

press "${right}${right}sq" two.xsb --save saved
grep -q '^level 1$' saved || fail "s does not save"
press "l${right}q" two.xsb --save saved
grep -q 'loaded' out || fail "l does not load"
grep -q 'SOLVED' out || fail "the saved game does not go on"

press "hdq" two.xsb --save saved
grep -q 'thinking' out || fail "h and d ask nobody"

exit $failed
