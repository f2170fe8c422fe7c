#!/usr/bin/env bash
# fit and report: a known dependence is found, the page loads and runs nothing, hostile
# names stay text, and tables that cannot be judged are refused with the place.
set -u
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/lib.sh"
# Levels of our own; whether they are finished depends on pushes and chance.
timeout $PATIENCE "$program" generate sokoban --method farthest --size 2x2 --boxes 2 -n 60 --seed 3 \
    --json >levels.jsonl 2>err || fail "generate: $(cat err)"
python3 - <<'P' || fail "the table could not be made"
import csv, json, random
random.seed(5)
groups = ["=1+1", "<script>alert(1)</script>", "a&b", "plain", '"quoted"', "@x"]
rows = [json.loads(line) for line in open("levels.jsonl")]
rows = [r for r in rows if "text" in r]
with open("table.csv", "w", newline="") as f:
    out = csv.writer(f)
    out.writerow(["layout", "num_solved", "num_played", "collection"])
    for i, r in enumerate(rows):
        layout = [l for l in r["text"].split("\n") if "#" in l]
        played = 400
        rate = 1 / (1 + 2.718 ** ((r["pushes"] - 14) / 4 + random.gauss(0, 0.2)))
        out.writerow(["|".join(layout), round(rate * played), played, groups[i % 6]])
P
timeout $PATIENCE "$program" report table.csv -o page.html --csv part --json --title '</title><script>x' \
    >tables.jsonl 2>err || fail "report: $(cat err)"
# A level whose plays stand in two rows, once mirrored, is the same level: the report is the
# one of the table where they stand in one.
python3 - <<'P' || fail "the table could not be split"
import csv
rows = list(csv.reader(open("table.csv", newline="")))
with open("split.csv", "w", newline="") as f:
    out = csv.writer(f)
    for i, (layout, solved, played, group) in enumerate(rows):
        if i == 7:
            half = int(solved) // 2
            copy = ["|".join(line[::-1] for line in layout.split("|")), int(solved) - half, int(played) - 150, "plain"]
            solved, played = half, 150
        out.writerow([layout, solved, played, group])
    out.writerow(copy)
P
timeout $PATIENCE "$program" report split.csv -o split.html --json --title '</title><script>x' >split.jsonl 2>err ||
    fail "report with a copy: $(cat err)"
grep -q 'repeats of an earlier level, counted with it: 1$' err || fail "the copy is not told: $(cat err)"
cmp -s tables.jsonl split.jsonl || fail "a level in two rows is not the level in one"
python3 - <<'P' || fail "the report does not say what it should"
import html.parser, json, re
page = open("page.html").read()
tables = {t["table"]: t["rows"] for t in map(json.loads, open("tables.jsonl"))}
rho = {r["model"]: r["rho"] for r in tables["models"]}
assert rho["pushes"] > 0.9, rho
assert rho["model, held out"] > 0.85, rho
assert sum(r["levels"] for r in tables["groups"]) == 60
assert sum(r["levels"] for r in tables["calibration"]) == 60
assert "<script" not in page and "javascript:" not in page
assert not re.search(r"(src|href)=\"(?!#)", page), "the page loads something"
assert "nan" not in re.sub(r"<[^>]*>", " ", page).lower().split()
class Reader(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open = []
    def handle_starttag(self, tag, attrs):
        assert all(not name.startswith("on") for name, _ in attrs)
        if tag not in ("meta",):
            self.open.append(tag)
    def handle_startendtag(self, tag, attrs):
        pass
    def handle_endtag(self, tag):
        assert self.open.pop() == tag
reader = Reader()
reader.feed(page)
assert reader.open == []
groups = open("part-groups.csv").read()
assert "\n'=1+1," in groups and "\n'@x," in groups, groups
assert rho["schaa"] > 0.5 and rho["boosted trees"] > 0.5, rho
P
for part in models errors calibration groups weights correlations; do
    [ -s part-$part.csv ] || fail "part-$part.csv is missing"
done
for part in calibration-chart groups-chart difficulty-chart qq scree weights-chart; do
    grep -q '</svg>' part-$part.svg 2>/dev/null || fail "part-$part.svg is missing"
done

# The same table learned, written and used.
timeout $PATIENCE "$program" fit table.csv -o model.json >fit.txt 2>err || fail "fit: $(cat err)"
grep -q '^ridge' fit.txt || fail "fit prints no figures"
printf '#######\n#@ $ .#\n#######\n' >one.xsb
timeout $PATIENCE "$program" rate one.xsb --model model.json >out 2>err || fail "rate: $(cat err)"

# A level that cannot be solved has features without a value: every feature keeps its row,
# with the number of levels it is known for, and rows without a level are counted.
{ sed '10s/^[^,]*,/#####|#@$ #|#  .#|#####,/' table.csv; echo ',1,2,plain'; echo ',3,4,'; } >gaps.csv
timeout $PATIENCE "$program" report gaps.csv -o gaps.html --json >tables.jsonl 2>err || fail "gaps: $(cat err)"
grep -q '2 of 62 rows have no level' err || fail "rows without a level are not counted: $(cat err)"
python3 - <<'P' || fail "one unsolvable level empties the tables"
import json
tables = {t["table"]: t["rows"] for t in map(json.loads, open("tables.jsonl"))}
rows = {r["feature"]: r for r in tables["correlations"]}
assert rows["pushes"]["levels"] == 59, rows["pushes"]
assert rows["pushes"]["spearman"] > 0.8, rows["pushes"]
assert rows["pushes"]["note"] == "the other levels have no value", rows["pushes"]
assert all(r["spearman p"] is None or r["spearman p"] > 0 for r in rows.values())
assert any(r["note"].startswith("undefined") for r in rows.values()), rows.keys()
assert len(tables["models"]) > 20 and len(tables["components"]) > 5
P
grep -q 'Left out: 2 rows without a level' gaps.html || fail 'the page does not say what is left out'
sed '5s/,[^,]*$/,/' table.csv >nameless.csv
expect 2 "column 'collection', row 4: the name is missing" report nameless.csv -o no.html
sed '5s/,400,/,many,/' table.csv >words.csv
expect 2 "column 'num_played', row 4: 'many' is not a number" report words.csv -o no.html

expect 2 "no column 'nothing'" report table.csv --group nothing -o no.html
expect 1 "no feature 'nothing'" report table.csv --features nothing -o no.html
expect 1 "no features are known" report table.csv --game chess -o no.html
head -4 table.csv >short.csv
timeout $PATIENCE "$program" report short.csv -o no.html >out 2>err
[ $? = 2 ] || fail "three levels are enough for a report: $(cat err)"
sed '3s/,[0-9]*,400,/,500,400,/' table.csv >many.csv
expect 2 "500 finished out of 400 plays is not possible" report many.csv -o no.html
grep -q ':3: ' err || fail "the row is not named: $(cat err)"
sed '2,$s/,[0-9]*,400,/,200,400,/' table.csv >same.csv
timeout $PATIENCE "$program" report same.csv -o no.html >out 2>err
[ $? = 2 ] || fail "equal answers are reported on: $(cat err)"
[ -e no.html ] && fail "a refused report leaves a file"
exit $failed
