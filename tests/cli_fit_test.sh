#!/usr/bin/env bash
# fit from outside: mixes of evidence, the models, exports, and what is refused.
set -u
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/lib.sh"

# Corridors of growing length with a second box in some: their length is their difficulty.
awk 'BEGIN {
    print "level_id,layout,num_solved,num_played,collection"
    for (i = 1; i <= 20; i++) {
        top = "###"; mid = "#@"; low = "###"
        for (k = 0; k < i; k++) { top = top "#"; mid = mid " "; low = low "#" }
        printf "l%d,%s###|%s$ .#|%s###,%d,100,c%d\n", i, top, mid, low, 98 - 4 * i, i % 5
    }
}' >levels.csv
cut -d, -f1,2,5 levels.csv >bare.csv
# Rooms that differ in more than one way.
awk 'BEGIN { print "level_id,layout,num_solved,num_played,collection,hard"
    for (i = 1; i <= 30; i++) { w = 2 + i % 6; h = 1 + i % 4; wall = "###"; open = ""
        for (k = 0; k < w; k++) { wall = wall "#"; open = open " " }
        room = wall "##|#@ " open " #"
        for (k = 0; k < h; k++) room = room "|#  " open " #"
        printf "r%d,%s|# $" open ".#|%s##,%d,100,c%d,%d\n", i, room, wall,
            95 - 2 * i, i % 6, w * h + i % 3 } }' >rooms.csv
awk 'BEGIN { print "who,level,score"
    for (p = 1; p <= 8; p++) for (i = 1; i <= 20; i++)
        printf "p%d,l%d,%d\n", p, i, 1 + (i + p * 3 % 5 + i * p % 3) / 3 }' >ratings.csv
awk 'BEGIN { print "a,b,chosen"
    for (k = 1; k <= 120; k++) { a = 1 + k * 7 % 20; b = 1 + k * 11 % 20
        if (a != b) printf "l%d,l%d,%s\n", a, b, (a > b) == (k % 9 > 0) ? "a" : "b" } }' >pairs.csv

timeout $PATIENCE "$program" fit levels.csv --compare --features moves,pushes,floor -o model.json \
    --csv held.csv >out 2>err || fail "fit --compare: $(cat err)"
for model in ridge joint boosted kartal schaa khalifa moves; do
    grep -q "^$model " out || fail "no row for $model: $(cat out)"
done
grep -qi 'nan' out && fail "fit prints what is no number"
grep -q "linear was not evaluated: column '" err || fail "collinear features are not named: $(cat err)"
grep -q '^level,group,answer,ridge,joint,boosted' held.csv || fail "held.csv: $(head -1 held.csv)"
[ "$(wc -l <held.csv)" = 21 ] || fail "held.csv has $(wc -l <held.csv) lines"
# Cells that a spreadsheet would run are text.
sed 's/^l1,/=1+1,/' levels.csv >formula.csv
timeout $PATIENCE "$program" fit formula.csv --features moves --csv held.csv >out 2>err ||
    fail "formula: $(cat err)"
grep -q "^'=1+1," held.csv || fail "a formula got through: $(sed -n 2p held.csv)"

# A mix brings levels without counts to one scale; its model rates.
timeout $PATIENCE "$program" fit bare.csv --model joint --features moves,floor \
    --evidence ratings.csv --evidence-kind rating:player=who,rating=score \
    --evidence pairs.csv --evidence-kind choice -o joint.json >out 2>err ||
    fail "fit --model joint: $(cat err)"
grep -q '^joint  *20 ' out || fail "joint: $(cat out)"
grep -q 'rating  *slope 1.000' out || fail "the first source is not the scale: $(cat out)"
grep -q 'choice  *slope' out || fail "choices are not shown: $(cat out)"
printf '######\n#@$ .#\n######\n' >one.xsb
timeout $PATIENCE "$program" rate one.xsb --model joint.json >out 2>err || fail "rate: $(cat err)"
timeout $PATIENCE "$program" fit levels.csv --model boosted --features moves,floor,pushes \
    -o trees.json >out 2>err || fail "boosted: $(cat err)"
grep -q '"kind":"trees"' trees.json || fail "trees.json is not of that kind"
timeout $PATIENCE "$program" rate one.xsb --model trees.json --json >out 2>err || fail "trees: $(cat err)"
grep -q '"difficulty":' out || fail "trees do not rate: $(cat out)"
timeout $PATIENCE "$program" fit bare.csv --model trueskill --features moves \
    --evidence pairs.csv --evidence-kind choice >out 2>err || fail "trueskill: $(cat err)"

# Every model can be written, read again and used; other versions, kinds and features are
# refused with both versions.
for model in ridge joint boosted blend linear kartal kartal-grid schaa khalifa; do
    list=moves,floor,pushes
    [ $model = linear ] && list=moves,floor
    timeout $PATIENCE "$program" fit rooms.csv --model $model --features $list -o $model.json \
        --test rooms.csv --test-answer hard >out 2>err || fail "$model: $(cat err)"
    timeout $PATIENCE "$program" rate one.xsb --model $model.json --json >out 2>err ||
        fail "rate --model $model.json: $(cat err)"
    grep -q '"difficulty":' out || fail "$model does not rate: $(cat out)"
    sed 's/"levelwright_model":[0-9]*/"levelwright_model":9/' $model.json >other.json
    expect 2 "version 9, this program reads version 1" rate one.xsb --model other.json
    sed 's/"feature":"[a-z_0-9]*"/"feature":"charm"/' $model.json >other.json
    expect 2 "model" rate one.xsb --model other.json
