#!/usr/bin/env bash
# The scripts in R that study analyze writes for the designs of Schaa, Khalifa and van
# Kreveld: the same numbers from the same export, to six digits.
set -u
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/lib.sh"
Rscript --vanilla -e '1' >/dev/null 2>&1 || {
    echo "FAILED: this test needs R (Debian: r-base-core)"
    exit 1
}
cat >same.py <<'END_OF_SAME'
import csv, math
worst, n = 0, 0
def read(path):
    return list(csv.DictReader(open(path)))
def number(text):
    return float(text) if text not in ("", "NA", "NaN", "-") else math.nan
def same(ours, theirs, what):
    global worst, n
    a, b = number(ours), number(theirs)
    assert math.isnan(a) == math.isnan(b), (what, ours, theirs)
    if not math.isnan(a):
        off = abs(a - b) / max(abs(b), 1e-3)
        worst, n = max(worst, off), n + 1
        assert off <= 1e-6, (what, ours, theirs, off)
def done(name, least):
    assert n >= least, (name, n)
    print(f"{name}: {n} numbers, at most {worst:.1e} off")
END_OF_SAME

# run DESIGN PEOPLE: simulates, analyses, and has R do the same.
run() {
    rm -rf people analysis numbers
    expect 0 "" study simulate "$1" --people "$2" --seed 3 -o people
    expect 0 "" study analyze people --simulated -o analysis
    Rscript --vanilla analysis/analysis.R people numbers >log 2>&1 || fail "R: $(tail -5 log)"
}

run schaa-sokostigation 30
python3 -B - <<'P' || fail "R has other numbers for Schaa's design"
from same import *
ours, theirs = read("analysis/entertainment.csv")[0], read("numbers/r-entertainment.csv")[0]
for mine, his in [("n", "n"), ("Pearson r", "r"), ("95 % from", "low"), ("to", "high"), ("p", "p"),
                  ("Spearman ρ", "rho")]:
    same(ours[mine], theirs[his], mine)
for row in read("numbers/r-medians.csv"):
    mine = [r for r in read(f"analysis/medians-{row['set']}.csv") if r["level"] == row["level"]][0]
    for a, b in [("entertainment n", "entertainment_n"), ("median", "entertainment_median"),
                 ("MAD", "entertainment_mad"), ("difficulty n", "difficulty_n"),
                 ("median 2", "difficulty_median"), ("MAD 2", "difficulty_mad")]:
        same(mine[a], row[b], (row["set"], row["level"], a))
marked = read("analysis/marked.csv")
for row in read("numbers/r-marked.csv"):
    mine = [r for r in marked if (r["set"], r["number"]) == (row["set"], row["set_number"])][0]
    for a, b in [("marked", "marked"), ("of", "of"), ("share", "share"), ("95 % from", "low"), ("to", "high"),
                 ("exact from", "exact_low"), ("exact to", "exact_high")]:
        same(mine.get(a, mine.get("to 2")), row[b], (row["set"], row["set_number"], a))
done("Schaa", 250)
P

run khalifa-scores 24
python3 -B - <<'P' || fail "R has other numbers for Khalifa's design"
from same import *
ours = {r["part of the score"]: r for r in read("analysis/parts.csv")}
ours["score"] = read("analysis/scores.csv")[0]
for row in read("numbers/r-scores.csv"):
    if row["r"] == "NA":
        continue
    for mine, his in [("n", "n"), ("Pearson r", "r"), ("95 % from", "low"), ("to", "high"), ("p", "p"),
                      ("Spearman ρ", "rho")]:
        same(ours[row["part"]][mine], row[his], (row["part"], mine))
tests = read("analysis/differences-technique.csv")
for row in read("numbers/r-techniques.csv"):
    mine = [r for r in tests if r["compared"].startswith(row["technique"] + " less ")][0]
    for a, b in [("people", "people"), ("difference", "difference"), ("95 % from", "low"), ("to", "high"),
                 ("p", "p"), ("p after Holm", "holm")]:
        same(mine[a], row[b], (row["technique"], a))
done("Khalifa", 30)
P

run vankreveld-rating-flow 20
python3 -B - <<'P' || fail "R has other numbers for van Kreveld's design"
from same import *
both = ("ratings", "play")
errors = [r for name in both for r in read(f"analysis/errors-{name}.csv")]
for row in read("numbers/r-errors.csv"):
    for r in errors:
        if r["target"] == row["target"]:
            same(r["levels"], row["levels"], row["target"])
            same(r["error"], row["unweighted" if r["weighted"] == "no" else "weighted"], (row["target"], r["weighted"]))
columns = {"Rating": ("ratings", 1), "Scaled": ("ratings", 4), "Time": ("play", 1), "Moves": ("play", 4)}
for table, value, first in [("weights", "weight", "constant"), ("correlations", "r", "")]:
    for row in read(f"numbers/r-{table}.csv"):
        file, column = columns[row["target"]]
        name = first if row["feature"] == "intercept" else row["feature"]
        mine = [r for r in csv.reader(open(f"analysis/{table}-{file}.csv")) if r[0] == name][0]
        same(mine[column], row[value], (table, row["target"], name))
done("van Kreveld", 40)
P
exit $failed
