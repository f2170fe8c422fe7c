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
grep -q ': 1 level from [0-9]* candidates\{0,1\}[, ]' err || fail "one level is called: $(cat err)"
"$program" solve --check made.txt >out 2>&1 || fail "a stored solution fails: $(cat out)"
grep -q '1 solved' out || fail "the stored solution is not read: $(cat out)"
"$program" generate puzzlescript bare.txt --tries 20 -n 6 --seed 3 --json --order score 2>err |
    grep -o '"score":[0-9.]*' | cut -d: -f2 >scores
[ "$(wc -l <scores)" = 6 ] || fail "six levels are $(wc -l <scores): $(cat err)"
LC_ALL=C sort -g scores | cmp -s - scores || fail "not in the order of scores: $(cat scores)"

# Examples, and levels to avoid, may be levels alone: they belong to the game that is given.
printf '####\n#po#\n#*.#\n#..#\n####\n' >room.txt
"$program" generate puzzlescript bare.txt --examples room.txt --tries 20 --seed 3 \
    --json >out 2>err || fail "examples without rules of their own: $(cat err)"
"$program" generate puzzlescript bare.txt --examples room.txt --tries 20 --seed 3 \
    --against room.txt >out 2>err || fail "levels to avoid without rules: $(cat err)"

# What a maker wants to know of a game: each fault in a line with its place, and as JSON.
printf "%b" "title Check\n${head}${push}" \
    "WINCONDITIONS\nall target on crate\nLEVELS\n\n########\n#p.....#\n#..*.o.#\n" \
    "#..*.o.#\n#......#\n########\n\n#####\n#p*o#\n#####\n\n#####\n#p.o#\n#*..#\n#####\n\n" \
    "####\n#.@#\n####\n" >faulty.txt
"$program" check faulty.txt >out 2>err
[ $? = 4 ] || fail "check of an unsolvable level: the exit code is not 4: $(cat out err)"
grep -q '^faulty.txt:[0-9]*: error: level 3: the level cannot be solved$' out ||
    fail "check says nothing of level 3: $(cat out)"
grep -q 'warning: level 2: 1 move solves the level' out || fail "level 2 is trivial: $(cat out)"
grep -q 'warning: level 2: much easier than level 1' out || fail "level 2 is easier: $(cat out)"
grep -q 'level 4: the level is won before the first move' out || fail "level 4: $(cat out)"
grep -q 'rule has not matched\|never on the board' out && fail "all is used: $(cat out)"
"$program" check faulty.txt --json >json 2>err
python3 -c 'import json; found = json.load(open("json"))
assert [l["status"] for l in found["levels"]] == ["solved", "solved", "unsolvable",
                                                  "solved-already"], found
assert [f["kind"] for f in found["findings"]] == ["trivial", "unsolvable", "trivial",
                                                  "easier"], found
assert found["levels"][0]["moves"] == 9' || fail "check --json: $(cat json)"
sed 's/^RULES$/RULES\n[ action player ] -> [ player ]\n[ target no crate | wall | wall | wall ] -> win/' \
    faulty.txt | sed 's/^LEGEND$/ghost\ngray\n\nLEGEND/; s/^target$/target\nghost/' >idle.txt
"$program" check idle.txt --json >json 2>err
grep -q '"kind":"idle-rule"' json || fail "a rule that never matches: $(cat json err)"
grep -q '"kind":"absent-object".*ghost' json || fail "an object that is nowhere: $(cat json)"
# Stopped, it reports the levels that it has done.
{
    sed '/^LEVELS$/q' faulty.txt
    printf '\n#####\n#p*o#\n#####\n\n'
    for row in p '*.*.*.*' '.*.*.*.' '*.*.*.*' 'ooooooo' 'ooooooo'; do
        printf '.......%s..................\n' "$row" | cut -c1-24
    done
} >long.txt
"$program" check long.txt --time 100s >out 2>err &
check=$!
wait_for has_worked 30 $check
wait_for hears $check
kill -INT $check
wait $check
[ $? = 3 ] || fail "check that is stopped: the exit code is not 3"
grep -q '^level   1 .* solved  *1 moves' out || fail "check forgets what it has: $(cat out err)"
printf "OBJECTS\n" >none.txt
"$program" check none.txt >out 2>err
[ $? = 2 ] || fail "check of what is no game: the exit code is not 2"

