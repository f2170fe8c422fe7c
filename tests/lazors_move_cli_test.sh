#!/usr/bin/env bash
# Lazors and Move through the program: solve, features, generate, and both games played to
# the end in a terminal of their own.
set -euo pipefail
program=$1
data=$PWD/tests/data
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    echo "failed: $*" >&2
    exit 1
}

for level in "$data"/lazors/levels/*.bff; do
    "$program" solve "$level" --count-solutions 2 --json >"$work/out"
    grep -q '"status":"solved"' "$work/out" || fail "$level is not solved"
    "$program" features "$level" --json | grep -q '"solution_classes":1' ||
        fail "$level has not one solution"
done
"$program" features "$data/move/levels.txt" --game move --json >"$work/out"
[ "$(grep -c '"counterintuitive":' "$work/out")" = 12 ] || fail "features of Move"

# Malformed input is exit code 2 with its place, never "unsolvable".
printf 'GRID START\no o\nGRID END\n' >"$work/bad.bff"
code=0
"$program" solve "$work/bad.bff" >"$work/out" 2>&1 || code=$?
[ "$code" = 2 ] || fail "exit code $code for a bad level"
grep -q 'bad.bff:3:6:' "$work/out" || fail "the place of the error"

# The same seed gives the same levels with any number of threads.
for game in lazors move; do
    for threads in 1 2; do
        "$program" generate "$game" -n 8 --seed 5 --threads "$threads" --json \
            >"$work/$game$threads" 2>/dev/null
    done
    sed 's/"seconds":[^,}]*//g' "$work/${game}1" >"$work/a"
    sed 's/"seconds":[^,}]*//g' "$work/${game}2" >"$work/b"
    cmp -s "$work/a" "$work/b" || fail "$game depends on the number of threads"
    [ "$(grep -c '"text"' "$work/a")" = 8 ] || fail "eight levels of $game"
done

python=/usr/bin/python3
[ -x "$python" ] || exit 0
"$python" - "$program" "$data" <<'PYTHON' || fail "play in a terminal"
import os, pty, select, sys, time
program, data = sys.argv[1:]
UP, DOWN, RIGHT, LEFT = b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\x1b[D"

def play(arguments, keys):
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ["TERM"] = "xterm"
        os.execv(program, [program, "play"] + arguments)
    seen = b""
    def read_until(word, seconds):
        nonlocal seen
        end = time.time() + seconds
        while word not in seen and time.time() < end:
            if select.select([terminal], [], [], 0.1)[0]:
                try:
                    seen += os.read(terminal, 65536)
                except OSError:
                    return
    read_until(b"quit", 30)
    for key in keys:
        os.write(terminal, key)
        time.sleep(0.01)
    read_until(b"SOLVED", 30)
    os.write(terminal, b"q")
    end = time.time() + 30
    while os.waitpid(pid, os.WNOHANG)[0] == 0 and time.time() < end:
        if select.select([terminal], [], [], 0.1)[0]:
            try:
                os.read(terminal, 65536)
            except OSError:
                pass
    return b"SOLVED" in seen

# Cells are three by three drawn ones; the tray lies below the board.
keys, x, y = [], 0, 0
for start, goal in (((1, 10), (1, 1)), ((4, 10), (4, 1)), ((1, 10), (1, 4)),
                    ((1, 10), (4, 7))):
    for to_x, to_y in (start, goal):
        keys += [RIGHT] * (to_x - x) + [LEFT] * (x - to_x)
        keys += [DOWN] * (to_y - y) + [UP] * (y - to_y) + [b" "]
        x, y = to_x, to_y
if not play([data + "/lazors/levels/own_05.bff"], keys):
    sys.exit("lazors was not solved")
if not play([data + "/move/levels.txt", "--game", "move"], [RIGHT, RIGHT, DOWN]):
    sys.exit("move was not solved")
PYTHON
