#!/usr/bin/env bash
# The commands from outside: pictures, formats, streams, signals, completion.
set -u
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/lib.sh"

printf '; one\n#######\n#@ $ .#\n#######\n\n; two\n#####\n#.$@#\n#####\n' >two.xsb

# Pictures by their ending; several levels make a sheet.
"$program" render two.xsb --level 1 -o one.svg || fail "render to SVG"
[ "$(grep -c '<g ' one.svg)" = 1 ] || fail "one level is not one group"
grep -q '<title>one</title>' one.svg || fail "the SVG has no title"
"$program" render two.xsb -o sheet.svg || fail "render a sheet"
[ "$(grep -c '<g ' sheet.svg)" = 2 ] || fail "a sheet of two has not two groups"
for theme in light dark; do
    "$program" render two.xsb --level 1 --theme $theme -o $theme.svg || fail "theme $theme"
done
cmp -s light.svg dark.svg && fail "the themes look the same"
"$program" render two.xsb --level 1 --cell 20 -o one.png || fail "render to PNG"
# Width and height stand at bytes 16 to 23: 7 and 3 cells of 20 with a margin of 10.
[ "$(od -An -j16 -N8 -tu1 one.png | tr -s ' ')" = " 0 0 0 160 0 0 0 80" ] ||
    fail "the PNG is not 160 x 80: $(od -An -j16 -N8 -tu1 one.png)"
"$program" render two.xsb --level 1 --animate solve -o moving.svg || fail "animate to SVG"
grep -q '<animate attributeName="visibility"' moving.svg || fail "nothing moves in the SVG"
"$program" render two.xsb --level 1 --animate rRR -o moving.png --json >out ||
    fail "animate to PNG"
grep -q '"output":"moving.png"' out || fail "render --json says: $(cat out)"
[ "$(grep -ac 'acTL' moving.png)" = 1 ] || fail "the PNG is not animated"
[ "$(grep -ao 'fcTL' moving.png | wc -l)" = 4 ] || fail "three moves are not four frames"
"$program" render two.xsb --level 1 >out || fail "render to the terminal"
printf '1. one\n#######\n#@ $ .#\n#######\n' | cmp -s - out || fail "terminal: $(cat out)"
"$program" render two.xsb --level 1 --colour always >out
grep -q "$(printf '\033\\[')" out || fail "--colour always shows no colours"

# Every format that can be written reads back as the same levels.
"$program" convert two.xsb --to json >original.json || fail "convert to JSON"
for format in xsb sok rle slc; do
    "$program" convert two.xsb --to $format -o again.txt 2>err ||
        fail "convert --to $format: $(cat err)"
    "$program" convert again.txt --game sokoban --to json >again.json 2>err ||
        fail "convert from $format: $(cat err)"
    for key in text id; do
        for file in original again; do
            grep -o "\"$key\":\"[^\"]*\"" $file.json >$file.$key
        done
        cmp -s original.$key again.$key || fail "$format changes the $key"
    done
done
# JSON is the one form of all games: what a collection says about itself travels along.
printf 'Title: none\nCollection: Pair\nAuthor: Somebody\n\n####\n#@ #\n# $.#\n####\nTitle: a\n' >said.sok
"$program" convert said.sok --to sok >said.txt 2>err || fail "convert said.sok: $(cat err)"
"$program" convert said.sok -o said.json 2>err || fail "convert -o said.json: $(cat err)"
"$program" convert said.json --to sok 2>err | cmp -s - said.txt || fail "JSON loses: $(cat said.json)"
"$program" generate sokoban -m farthest --seed 2 -o made.jsonl 2>err || fail "generate: $(cat err)"
"$program" convert made.jsonl --to lurd 2>err | grep -qi '[udlr]' || fail "made.jsonl: no solution"
"$program" convert two.xsb -o by-ending.sok || fail "convert by ending"
"$program" convert - --game sokoban --to xsb <two.xsb >out || fail "convert from a pipe"
grep -q '^#@ \$ .#$' out || fail "a pipe changes the level: $(cat out)"

