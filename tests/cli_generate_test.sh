#!/usr/bin/env bash
# generate and pack: the same bytes with any number of threads and after taking a run up
# again, no level twice, every level solvable, and bad requests refused.
set -u
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/lib.sh"

farthest() {
    timeout $PATIENCE "$program" generate sokoban --method farthest --size 1x2 --boxes 2 --max-walls 1 "$@"
}

# The same seed, the same bytes.
farthest --seed 7 -n 40 --threads 1 >one 2>err || fail "one thread: $(cat err)"
farthest --seed 7 -n 40 --threads 2 >two 2>/dev/null
cmp -s one two || fail "two threads give other levels than one"
farthest --seed 8 -n 40 >other 2>/dev/null
cmp -s one other && fail "another seed gives the same levels"
grep -q 'seed 7' err || fail "the seed is not printed: $(cat err)"

# Cut and taken up again, with other threads.
farthest --seed 7 -n 40 --candidates 9 --resume journal >part 2>/dev/null
[ $? = 3 ] || fail "a run cut by --candidates does not end with 3"
[ -s part ] || fail "a run cut by --candidates writes nothing"
printf '{"level":0,"broken' >>journal
farthest --seed 7 -n 40 --threads 2 --resume journal >two 2>err || fail "resume: $(cat err)"
cmp -s one two || fail "a run taken up again gives other levels"
expect 1 'a run with other options' generate sokoban -m farthest --size 1x2 --boxes 2 --max-walls 1 --seed 8 --resume journal

# What the generator does not draw is no filter's fault; choices take their value either way.
"$program" generate lazors --width 2 --height 2 --mirrors 4 --candidates 3 --seed 1 >out 2>err
[ $? = 3 ] || fail "a run without levels does not end with 3"
grep -q 'none was filtered out' err || fail "filters are blamed: $(cat err)"
grep -q 'loosen' err && fail "filters are to be loosened, but none refused: $(cat err)"
"$program" generate lazors --unique no --seed 1 >apart 2>err || fail "--unique no: $(cat err)"
"$program" generate lazors --unique=no --seed 1 >joined 2>err || fail "--unique=no: $(cat err)"
cmp -s apart joined || fail "--unique no is not --unique=no"

# Stopped in the middle of one long candidate: soon over, the best so far is kept. timeout
# signals the process and its group, which is one request. A busy machine may need longer
# to come to the middle.
for mode in exhaustive stepwise; do
    for seconds in 1 4 16 64; do
        rm -f stopped.sok
        count_work
        before=$worked
        timeout --preserve-status $seconds "$program" generate sokoban -m farthest --mode $mode \
            --size 4x4 --graph-memory 16G --boxes 5 --seed 1 --threads 1 -o stopped.sok >out 2>err
        code=$?
        count_work
        [ $code = 3 ] && grep -q 'with 1 of 1' err && break
    done
    [ "$code" = 3 ] || fail "$mode, stopped: exit code $code: $(cat err)"
    [ $((worked - before - seconds)) -lt 15 ] ||
        fail "$mode, stopping takes $((worked - before - seconds)) s of CPU"
    grep -q 'stopped on request with 1 of 1' err || fail "$mode, stopped: $(cat err)"
    [ -s stopped.sok ] || fail "$mode, stopped: nothing was written: $(cat err)"
done
farthest --time 1ms --size 3x3 --seed 1 >out 2>err
case $? in 0|3) ;; *) fail "--time 1ms: $(cat err)" ;; esac

# Nothing twice, everything solvable.
farthest --size 2x2 --seed 7 -n 300 --threads 2 --json >levels.jsonl 2>err || fail "300: $(cat err)"
[ "$(wc -l <levels.jsonl)" = 300 ] || fail "not 300 levels"
[ "$(grep -o '"id":"[0-9a-f]*"' levels.jsonl | sort -u | wc -l)" = 300 ] || fail "ids repeat"
"$program" solve one --json >solved 2>/dev/null || fail "a generated level cannot be solved"
[ "$(grep -c '"solved"' solved)" = 40 ] || fail "not all 40 levels are solved"

