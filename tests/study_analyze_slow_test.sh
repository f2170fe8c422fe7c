#!/usr/bin/env bash
# The script that study analyze writes, run by R with lme4 and emmeans: the same numbers from
# the same files.
set -u
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=tests/study/taylor.sh
. "$tests/study/taylor.sh"
Rscript --vanilla -e 'library(lme4); library(lmerTest); library(emmeans)' >/dev/null 2>&1 || {
    echo "FAILED: this test needs R with lme4, lmerTest and emmeans" \
        "(Debian: r-cran-lme4 r-cran-lmertest r-cran-emmeans)"
    exit 1
}
# compare PEOPLE SEED [OPTION...]
compare() {
    local people=$1
    make_taylor people "$@"
    rm -rf analysis numbers
    expect 0 "" study analyze people --simulated -o analysis
    Rscript --vanilla analysis/analysis.R people numbers >log 2>&1 || fail "R: $(tail -5 log)"
    python3 -B - "$people" <<'P' || fail "R has other numbers for $*"
import csv, sys
def read(path):
    return list(csv.DictReader(open(path)))
worst, opposed = 0, 0
def near(a, b, digits, what):
    global worst
    off = abs(float(a) - float(b)) / max(abs(float(b)), 1e-3)
    worst = max(worst, off)
    assert off <= 10 ** -digits, (what, a, b, off)
def compare(ours, theirs, what):
    pairs = [("difference", "difference"), ("standard error", "se")]
    if theirs["singular"] == "FALSE":
        pairs += [("df", "df"), ("low 95 %", "low"), ("high 95 %", "high")]
    else:
        # R counts other degrees of freedom then.
        global opposed
        opposed += 1
    for mine, his in pairs:
        near(ours[mine], theirs[his], 6, (what, mine))
    if theirs["singular"] == "FALSE":
        near(ours["p"], theirs["p"], 5, (what, "p"))
counts = {r["what"]: int(r["people"]) for r in read("numbers/r-people.csv")}
assert counts["with all covariables"] > 0.8 * int(sys.argv[1]), counts
ours, theirs = read("analysis/primary.csv")[0], read("numbers/r-primary.csv")[0]
compare(ours, theirs, "primary")
if theirs["singular"] == "FALSE":
    near(ours["p of equivalence"], theirs["p_equivalence"], 5, "equivalence")
tables = {name: read(f"analysis/{name}.csv") for name in ("reaction", "accuracy", "misses")}
models = read("numbers/r-models.csv")
assert len(models) == 18
for row in models:
    mine = [r for r in tables[row["measure"]] if r["words"] == row["words"] and r["model"] == row["model"]]
    compare(mine[0], row, (row["measure"], row["words"], row["model"]))
n = 0
for row in read("numbers/r-components.csv"):
    titles = read(f"analysis/components-{row['group']}.csv")
    columns = [c for c in titles[0] if c.startswith("component ")]
    found = sorted({r["covariable"] for r in read("numbers/r-components.csv") if r["group"] == row["group"]})
    assert len(found) == len(titles)
    values = [abs(float(r[c])) for r in titles for c in columns if r[c]]
    if abs(float(row["loading"])) >= 0.1 + 1e-6:
        assert min(abs(v - abs(float(row["loading"]))) for v in values) < 1e-6, row
        n += 1
assert n > 28
print(f"{sys.argv[1]} people: {len(models)} models and {n} loadings, at most {worst:.1e} off; "
      f"{opposed} with opposed answers")
P
}
compare 48 5 --effect set-reaction=0.03
compare 32 6 --effect set-misses=0.3
# People who differ in nothing but the effect of the set have opposed answers.
compare 32 9 --effect reaction-sd=0 --effect set-spread=0.2
exit $failed
