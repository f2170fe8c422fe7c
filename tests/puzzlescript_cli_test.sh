#!/usr/bin/env bash
# A PuzzleScript game from the command line: rules without levels get levels, every
# mistake is told with its place, and a person plays action, again, checkpoints and
# messages at a terminal.
set -u
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/lib.sh"

head='OBJECTS\nbackground .\ngreen\n\nplayer p\nwhite\n\nwall #\nbrown\n\ncrate *\norange\n
target o\nblue\n\nLEGEND\n@ = crate and target\nSOUNDS\nCOLLISIONLAYERS\nbackground
target\nplayer, wall, crate\nRULES\n'
push='[ > player | crate ] -> [ > player | > crate ]\n'

# Levels from the rules alone, with solutions that hold.
printf "%b" "title Bare\n${head}${push}WINCONDITIONS\nall target on crate\n" >bare.txt
"$program" inspect bare.txt >out 2>/dev/null || fail "inspect wants levels"
grep -q 'crate' out || fail "inspect says nothing of the crate: $(cat out)"
"$program" generate puzzlescript bare.txt --method constructive --tries 20 -n 1 --seed 3 \
    -o made.txt 2>err || fail "no levels for a game without any: $(cat err)"
"$program" solve --check made.txt >out 2>&1 || fail "a stored solution fails: $(cat out)"
grep -q '1 solved' out || fail "the stored solution is not read: $(cat out)"
"$program" solve bare.txt >out 2>err
[ $? = 2 ] || fail "solve without levels: the exit code is not 2"
grep -q 'no level in this file' err || fail "solve without levels says: $(cat err)"

# All mistakes, each with line and column; warnings apart.
printf "OBJECTS\nfoo\nbar\n\nLEGEND\na = b\nc = d\nRULES\n[ x ] -> [ y ]\n" >bad.txt
"$program" inspect bad.txt >out 2>err
[ $? = 2 ] || fail "a bad game: the exit code is not 2"
for place in "bad.txt:3:1: 'bar'" 'bad.txt:6:5: B ' 'bad.txt:7:5: D '; do
    grep -qF "$place" err || fail "'$place' is not in: $(cat err)"
done
[ "$(sort err | uniq -d | wc -l)" = 0 ] || fail "a message comes twice: $(cat err)"
printf "%b" "${head}${push}[ > player | who ] -> [ player | ]\nWINCONDITIONS\n
all target on crate\nLEVELS\n\np*o\n...\n" >half.txt
"$program" solve half.txt >out 2>err || fail "a game with one bad rule does not play on"
grep -q 'solved' out || fail "one bad rule: $(cat out)"
grep -q "half.txt:26:14: .*'who'" err || fail "one bad rule says: $(cat err)"

# At the keyboard.
printf "%b" "${head}${push}[ action player | crate ] -> [ player | ] message It is gone.
right [ stationary crate | no crate no wall no player ] -> [ right crate | ] again
late [ player target ] -> checkpoint\nWINCONDITIONS\nno crate\nLEVELS\n
message Mind the crate.\n\np.o...\n......\n##*..#\n" >game.txt
"$program" play game.txt --moves rrrR >out || fail "--moves with R fails: $(cat out)"
sed -n 1p out | grep -q '^  p' || fail "R does not go back to the checkpoint: $(cat out)"
sed -n 3p out | grep -q '^##  \*#' || fail "again does not run out: $(cat out)"
"$program" play game.txt --moves rq 2>err && fail "q is taken for a move"
grep -q 'R (back' err || fail "an unknown move says: $(cat err)"

press "q" game.txt
grep -q 'Mind the crate' out || fail "the message before the level is not shown"
grep -q 'space: action' out || fail "the action key is not told"
press "${right}${right}${right}cq" game.txt
grep -q '4 moves' out || fail "c is no move"
press "${right}${right}${right}${right}${down} q" game.txt
grep -q 'It is gone' out || fail "the message of a rule is not shown"
grep -q 'SOLVED' out || fail "action does not solve"

exit $failed
