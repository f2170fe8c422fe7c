#!/usr/bin/env bash
# A person at the keyboard: keys go through a pseudo terminal (script), the last screen is
# looked at. Without script the same moves go in by --moves.
set -u
program=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0

fail() {
    echo "FAILED: $*"
    failed=1
}

printf '; one\n#######\n#@ $ .#\n#######\n\n; two\n#####\n#.$@#\n#####\n' >two.xsb

"$program" play two.xsb --moves rRR >out || fail "--moves fails"
grep -q '3 moves: solved' out || fail "--moves does not solve: $(cat out)"
"$program" play two.xsb --level 2 --moves L --json >out || fail "--moves --json fails"
grep -q '"level":2.*"won":true,"n_moves":1' out || fail "--json says: $(cat out)"
"$program" play two.xsb </dev/null >out 2>err
[ $? = 5 ] || fail "without a terminal: exit code is not 5"
grep -q -- '--moves' err || fail "without a terminal: $(cat err)"

command -v script >/dev/null || {
    echo "no script(1): only --moves was tested"
    exit $failed
}

# press KEYS: types them into a running game; screens end up in the file out.
press() {
    {
        sleep 0.3
        printf '%b' "$1"
        sleep 0.3
    } | TERM=xterm NO_COLOR=1 timeout 20 script -qec "'$program' play two.xsb --save saved" \
        typescript >out 2>&1
    local got=$?
    [ $got = 0 ] || fail "keys '$1': exit code $got"
}

right='\033[C'
up='\033[A'

press "${right}${right}${right}q"
grep -q 'SOLVED' out || fail "three steps right do not solve"
grep -q '3 moves' out || fail "moves are not counted"

press "${right}${right}uy${right}q"
grep -q 'SOLVED' out || fail "undo and redo lose a move"

press "${right}${right}R${right}${right}${right}q"
grep -q 'SOLVED' out || fail "restart does not go back to the start"

press "${up}q"
grep -q 'not possible' out || fail "a wall gives no message"

press "nq"
grep -q 'level 2 of 2: two' out || fail "n does not go to the next level"

press "${right}${right}sq"
grep -q '^level 1$' saved || fail "s does not save"
press "l${right}q"
grep -q 'loaded' out || fail "l does not load"
grep -q 'SOLVED' out || fail "the saved game does not go on"

press "hdq"
grep -q 'thinking' out || fail "h and d ask nobody"

exit $failed