# Any game, and any recorded session, can be measured.
printf '{"name":"one push","source":"%s","target_level_index":0,"inputs":[3,"undo",3]}\n' \
    "${head}${push}WINCONDITIONS\\nall target on crate\\nLEVELS\\n\\np*.o\\n" >one.jsonl
sed -i ':a;N;$!ba;s/\n\([^{]\)/\\n\1/g' one.jsonl
"$program" bench puzzlescript one.jsonl made.txt --time 1ms --json >out 2>err ||
    fail "games of one's own are not measured: $(cat err)"
grep -q '"row":"one push","inputs_per_second":[1-9]' out || fail "no session: $(cat out)"
grep -q '"row":"made.txt level 1","inputs_per_second":[1-9]' out || fail "no level: $(cat out)"
echo '{"source":""}' >none.jsonl
"$program" bench puzzlescript none.jsonl >out 2>err
[ $? = 2 ] || fail "a session without inputs: the exit code is not 2"

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
grep -q '^solution: r$' out || fail "solve of one level does not tell how: $(cat out)"
grep -q "half.txt:26:14: .*'who'" err || fail "one bad rule says: $(cat err)"

grep -q '1 level: 1 solved (1 proved optimal), 0 unsolvable, 0 at the limit; ' out ||
    fail "an error in a rule counts as a bad level: $(cat out)"
grep -q 'the faulty parts of the game are ignored; it has 1 level$' err ||
    fail "one bad rule ends with: $(cat err)"

# A mistake in the command is told once, not for every level.
"$program" solve half.txt --engine nosuch >out 2>err
[ $? = 1 ] || fail "an unknown engine: the exit code is not 1"
[ "$(grep -c nosuch err)" = 1 ] || fail "an unknown engine says: $(cat err)"
[ -s out ] && fail "an unknown engine prints a table: $(cat out)"

# Shortest solutions are marked as such, and read again; near twins are left out.
"$program" generate puzzlescript half.txt --tries 30 -n 4 --outlines paper --seed 2 \
    -o made.txt --json >out 2>/dev/null || fail "generate with outlines of the paper"
[ "$(grep -c '"shortest":true' out)" = 4 ] || fail "solutions are not proved: $(cat out)"
grep -q '"score_moves":' out || fail "the score does not say what it judges: $(cat out)"
[ "$(grep -c '^(solution: [uldr]*) (no solution is shorter)$' made.txt)" = 4 ] ||
    fail "the file does not tell proved solutions: $(cat made.txt)"
"$program" solve made.txt --json 2>/dev/null | grep -o '"moves":[0-9]*' >solved
grep -o '"moves":[0-9]*' out | cmp - solved || fail "shorter solutions exist"
"$program" convert made.txt -o again.txt 2>err || fail "convert: $(cat err)"
[ "$(grep -c 'no solution is shorter' again.txt)" = 4 ] || fail "convert forgets proofs"
"$program" generate puzzlescript half.txt --tries 30 -n 4 --outlines paper --seed 2 \
    --proof 0 --json >out 2>/dev/null || fail "generate without proof"
grep -q '"shortest"' out && fail "--proof 0 proves: $(cat out)"
"$program" generate puzzlescript half.txt --tries 20 --outlines paper --outline 1 \
    --seed 2 --candidates 12 -n 99 --apart 6 --json >far 2>/dev/null
