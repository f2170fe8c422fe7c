#!/usr/bin/env bash
# generate --difficulty for every game and method: what is made, rated again by rate alone,
# lies in the range that was asked for.
set -u
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/lib.sh"
data=$tests/data

# check GAME LO HI COUNT FILE
check() {
    "$program" rate "$5" --game "$1" -t 60s --json 2>err >rated || fail "rate $5: $(cat err)"
    [ "$(wc -l <rated)" = "$4" ] || fail "$5: not $4 levels"
    sed -E 's/.*"(plain_)?difficulty":([0-9.]+).*/\2/' rated >values
    awk -v lo="$2" -v hi="$3" '!($1 >= lo && $1 <= hi) {bad = 1} END {exit bad}' values ||
        fail "$5: not in $2..$3: $(cat values)"
}

# make GAME METHOD LO HI COUNT FILE [MORE...]
make() {
    local game=$1 method=$2 lo=$3 hi=$4 count=$5 file=$6
    shift 6
    timeout $PATIENCE "$program" generate "$game" "$@" -m "$method" --difficulty "$lo..$hi" --seed 1 \
        -n "$count" -o "$file" 2>err || fail "$game $method $lo..$hi: $(cat err)"
    [ "$game" = sokoban ] || grep -q uncalibrated err ||
        fail "$game does not say that it is uncalibrated"
    check "$game" "$lo" "$hi" "$count" "$file"
}

# A small size tries each game once; the slow methods have tests of their own.
starts="2 6" count=2
small && starts=2 count=1
for lo in $starts; do
    hi=$((lo + 2))
    make sokoban farthest "$lo" $hi $count farthest.sok
    make flow paths "$lo" $hi $count flow.txt
    make lazors random "$lo" $hi $count lazors.json
    make move random "$lo" $hi $count move.txt
    make null scatter "$lo" $hi $count made.null
done
make puzzlescript constructive 2 4 1 built.txt "$data/puzzlescript/push.txt"
small && exit $failed
make sokoban mcts 6 8 1 mcts.sok
make sokoban evolve 6 8 1 evolve.sok
make puzzlescript genetic 5 8 1 bred.txt "$data/puzzlescript/push.txt"
exit $failed
