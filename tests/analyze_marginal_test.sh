#!/usr/bin/env bash
# Marginal means and their differences of analyze mixed, against answers of R's emmeans.
set -u
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/lib.sh"

# shellcheck disable=SC2154
known=$tests/data/statistics shared=$tests/../../shared/stats-fixtures/lmm

# check OUT ANSWERS: every mean and difference, with its interval, to six digits.
check() {
    python3 - "$@" <<'PY' || fail "$1 differs from $2"
import json, sys
got, want = (json.load(open(name)) for name in sys.argv[1:3])
bad = []
def compare(ours, theirs, names):
    for mine, his, within in names:
        a, b = ours[mine], theirs[his]
        if a is None or abs(a - b) > within * max(abs(b), 1e-3):
            bad.append((theirs["name"], mine, a, b))
interval = [(key, key, 1e-6) for key in ("se", "df", "low", "high")]
for block in want["intercept"]:
    means = [m for m in got["marginal_means"] if m["factor"] == block["factor"]]
    differences = [d for d in got["marginal_differences"] if d["factor"] == block["factor"]]
    assert len(means) == len(block["means"]) and len(differences) == len(block["differences"])
    for ours, theirs in zip(means, block["means"]):
        assert ours["level"] == theirs["name"]
        compare(ours, theirs, interval + [("mean", "value", 1e-6)])
    for ours, theirs in zip(differences, block["differences"]):
        assert ours["level"] + " - " + ours["minus"] == theirs["name"]
        compare(ours, theirs, interval + [("difference", "value", 1e-6), ("p", "p", 1e-5)])
for row in bad:
    print(*row)
sys.exit(len(bad) > 0 or not want["intercept"])
PY
}

formula_of() {
    python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["formula"])' "$1"
}

own=$(formula_of "$known/marginal.json")
expect 0 '' analyze mixed "$known/marginal.csv" -f "$own" --json
grep -q '"degrees_of_freedom":"Satterthwaite"' out || fail "the method is not named: $(cat out)"
check out "$known/marginal.json"

# With a positive correlation compound symmetry is the same model: the same intervals.
expect 0 '' analyze mixed "$known/marginal.csv" -f "$own" --symmetry --json
check out "$known/marginal.json"

# With a negative one and two complete conditions the difference is the paired t test's.
awk 'BEGIN { print "s,c,y"
    for (i = 0; i < 9; i++) { u = i * 7 % 9
        printf "p%d,a,%d\np%d,b,%d\n", i, 20 + u + i % 2, i, 31 - u + i % 3 } }' >negative.csv
expect 0 '' analyze t-test negative.csv -x c -y y --group s --json
paired=$(cat out)
expect 0 '' analyze mixed negative.csv -f 'y ~ c + (1 | s)' --symmetry --json
python3 - "$paired" "$(cat out)" <<'PY' || fail "symmetry: $(cat out) beside $paired"
import json, sys
paired, mixed = (json.loads(text) for text in sys.argv[1:])
assert mixed["rho"] < 0, mixed["rho"]
d = mixed["marginal_differences"][0]
t = paired["tests"][0]
assert abs(d["df"] - 8) < 1e-5 and abs(d["t"] - t["t"]) < 1e-6 and abs(d["p"] - t["p"]) < 1e-6
assert abs(d["low"] - t["low"]) < 1e-5 and abs(d["high"] - t["high"]) < 1e-5
PY

# Maximum likelihood has no such degrees of freedom: undefined, and it says so.
expect 0 '' analyze mixed "$known/marginal.csv" -f "$own" --ml --json
grep -q '"degrees_of_freedom":"Satterthwaite.s need REML"' out || fail "ML: $(cat out)"

if [ -d "$shared" ]; then
    for name in taylor_like_40x2 taylor_like_unbalanced; do
        expect 0 '' analyze mixed "$shared/$name.csv" -f "$(formula_of "$known/$name.json")" --json
        check out "$known/$name.json"
    done
else
    echo "skipped: no ../shared"
fi

exit $failed