"$program" generate puzzlescript half.txt --tries 20 --outlines paper --outline 1 \
    --seed 2 --candidates 12 -n 99 --apart 0 --json >near 2>err
[ "$(wc -l <far)" -lt "$(wc -l <near)" ] || fail "--apart 6 keeps as many as --apart 0"

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

# Time runs by itself where the game says so, and undo takes back keys, not ticks. The ball
# flies to the wall; when it is there nothing changes but by keys.
printf "%b" "realtime_interval 0.05\n${head}late right [ crate | wall ] -> message There
right [ stationary crate | no wall ] -> [ right crate | ]\nWINCONDITIONS\nsome player on target
LEVELS\n\n*...#\n.p..o\n" >clock.txt
LW_READY=There press "${right}${right}q" clock.txt
grep -q '5 moves' out || fail "ticks or keys are not made: $(cat out)"
LW_READY=There press "${right}${right}u${right}${right}q" clock.txt
grep -q 'SOLVED' out || fail "undo in a game with a clock: $(cat out)"
# A message is read first: the clock waits for a key.
sed 's/^LEVELS$/LEVELS\n\nmessage Watch the ball./' clock.txt >read.txt
press "q" read.txt
grep -q '0 moves' out || fail "no screen before the first tick: $(cat out)"
grep -q '1 move' out && fail "time runs while a message is to be read: $(cat out)"

# The part of the board that the game shows: pages, or around the player.
printf "%b" "flickscreen 3x2\n${head}${push}WINCONDITIONS\nsome player on target
LEVELS\n\np..#*#\n......\n*.*..o\n*.*...\n" >pages.txt
press "q" pages.txt
grep -q '#\*#' out && fail "another page of the board is shown: $(cat out)"
press "${down}${right}${right}${right}q" pages.txt
grep -q '#\*#' out || fail "the page that the player walks to is not shown: $(cat out)"
sed 's/^flickscreen.*/zoomscreen 3x3/' pages.txt >zoom.txt
press "q" zoom.txt
grep -q '#\*#' out && fail "more than the part around the player is shown: $(cat out)"
press "${down}${right}${right}${right}${right}q" zoom.txt
grep -q '#\*#' out || fail "the part does not go with the player: $(cat out)"

# No way to win is said, and nothing of the file reaches the terminal as a command to it.
printf "%b" "title \\033[31mred\n${head}${push}WINCONDITIONS\nLEVELS\n\np*o\n...\n" >aimless.txt
"$program" solve aimless.txt >out 2>err
[ $? = 4 ] || fail "no win condition: the exit code of solve is not 4"
grep -q 'no win condition' out || fail "no win condition: $(cat out)"
"$program" generate puzzlescript aimless.txt >out 2>err
[ $? = 4 ] || fail "no win condition: the exit code of generate is not 4"
grep -q 'no win condition' err || fail "generate without win condition: $(cat err)"
"$program" inspect aimless.txt >out 2>err
LC_ALL=C grep -q "$(printf '\033')" out && fail "escapes in what inspect prints"

# Rules that never settle are told once, with the line, by whoever plays them.
printf "%b" "${head}${push}[ player | crate ] -> [ player | target ]
+ [ player | target no crate ] -> [ player | crate ]\nWINCONDITIONS\nsome target on crate
LEVELS\n\np..*o\n.....\n\np..*\n....\n" >endless.txt
line=$(grep -n '^\[ player | crate' endless.txt | cut -d: -f1)
for command in "solve endless.txt" "play endless.txt --moves rrr" "inspect endless.txt" \
    "generate puzzlescript endless.txt --tries 5 --candidates 2 --patience 2"; do
    # shellcheck disable=SC2086
    "$program" $command >out 2>err
    [ "$(grep -c "endless.txt:$line: warning: .*do not settle" err)" = 1 ] ||
        fail "'$command' says of line $line: $(cat err)"
done
"$program" solve endless.txt --json 2>err | grep -q "\"warning\":{\"line\":$line," ||
    fail "solve --json does not tell what never settles"
