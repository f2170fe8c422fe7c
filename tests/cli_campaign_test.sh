#!/usr/bin/env bash
# Campaigns and recipes: the same bytes with any number of threads, every form of output,
# faults with their place, and recipes that give their bytes again or are refused.
set -u
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/lib.sh"

cat >campaign.json <<'END'
{
  "title": "Six & three",
  "seed": 4,
  "apart": 0.15,
  "chapters": [
    {"title": "Balls", "text": "They all move at once.", "game": "move", "count": 6,
     "difficulty": [2, 4.5], "teaches": ["rock", "colours"], "candidates": 150,
     "sources": [{"options": {"width": "3..4", "height": "3..4", "balls": "1..3",
                              "moves": "2..6"}}]},
    {"title": "Rooms", "game": "sokoban", "count": 3, "percentile": [10, 40],
     "rising": {"boxes": [1, 2]}, "candidates": 100,
     "sources": [{"method": "farthest",
                  "options": {"size": "1x2", "boxes": "1..2", "max-walls": "1"}}]}
  ]
}
END
expect 0 '' campaign check campaign.json
grep -q '2 chapters, 9 levels' out || fail "check says: $(cat out)"
grep -q 'new: rock, colours' out || fail "check does not tell the ideas: $(cat out)"

expect 0 '9 levels in' generate campaign.json --threads 1 -o one.jsonl -o one.pdf -o one.svg \
    -o one.html -o one.sok --recipe one.recipe.json
grep -q '2 of 2 ideas taught as asked' err || fail "ideas: $(cat err)"
expect 0 '' generate campaign.json --threads 2 -o two.jsonl -o two.pdf -o two.svg -o two.html -o two.sok
for form in jsonl pdf svg html sok; do
    cmp -s one.$form two.$form || fail "$form depends on threads"
done
expect 0 '' generate campaign.json --seed 5 -o other.jsonl
cmp -s one.jsonl other.jsonl && fail "another seed gives the same levels"
[ "$(wc -l <one.jsonl)" = 9 ] || fail "not nine lines: $(cat one.jsonl)"
[ "$(grep -o '"id":"[0-9a-f]*"' one.jsonl | sort -u | wc -l)" = 9 ] || fail "ids repeat"
for rows in 1,6 7,9; do
    sed -n ${rows}p one.jsonl | grep -o '"rating":[0-9.]*' | cut -d: -f2 >ratings
    LC_ALL=C sort -g ratings | cmp -s - ratings || fail "ratings do not rise: $(cat ratings)"
done
[ "$(head -c 5 one.pdf)" = %PDF- ] || fail "the booklet is no PDF"
grep -q 'Six &#38; three' one.svg || fail "the booklet has no title"
grep -q 'Solutions' one.svg || fail "the booklet has no solutions"
grep -q '<h2>Rooms</h2>' one.html || fail "the report lacks a chapter"
"$program" solve one.sok --check --json >solved 2>err || fail "the pack's solutions fail: $(cat err)"
[ "$(wc -l <solved)" = 3 ] || fail "the pack has not three levels"

# A recipe gives its bytes again, or says why not.
expect 0 '' generate one.recipe.json -o again.jsonl --threads 2
cmp -s one.jsonl again.jsonl || fail "the recipe gives other levels"
expect 1 'the recipe says that' generate one.recipe.json --seed 3
sed 's/"version":1/"version":7/' one.recipe.json >old.json
expect 1 'with version 7 of' generate old.json -o old.jsonl
sed 's/"levels":"./"levels":"x/' one.recipe.json >wrong.json
expect 2 'not the levels of the recipe' generate wrong.json -o wrong.jsonl
echo ' ' >>campaign.json
expect 2 'is not what it was' generate one.recipe.json -o old.jsonl
"$program" generate sokoban -m farthest --size 1x2 --boxes 1..2 --max-walls 1 --lines 3.. --seed 2 -n 4 \
    --filter floor=5.. --recipe plain.json --json >plain 2>err || fail "--recipe: $(cat err)"
grep -q -- '--floor-per-box=3' plain.json || fail "options as they were are not in the recipe"
expect 0 '' generate plain.json --json
cmp -s plain out || fail "a plain recipe gives other levels: $(cat err)"
expect 1 'cannot be made again' generate sokoban --time 1s --recipe never.json

# Faults, with their places.
sed 's/"rock"/"rocks"/' campaign.json >bad.json
expect 2 'bad.json:7:42: Move has no such idea to teach; it has edge, rock' generate bad.json
expect 2 'bad.json:7:42: Move has no such idea' campaign check bad.json
printf '{"chapters": [\n' >bad.json
expect 2 'bad.json:' campaign check bad.json
expect 1 "the campaign's file says that" generate campaign.json --count 3
expect 1 'a campaign is written as' generate campaign.json -o levels.doc
expect 5 'none/book.pdf' generate campaign.json -o none/book.pdf
exit $failed
