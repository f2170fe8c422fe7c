#!/usr/bin/env bash
# study simulate --repetitions: the models are those of study analyze on the same people, any
# number of threads comes to the same, and what is found is kept when it is stopped.
set -u
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/lib.sh"

expect 0 "" study simulate taylor-stroop --people 10 --seed 5 --effect set-reaction=0.05 -o one
expect 0 "" study analyze one --simulated -o analysis
expect 0 "" study simulate one/definitions/1.json --people 10 --seed 5 --vary 0.05,0 \
    --repetitions 3 --threads 1 -o power
grep -q '10 people, difference 0.05: .* of 3 significant' out || fail "what is printed: $(cat out)"
expect 0 "" study simulate one/definitions/1.json --people 10 --seed 5 --vary 0.05,0 \
    --repetitions 3 --threads 3 -o threads
diff -r power threads || fail "another number of threads, another result"
for file in report.html power.csv repetitions.csv curves.svg equivalence.svg rule.svg; do
    [ -s power/$file ] || fail "power/$file is not there"
done
python3 -B - <<'P' || fail "the models are not those of study analyze"
import csv, json
assert json.load(open("power-truth.json"))["effects"]["set-reaction"] == 0.05
one = next(csv.DictReader(open("analysis/primary.csv")))
rows = list(csv.DictReader(open("power/repetitions.csv")))
same = rows[0]
for ours, theirs in (("difference", "difference"), ("low 95 %", "low 95 %"), ("p", "p"),
                     ("p of equivalence", "p of equivalence")):
    assert abs(float(same[ours]) - float(one[theirs])) < 1e-9, (ours, same[ours], one[theirs])
assert [row["true difference"] for row in rows] == ["0.05"] * 3 + ["0"] * 3, rows
# Reactions are multiplied by the effect, so about the same people differ by about it.
for shifted, plain in zip(rows[:3], rows[3:]):
    assert abs(float(shifted["difference"]) - float(plain["difference"]) - 0.05) < 0.02, (shifted, plain)
best = {name: [row for row in csv.DictReader(open(f"analysis/{name}.csv")) if row["note"] == "the most significant"]
        for name in ("reaction", "accuracy", "misses")}
significant = sum(float(row["p"]) < 0.05 for found in best.values() for row in found)
assert int(same["rule: variables significant"]) == significant, (same, best)
P

"$program" study simulate one/definitions/1.json --people 10 --seed 5 --repetitions 100000 \
    --threads 2 -o stopped >out 2>err &
pid=$!
sleep 3
kill -INT $pid
wait $pid
[ $? = 3 ] || fail "stopped: $(cat err)"
grep -q 'stopped on request; stopped has the repetitions until then' err || fail "stopped: $(cat err)"
[ -s stopped/power.csv ] || fail "what was found until then is gone"

expect 1 "--people takes a number, or a range" study simulate one/definitions/1.json --people 9..3 -o new
expect 1 "a range of people needs --repetitions" study simulate one/definitions/1.json --people 10..30 -o new
expect 1 "--vary takes up to" study simulate one/definitions/1.json --vary 1,x --repetitions 1 -o new
expect 1 "power needs -o FOLDER" study simulate one/definitions/1.json --repetitions 1 --log new
expect 1 "--vary needs --repetitions" study simulate one/definitions/1.json --vary 0.05 -o new
expect 1 "--log is of one run" study simulate one/definitions/1.json --repetitions 1 --log log -o new
expect 1 "registered model of taylor-stroop" \
    study simulate kartal-pairwise-validation --repetitions 1 -o new
# A true difference that --vary would put out of force.
expect 1 "for the true differences of --vary" study simulate one/definitions/1.json \
    --effect set-reaction=0.1 --repetitions 1 -o new
exit $failed
