#!/usr/bin/env bash
# Every command of the README runs as it is printed, in its order, on small files of the
# names it uses.
set -u
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/lib.sh"

printf '#!/bin/sh\nexec "%s" "$@"\n' "$program" >run
chmod +x run
export LEVELWRIGHT_DB=$work/levels.db
ln -s "$tests/../src" src
# Corridors: the longer, the harder, in ratings, choices and counts.
awk 'BEGIN {
    print "level_id,layout,num_solved,num_played,collection" >"corpus.csv"
    print "level_id,layout,collection" >"levels.csv"
    print "level,player,rating" >"ratings.csv"
    print "player,a,b,chosen" >"pairs.csv"
    for (i = 1; i <= 20; i++) {
        top = "###"; mid = "#@"
        for (k = 0; k < i; k++) { top = top "#"; mid = mid " " }
        layout = top "###|" mid "$ .#|" top "###"
        printf "l%d,%s,%d,100,c%d\n", i, layout, 98 - 4 * i, i % 5 >"corpus.csv"
        printf "l%d,%s,c%d\n", i, layout, i % 5 >"levels.csv"
        for (p = 1; p <= 6; p++) {
            printf "l%d,p%d,%d\n", i, p, 1 + int(i / 4) + (i + p) % 2 >"ratings.csv"
            j = 1 + (i + 3 * p) % 20
            if (j != i) printf "p%d,l%d,l%d,%s\n", p, i, j, (p % 3 ? i > j : i < j) ? "a" : "b" >"pairs.csv"
        }
    }
    print "subject,set,order,logrt" >"study.csv"
    for (s = 1; s <= 10; s++) for (i = 1; i <= 6; i++)
        printf "s%d,%s,%d,%.2f\n", s, (i % 2 ? "a" : "b"), (s + i) % 3,
            1 + i % 2 * 0.5 + s * 7 % 5 * 0.1 + i * s * 13 % 7 * 0.03 >"study.csv"
}'

# The commands, one a line: continued lines joined, comments dropped.
# shellcheck disable=SC2016
sed -n '/^```sh$/,/^```$/p' "$tests/../README.md" | grep -v '^```' | sed ':a; /\\$/{N; s/\\\n *//; ba}' |
    sed -E 's/ +# .*$//; /^$/d' >commands
n=0
while read -r -u 3 command; do
    case $command in
    ./run | ./test) continue ;;
    # A person sits there, and a server: the same with a key, and to another file.
    './run play '*) command="press q ${command#./run play }" ;;
    *' postgres://me@host/levels') command="${command% *} moved.db" ;;
    esac
    n=$((n + 1))
    eval "$command" >out 2>err </dev/null || fail "$command: exit code $?: $(cat out err)"
done 3<commands
[ $n -ge 15 ] || fail "only $n commands were found in the README"
for file in pack.sok pack.svg level.svg flow.txt flow.png move.txt report.html tuesday.db moved.db model.json; do
    [ -s $file ] || fail "$file was not written"
done
[ "$(grep -c '^Solution' pack.sok)" = 20 ] || fail "not twenty levels with solutions"

exit $failed
