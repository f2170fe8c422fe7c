#!/usr/bin/env bash
# study simulate: the export of people who do not exist is like anybody's, byte for byte the
# same for the same seed, marked in every row, and says what was true of them.
set -u
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/lib.sh"

for design in kartal-pairwise-validation taylor-stroop; do
    expect 0 "" study simulate $design --people 4 --seed 3 --effect lapses=0.1 -o $design
    grep -q '4 count; .* seed 3$' out || fail "$design: what was done: $(cat out)"
    (cd $design && sha256sum --quiet -c checksums.sha256) || fail "$design: checksums"
    grep -q 'simulated\*\*, and marked so in every row' $design/README.md || fail "$design: README"
done
python3 -B kartal-pairwise-validation/load.py >out 2>err || fail "load.py: $(cat err)"
python3 -B - <<'P' || fail "rows that do not say that nobody did this"
import csv, glob, json
for path in glob.glob("*/*.csv"):
    rows = list(csv.DictReader(open(path)))
    if rows and "person" in rows[0]:
        assert all(row["simulated"] == "true" for row in rows), path
truth = json.load(open("kartal-pairwise-validation-truth.json"))
assert truth["simulated"] is True and truth["seed"] == 3 and truth["effects"]["lapses"] == 0.1, truth
levels = {row["level"] for row in csv.DictReader(open("kartal-pairwise-validation/levels.csv"))}
assert levels == {level["level"] for level in truth["levels"]}
pairs = list(csv.DictReader(open("kartal-pairwise-validation/comparisons.csv")))
assert len(pairs) >= 4 * 35, len(pairs)
persons = list(csv.DictReader(open("taylor-stroop/persons.csv")))
cells = [p["cell"] for p in persons if p["state"] == "completed" and p["excluded"] == "false"]
assert len(cells) == len(set(cells)) == 4, cells
P

expect 0 "" study simulate kartal-pairwise-validation --people 4 --seed 3 --effect lapses=0.1 -o again
diff -r kartal-pairwise-validation again || fail "the same seed, another export"
# The frozen definition of an export stands for the whole study.
expect 0 "" study simulate again/definitions/1.json --people 4 --seed 3 --effect lapses=0.1 -o frozen
diff -r again frozen || fail "the frozen definition, another export"
expect 0 "" study simulate kartal-pairwise-validation --people 4 --seed 4 --effect lapses=0.1 -o other
cmp -s again/events.csv other/events.csv && fail "another seed, the same export"

expect 0 "" study simulate --effects
grep -q '^| .set-reaction. | log | 0 |' out || fail "effects: $(cat out)"
# The guide has the list.
grep -vxFf "$tests/../docs/studies.md" out && fail "docs/studies.md lacks these effects"
expect 1 "did you mean set-reaction?" study simulate taylor-stroop --effect set-reactio=1 -o new
expect 1 "a number from 0 to 0.5 (share)" study simulate taylor-stroop --effect lapses=2 -o new
expect 1 "needs -o FOLDER" study simulate taylor-stroop
expect 1 "needs a DEFINITION" study simulate -o new
expect 2 "already exists and is not an empty folder" study simulate kartal-pairwise-validation -o again
expect 2 "there is no file 'nowhere.json'" study simulate nowhere.json -o new
exit $failed
