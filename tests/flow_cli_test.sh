#!/usr/bin/env bash
# Flow through the program: solve, features, generate, render, and a level drawn to the
# end in a terminal of its own.
set -euo pipefail
program=$1
data=$PWD/tests/data/flow
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    echo "failed: $*" >&2
    exit 1
}

"$program" solve "$data/flow_own.txt" --game flow --count-solutions 2 --json >"$work/out"
[ "$(grep -c '"n_solutions":1,"count_complete":true' "$work/out")" = 5 ] ||
    fail "five levels with one solution"
grep -q '"engine":"native"' "$work/out" || fail "who proved it"
grep -q 'rules=loose: exactly one solution' "$work/out" || fail "the rule set is named"

"$program" solve "$data/ambiguous.txt" --game flow --count-solutions 2 --json >"$work/out"
[ "$(grep -c '"n_solutions":2,"count_complete":false' "$work/out")" = 4 ] || fail "ambiguous"
"$program" solve "$data/ambiguous.txt" --game flow --rule rules=strict --count-solutions 2 \
    --json >"$work/out"
[ "$(grep -c '"n_solutions":1,"count_complete":true' "$work/out")" = 4 ] || fail "strict"

"$program" solve "$data/flow_own.txt" --game flow --count-solutions 2 --engine cadical \
    --json >"$work/out"
[ "$(grep -c '"n_solutions":1,"count_complete":true' "$work/out")" = 5 ] || fail "cadical"

"$program" features "$data/ambiguous.txt" --game flow --json >"$work/out"
[ "$(grep -c '"unique":0' "$work/out")" = 4 ] || fail "features of ambiguous levels"

# Impossible is 4; malformed is 2 with its place, never "unsolvable".
printf '2 2\nA.\n.A\n' >"$work/none.flow"
code=0
"$program" solve "$work/none.flow" --game flow >"$work/out" 2>&1 || code=$?
[ "$code" = 4 ] || fail "exit code $code for a level without solution"
printf '2 2\nA.\n.B\n' >"$work/bad.flow"
code=0
"$program" solve "$work/bad.flow" --game flow >"$work/out" 2>&1 || code=$?
[ "$code" = 2 ] || fail "exit code $code for a bad level"
grep -q 'bad.flow:2:1: colour A appears once' "$work/out" || fail "the place of the error"
printf 'AB.\n...\nA..\n' >"$work/bad.txt"
code=0
"$program" solve "$work/bad.txt" >>"$work/out" 2>&1 || code=$?
[ "$code" = 2 ] || fail "exit code $code for a bad single board"
grep -q 'bad.txt:1:2: colour B appears once' "$work/out" || fail "the place in a board"
if grep -q unsolvable "$work/out"; then
    fail "a malformed level is not unsolvable"
fi

# The same seed gives the same levels with any number of threads; all are unique.
for threads in 1 2; do
    "$program" generate flow -n 20 --size 6x7 --seed 5 --threads "$threads" \
        -o "$work/g$threads.flow" 2>/dev/null
done
cmp -s "$work/g1.flow" "$work/g2.flow" || fail "levels depend on the number of threads"
"$program" solve "$work/g1.flow" --game flow --count-solutions 2 --json >"$work/out"
[ "$(grep -c '"n_solutions":1,"count_complete":true' "$work/out")" = 20 ] || fail "unique"

"$program" render "$data/flow_own.txt" --game flow --level 1 -o "$work/one.svg" 2>/dev/null
grep -q '<svg' "$work/one.svg" || fail "picture"

python=/usr/bin/python3
[ -x "$python" ] || exit 0
"$python" - "$program" "$work" <<'PYTHON' || fail "play in a terminal"
import os, pty, select, sys, time
program, work = sys.argv[1:]
UP, DOWN, RIGHT, LEFT = b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\x1b[D"
with open(work + "/play.flow", "w") as file:
    file.write("4 3\nA..A\nB..B\nC..C\n0 0\n")
pid, terminal = pty.fork()
if pid == 0:
    os.environ["TERM"] = "xterm"
    os.execv(program, [program, "play", work + "/play.flow", "--game", "flow"])
seen = b""
def read_until(word, seconds):
    global seen
    end = time.time() + seconds
    while word not in seen and time.time() < end:
        if select.select([terminal], [], [], 0.1)[0]:
            try:
                seen += os.read(terminal, 65536)
            except OSError:
                return
read_until(b"quit", 30)
for row in range(3):
    there = RIGHT if row % 2 == 0 else LEFT
    for key in [b" "] + [there] * 3 + [b" ", DOWN]:
        os.write(terminal, key)
        time.sleep(0.02)
read_until(b"SOLVED", 30)
os.write(terminal, b"q")
end = time.time() + 30
while os.waitpid(pid, os.WNOHANG)[0] == 0 and time.time() < end:
    if select.select([terminal], [], [], 0.1)[0]:
        try:
            os.read(terminal, 65536)
        except OSError:
            pass
sys.exit(0 if b"SOLVED" in seen else "flow was not solved: " + repr(seen[-600:]))
PYTHON
