#!/usr/bin/env bash
# Two programs, one front door: levelwright links no GPL library, and starts levelwright-lab
# for the commands that it does not carry itself.
set -u
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/lib.sh"
lab=$program-lab

ldd "$program" | grep -q libgsl && fail "levelwright links GSL"
ldd "$lab" | grep -q libgsl || fail "levelwright-lab does not link GSL"

# Each program names every library that it is linked with, and carries the licences that have
# to travel with it. A build with a sanitizer has one library more.
for one in "$program" "$lab"; do
    "$one" --licenses >notices || fail "$one --licenses"
    readelf -d "$one" | sed -n 's/.*NEEDED.*\[\(lib[^.]*\)\.so.*/\1/p' |
        grep -vE '^lib(a|ub|t|l)san$' >linked
    [ "$(wc -l <linked)" -ge 5 ] || fail "readelf finds no libraries in $one"
    while read -r library; do
        grep -qE "^  (  )?([a-z0-9]+, )?${library//+/\\+}([ ,]|$)" notices ||
            fail "the notices of $one do not name $library"
    done <linked
    grep -q 'Copyright (c) .* The Levelwright developers' notices || fail "$one: our own licence"
    grep -q 'Copyright (c) .* Armin Biere' notices || fail "$one: CaDiCaL's notice"
    grep -q '^ *GNU LESSER GENERAL PUBLIC LICENSE$' notices || fail "$one: the LGPL's text"
done
grep -q '^ *GNU GENERAL PUBLIC LICENSE$' notices || fail "the laboratory lacks the GPL's text"
"$program" --licenses >notices
grep -q '^ *GNU GENERAL PUBLIC LICENSE$' notices &&
    fail "levelwright itself is said to be under the GPL"

# The laboratory's streams and exit codes are the front door's.
printf 'a,b\n1,2\n2,3\n3,5\n4,4\n' >table.csv
"$program" analyze describe table.csv -x a,b --json >front 2>err || fail "analyze: $(cat err)"
"$lab" analyze describe table.csv -x a,b --json >direct || fail "the lab's own analyze"
cmp -s front direct || fail "the front door changes what is printed"
"$program" analyze describe - -x a --json <table.csv >piped 2>err || fail "a pipe: $(cat err)"
grep -q '"n":4,' piped || fail "standard input does not arrive: $(cat piped)"
"$program" fit 2>err
[ $? = 1 ] || fail "a usage error of the laboratory is no usage error"
grep -q '^levelwright fit: ' err || fail "the message names something else: $(cat err)"
"$program" conform puzzlescript none.jsonl 2>err
[ $? = 2 ] || fail "bad input of the laboratory is not exit code 2"

# What a command chooses from by name is refused in one way, with the nearest name.
expect 1 "there is no benchmark 'slove'; did you mean 'solve'?" bench slove
expect 1 "there is no analysis 'descibe'; did you mean 'describe'?" analyze descibe
expect 1 "there is no study 'xyzzyx'; 'levelwright reproduce' lists them" reproduce xyzzyx
expect 1 "there is no kind of reference 'stat'; did you mean 'stats'?" conform stat
expect 1 "there is no action 'bakup'; did you mean 'backup'?" db bakup
expect 1 "there is no command 'fitt'; did you mean 'fit'?" fitt

# Where it is looked for: beside, libexec, PATH; or what to install is said.
mkdir -p alone/bin alone/libexec/levelwright elsewhere
cp "$program" alone/bin/levelwright
PATH=/usr/bin:/bin alone/bin/levelwright fit 2>err
[ $? = 5 ] || fail "without the laboratory the exit code is not 5"
[ "$(wc -l <err)" = 1 ] || fail "more than one line: $(cat err)"
grep -q 'levelwright-lab.* is not installed' err || fail "nothing says what to install: $(cat err)"
PATH=/usr/bin:/bin alone/bin/levelwright help --markdown >page || fail "the page without the lab"
grep -q '^## fit$' page || fail "without the laboratory the page does not name its commands"
PATH=/usr/bin:/bin alone/bin/levelwright solve --help >/dev/null || fail "solve without the lab"
ln -s "$lab" elsewhere/levelwright-lab
PATH=$PWD/elsewhere:$PATH alone/bin/levelwright fit --help >out || fail "the lab on the PATH"
grep -q '^Usage: levelwright fit' out || fail "the lab on the PATH says: $(cat out)"
ln -s "$lab" alone/libexec/levelwright/levelwright-lab
PATH=/usr/bin:/bin alone/bin/levelwright fit --help | cmp -s - out || fail "the lab in libexec"
exit $failed