timeout $PATIENCE "$program" bench generate --levels 30 --json >many 2>err || fail "levels: $(cat err)"
[ "$(grep -c '"levels":30,"complete":true,"replayed":30,"distinct_ids":30' many)" = 3 ] ||
    fail "the three methods do not give 30 good levels each: $(cat many)"
expect 1 'the rows are farthest, mcts, evolve' bench generate --levels 3 --row none
expect 1 'the rows are 1x2/2' bench generate --row none

# A row of the tables that time cut short says so.
timeout $PATIENCE "$program" bench generate --row 2x2/5 --time 20ms --json >row 2>err || fail "row: $(cat err)"
grep -q '"cut_short":[1-9].*"proven":false.*"moves_mean":null' row || fail "not marked: $(cat row)"
timeout $PATIENCE "$program" bench generate --row 1x2/2 --json plot.svg >row 2>err || fail "row: $(cat err)"
grep -q '"cut_short":0,"proven":true' row || fail "a whole row is marked: $(cat row)"
grep -q '<svg' plot.svg || fail "the plot is no picture"

# Filters, packs to avoid, forms of output.
farthest --seed 1 -n 5 --lines 5..6 --min pushes=8 --json 2>/dev/null >filtered
[ "$(grep -cE '"lines":[56],' filtered)" = 5 ] || fail "--lines: $(cat filtered)"
farthest --seed 7 -n 40 -o avoid.sok 2>/dev/null || fail "-o avoid.sok"
farthest --seed 7 -n 10 --against avoid.sok --json 2>err >fresh || fail "--against: $(cat err)"
"$program" convert avoid.sok --json 2>/dev/null | grep -o '"id":"[0-9a-f]*"' | sort >old
grep -o '"id":"[0-9a-f]*"' fresh | sort | comm -12 - old | grep -q . && fail "--against is not heeded"
farthest --seed 3 -n 4 -o a.sok -o a.xsb -o a.svg -o a.jsonl 2>err || fail "outputs: $(cat err)"
for file in a.sok a.xsb a.svg a.jsonl; do
    [ -s $file ] || fail "$file was not written"
done
grep -q '<svg' a.svg || fail "a.svg is no picture"
farthest --seed 3 -n 5 --diverse 4 --json 2>/dev/null >diverse
[ "$(wc -l <diverse)" = 5 ] || fail "--diverse"

# Lines come as soon as they are final: the first of a million is there while the rest is
# made, and when its reader goes, that is the end of a good run.
{
    timeout $PATIENCE "$program" generate sokoban -m farthest --size 1x2 --boxes 2 --max-walls 1 --seed 7 \
        -n 1000000 --patience 0 --json 2>err
    echo $? >code
} | head -1 >first
[ "$(cat code)" = 0 ] || fail "head -1: exit code $(cat code): $(cat err)"
[ "$(wc -l <first)" = 1 ] || fail "head -1 sees no line"
grep -qi 'error\|broken\|stopped' err && fail "head -1 is called a failure: $(cat err)"
farthest --seed 7 -n 40 --json --threads 1 >lines1 2>/dev/null
farthest --seed 7 -n 40 --json --threads 2 >lines2 2>/dev/null
cmp -s lines1 lines2 || fail "lines depend on threads"
cmp -s first <(head -1 lines1) || fail "the first line depends on the count"
farthest --seed 7 -n 40 --candidates 9 --resume lines.journal --json >part 2>/dev/null
farthest --seed 7 -n 40 --resume lines.journal --json >lines2 2>/dev/null
cmp -s lines1 lines2 || fail "lines depend on taking the run up"
[ "$(wc -l <part)" -gt 0 ] || fail "a cut run prints no lines"
grep -q '^[^,]*"level":40,' lines1 || fail "lines are not numbered"
farthest --seed 7 -n 40 --json --order lines 2>/dev/null | grep -o '"lines":[0-9]*' | cut -d: -f2 >order
sort -n order | cmp -s - order || fail "--order is not heeded by --json"

