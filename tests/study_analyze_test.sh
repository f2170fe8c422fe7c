#!/usr/bin/env bash
# study analyze: an export is read with its checksums and types, the report counts who took
# part, and what is wrong with a folder is said with file and line.
set -u
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=tests/study/small.sh
. "$tests/study/small.sh"
open_small a.db
"$fill" a.db "$study" 12 9 || fail "people could not take part"
expect 0 "" study export "$study" -o data --db a.db

expect 0 "" study analyze data -o analysis
grep -q '^written: analysis/report.html, with ' out || fail "what was written: $(cat out)"
expect 0 "" study analyze data -o again --json
cp out tables.jsonl
diff -r analysis again || fail "the same export, another analysis"
python3 -B - <<'P' || fail "the counts are not those of the export"
import csv, json
persons = list(csv.DictReader(open("data/persons.csv")))
tables = {t["table"]: t["rows"] for t in map(json.loads, open("tables.jsonl"))}
people = {r["who"]: r["people"] for r in tables["people"]}
consented = [p for p in persons if p["consented"] == "true"]
kept = [p for p in consented if p["excluded"] != "true"]
assert people["entered"] == len(persons) == 11, people
assert people["consented"] == len(consented), people
assert people["completed"] == sum(p["state"] == "completed" for p in persons), people
assert people["analysed"] == len(kept) > 0, people
assert people["left out by a rule"] == len(consented) - len(kept), people
assert people["simulated people in the same export, not counted here"] == 0, people
for rule in tables["exclusions"]:
    column = "flags" if rule["and then"] == "marked" else "excluded_by"
    holds = sum(rule["rule"] in p[column].split() for p in persons)
    assert rule["people"] == holds, rule
for cell in tables["cells"]:
    there = [p for p in persons if p["cell"] == str(cell["cell"])]
    assert cell["entered"] == len(there), cell
    assert cell["analysed"] == sum(p in kept for p in there), cell
assert sum(c["entered"] for c in tables["cells"]) == len(persons)
assert any("people" in r["planned"] for r in tables["deviations"]), tables["deviations"]
page = open("analysis/report.html").read()
assert "<script" not in page and "simulated people: nobody took part" not in page
P
[ "$(cut -d, -f1-2 analysis/people.csv | sed -n 2p)" = "entered,11" ] || fail "people.csv"

# Simulated people never count as others do.
expect 0 "" study analyze data -o none --simulated
grep -q 'simulated people: nobody took part' none/report.html || fail "nothing warns"
grep -q '^analysed,0$' none/people.csv || fail "real people count as simulated"

# Options before the action, and words that are none.
expect 1 "write the options after the action" study --json analyze data
expect 1 "did you mean analyze;" study analyse data
expect 1 "DIR is missing" study analyze
"$program" study analyze --help | grep -q '^Usage: levelwright study analyze' || fail "--help"
"$program" help study analyze | grep -q '^Usage: levelwright study analyze' || fail "help"

# Faults have file, line and sentence. resum FOLDER: checksums of what is there now.
resum() {
    (cd "$1" && find . -type f ! -name checksums.sha256 -printf '%P\n' | sort |
        xargs sha256sum >../sums) && mv sums "$1/checksums.sha256"
}
changed() { rm -rf bad && cp -r data bad; }
expect 2 "nowhere/checksums.sha256: is missing" study analyze nowhere
changed && sed -i '2s/^[0-9]*,/99,/' bad/phases.csv
expect 2 "bad/phases.csv: this is not the file that was exported" study analyze bad
resum bad
expect 0 "" study analyze bad -o x
changed && sed -i '3s/,true,/,maybe,/' bad/persons.csv && resum bad
expect 2 "bad/persons.csv:3: column '" study analyze bad
grep -q "'maybe' is not true or false" err || fail "how: $(cat err)"
changed && sed -i '1s/person,/somebody,/' bad/plays.csv && resum bad
expect 2 "bad/plays.csv:1: column 1 is not 'person'" study analyze bad
changed && sed -i '$d' bad/plays.csv && resum bad
expect 2 "rows, the codebook has" study analyze bad
changed && sed -i '1s/^/x/' bad/definitions/1.json && resum bad
expect 2 "bad/definitions/1.json:1:" study analyze bad
changed && printf '{}' >bad/datapackage.json && resum bad
expect 2 "bad/datapackage.json:1: the codebook lists no tables" study analyze bad
changed && sed -i '1s|  .*|  ../data/persons.csv|' bad/checksums.sha256
expect 2 "is outside the folder" study analyze bad
changed && sed -i '/  plays[.]csv$/d' bad/checksums.sha256 && sed -i '$d' bad/plays.csv
expect 2 "bad/plays.csv: has no line in checksums.sha256" study analyze bad
touch file
expect 5 "give -o a folder" study analyze data -o file/in

# A version whose cells have other names: people are found in cells by name, not by number.
sed 's/"before"/"early"/g' small.json >second.json
expect 0 "" study open second.json --study "$study" --db a.db
expect 0 "" study export "$study" -o two --db a.db
expect 0 "" study analyze two -o two-analysis
python3 -B - <<'P' || fail "cells of two versions are mixed up: $(cat two-analysis/deviations.csv)"
import csv
persons = {p["person"]: p for p in csv.DictReader(open("two/persons.csv"))}
gone = sum(p["cell_name"].startswith("before") and p["consented"] == "true" and p["excluded"] != "true"
           for p in persons.values())
rows = {r["planned"]: r["what happened"] for r in csv.DictReader(open("two-analysis/deviations.csv"))}
assert gone > 0 and rows["cells of the last version"].startswith(f"{gone} people "), (gone, rows)
P
exit $failed
