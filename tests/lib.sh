# Sourced by the tests that are scripts, with the program's path as their first argument:
# a folder of their own to work in, which goes when they end, and the words they share.
# shellcheck shell=bash
program=$(realpath "$1")
tests=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
# Far more than any command here takes on any machine: only a hang ends so.
PATIENCE=900
failed=0
# ./test asks for small sizes under the sanitizers: see tests/test_size.h.
small() { [ "${LW_TEST_SIZE:-}" = small ]; }

fail() {
    echo "FAILED: $*"
    # shellcheck disable=SC2034
    failed=1
}

# expect CODE TEXT COMMAND... : the exit code, and the text, if any, on standard error. What
# the command said stays in the files out and err.
expect() {
    local code=$1 text=$2 got
    shift 2
    timeout $PATIENCE "$program" "$@" >out 2>err
    got=$?
    [ "$got" = "$code" ] || fail "$*: exit code $got instead of $code: $(cat err)"
    [ -z "$text" ] || grep -qF -- "$text" err || fail "$*: '$text' is not in: $(cat err)"
}

# is_gone PID: it has ended, waited for or not.
is_gone() { [ ! -d "/proc/$1" ] || grep -q '^State:.Z' "/proc/$1/status"; }
# wait_for COMMAND... : until it succeeds; a test goes on when what it needs is there, not
# after a time in which it should be. When the last argument is a process that has ended,
# what is waited for never comes.
wait_for() {
    local end=$((SECONDS + PATIENCE)) last=${*: -1}
    until "$@" >/dev/null 2>&1; do
        if [[ $last =~ ^[0-9]+$ ]] && is_gone "$last"; then
            fail "ended before: $*"
            return 1
        fi
        [ $SECONDS -lt $end ] || { fail "never came: $*"; return 1; }
        sleep 0.1
    done
}
# has_lines N FILE: at least so many.
has_lines() { [ "$(wc -l <"$2")" -ge "$1" ]; }
# hears PID: Ctrl-C is kept for it from now on. Before that, in a script, it is ignored and
# lost: a command in the background begins as a copy of the shell that ignores it.
hears() {
    local blocked
    blocked=$(sed -n 's/^SigBlk:[[:space:]]*//p' "/proc/$1/status")
    { [ "/proc/$1/exe" -ef "$program" ] || [ "/proc/$1/exe" -ef "$program-lab" ]; } &&
        [ $((0x${blocked:-0} & 2)) -ne 0 ]
}
# has_worked TICKS PID: it has computed for so many hundredths of a second.
has_worked() { [ "$(cut -d' ' -f14 "/proc/$2/stat")" -ge "$1" ]; }

# count_work: $worked becomes the seconds that the processor has worked for all commands
# that have ended so far. Not in a subshell, which has commands of its own.
count_work() {
    times >work.txt
    # shellcheck disable=SC2034
    worked=$(awk 'NR == 2 { split($1, t, /[ms]/); print int(60 * t[1] + t[2]) }' work.txt)
}

# press KEYS ARGS... : plays with those arguments at a terminal of its own and types the
# keys, written as printf's %b reads them; the screens are in the file out.
press() {
    local keys=$1
    shift
    python3 "$tests/terminal.py" "$(printf '%b' "$keys")" "$program" play "$@" >out 2>&1 ||
        fail "keys '$keys': exit code $?"
}
# shellcheck disable=SC2034
up='\033[A' down='\033[B' right='\033[C' left='\033[D'