# Without a command: solves what it carries, makes new levels, says how to make them again.
"$program" demo --seed 5 >demo.out 2>err || fail "demo: $(cat err)"
grep -q 'generate sokoban .* --seed 5$' demo.out || fail "demo names no command: $(cat demo.out)"
"$program" demo --seed 5 --json 2>err | grep '"candidate"' >fresh
[ "$(wc -l <fresh)" = 5 ] || fail "demo --json makes $(wc -l <fresh) levels"
sed -n 's/^  again: levelwright //p' demo.out | while read -r again; do
    # shellcheck disable=SC2086 # the words of a command
    "$program" $again --json 2>/dev/null
done | cmp -s - fresh || fail "the commands of demo make other levels"

# Streams: messages never on standard output; a reader that goes early is no failure.
"$program" solve two.xsb --json 2>/dev/null | grep -vq '^{.*}$' && fail "--json prints more"
(
    "$program" help --markdown 2>err
    echo $? >code
) | head -c 1 >/dev/null
[ "$(cat code)" = 0 ] || fail "closed pipe: exit code $(cat code)"
[ -s err ] && fail "closed pipe: $(cat err)"

# Ctrl-C keeps what was found and says so. The third level is far out of reach.
{
    cat two.xsb
    printf '\n; hard\n####################\n#@                 #\n'
    for _ in 1 2 3; do
        printf '# $ $ $ $ $ $ $ $  #\n#                  #\n'
        printf '#  . . . . . . . . #\n#                  #\n'
    done
    printf '####################\n'
} >hard.xsb
rm -f out # of the command before, which has lines too
"$program" solve hard.xsb --threads 1 --time 900s --memory 300M --metric moves --json \
    >out 2>err &
solver=$!
wait_for has_lines 2 out
wait_for hears $solver
kill -INT $solver
wait $solver
code=$?
[ "$code" = 3 ] || fail "Ctrl-C: exit code $code instead of 3: $(cat out err)"
[ "$(grep -c '"status":"solved"' out)" -ge 2 ] || fail "Ctrl-C loses results: $(cat out)"

# The same for ratings: lines come while the next level is measured, and what was cut short
# is not shown as one.
rm -f out
"$program" rate hard.xsb --threads 1 --nodes 100000000 --time 900s --json >out 2>err &
rater=$!
wait_for has_lines 2 out
wait_for hears $rater
kill -INT $rater
wait $rater
code=$?
[ "$code" = 3 ] || fail "rate, Ctrl-C: exit code $code instead of 3: $(cat out err)"
grep -q 'stopped on request' err || fail "rate, Ctrl-C says: $(cat err)"
grep '"title":"hard"' out | grep '"status":"cancelled"' >/dev/null || fail "rate, Ctrl-C: $(cat out)"
grep '"title":"hard"' out | grep '"percentile"' && fail "a part of a level is rated"

# And for features.
rm -f out
"$program" features hard.xsb --threads 1 --cost enumerate --nodes 100000000 --time 900s --json \
    >out 2>err &
measurer=$!
wait_for has_lines 2 out
wait_for hears $measurer
kill -INT $measurer
wait $measurer
code=$?
[ "$code" = 3 ] || fail "features, Ctrl-C: exit code $code instead of 3: $(cat out err)"
grep '"title":"hard"' out | grep '"status":"cancelled"' >/dev/null ||
    fail "features, Ctrl-C: $(cat out)"
grep '"title":"hard"' out | grep '"floor"' && fail "a part of a level is measured"

# One level, or some, with their own numbers; the rating does not depend on the others.
expect 0 '' rate two.xsb --json
grep '"level":2' out | sed 's/,"feature_seconds".*//' >second
expect 0 '' rate two.xsb --level 2 --json
[ "$(wc -l <out)" = 1 ] || fail "rate --level 2 rates not one: $(cat out)"
sed 's/,"feature_seconds".*//' out | cmp -s - second || fail "rate --level 2: $(cat out second)"
expect 0 '' rate two.xsb -l 2
grep -q '^ *2  ' out || fail "rate --level 2: $(cat out)"
grep -q '^ *1  ' out && fail "rate --level 2 rates the first: $(cat out)"
expect 1 'there is no level 3; the file has 2' rate two.xsb --level 3
# Progress at a terminal, none in a pipe.
expect 0 '' rate two.xsb
[ -s err ] && fail "rate reports to a pipe: $(cat err)"
python3 "$tests/terminal.py" '' "$program" rate two.xsb --json >out || fail "rate at a terminal: $(cat out)"
grep -q 'rating: \[' out || fail "rate shows no progress at a terminal: $(cat out)"