done
sed 's/"feature":"moves"/"feature":"charm"/' ridge.json >other.json
expect 2 "(version 1) uses a feature 'charm' that this program (version 1)" rate one.xsb \
    --model other.json
sed 's/"kind":"khalifa"/"kind":"oracle"/' khalifa.json >other.json
expect 2 "(version 1) is of kind 'oracle'; this program (version 1)" rate one.xsb \
    --model other.json

# One time a player beside counts: nothing says how sure the residual spread is.
awk 'BEGIN { print "level,player,seconds,finished"
    for (p = 0; p < 20; p++) { i = 1 + p * 7 % 20
        printf "l%d,p%d,%d,1\n", i, p, 5 + 3 * i + i * p % 7 } }' >times.csv
timeout $PATIENCE "$program" fit levels.csv --model joint --features moves,lines \
    --evidence times.csv --evidence-kind time >out 2>err || fail "times: code $?: $(cat err)"
grep -q 'time  *slope [0-9.]*, .*residual spread [0-9]' out || fail "times: $(cat out)"
grep -qi 'nan' out && fail "times print what is no number: $(cat out)"

# An interval of rho needs four levels and ranks that differ somewhere.
for rows in 4 9; do
    head -$rows levels.csv >few.csv
    timeout $PATIENCE "$program" fit levels.csv --features moves --test few.csv \
        --test-answer num_solved >out 2>err || fail "--test of $rows: $(cat err)"
    grep -q 'interval of rho: undefined$' out || fail "--test of $rows: $(tail -1 out)"
    grep -qi 'nan' out && fail "--test of $rows prints what is no number: $(cat out)"
done
awk -F, -v OFS=, 'NR < 12 { print $1, $2, NR == 1 ? "hard" : NR * 7 % 10 }' levels.csv >few.csv
timeout $PATIENCE "$program" fit levels.csv --features moves --test few.csv --test-answer hard \
    >out 2>err || fail "--test: $(cat err)"
grep -Eq 'interval of rho: -?0\.[0-9]+ to -?0\.[0-9]+$' out || fail "--test: $(tail -1 out)"

# The same level twice, once turned and under another name, counts once with both counts;
# evidence may use either name. Rows without a level are told.
awk -F, -v OFS=, 'NR == 3 {
        layout = $2; gsub(/\|/, "\n", layout); n = split($2, row, "|"); turned = ""
        for (i = 1; i <= length(row[1]); i++) {
            line = ""; for (k = n; k >= 1; k--) line = line substr(row[k], i, 1)
            turned = turned (i > 1 ? "|" : "") line }
        copy = "again," turned ",0,100,c9" }
    { print } END { print copy; print "none,,1,2,c9" }' levels.csv >copies.csv
timeout $PATIENCE "$program" fit copies.csv --features moves --csv held.csv >out 2>err ||
    fail "copies: $(cat err)"
grep -q '22 rows, 20 levels .* 1 without a level, .* counted with it: 1$' err ||
    fail "copies are not told: $(cat err)"
[ "$(wc -l <held.csv)" = 21 ] || fail "a copy counts twice: $(cat held.csv)"
# 90 + 0 of 200 plays: ln((110.5) / (90.5)).
grep -q '^l2,c2,0.1996' held.csv || fail "counts of copies: $(grep '^l2,' held.csv)"
printf 'a,b,chosen\nagain,l5,a\nl2,l7,b\nl9,l2,a\nl9,again,a\nl4,gone,a\n' >few.csv
timeout $PATIENCE "$program" fit copies.csv --features moves --model joint --evidence few.csv \
    --evidence-kind choice >out 2>err || fail "names of copies: $(cat err)"
grep -q 'few.csv (choice): 5 rows, 4 used; left out: 0 by keep, 1 about' err ||
    fail "evidence is not counted: $(cat err)"

# Almost the same level in another collection is left out together with it.
{ cat levels.csv; echo 'near,#######|#@ $ .#|## *  #|#######,50,100,c7'
    echo 'near2,#######|#@ $ .#|#  *  #|#######,50,100,c8'; } >near.csv
timeout $PATIENCE "$program" fit near.csv --features moves --csv held.csv >out 2>err ||
    fail "near copies: $(cat err)"
grep -q '1 level is almost the same' err || fail "near copies are not told: $(cat err)"
grep -q '^near2,c7,' held.csv || fail "near copies are apart: $(tail -2 held.csv)"

# Halves: the means of learning from half of the collections.
timeout $PATIENCE "$program" fit levels.csv --features moves,floor --model joint --halves 3 >out 2>err ||
    fail "halves: $(cat err)"
grep -Eq '^joint, halves +10 +-?[0-9.]+ +[0-9.]+ ' out || fail "halves: $(cat out)"