# A range of whole numbers: each candidate draws one; with one number nothing changes.
generate_boxes() {
    timeout $PATIENCE "$program" generate sokoban -m farthest --size 2x2 --max-walls 1 --seed 5 -n 24 --json "$@"
}
generate_boxes --boxes 1..3 --threads 1 >boxes1 2>err || fail "--boxes 1..3: $(cat err)"
generate_boxes --boxes 1..3 --threads 2 >boxes2 2>/dev/null
cmp -s boxes1 boxes2 || fail "what a candidate draws depends on threads"
for n in 1 2 3; do
    grep -q "\"boxes\":$n," <("$program" features boxes1 --cost instant --json 2>/dev/null) ||
        fail "--boxes 1..3 makes no level with $n boxes"
done
cmp -s <(generate_boxes --boxes 2..2 2>/dev/null) <(generate_boxes --boxes 2 2>/dev/null) ||
    fail "--boxes 2..2 is not --boxes 2"
expect 1 'is not a whole number' generate sokoban --count 2..4
expect 1 'range with the smaller end first' generate sokoban -m farthest --boxes 4..2
expect 1 'more than 256' generate sokoban -m farthest --boxes 1..8 --floor-per-box 1..60
expect 4 'allows at most 4' generate sokoban -m farthest --boxes 2..4 --filter boxes=5..6

# What cannot be written is said before anything is made.
expect 5 'none/made.sok' generate sokoban -m farthest --size 3x3 --boxes 3 -n 1000 -o none/made.sok
grep -q 'seed' err && fail "a bad output is found after the run: $(cat err)"

# Packs.
farthest --seed 7 -n 10 -o ten.sok 2>/dev/null
expect 0 'kept 10 of 50 levels, 10 duplicate' pack ten.sok one -o all.sok --limit 10
expect 0 'kept 40 of 50 levels, 10 duplicate' pack ten.sok one -o all.sok
expect 0 'kept 5 of' pack all.sok --limit 5 --diverse -o five.sok
"$program" pack all.sok --json 2>/dev/null | grep -o '"rating":[0-9.]*' | cut -d: -f2 >order
[ "$(wc -l <order)" = 40 ] || fail "the levels of a pack are not rated"
LC_ALL=C sort -g order | cmp -s - order || fail "a pack is not in the order of ratings"
"$program" pack all.sok --json --order lines 2>/dev/null | grep -o '"lines":[0-9]*' | cut -d: -f2 >order
sort -n order | cmp -s - order || fail "a pack is not in the order asked for"
# From easy to hard as rate says, whatever the game's generators count.
"$program" generate flow --size 6x6 -n 12 --seed 1 -o flow.json >/dev/null 2>err || fail "flow: $(cat err)"
"$program" rate flow.json --game flow --json 2>/dev/null | grep -o '"rating":[0-9.]*' | cut -d: -f2 >order
[ "$(wc -l <order)" = 12 ] || fail "not all 12 Flow levels are rated"
LC_ALL=C sort -g order | cmp -s - order || fail "Flow is not in the order of ratings: $(cat order)"
expect 1 "no measure or feature 'beauty'" pack all.sok --min beauty=3

# Rooms from files.
printf '?????\n?---?\n?-#-?\n?---?\n?????\n' >pillar.txt
farthest --templates pillar.txt --seed 1 >out 2>err || fail "--templates: $(cat err)"
printf '?????\n?--x?\n' >bad.txt
expect 2 "bad.txt:2:4: found 'x'" generate sokoban -m farthest --templates bad.txt
expect 2 'missing.txt' generate sokoban -m farthest --templates missing.txt
farthest --rooms given --examples a.sok --seed 1 >out 2>err || fail "given rooms: $(cat err)"
farthest --rooms examples --examples a.sok --squares 6x6 --dead-ends --seed 1 >out 2>err ||
    fail "grown rooms: $(cat err)"

# Difficulty: what is taken re-rates into the range, with any number of threads.
farthest --size 2x2 --difficulty 4..6 --seed 1 -n 6 --threads 1 -o rated.sok 2>err ||
    fail "--difficulty: $(cat err)"
