#!/usr/bin/env bash
# Levels from generate --json into a database: what the lines say is what the database has.
set -u
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/lib.sh"
data=$tests/data
cp "$data/puzzlescript/push.txt" push.txt

# same FILE: every line of it is in the export, with its id, proof, origin, rules and rating.
same() {
    python3 - "$1" out <<'END' || fail "$1: $(cat wrong)"
import json, sys
def wrong(text):
    open("wrong", "w").write(text)
    sys.exit(1)
made = [json.loads(line) for line in open(sys.argv[1])]
stored = {}
for line in map(json.loads, open(sys.argv[2])):
    if "text" in line:
        stored[line["id"]] = line
if not made:
    wrong("nothing was made")
for line in made:
    kept = stored.get(line["id"])
    if kept is None:
        wrong("the id is another: %s, not in %s" % (line["id"], list(stored)))
    if line["solution"] not in [each["moves"] for each in kept["solutions"]]:
        wrong("the solution is lost: %s" % kept)
    if kept["method"] != line["generator"]:
        wrong("the method is %s instead of %s" % (kept["method"], line["generator"]))
    rules = line.get("rules")  # a number: PuzzleScript's measure of that name
    rules = "\n".join("%s=%s" % each for each in rules.items()) if isinstance(rules, dict) else ""
    if kept.get("rules", "") != rules:
        wrong("the rules are '%s' instead of '%s'" % (kept.get("rules", ""), rules))
    for key in "score", "rating", "percentile", "calibrated":
        if kept.get(key) != line.get(key):
            wrong("%s is %s instead of %s" % (key, kept.get(key), line.get(key)))
END
}

# comes_back NAME GENERATE... : through a pipe, and as a file of any name.
comes_back() {
    local name=$1
    shift
    timeout $PATIENCE "$program" generate "$@" --json >"$name.made" 2>err ||
        fail "generate $*: $(cat err)"
    timeout $PATIENCE "$program" db import - --db "$name.db" <"$name.made" >out 2>err ||
        fail "$name through a pipe: $(cat err)"
    expect 0 "" db export all --db "$name.db"
    same "$name.made"
    expect 0 "" db check --db "$name.db"
    expect 0 "" db import "$name.made" --db "$name.file.db"
    expect 0 "" db export all --db "$name.file.db"
    same "$name.made"
}
comes_back sokoban sokoban --count 2 --seed 3 --candidates 40 --difficulty 1..10
comes_back loose flow --count 2 --seed 3 --candidates 40 --difficulty 1..10
comes_back strict flow --count 2 --seed 3 --candidates 40 --rule rules=strict
comes_back lazors lazors --count 2 --seed 3 --candidates 40
comes_back move move --count 2 --seed 3 --candidates 40
comes_back puzzlescript puzzlescript push.txt --count 2 --seed 3 --candidates 40
grep -q '"rules":{"rules":"strict"}' strict.made || fail "generate does not write the rules"
{ grep -q '"rating"' sokoban.made && grep -q '"rating"' loose.made; } ||
    fail "no level was rated: nothing is compared"

# What the database exports comes back through a pipe as well.
"$program" db export all --db strict.db >strict.jsonl
"$program" db import - --db again.db <strict.jsonl >out 2>err || fail "an export: $(cat err)"
expect 0 "" db export all --db again.db
cmp -s out strict.jsonl || fail "an export through a pipe differs: $(diff out strict.jsonl)"

# A text is still read as its game's own format, and --rule holds where a line has no rules.
printf '#####\n#@$.#\n#####\n' >one.xsb
"$program" db import - --db text.db <one.xsb >out 2>err || fail "a text: $(cat err)"
grep -q ' 1 new levels' out || fail "a text through a pipe: $(cat out)"
python3 -c 'import json, sys
for line in map(json.loads, sys.stdin):
    line.pop("rules", None)
    print(json.dumps(line))' <strict.made >bare.made
expect 0 "" db import bare.made --rule rules=strict --db bare.db
expect 0 "" db export all --db bare.db
same strict.made
exit $failed
