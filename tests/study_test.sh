#!/usr/bin/env bash
# The study command from outside: a design becomes a file, faults are shown with their places,
# plans are printed and repeat.
set -u
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/lib.sh"

expect 0 "" study list-designs
[ "$(wc -l <out)" = 9 ] || fail "nine designs were expected: $(cat out)"
grep -q ' ,' out && fail "a blank before a comma: $(cat out)"
expect 0 "" study list-designs --json
grep -q '"design":"taylor-stroop".*"cells":16' out || fail "the laboratory study: $(cat out)"

expect 0 "" study new vankreveld-rating-move -o mine.json
expect 1 "already exists" study new vankreveld-rating-move -o mine.json
expect 1 "did you mean kartal-pairwise?" study new kartal-pairwize
expect 1 "did you mean check" study chek mine.json
expect 1 "needs a FILE" study check

expect 0 "before opening: mine.json:1:1: 'approval' is still missing" study check mine.json
hash=$(sed -n 's/.*hash \([0-9a-f]\{32\}\);.*/\1/p' out)
[ -n "$hash" ] || fail "no hash: $(cat out)"
expect 0 "" study check mine.json
grep -q "$hash" out || fail "the hash changed: $(cat out)"

# Faults: every one, with its place; nothing else is done.
sed 's/"seed": 2015/"seed": "x"/; s/"type": "survey"/"type": "surwey"/' mine.json >broken.json
expect 2 "2 faults in broken.json" study check broken.json
grep -qE '^broken.json:[0-9]+:[0-9]+: /seed: ' err || fail "the first fault: $(cat err)"
grep -qE '^broken.json:[0-9]+:[0-9]+: /phases/3/type: ' err || fail "the second: $(cat err)"
expect 2 "" study check broken.json --json
grep -q '"good":false' out || fail "as JSON: $(cat out)"
expect 2 "/seed" study plan broken.json
expect 2 "no file" study check none.json

# A language that the pages do not speak is no fault, but people should have its buttons.
sed 's/"languages": \["en"\]/"languages": ["fr"]/' mine.json >french.json
expect 0 "advice: french.json:" study check french.json --no-levels
expect 0 "" study schema --texts
grep -q '"study.next":"Next"' out || fail "the texts of the pages: $(head -c 200 out)"

# Plans repeat, and differ between people.
expect 0 "" study plan mine.json --person 7 --trials
mv out seven
expect 0 "" study plan mine.json --person 7 --trials
cmp -s seven out || fail "a plan does not repeat"
expect 0 "" study plan mine.json --person 8 --trials
cmp -s seven out && fail "two people have the same plan"
expect 1 "no cell '2'; the study has one, 1" study plan mine.json --cell 2
expect 1 "no language 'fr'; its first is en" study plan mine.json --language fr
expect 0 "" study plan mine.json --sheet
grep -q '^# How difficult are levels of Move?' out || fail "the sheet: $(head -3 out)"

# What is handed out tells nobody which condition it is, nor what is told at the end.
expect 0 "" study new taylor-stroop -o stroop.json
expect 0 "" study plan stroop.json --cell 1 --sheet
grep -qiE 'generated|skinner|first =|debriefing|`' out && fail "the sheet tells: $(cat out)"
grep -q 'Not to be handed out' out && fail "the wrong sheet: $(head -9 out)"
expect 0 "" study plan stroop.json --cell 1 --sheet --for experimenter
grep -q 'Not to be handed out' out || fail "the experimenter's sheet: $(head -9 out)"
grep -q 'first = generated, author = skinner' out || fail "which cell: $(head -9 out)"
expect 1 "participant" study plan stroop.json --sheet --for nobody
expect 0 "" study plan mine.json --json
grep -q '"id":"end","type":"end"' out || fail "the plan as JSON ends early"

# A definition's own folder comes before what the program carries.
expect 0 "" study new kartal-pairwise-validation -o own.json
expect 0 "" study check own.json
grep -q ', 20 levels in 1 set, hash' out || fail "one set: $(cat out)"
mkdir levels
printf '#####\n#@$.#\n#####\n' >levels/kartal-run.sok

expect 2 "a pair needs two" study check own.json

# Sentences of the commands that run a study.
expect 1 "study pause needs an ID" study pause --db a.db
# shellcheck source=tests/study/small.sh
. "$tests/study/small.sh"
open_small a.db
expect 0 "" study pause "$study" --db a.db
# What nobody could get through is neither good nor opened.
sed 's/"pairs": 3,/"choose": "all",/; s/"least_pairs": 2/"least_pairs": 50/' small.json >stuck.json
expect 2 "/least_pairs: at least 50 pairs are asked for, and there are 10" study check stuck.json
expect 2 "/least_pairs: at least 50 pairs are asked for" study open stuck.json --db a.db
sed 's/"marks": 1/"marks": 4/' small.json >stuck.json
expect 2 "/questions/0/marks: 4 pictures are to be marked, and 3 are shown" study check stuck.json
expect 2 "/questions/0/marks: 4 pictures are to be marked" study open stuck.json --db a.db
sed 's/A small study/Spelled right/' small.json >fixed.json
expect 0 "" study open fixed.json --study "$study" --db a.db
grep -q "^study $study is paused, version 2:" out || fail "a paused study: $(cat out)"
grep -q "^counts carry over from version 1: the cells are the same$" out || fail "counts: $(cat out)"
sed 's/"people": [0-9]*,/&"across_versions": "anew",/' small.json >anew.json
expect 0 "" study open anew.json --study "$study" --db a.db
grep -q "^counts begin anew: version 3 says so in stopping.across_versions$" out || fail "anew: $(cat out)"
expect 0 "" study close "$study" --db a.db
grep -q "is closed for good" out || fail "closing: $(cat out)"
exit $failed
