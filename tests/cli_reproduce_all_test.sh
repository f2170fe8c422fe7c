#!/usr/bin/env bash
# reproduce all: rows that need no data, a budget, Ctrl-C; the shared data if it is there.
set -u
shared=$(realpath -m ../shared)
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/lib.sh"

# verdict ITEM TEXT: every row of the item says so.
verdict() {
    awk -v item="$1" -v text="$2" '
        index($0, "\"item\":\"" item "\",") { n++; right += index($0, text) > 0 }
        END { exit !(n > 0 && n == right) }' rows ||
        fail "$1 is not '$2': $(grep -F "\"$1\"" rows | head -3)"
}
# One object a line.
split_rows() { sed 's/},{"paper"/},\n{"paper"/g' "$1/rows.json" >rows; }

few="Section 2.4,Section 5.5,Table 2.1,Table C.3,Table C.4,Figure 1.1,Table 4.1,Table II"
expect 0 "" reproduce all -o few --only "$few" --threads 2
split_rows few
verdict "Section 2.4" '"verdict":"consistent by arithmetic"'
verdict "Table C.3" 'what is printed does not agree'
verdict "Table C.4" 'what is printed agrees'
verdict "Figure 1.1" '"verdict":"nothing to compute"'
verdict "Table II" '"remark":"no ../shared"'
grep -q '"name":"congruent, low","published":1.025,"ours":1.023[0-9]*,.*"same":false' rows ||
    fail "the ratio that does not agree: $(grep 'congruent, low' rows)"
grep -qE '"machine":"[^"]+","seed":1,"cpu_seconds":[0-9]' rows || fail "no machine, seed or time"
head -1 few/rows.csv | grep -q ",ours,low,high$" || fail "columns of rows.csv: $(head -1 few/rows.csv)"
for file in report.html rows.csv counts.csv taylor-computed.csv; do
    [ -s "few/$file" ] || fail "there is no $file"
done

# Numbers do not depend on threads, times aside.
expect 0 "" reproduce all -o again --only "$few" --threads 1
for folder in few again; do
    sed 's/"cpu_seconds":[^,]*,//g; s/{"name":"seconds a level"[^}]*}//g' $folder/rows.json >$folder.json
done
cmp -s few.json again.json || fail "the same seed gave other numbers: $(cmp few.json again.json | head -4)"

# Simulated people take the place of private recordings, and reproduce nothing.
expect 0 "" reproduce all -o people --only "Table 5.7" --budget 5min
split_rows people
verdict "Table 5.7" '"verdict":"not recomputable","remark":"with simulated people"'
grep -q '"on":"SIMULATED: [0-9]* people who count' rows || fail "people are not marked: $(cat rows)"
people=people/simulated-taylor-stroop-40-people-seed-1
[ -s $people/analysis/report.html ] || fail "no analysis"
# What a run that was stopped has left is not taken for them.
rm $people/checksums.sha256
expect 0 "" reproduce all -o people --only "Table 5.7" --budget 5min
split_rows people
verdict "Table 5.7" 'is left from a run before'

# What does not fit is listed.
expect 0 "" reproduce all -o short --only "Table 2.3" --budget 100ms
split_rows short
grep -q '2x2 templates, 5 boxes.*"remark":"needs about [0-9]* s of one core"' rows ||
    fail "what does not fit the budget is not listed: $(cat rows)"
grep -q 'not run: needs about' short/report.html || fail "the page does not say what was not run"

expect 1 "needs --output" reproduce all
expect 1 "no table or figure 'Table 99'" reproduce all -o few --only "kartal,Table 99"
expect 2 "does not exist" reproduce all -o few --data nowhere
expect 5 "cannot be made" reproduce all -o few/report.html --only "Section 2.4"

# Ctrl-C keeps what is there.
"$program" reproduce all -o half --only "Section 2.4,Table 2.3" --threads 1 >half.txt 2>half.err &
pid=$!
wait_for hears $pid
wait_for has_worked 20 $pid
kill -INT $pid
wait $pid
code=$?
[ $code = 3 ] || fail "Ctrl-C: exit code $code: $(cat half.err)"
split_rows half
verdict "Section 2.4" '"verdict":"consistent by arithmetic"'
grep -q '"remark":"stopped on request"' rows || fail "what was stopped is not listed: $(cat rows)"

if [ ! -d "$shared" ]; then
    echo "skipped: no ../shared"
    exit $failed
fi
expect 0 "" reproduce all -o whole --data "$shared" --only "schaa,Table I,Tested Games" --budget 20s
grep -q 'failed: 0$' out || fail "rows fail: $(cat out)"
split_rows whole
verdict "Table I" 'with simulated people'
verdict "Tested Games" '"verdict":"consistent by arithmetic"'
grep -q '"name":"3 and more","published":80,"ours":70,' rows || fail "medians: $(grep 'and more' rows)"
[ -s whole/schaa-figure-5.1.svg ] || fail "no figure is drawn"
exit $failed