farthest --size 2x2 --difficulty 4..6 --seed 1 -n 6 --threads 2 -o rated2.sok 2>/dev/null
cmp -s rated.sok rated2.sok || fail "--difficulty depends on the threads"
"$program" rate rated.sok -t 60s --json 2>/dev/null >rated
[ "$(grep -cE '"difficulty":([45]|6,|[45]\.)' rated)" = 6 ] || fail "rated otherwise: $(cat rated)"
grep -q '^Difficulty: [45]' rated.sok || fail "the difficulty is not noted"
# mcts and evolve search for it.
for method in mcts evolve; do
    timeout $PATIENCE "$program" generate sokoban -m $method --difficulty 4..6 --seed 1 -n 3 -o rated.sok \
        2>err || fail "$method --difficulty: $(cat err)"
    "$program" rate rated.sok -t 60s --json 2>/dev/null >rated
    [ "$(grep -cE '"difficulty":([45]|6,|[45]\.)' rated)" = 3 ] ||
        fail "$method, rated otherwise: $(cat rated)"
done
expect 1 'within 1..10' generate sokoban --difficulty 11..12
expect 1 '--model requires --difficulty' generate sokoban --model some.json
# Every game with a generator goes the same way.
for game in flow lazors move null; do
    timeout $PATIENCE "$program" generate $game --seed 1 -n 2 --json >out 2>err || fail "$game: $(cat err)"
    [ "$(wc -l <out)" = 2 ] || fail "$game: not two levels"
done

# A model can be fitted to levels; what is not defined for a row is a dash.
farthest --seed 3 -n 24 --json 2>/dev/null | sed -n 's/.*"text":"\([^"]*\)".*/\1/p' |
    sed 's/\(\\n\)*$//; s/\\n/|/g' |
    awk 'BEGIN { print "layout,num_solved,num_played,collection" }
         { printf "%s,%d,100,c%d\n", $0, 20 + NR * 37 % 60, NR % 4 }' >people.csv
timeout $PATIENCE "$program" fit people.csv >fitted 2>err || fail "fit: $(cat err)"
grep -q '^pushes .* -$' fitted || fail "fit does not show the single features: $(cat fitted)"
grep -qi 'nan' fitted && fail "fit prints what is no number"

# Impossible and senseless requests.
expect 1 'no generator' generate sokoban --method nothing
expect 1 'there is no game' generate draughts
expect 1 'game file' generate sokoban a.sok
expect 1 'is not between' generate sokoban -m farthest --size 0x2
expect 4 'need 27 floor squares' generate sokoban -m farthest --size 1x2 --boxes 9
expect 4 'allows at most 3' generate sokoban -m farthest --boxes 3 --filter boxes=5..6
expect 4 'allows at most 3' generate sokoban -m farthest --boxes 3 --filter boxes_moved=5..
expect 4 'never more changes than pushes' generate sokoban --changes 9.. --pushes ..5
expect 4 'never more lines than moves' generate sokoban -m mcts --lines 9.. --moves ..5
expect 4 'never more lines than pushes' generate sokoban -m farthest --lines 9.. --pushes ..8
expect 4 'asks for at least 4' generate move --balls 4..5 --filter balls=..2
printf '\001\377 no journal\n' >garbage
expect 2 'garbage:1:1: not a journal' generate sokoban -m farthest --resume garbage
expect 4 'contradict' generate sokoban -m farthest --lines 9.. --filter lines=..3
expect 3 'of 1 levels found' generate sokoban -m farthest --size 1x2 --boxes 2 --lines 90.. --patience 30
expect 1 'belongs to no format' generate sokoban -m farthest -o levels.doc
expect 3 'room-tries' generate sokoban -m farthest --size 2x2 --open 1x1 --room-tries 50 --patience 3
# Templates: an empty file is no set of templates, and mcts has no use for any.
: >empty.txt
expect 2 "the file is empty" generate sokoban -m farthest --templates empty.txt --seed 1
expect 1 "does not use templates" generate sokoban -m mcts --templates empty.txt --seed 1
# A search that the time cuts short is not taken for a finished one.
expect 0 "best found so far, not the best possible" generate sokoban -m farthest --size 3x3 \
    --boxes 4 --seed 1 --time 1ms
# A part of a row is not reported.
"$program" bench evolve --row 3x3/8 >out 2>err &
bench=$!
wait_for has_worked 30 $bench
wait_for hears $bench
kill -INT $bench
wait $bench
grep -q '3x3/8' out && fail "a part of a row is printed: $(cat out)"
grep -q 'an incomplete row is not reported' err || fail "a stopped bench says: $(cat err)"
expect 1 "the rows are players" bench khalifa --row nonsense

exit $failed
