#!/usr/bin/env bash
# study analyze on whole studies: Schaa's answers by known effects, Kartal's ratings of 120
# levels, and the same numbers from R.
set -u
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/lib.sh"
command -v Rscript >/dev/null || { echo "FAILED: this test needs R (Debian: r-base-core)"; exit 1; }

# People see who made a level, or do not; what is hard is liked.
for seen in 0 1.5; do
    expect 0 "" study simulate schaa-sokostigation --people 60 --seed 3 -o schaa-$seen \
        --effect maker-seen=$seen --effect liking-difficulty=0.8
    expect 0 "" study analyze schaa-$seen --simulated -o report-$seen
done
python3 -B - <<'P' || fail "Schaa"
import csv, statistics
def rows(path): return list(csv.DictReader(open(path)))
for seen in ("0", "1.5"):
    design, report = "schaa-" + seen, "report-" + seen
    persons = {p["person"] for p in rows(design + "/persons.csv")
               if p["consented"] == "true" and p["excluded"] != "true"}
    telling = list(csv.reader(open(report + "/telling.csv")))[1:]
    pictures = [p for p in rows(design + "/pictures.csv") if p["person"] in persons and p["marked"]]
    for row, maker in zip(telling, ("person", "program")):
        own = [p for p in pictures if p["made_by"] == maker]
        share = sum(p["marked"] == "true" for p in own) / len(own)
        assert int(row[1]) == len(own) and abs(float(row[2]) - share) < 1e-12, row
    value, low, high = (float(x) for x in telling[2][2:5])
    print(design, "difference %.3f from %.3f to %.3f" % (value, low, high))
    assert (low > 0) if seen == "1.5" else (low <= 0 <= high or abs(value) < 0.12)
    # Medians by level, from the tables.
    answers = {}
    for r in rows(design + "/ratings.csv"):
        if r["person"] in persons and r["question"] in ("difficulty", "entertainment"):
            answers.setdefault((r["set"], r["set_number"], r["question"]), []).append(float(r["value_number"]))
    for name in ("set-1", "set-2"):
        for row in list(csv.reader(open("%s/medians-%s.csv" % (report, name))))[1:]:
            for at, question in ((1, "entertainment"), (6, "difficulty")):
                own = answers[name, row[0], question]
                middle = statistics.median(own)
                assert int(row[at]) == len(own) and float(row[at + 1]) == middle, row
                assert abs(float(row[at + 2]) - statistics.mean(abs(x - middle) for x in own)) < 1e-12
    liking, drawn = list(csv.reader(open(report + "/entertainment.csv")))[1:3]
    assert liking[0] == "single plays" and float(liking[7]) > 0.2, liking
    # The same plays; people instead of plays are drawn.
    assert drawn[0] == "single plays, people drawn anew" and drawn[1] == liking[1], drawn
    assert float(drawn[3]) < float(liking[2]) < float(drawn[4]), drawn
    assert float(drawn[8]) < float(liking[7]) < float(drawn[9]), drawn
P

# Kartal's own size; then few levels, so that the plain model has a finite maximum.
expect 0 "" study simulate kartal-pairwise --people 30 --seed 9 --effect difficulty-sd=1.5 -o kartal
expect 0 "" study analyze kartal --simulated -o report-kartal
expect 0 "" study simulate kartal-pairwise-validation --people 40 --seed 9 \
    --effect difficulty-sd=0.8 --effect lapses=0.1 -o few
expect 0 "" study analyze few --simulated -o report-few
for report in report-kartal report-few; do
    (cd $report && Rscript --vanilla kartal.R >log 2>&1) || fail "R: $(cat $report/log)"
done
python3 -B - <<'P' || fail "R and Kartal"
import csv, json, math, statistics
def rows(path): return list(csv.DictReader(open(path)))
def near(a, b, what): assert abs(float(a) - float(b)) < 1e-6 * max(1, abs(float(b))), (what, a, b)
n = 0
for r, own in zip(rows("report-few/kartal-abilities-R.csv"), rows("report-few/kartal-levels.csv")):
    near(own["bradley_terry"], r["bradley_terry"], own["level"])
    n += 1
assert n == 20
titles = {"tile_mixing": "Tile Mixing", "blocks_3x3": "3x3 Block", "boxes": "Box Count",
          "goal_distance": "Goal distance", "congestion_1": "Congestion v1",
          "congestion_2": "Congestion v2", "kartal_score": "score, eq. 3"}
for report, table in (("report-kartal", "features-all"), ("report-few", "features-generated")):
    found = {r[0]: r for r in csv.reader(open("%s/%s.csv" % (report, table)))}
    by_r = rows(report + "/kartal-correlations-R.csv")
    assert len(by_r) >= 6, by_r
    for r in by_r:
        own = found[titles[r["feature"]]]
        for at, name in ((1, "n"), (3, "r"), (4, "low"), (5, "high"), (8, "p")):
            near(own[at], r[name], (report, r["feature"], name))
truth = {l["level"]: l["difficulty"] for l in json.load(open("kartal-truth.json"))["levels"]}
level = {(r["set"], r["set_number"]): r["level"] for r in rows("kartal/levels.csv")}
found = list(csv.reader(open("report-kartal/ratings.csv")))
head, found = found[0], found[1:]
true = [truth[level[r[0], r[1]]] for r in found]
middle, at = statistics.mean(true), head.index("with prior")
r = statistics.correlation([float(r[at]) for r in found], true)
held = sum(float(r[at + 1]) <= t - middle <= float(r[at + 2]) for r, t in zip(found, true)) / len(found)
print("120 levels: r %.3f, coverage %.3f" % (r, held))
assert len(found) == 120 and r > 0.85 and held > 0.85
P
exit $failed
