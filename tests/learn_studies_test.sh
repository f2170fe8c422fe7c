#!/usr/bin/env bash
# What learn takes from the logs of a study, against the tables of that study's export,
# which another part of the program writes: first encounters of levels, what people said
# of them, and which of two was harder. Only those have a say who ticked the statement
# about it; who withdrew or is left out by a rule has none, and a trial of the study counts
# only when it is asked for.
set -u
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=tests/study/small.sh
. "$tests/study/small.sh"
[ -x "$fill" ] || { echo "skipped: no study_fill"; exit 77; }

# ask OPTION...: what learn says of the database.
ask() {
    timeout $PATIENCE "$program" learn --db studio.db --json --nodes 20000 "$@" >said 2>err
}

cat >check.py <<'END_OF_CHECK'
import csv, json, re
def table(name):
    return list(csv.DictReader(open(f"export/{name}.csv")))
def p_statements(person):
    return re.split(r"[^a-z]+", person["consent_statements"])
said = json.load(open("said"))
persons = {p["person"]: p for p in table("persons")}
there = {n for n, p in persons.items()
         if p["consent_answer"] == "yes" and p["state"] not in ("declined", "unfit")}
allowed = {n for n in there if "model" in p_statements(persons[n])}
takes_part = {n for n in allowed if not persons[n]["excluded_by"]}
ended = {(p["person"], p["phase"]) for p in table("phases") if p["end_seq"]}
plays = {}
for row in table("plays"):
    if row["person"] in takes_part and row["phase"] in ("a", "b"):
        plays.setdefault((row["person"], row["level"]), []).append(row)
n_plays = 0
for visits in plays.values():
    first = [v for v in visits if v["phase"] == visits[0]["phase"]]
    seconds = 0
    for v in first:
        if v["outcome"]:
            seconds += float(v["play_ms"])
        if v["outcome"] not in ("", "left"):
            break
    # Everybody here came long ago, so whoever is still inside has gone.
    n_plays += seconds >= 1 or not first[-1]["outcome"]
ratings = [r for r in table("ratings")
           if r["person"] in takes_part and r["question"] == "hard" and r["value_number"]]
pairs = {(c["person"], frozenset((c["left"], c["right"])))
         for c in table("comparisons") if c["person"] in takes_part and c["answer"]}
people = ({r["person"] for r in ratings} | {p for p, _ in pairs} | {p for p, _ in plays})
print(n_plays, len(ratings), len(pairs), len(people), "of", len(persons))
assert len(ratings) > 20 and len(pairs) > 20 and n_plays > 40, "too little to compare"
assert any(p["excluded_by"] for p in persons.values()), "nobody is left out by a rule"
assert len(there) - len(allowed) > 5, "everybody allows it"
assert f"{len(there) - len(allowed)} people of studies have not allowed" in open("err").read()
assert said["plays"] == n_plays, (said["plays"], n_plays)
assert said["ratings"] == len(ratings), (said["ratings"], len(ratings))
assert said["choices"] == len(pairs), (said["choices"], len(pairs))
assert said["studies"] == 1 and said["study_people"] == len(people), said
assert said["players"] == len(people) and not said["better"], said
END_OF_CHECK

open_small other.db # only for its files
# One of the second set is almost the same as one of the first.
printf '%s\n' '#####' '#@$.#' '#####' '' '#######' '#@  $.#' '#######' >drawn.sok
permission='{"id": "model", "required": false, "text": {"en": "Learn from me.", "de": "Lernt."}}'
sed 's/"design": "own",/"design": "own", "settings": {"difficulty_question": "hard"},/' \
    small.json >unasked.json
sed "s/\"statements\": \[/\"learning\": \"model\", \"statements\": [ $permission,/" \
    unasked.json >named.json
expect 0 "" study open named.json --db studio.db --json
study=$(sed -n 's/.*"study":"\([0-9a-f]\{32\}\)".*/\1/p' out)
ask && fail "learned from nobody"
grep -q "nobody has played" err || fail "no reason: $(cat err)"
"$fill" studio.db "$study" 80 7 || fail "nobody took part"
expect 0 "" study export "$study" --db studio.db -o export
ask
[ $? = 3 ] || fail "exit code: $(cat said err)"
python3 check.py || fail "what learn took is not what the export has: $(cat said err)"
grep -q "left out by the rules" err || fail "exclusions are not told: $(cat err)"
grep -q "1 level is almost the same as one of another" err ||
    fail "a level like one of the other set is not kept back with it: $(cat err)"

# People who only tried the study, as the same rows are marked then.
cp studio.db tried.db
python3 - <<'END_OF_MARKS' || fail "cannot mark them"
import sqlite3
with sqlite3.connect("tried.db") as db:
    db.execute("UPDATE study_persons SET simulated = 1")
END_OF_MARKS
expect 2 "unless --simulated" learn --db tried.db
mv studio.db people.db
mv tried.db studio.db
ask --simulated
[ $? = 3 ] || fail "exit code: $(cat said err)"
python3 check.py || fail "--simulated takes something else: $(cat said err)"

# A version in use that this program does not read, as another release may have stored it.
expect 0 "" learn --db people.db --add "$tests/../models/sokoban.json"
expect 0 "" learn --db people.db --use 1
expect 0 "" rate drawn.sok --db people.db --json
grep -q '"model_version":1' out || fail "not rated by version 1: $(cat out)"
python3 - <<'END_OF_DAMAGE' || fail "cannot change the version"
import sqlite3
with sqlite3.connect("people.db") as db:
    db.execute("UPDATE models SET text = replace(text, '\"feature\":\"', '\"feature\":\"former ')")
END_OF_DAMAGE
expect 0 "version 1 of the difficulty model is in use and cannot be read" \
    rate drawn.sok --db people.db --json
grep -q model_version out && fail "rated by what cannot be read: $(cat out)"
grep -q '"calibrated":true' out || fail "not rated by what ships: $(cat out)"
expect 0 "" learn --db people.db --list
grep -q "cannot be read; rated by what ships" out || fail "the list does not say it: $(cat out)"
expect 3 "compared with what ships" learn --db people.db

# Nothing is learned from a study whose consent says nothing of it.
expect 0 "" study open unasked.json --db silent.db --json
study=$(sed -n 's/.*"study":"\([0-9a-f]\{32\}\)".*/\1/p' out)
"$fill" silent.db "$study" 6 7 || fail "nobody took part"
expect 2 "none of those 5 has allowed this" learn --db silent.db
exit $failed