"$program" play endless.txt --moves rrr --json 2>err |
    grep -q "\"warning\":{\"line\":$line," || fail "play --json does not tell it"
"$program" inspect endless.txt --json 2>err |
    grep -q "\"messages\":\[{\"severity\":\"warning\",\"line\":$line," ||
    fail "inspect --json has no messages"
sed 's/^p\.\.\*$/(solution: rrr)\n&/' endless.txt >stored.txt
"$program" solve stored.txt --check >out 2>err
[ "$(grep -c "stored.txt:$line: warning: .*do not settle" err)" = 1 ] ||
    fail "solve --check says of line $line: $(cat err)"
"$program" solve stored.txt --check --json 2>err | grep -q "\"warning\":{\"line\":$line," ||
    fail "solve --check --json does not tell what never settles"
press "${right}${right}${right}q" endless.txt
grep -q "warning: line $line" out || fail "the terminal does not tell what never settles"
for command in "solve half.txt" "play game.txt --moves rrrr" "inspect game.txt"; do
    # shellcheck disable=SC2086
    "$program" $command >out 2>err
    grep -q 'cut off' err && fail "'$command' calls good rules endless: $(cat err)"
done

# A pack is one game: levels of a source with other rules would become other levels.
sed '/^RULES/a\
\
[ > Player | ] -> [ | > Player ]' game.txt >other.txt
expect 2 'have other rules than those of the first file' pack game.txt other.txt --game puzzlescript
expect 0 'kept 1 of 2 levels' pack game.txt game.txt --game puzzlescript

# References: a line that cannot be run fails, those after it count; none at all is no pass.
session='{"source":"x","inputs":[0],"expected_final_level_string":""}'
# A key that means nothing: the rest of the level is background, and the text reads again.
printf "%b" "title Odd\n${head}${push}WINCONDITIONS\nall target on crate\nLEVELS\n\nx####\n#p*o#\n" >odd.txt
"$program" convert odd.txt --to puzzlescript >once.txt 2>/dev/null
"$program" convert once.txt --to puzzlescript >twice.txt 2>err || fail "a level with an odd key: $(cat err)"
cmp -s once.txt twice.txt || fail "a level with an odd key changes: $(diff once.txt twice.txt)"
grep -q '^[a-z]$' once.txt && fail "a key is written that stands for nothing: $(cat once.txt)"
# Nor is one made up for cells of a game that lost its background: the key of that is used.
printf "%b" "title Lost\n${head}${push}WINCONDITIONS\nall target on crate\nLEVELS\n\n#####\n#p*o#\n..###\n" |
    sed 's/^background \.$/ground/; s/^@ = .*/&\n. = background/' >lost.txt
"$program" convert lost.txt --to puzzlescript >once.txt 2>/dev/null
"$program" convert once.txt --to puzzlescript >twice.txt 2>err || fail "a game without background: $(cat err)"
cmp -s once.txt twice.txt || fail "a game without background changes: $(diff once.txt twice.txt)"
grep -qx '\.\.###' once.txt || fail "an empty cell has another key: $(cat once.txt)"

printf '{"a":1}\nno json\n%s\n' "$session" >refs.jsonl
"$program" conform puzzlescript refs.jsonl >out 2>err
[ $? = 2 ] || fail "bad references: the exit code is not 2"
grep -q "line 1: .*'source'" out || fail "a reference without a game: $(cat out)"
grep -q '^0 passed, 3 failed$' out || fail "bad references are not counted: $(cat out)"
expect 1 'e.g. levelwright conform puzzlescript sim_tests.jsonl' conform puzzlescript
: >none.jsonl
"$program" conform puzzlescript none.jsonl >out 2>err
[ $? = 2 ] || fail "no references: the exit code is not 2"
grep -q 'no recorded session' err || fail "no references: $(cat err)"

exit $failed