# One level that cannot be solved takes only its own values out of the table.
{ cat levels.csv; echo 'dead,#######|#$@  .#|#######,50,100,c1'; } >dead.csv
timeout $PATIENCE "$program" fit dead.csv --features floor,moves,pushes >out 2>err ||
    fail "dead: $(cat err)"
grep -q '^floor  *21 ' out || fail "dead: floor is known of all: $(cat out)"
grep -q '^moves  *20 ' out || fail "dead: moves are known of 20: $(cat out)"

# Measured once: the second run finds everything, what is damaged is measured again.
timeout $PATIENCE "$program" fit levels.csv --features moves --cache kept >first 2>err ||
    fail "cache: $(cat err)"
[ "$(find kept -type f | wc -l)" = 20 ] || fail "cache: $(find kept -type f | wc -l) files"
timeout $PATIENCE "$program" fit levels.csv --features moves --cache kept >out 2>err ||
    fail "cache again: $(cat err)"
cmp -s first out || fail "the cache changes the result"
for file in kept/*; do
    sed -i '2s/"value":\[[0-9]*/"value":[77/' "$file"
done
timeout $PATIENCE "$program" fit levels.csv --features moves --cache kept >out 2>err ||
    fail "damaged cache: $(cat err)"
cmp -s first out || fail "a damaged cache is believed"
grep -q '"value":\[77' kept/* && fail "a damaged cache is not made again"
expect 1 "not a folder" fit levels.csv --cache levels.csv

# Ctrl-C: soon, with what was done, and the model that is there stays.
awk 'BEGIN { srand(3); print "level_id,layout,num_solved,num_played,collection"
    for (i = 1; i <= 240; i++) {
        top = "####"; mid = "#@"; low = "#"; last = "####"
        for (k = 0; k < 1 + i % 40; k++) { top = top "#"; last = last "#"; mid = mid " "
            low = low (k % (2 + int(i / 40)) == 1 ? "#" : " ") }
        printf "l%d,%s##|%s$ .#|%s   #|%s##,%d,100,c%d\n", i, top, mid, low, last,
            5 + 90 * rand(), i % 60
    } }' >many.csv
echo precious >keep.json
"$program" fit many.csv --compare --model blend -o keep.json >out 2>err &
pid=$!
count_work
before=$worked
wait_for has_worked 200 $pid
wait_for hears $pid
kill -TERM $pid || fail "fit ended before it could be stopped"
wait $pid
code=$?
[ $code = 3 ] || fail "a stopped fit ends with $code: $(cat err)"
count_work
[ $((worked - before)) -lt 30 ] || fail "stopped after 2 s of CPU, it took $((worked - before)) s"
[ "$(cat keep.json)" = precious ] || fail "a stopped fit wrote its model"
grep -q 'stopped on request while [a-z ]*; [0-9]* of [0-9]* ' err ||
    fail "stopping is not told: $(cat err)"

expect 2 "nothing says how people did" fit bare.csv
expect 1 "needs exactly one --evidence-kind" fit bare.csv --evidence ratings.csv
expect 1 "is not a kind of evidence" fit bare.csv --evidence ratings.csv --evidence-kind guess
expect 2 "no column 'rating'" fit bare.csv --evidence ratings.csv --evidence-kind rating
expect 1 "model trueskill needs choices" fit levels.csv --model trueskill
expect 1 "model joint needs evidence" fit levels.csv --model joint --answer num_solved
sed '5s/,[0-9]*$/,much/' ratings.csv >bad.csv
expect 2 "column 'score', row 4: 'much'" fit bare.csv --evidence bad.csv \
    --evidence-kind rating:player=who,rating=score
sed 's/,[0-9]*$/,3/' ratings.csv >bad.csv
expect 2 "column 'score': all 160 rows hold the same value" fit bare.csv --evidence bad.csv \
    --evidence-kind rating:rating=score
head -3 ratings.csv >bad.csv
expect 2 "only 2 rows" fit bare.csv --evidence bad.csv --evidence-kind rating:rating=score
sed 's/^l2,/l1,/' bare.csv >twice.csv
expect 2 "two levels have the name 'l1'" fit twice.csv --evidence ratings.csv \
    --evidence-kind rating:rating=score
sed 's/,100,/,3,/' levels.csv >bad.csv
expect 2 "is not possible" fit bad.csv
sed '4s/,c[0-9]*$/,/' levels.csv >bad.csv
expect 2 "column 'collection', row 3: the name is missing" fit bad.csv --features moves
# What no people did is learned from only on request.
sed '1s/$/,simulated/; 2,$s/$/,false/; 5s/false$/true/' ratings.csv >made-up.csv
expect 2 "made-up.csv:5: 1 rows are marked as simulated" fit bare.csv --features moves \
    --evidence made-up.csv --evidence-kind rating:player=who,rating=score
timeout $PATIENCE "$program" fit bare.csv --features moves --simulated yes \
    --evidence made-up.csv --evidence-kind rating:player=who,rating=score >out 2>err ||
    fail "--simulated yes: $(cat err)"
exit $failed
