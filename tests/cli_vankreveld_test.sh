#!/usr/bin/env bash
# The procedure of van Kreveld et al. on a table of one's own: levels of one collection, four
# targets, ordered folds, ratings scaled by player, and the fitted rating of rate.
set -u
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/lib.sh"

# 24 levels of the game's pack; ratings that are a known line of two of its features.
# shellcheck disable=SC2154
python3 - "$tests/../data/packs" <<'PY'
import json, sys
packs = [open(f"{sys.argv[1]}/flow-{band}.json").readlines() for band in ("easy", "medium", "hard")]
rows = [json.loads(packs[i % 3][i // 3]) for i in range(24)]
with open("levels.csv", "w") as out:
    out.write("level_id,layout,author\n")
    for i, r in enumerate(rows):
        print(f"f{i},{r['width']} {r['height']}|{'|'.join(r['rows'])},one", file=out)
with open("plays.csv", "w") as out:
    out.write("who,level,rating,seconds,moves\n")
    for p in range(6):
        for i, r in enumerate(rows):
            colors = len(set("".join(r["rows"])) - {"."})
            size = r["width"] * r["height"]
            # One player rates on a third of the scale: scaled, all are the same.
            rating = (0.08 * size - 0.2 * colors) / (3 if p == 5 else 1) + 1
            print(f"p{p},f{i},{rating},{'' if p == 3 else 5 + size},{colors + p % 2}", file=out)
    print("p0,elsewhere,9,9,9", file=out)
with open("one.json", "w") as out:
    print(json.dumps(rows[0]), file=out)
PY

mkdir seen
flow=(--game flow --cache seen)
run() {
    timeout $PATIENCE "$program" fit levels.csv "${flow[@]}" --model linear --targets plays.csv \
        "$@" >out 2>err
}
run --target-columns player=who --chart r.svg -o flow.json || fail "targets: $(cat err)"
grep -q '^Average errors .* with 24 levels in 5 ordered folds' out || fail "title: $(cat out)"
grep -Eq '^  Unweighted  *0\.000000  *0\.000000  *0\.000000' out || fail "errors: $(cat out)"
grep -Eq '^  level_size  *0\.071111' out || fail "weight of the size: $(cat out)"
grep -Eq '^  colors  *-0\.177778' out || fail "weight of the colours: $(cat out)"
grep -q '^  correlation r' out || fail "no correlations: $(cat out)"
grep -q '144 plays of 6 players; 1 about levels that are not in the tables' err ||
    fail "plays are not counted: $(cat err)"
for feature in level_size colors avg_distance turns; do
    grep -q ">$feature<" r.svg || fail "$feature is not in the chart"
done
grep -Eq '^linear +24 ' out || fail "the line is not evaluated: $(cat out)"

# rate gives the fitted rating: here 1 + (0.08 * 25 - 0.2 * 3) * 16 / 18.
timeout $PATIENCE "$program" rate one.json "${flow[@]}" --model flow.json >out 2>err ||
    fail "rate: $(cat err)"
grep -q 'mean rating: 2.24 predicted, 2.24 to 2.24' out || fail "rate: $(cat out)"
timeout $PATIENCE "$program" rate one.json "${flow[@]}" --model flow.json --json \
    >out 2>err
grep -q '"target":"mean rating","predicted":2.24' out || fail "rate --json: $(cat out)"

# One collection without folds is refused with the remedy; ordered folds need no groups.
awk -F, -v OFS=, '{ print $1, $2, $3, NR == 1 ? "hard" : length($2) }' levels.csv >hard.csv
expect 2 '--folds 5' fit hard.csv "${flow[@]}" --model linear --group author --answer hard
expect 0 '' fit hard.csv "${flow[@]}" --model linear --answer hard --folds 5
expect 2 '100 folds of 24 levels' fit hard.csv "${flow[@]}" --model linear --answer hard \
    --folds 100
expect 1 "'who=player' is not ROLE=COLUMN" fit levels.csv "${flow[@]}" --targets plays.csv \
    --target-columns who=player
expect 2 "there is no column 'player'" fit levels.csv "${flow[@]}" --targets plays.csv
sed '3s/[0-9.]*,[0-9]*,[0-9]*$/hard,1,1/' plays.csv >bad.csv
expect 2 "column 'rating': 'hard' is not a number" fit levels.csv "${flow[@]}" --targets bad.csv \
    --target-columns player=who

exit $failed
