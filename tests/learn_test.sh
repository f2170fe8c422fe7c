#!/usr/bin/env bash
# The loop from plays to a better model: simulated people for whom other levels are hard
# than for those that the shipped model learned from play a studio's levels; learn offers a
# version that ranks levels better which nobody there has played, and refuses one that was
# learned from random answers. Seeds are 1 and 2.
set -u
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/lib.sh"
packs=$tests/../data/packs
people=$(dirname "$program")/tests/learn_people
[ -x "$people" ] || { echo "skipped: no learn_people"; exit 77; }
# learn_slow_test has the full size.
n_plays=${LEARN_PLAYS:-500}
names="sokoban-easy sokoban-hard set-sokoban-skinner"
[ "$n_plays" -ge 2000 ] && names="$names sokoban-medium"

for name in $names; do
    expect 0 "" db import "$packs/$name.sok" --title "$name" --db plain.db
done
for name in skinnertwo grigoriev; do
    cat "$packs/set-sokoban-$name.sok" >>kept-back.sok
done
"$people" - floor kept-back.sok >truth || fail "no difficulties"

# rank FILE: the rank correlation of its scores with how hard the levels are.
rank() {
    python3 - "$1" <<'END'
import json, sys
def ranks(values):
    order = sorted(values)
    return [(order.index(v) + len(order) - 1 - order[::-1].index(v)) / 2 for v in values]
x = ranks([json.loads(line)["score"] for line in open(sys.argv[1])])
y = ranks([float(line) for line in open("truth")])
assert len(x) == len(y) > 40, (len(x), len(y))
mx, my = sum(x) / len(x), sum(y) / len(y)
sxy = sum((a - mx) * (b - my) for a, b in zip(x, y))
print(sxy / (sum((a - mx) ** 2 for a in x) * sum((b - my) ** 2 for b in y)) ** 0.5)
END
}

# At least so much larger?
exceeds() { python3 -c "import sys; sys.exit(not $1 >= $2 + $3)"; }

# Nobody has played.
expect 2 "nobody has played" learn --db plain.db

# Random answers.
cp plain.db random.db
"$people" random.db nothing "$n_plays" 2 || fail "no random people"
expect 3 "" learn --db random.db --simulated
grep -q "not offered: " out || fail "no reason: $(cat out)"
cat out
expect 0 "" learn --db random.db --list --json
[ -s out ] && fail "a version was stored all the same: $(cat out)"

# People with a difficulty of their own.
mv plain.db studio.db
"$people" studio.db floor "$n_plays" 1 || fail "no people"
expect 2 "unless --simulated" learn --db studio.db
if [ "$n_plays" -ge 2000 ]; then
    expect 0 "" learn --db studio.db --simulated --try
    expect 0 "" learn --db studio.db --list --json
    [ -s out ] && fail "--try stored a version: $(cat out)"
fi
expect 0 "" learn --db studio.db --simulated --json
cat out
python3 - <<'END' || fail "the figures are wrong: $(cat out)"
import json
row = json.loads(open("out").read())
assert row["offered"] and row["version"] == 1 and row["simulated_rows"] > 400, row
assert row["difference"] >= 0.05 and row["difference"] > 1.645 * row["error"] > 0, row
assert row["compared"] > 60 and row["compared_with"] == 0, row
END

# Offered is not in use.
timeout $PATIENCE "$program" rate kept-back.sok --db studio.db --json >before
grep -q model_version before && fail "rated by a version that nobody took"
before=$(rank before)
expect 0 "" learn --db studio.db --use 1
grep -q "rated by version 1" out || fail "--use: $(cat out)"
timeout $PATIENCE "$program" rate kept-back.sok --db studio.db --json >after
grep -q '"model_version":1' after || fail "not rated by version 1: $(head -1 after)"
after=$(rank after)
echo "kept-back levels: rank correlation $before before, $after after"
exceeds "$after" "$before" 0.05 || fail "the loop did not help: $before, then $after"
LEVELWRIGHT_DB=studio.db timeout $PATIENCE "$program" rate kept-back.sok --level 1 --json |
    grep -q '"model_version":1' || fail "LEVELWRIGHT_DB is not looked at"
expect 0 "" generate sokoban --method farthest --size 2x2 --boxes 1 --seed 1 \
    --difficulty 1..10 --db studio.db --json --candidates 50
grep -q '"model_version":1' out || fail "not made by version 1: $(cat out)"

# Of what came since, nothing is known; and back.
expect 3 "" learn --db studio.db --simulated
grep -q "after the version in use was learned" out || fail "judged by what it saw: $(cat out)"
expect 0 "" learn --db studio.db --list
grep -Eq "1 +sokoban +in use" out || fail "not in use: $(cat out)"
expect 0 "" learn --db studio.db --back
grep -q "what ships" out || fail "--back: $(cat out)"
timeout $PATIENCE "$program" rate kept-back.sok --level 1 --db studio.db --json >again
grep -q model_version again && fail "still rated by version 1"
expect 2 "no earlier version" learn --db studio.db --back
expect 2 "no version 7" learn --db studio.db --use 7
expect 1 "the number of a version" learn --db studio.db --use best
expect 1 "only one of" learn --db studio.db --use 1 --back
expect 1 "no such game" learn --db studio.db --game chess
# A model file, e.g. of fit.
expect 0 "" learn --db studio.db --add "$tests/../models/sokoban.json"
grep -q "offered as version 2 of sokoban" out || fail "--add: $(cat out)"
expect 0 "" learn --db studio.db --use 2
expect 2 "" learn --db studio.db --add kept-back.sok
exit $failed