# What is solved already or has no solution is named, not rated.
printf '; corner\n#####\n#$ .#\n# @ #\n#####\n\n; done\n#####\n#*@ #\n#####\n\n' >odd.xsb
cat two.xsb >>odd.xsb
"$program" rate odd.xsb --json >out 2>err
code=$?
[ "$code" = 4 ] || fail "rate: exit code $code instead of 4: $(cat err)"
grep '"title":"corner","status":"unsolvable"' out >one || fail "rate, unsolvable: $(cat out)"
grep '"title":"done","status":"solved-already"' out >>one || fail "rate, solved: $(cat out)"
grep 'percentile\|difficulty' one && fail "what cannot be played is rated"
[ "$(grep -c '"status":"ok".*"percentile":[0-9]' out)" = 2 ] || fail "rate, the others: $(cat out)"
"$program" rate odd.xsb >out 2>err
grep -q '^ *1  proved unsolvable' out || fail "rate, unsolvable: $(cat out)"
grep -q '^ *2  solved already' out || fail "rate, solved: $(cat out)"
# solve says the same of them.
"$program" solve odd.xsb --json >out 2>err
[ "$?" = 4 ] || fail "solve, exit code: $(cat err)"
grep -q '"title":"corner","status":"unsolvable"' out || fail "solve, unsolvable: $(cat out)"
grep -q '"title":"done","status":"solved-already".*"pushes":0,.*"solution":""' out ||
    fail "solve, solved: $(cat out)"
"$program" solve odd.xsb >out 2>err
grep -q 'already .*already solved: the level is won' out || fail "solve, solved: $(cat out)"

# Completion scripts are programs; the manual page is roff.
"$program" completion bash >complete.bash || fail "completion bash"
bash -n complete.bash || fail "the bash completion is not bash"
answer=$(bash -c 'source ./complete.bash
    COMP_WORDS=(levelwright sol); COMP_CWORD=1; _levelwright; echo "${COMPREPLY[*]}"
    COMP_WORDS=(levelwright solve --met); COMP_CWORD=2; _levelwright; echo "${COMPREPLY[*]}"')
[ "$answer" = "$(printf 'solve\n--metric')" ] || fail "completion answers: $answer"
for shell in zsh fish; do
    "$program" completion $shell | grep levelwright >/dev/null || fail "completion $shell"
done
"$program" help --man | grep '^\.TH LEVELWRIGHT 1' >/dev/null || fail "the manual page"

# A file that is replaced stays as private as it was.
printf '#####\n#@$.#\n#####\n' >private.xsb
cp private.xsb private.sok
chmod 600 private.sok
expect 0 '' convert private.xsb -o private.sok
[ "$(stat -c %a private.sok)" = 600 ] || fail "-o makes a private file public"
expect 0 '' convert private.xsb -o fresh.sok
[ "$(stat -c %a fresh.sok)" = "$(printf '%o' $((0666 & ~0$(umask))))" ] ||
    fail "a new file has mode $(stat -c %a fresh.sok)"

# A board that would be half a gigabyte of SVG is refused; as PNG it is drawn.
awk 'BEGIN { n = 400
    for (y = 0; y < n; y++) {
        row = "#"
        for (x = 1; x < n - 1; x++) row = row (y == 0 || y == n - 1 ? "#" : "*")
        if (y == 1) row = "#@$." substr(row, 5)
        print row "#"
    } }' >boxes.xsb
expect 2 'too many for SVG' render boxes.xsb -o boxes.svg
expect 0 '' render boxes.xsb -o boxes.png --cell 4

# Asked to end while it waits for its input, convert ends.
mkfifo never
"$program" convert never --to xsb >out 2>err 9<>never &
waits=$!
wait_for [ "/proc/$waits/exe" -ef "$program" ]
kill -TERM $waits
wait $waits
[ $? = 143 ] || fail "convert does not end when asked"

exit $failed
