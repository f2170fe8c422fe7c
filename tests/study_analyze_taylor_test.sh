#!/usr/bin/env bash
# study analyze on Taylor's design: on simulated people whose difference is known, marked as
# such; variables against an independent count; the tables that the thesis has.
set -u
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=tests/study/taylor.sh
. "$tests/study/taylor.sh"
make_taylor people 32 11 --effect set-reaction=0.04

expect 2 "people of this export are simulated (" study analyze people
expect 0 "" study analyze people --simulated -o analysis --json
mv out tables.jsonl
python3 -B - <<'P' || fail "the tables do not say what is in the data"
import csv, json, math
tables = {t["table"]: t for t in map(json.loads, open("tables.jsonl"))}
rows = {name: t["rows"] for name, t in tables.items()}
def read(name):
    return list(csv.DictReader(open(f"people/{name}.csv")))
def average(values):
    values = list(values)
    return sum(values) / len(values)
persons = {p["person"]: p for p in read("persons") if p["consented"] == "true" and p["excluded"] != "true"}

# Of each person and set the mean log of right first answers, counted here again. The adjusted
# difference is that of the means in each order, averaged over the two orders.
logs = {}
for p in read("prompts"):
    if p["phase"] in ("main-a", "main-b") and p["correct"] == "true" and p["person"] in persons:
        logs.setdefault((p["person"], p["congruent"], p["phase"]), []).append(math.log(float(p["reaction_ms"])))
whole = [p for p in persons if all((p, c, f) in logs for c in ("true", "false") for f in ("main-a", "main-b"))]
def difference(congruent):
    return average(average(average(logs[p, congruent, "main-a"]) - average(logs[p, congruent, "main-b"])
                           for p in whole if persons[p]["factor_first"] == first)
                   for first in ("generated", "hand-made"))
primary = {r["words"]: r for r in rows["primary"]}
assert tables["primary"]["people"] == len(whole) >= 30
assert abs(primary["congruent"]["difference"] - difference("true")) < 1e-9
assert abs(primary["incongruent"]["difference"] - difference("false")) < 1e-9
both = primary["both (primary)"]
assert abs(both["difference"] - average(map(difference, ("true", "false")))) < 1e-9, both
assert both["low 95 %"] < 0.04 < both["high 95 %"], both
assert both["low 95 %"] < both["low 90 %"] < both["high 90 %"] < both["high 95 %"]
assert both["verdict"].startswith("equivalent") == (both["high 90 %"] < 0.05 and both["low 90 %"] > -0.05)
assert (both["p of equivalence"] < 0.05) == both["verdict"].startswith("equivalent")
assert abs(math.log(both["ratio"]) - both["difference"]) < 1e-12

for name, source in (("reaction", "Table 5.7 of the thesis"), ("accuracy", "Table 5.8 of the thesis"),
                     ("misses", "Table 5.9 of the thesis"), ("survey-C.17", "Table C.17 of the thesis"),
                     ("components-difficulty", "Table 5.1 of the thesis"),
                     ("components-experience", "Table 5.6 of the thesis"), ("sets", "Table 3.2 of the thesis")):
    assert tables[name]["source"] == source and 25 < tables[name]["people"] <= len(persons), tables[name]
for name in ("reaction", "accuracy", "misses"):
    for words in ("congruent", "incongruent"):
        of = [r for r in rows[name] if r["words"] == words]
        assert [r["model"] for r in of] == [1, 2, 3], of
        assert all(r["low 95 %"] < r["difference"] < r["high 95 %"] for r in of)
        assert all(abs(math.exp(r["high 95 %"]) - r["ratio high"]) < 1e-9 for r in of)
        best = min(of, key=lambda r: r["p"])
        assert [r["note"] for r in of] == ["the most significant" if r is best else "" for r in of]
assert len(rows["interaction"]) == 18

plays = [p for p in read("plays") if p["person"] in persons]
for row in rows["sets"]:
    of = [p for p in plays if p["set"] == row["set"]]
    levels = {(p["person"], p["level"]) for p in of}
    solved = {(p["person"], p["level"]) for p in of if p["outcome"] == "solved"}
    assert row["attempted"] == len(levels) > 0 and row["solved"] == len(solved), row
    assert row["people"] == len({p["person"] for p in of}), row
    assert row["restarted"] == sum(int(p["restarts"] or 0) for p in of), row
shares = {r["set"]: r for r in rows["solved-sets"]}
assert set(shares) == {p["set"] for p in plays if p["set"]}, shares
assert all(r["low 95 %"] < r["share"] < r["high 95 %"] for r in shares.values()), shares
assert tables["solved-sets"]["people"] == len({p["person"] for p in plays if p["set"]})
surveys = [s for s in read("surveys") if s["person"] in persons]
fun = next(r for r in rows["survey-C.17"] if r["to"] == "fun")
said = [s["value"] for s in surveys if s["question"] == "boring-fun"]
assert [fun[str(k)] for k in range(1, 8)] == [said.count(str(k)) for k in range(1, 8)] and said
assert sum(r["people"] for r in rows["survey-C.6"]) == len(persons), rows["survey-C.6"]
P
grep -q 'simulated people: nobody took part' analysis/report.html || fail "nothing warns"
for part in qq-congruent-log beans-reaction scree-words; do
    grep -q '</svg>' "analysis/$part.svg" || fail "$part.svg is missing"
done
grep -q '^generated_phase <- "main-a"$' analysis/analysis.R || fail "the script knows no phase"

# Two people are too few for a model, and it says so.
make_taylor two 2 3 --effect dropout=0
expect 0 "" study analyze two --simulated -o few
grep -q 'the models need three' few/report.html || fail "two people are enough"

# Online there are no words: sessions and the play of the sets.
expect 0 "" study simulate taylor-online --people 4 --seed 3 -o online
expect 0 "" study analyze online --simulated -o played
[ "$(wc -l <played/sets.csv)" = 7 ] || fail "sets: $(cat played/sets.csv)"
[ -e played/primary.csv ] && fail "words where nobody heard any"
exit $failed
