#!/usr/bin/env bash
# study analyze, the designs Kartal, van Kreveld and Khalifa: what is true of simulated people
# is in their reports, and what they did is counted as a reader of the tables counts it.
set -u
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/lib.sh"

# simulated DESIGN PEOPLE [OPTIONS]: an export in DESIGN, its report in report-DESIGN.
simulated() {
    local design=$1 people=$2
    shift 2
    expect 0 "" study simulate "$design" --people "$people" --seed 5 -o "$design" "$@"
    expect 0 "" study analyze "$design" --simulated -o "report-$design"
    grep -q 'simulated people: nobody took part' "report-$design/report.html" || fail "nothing warns"
}

simulated kartal-pairwise-validation 14 --effect difficulty-sd=1.5
python3 -B - <<'P' || fail "Kartal"
import csv, json, math, statistics
def rows(path): return list(csv.DictReader(open(path)))
truth = {l["level"]: l["difficulty"] for l in json.load(open("kartal-pairwise-validation-truth.json"))["levels"]}
level = {(r["set"], r["set_number"]): r["level"] for r in rows("kartal-pairwise-validation/levels.csv")}
found = list(csv.reader(open("report-kartal-pairwise-validation/ratings.csv")))
head, found = found[0], found[1:]
true = [truth[level[r[0], r[1]]] for r in found]
middle = statistics.mean(true)
prior = head.index("with prior")
assert len(found) == 20, len(found)
r = statistics.correlation([float(r[prior]) for r in found], true)
held = sum(float(r[prior + 1]) <= t - middle <= float(r[prior + 2]) for r, t in zip(found, true))
r_trueskill = statistics.correlation([float(r[head.index("TrueSkill")]) for r in found], true)
print("r %.3f, TrueSkill %.3f, intervals hold %d of 20" % (r, r_trueskill, held))
assert r > 0.9 and r_trueskill > 0.85 and held >= 16
# Counted anew.
persons = {p["person"] for p in rows("kartal-pairwise-validation/persons.csv")
           if p["consented"] == "true" and p["excluded"] != "true"}
pairs = [p for p in rows("kartal-pairwise-validation/comparisons.csv") if p["person"] in persons and p["answer"]]
counts = {r["comparisons"]: r["number"] for r in rows("report-kartal-pairwise-validation/comparisons.csv")}
assert counts["comparisons analysed"] == str(len(pairs)), counts
for r in found:
    id = level[r[0], r[1]]
    there = [p for p in pairs if id in (p["left"], p["right"])]
    assert int(r[head.index("compared")]) == len(there)
    won = sum(p[p["answer"]] == id for p in there)
    assert abs(float(r[head.index("chosen")]) - won / len(there)) < 1e-12
P

for game in flow lazors move; do
    # Of Flow's 40 levels the fewest moves tell most of how hard each is: at the usual 0.6 it is
    # chance whether a function of their features beats the mean.
    known=()
    [ $game = flow ] && known=(--effect difficulty-known=0.9)
    simulated vankreveld-rating-$game 24 "${known[@]}"
    python3 -B - $game <<'P' || fail "van Kreveld, $game"
import csv, statistics, sys
design = "vankreveld-rating-" + sys.argv[1]
def rows(path): return list(csv.DictReader(open(path)))
persons = {p["person"] for p in rows(design + "/persons.csv") if p["consented"] == "true" and p["excluded"] != "true"}
ratings = {}
for r in rows(design + "/ratings.csv"):
    if r["person"] in persons and r["phase"] == "levels":
        ratings.setdefault((r["set"], r["set_number"]), []).append(float(r["value_number"]))
levels = rows("report-" + design + "/levels.csv")
assert len(levels) == {"flow": 40, "lazors": 65, "move": 80}[sys.argv[1]], len(levels)
for l in levels:
    own = ratings[l["set"], l["number"]]
    assert int(l["plays solved"]) == len(own), l
    assert abs(float(l["Rating"]) - statistics.mean(own)) < 1e-12, l
for e in list(csv.reader(open("report-" + design + "/errors-ratings.csv")))[1:]:
    if e[0] == "Rating":
        error, low, high, mean = (float(e[i]) for i in (3, 4, 5, 6))
        print(design, e[1], "error %.3f, the mean's %.3f" % (error, mean))
        assert low <= high and error < mean, e
        gain = next(g for g in rows("report-" + design + "/gains.csv")
                    if g["target"] == e[0] and g["weighted"] == e[1])
        assert abs(float(gain["less by"]) - (mean - error)) < 1e-12, (e, gain)
        assert float(gain["95 % from"]) <= float(gain["to"]), gain
P
done

simulated khalifa-scores 16 --effect liking-technique=0.8
python3 -B - <<'P' || fail "Khalifa"
import csv, statistics
def rows(path): return list(csv.DictReader(open(path)))
design = "khalifa-scores"
persons = {p["person"] for p in rows(design + "/persons.csv") if p["consented"] == "true" and p["excluded"] != "true"}
plays = [p for p in rows(design + "/plays.csv") if p["person"] in persons and p["outcome"]]
for table, outcome in (("solved", "solved"), ("gave-up", "gave-up"), ("unwinnable", "unwinnable")):
    for r in csv.reader(open("report-%s/ending-%s.csv" % (design, table))):
        if r[0] != "technique" and r[1] == "all":
            own = [p for p in plays if r[0] in ("all", p["technique"])]
            count = sum(p["outcome"] == outcome for p in own)
            assert (int(r[2]), int(r[3])) == (count, len(own)), (table, r, count, len(own))
            assert float(r[7]) <= float(r[5]) <= count / len(own) <= float(r[6]) <= float(r[8]), r
scores = {r["group"]: float(r["mean score"]) for r in rows("report-%s/scores-technique.csv" % design)}
print(scores)
# Each technique is liked better than the one before it by name.
order = [scores[name] for name in sorted(scores)]
assert order == sorted(order) and order[-1] - order[0] > 1, scores
first = rows("report-%s/scores.csv" % design)[0]
assert first["levels of"] == "all games and techniques" and first["n"] == "32", first
P

# Every column has a name of its own, so that programs find it.
python3 -B - report-* <<'P' || fail "columns with the same name"
import csv, glob, sys
n = 0
for path in (p for folder in sys.argv[1:] for p in glob.glob(folder + "/*.csv")):
    head = next(csv.reader(open(path)))
    assert len(set(head)) == len(head), (path, head)
    n += "to 2" in head
assert n > 0
P
exit $failed
