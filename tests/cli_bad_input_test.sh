#!/usr/bin/env bash
# Bad input at the command line: one line that says what and where, the documented exit
# code, nothing half-written.
set -u
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/lib.sh"

# says CODE TEXT COMMAND...: expected so, in one line without control characters.
says() {
    expect "$@"
    shift 2
    [ "$(wc -l <err)" = 1 ] || fail "$*: not one line: $(cat err)"
    if LC_ALL=C grep -q "$(printf '[\001-\010\013-\037]')" err; then
        fail "$*: control characters in the message"
    fi
}

# refused TEXT FILE: by every command that plays or solves, kept by convert with a warning.
refused() {
    local text=$1 file=$2
    says 2 "$text" solve "$file"
    grep -qF "$file:" err || fail "$file: the message does not name the file"
    says 2 "$text" solve --json "$file"
    says 2 "$text" play "$file" --moves r
    says 2 "$text" features "$file"
    says 2 "$text" render "$file" -o refused.svg
    [ ! -e refused.svg ] || fail "$file: a picture was written"
    says 0 "$text" convert "$file" --to sok
    grep -q '#' out || fail "$file: convert did not keep the level"
    grep -q 'warning' err || fail "$file: convert did not warn"
}

# no_level TEXT FILE: nothing in it can be read.
no_level() {
    local text=$1 file=$2
    for command in solve play features render "convert --to sok -o converted.sok"; do
        # shellcheck disable=SC2086
        says 2 "$text" $command "$file"
        [ ! -s out ] || fail "$command $file: something was printed"
    done
    [ ! -e converted.sok ] || fail "$file: convert wrote a file"
}

printf 'these are just words\nand more of them\n' >words.xsb
: >empty.xsb
printf '#####\n# $.#\n#####\n' >noplayer.xsb
printf '#####\n#@@ #\n#$. #\n#####\n' >players.xsb
printf '######\n#@$$.#\n#    #\n######\n' >more.xsb
printf '######\n#@$..#\n#    #\n######\n' >fewer.xsb
printf '######\n#@ $.\n#    #\n######\n' >open.xsb
printf '999999999#|#@$.#|5#\n' >endless.xsb
{
    printf '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "##########">'
    printf '<!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    printf '<SokobanLevels><LevelCollection><Level Id="1"><L>&b;</L><L>#@$.#</L>'
    printf '<L>#####</L></Level></LevelCollection></SokobanLevels>\n'
} >entities.slc
head -c 10000 /dev/zero | tr '\0' '#' >row
{
    for _ in $(seq 200); do
        cat row
        echo
    done
} >wide.xsb

no_level 'level' words.xsb
no_level 'the file is empty' empty.xsb
printf '#####\n#@$\0.#\n#####\n' >binary.xsb
no_level 'not text: byte 10 is zero' binary.xsb
no_level '1000' endless.xsb
no_level '1000' wide.xsb
no_level 'DOCTYPE' entities.slc
no_level 'directory' .
no_level 'there is no file' missing.xsb
refused 'no player' noplayer.xsb
refused '2 players' players.xsb
refused '2 boxes but 1 goal' more.xsb
refused '1 box but 2 goals' fewer.xsb
refused 'open at row 2' open.xsb

# Terminal escapes in a title and in a file's name reach neither terminal nor picture.
printf '; \033]0;evil\007\033[31mred <script>\n#####\n#@$.#\n#####\n' >escape.xsb
for command in solve "solve --json" features render "render -o escape.svg" "convert --to json"; do
    # shellcheck disable=SC2086
    "$program" $command escape.xsb >out 2>&1 || fail "$command escape.xsb failed"
    if LC_ALL=C grep -q "$(printf '[\033\007]')" out; then
        fail "$command escape.xsb: escapes in the output"
    fi
done
LC_ALL=C grep -q "$(printf '[\033\007]')" escape.svg && fail "escapes in the SVG"
grep -q '<script' escape.svg && fail "markup in the SVG"
says 2 'there is no file' solve "$(printf 'no\033[31msuch.xsb')"

