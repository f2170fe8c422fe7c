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
press '\004' two.xsb --save saved

# A game file of its own: its title, all its messages, the key that a hint means.
talk=$tests/data/puzzlescript/talk.txt
press "h${right}nnq" "$talk" --save saved
grep -q 'Talking crates, level 1 of 2' out || fail "the game's title is missing"
grep -q 'Welcome. Push the crate.' out || fail "messages before a level get lost"
grep -q '1 more move will do. (right)' out || fail "the hint names no key: $(cat out)"
grep -q 'n: next level' out || fail "a solved level does not lead on"
press "n${left}q" "$talk" --save saved
grep -q 'this was the last level' out || fail "the last level leads on"
grep -q 'Solved! The end' out || fail "the message after the last level is missing"
grep -q 'than the terminal' out && fail "a long message is not wrapped"

# A player far from the corner is in sight at once, in a terminal of 24 rows.
{
    sed '/^Welcome/,$d; /^message/,$d' "$talk"
    for _ in $(seq 60); do echo '..........'; done
    printf '.....P*O..\n'
} >tall.txt
press "q" tall.txt --save saved
grep -q 'p\*o' out || fail "the player is out of sight: $(cat out)"

exit $failed