# Solutions that do not solve.
printf '#######\n#@ $ .#\n#######\n' >line.xsb
{
    cat line.xsb
    printf 'Title: Short\nSolution\nrR\n'
} >short.sok
{
    cat line.xsb
    printf 'Title: Right\nSolution\nrRR\n'
} >right.sok
timeout $PATIENCE "$program" solve short.sok --check >out 2>err
[ $? = 2 ] || fail "solve --check: a wrong solution is not exit code 2"
grep -q 'level 1' err || fail "solve --check does not name the level: $(cat err)"
"$program" solve right.sok --check >out 2>err || fail "solve --check refuses a good one"
says 2 'does not solve' render line.xsb --animate r -o bad.svg
says 2 'move 1' render line.xsb --animate l -o bad.png
for file in bad.svg bad.png; do
    [ ! -e $file ] || fail "an animation of a wrong solution was written: $file"
done
says 2 'move 5' play line.xsb --moves rRlll
"$program" convert short.sok --to sok >out 2>err || fail "convert refuses short.sok"
grep -qi 'solution' err || fail "convert does not warn about the solution: $(cat err)"
grep -q '^rR$' out || fail "convert lost the solution"

# One bad level among good ones is reported, the others are solved.
{
    cat line.xsb
    echo
    cat players.xsb
    echo
    cat line.xsb
} >mixed.xsb
says 0 '2 players' solve mixed.xsb --json
[ "$(grep -c '"status":"solved"' out)" = 2 ] || fail "mixed.xsb: good levels lost"
[ "$(grep -c '"status":"bad"' out)" = 1 ] || fail "mixed.xsb: bad level not reported"

# A level that cannot be read at all is left out, and the numbers of the rest say so.
{
    cat line.xsb
    printf '\n#####\n#@.x#\n#####\n\n'
    cat line.xsb
} >hole.xsb
"$program" solve hole.xsb --json >out 2>err || fail "hole.xsb: $(cat err)"
[ "$(grep -c '"status":"solved"' out)" = 2 ] || fail "hole.xsb: good levels lost"
grep -q 'the 2 levels that were read are numbered without it' err || fail "hole.xsb: $(cat err)"

# A text that no format of the game knows gets that game's own complaint.
printf 'nothing of the kind\n' >prose.txt
for game in sokoban flow lazors move null; do
    "$program" solve prose.txt --game $game >out 2>err
    [ $? = 2 ] || fail "prose as $game is not exit code 2"
    grep -q 'no .* level found$' err && fail "prose as $game: $(cat err)"
done

# Limits and proofs have their own exit codes.
printf '######\n#@ $ #\n#.   #\n######\n' >dead.xsb
"$program" solve dead.xsb >out 2>err
[ $? = 4 ] || fail "an unsolvable level is not exit code 4"
"$program" solve line.xsb dead.xsb --json >out 2>err
[ $? = 4 ] || fail "a collection with an unsolvable level is not exit code 4"

# Writing fails: environment, and the old file stays.
mkdir folder
says 5 'folder' convert line.xsb --to sok -o folder
says 5 '' convert line.xsb -o no/such/folder/x.sok
echo old >old.sok
says 1 '' convert line.xsb --to nothing -o old.sok
[ "$(cat old.sok)" = old ] || fail "a refused convert changed the file"
"$program" solve line.xsb >/dev/full 2>err
[ $? = 5 ] || fail "a full disk is not exit code 5"
[ "$(wc -l <err)" = 1 ] || fail "a full disk: $(cat err)"

# Usage.
says 1 'did you mean' slove line.xsb
says 1 'did you mean --metric' solve line.xsb --metrc any
says 1 'has no metric' solve line.xsb --metric beauty
says 1 'there is no game' solve line.xsb --game chess
says 1 'no level 9' solve line.xsb --level 9
says 1 'FILE' solve
says 1 'must end in' render line.xsb -o picture.bmp
says 1 'a time like' solve line.xsb --time soon

exit $failed
