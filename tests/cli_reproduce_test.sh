#!/usr/bin/env bash
# reproduce on small tables of our own whose answers are known; the shared data if there.
set -u
shared=$(realpath -m ../shared/human-data)
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/lib.sh"

# Rooms of growing length: the longer, the harder for everyone.
awk '
function room(i,   k, wall, top, mid) {
    wall = "####"; top = "#@ "; mid = "# $"
    for (k = 0; k < i; k++) { wall = wall "#"; top = top " "; mid = mid " " }
    return wall "#|" top " #|" mid ".#|" wall "#"
}
BEGIN {
    print "level_id,set,difficulty_mean,layout" >"cogsci25_levels.csv"
    print "level_id,collection,num_solved,num_played,layout" >"sokobanonline_corpus.csv"
    for (i = 1; i <= 12; i++) {
        text = room(i)
        printf "lab:%d,%s,%.2f,%s\n", i, (i % 2 ? "A" : "B"), 1 + i * 0.7, text >"cogsci25_levels.csv"
        printf "c%d,%s,%d,100,%s\n", i, (i % 2 ? "Auto-Generated" : "hand"), 95 - 6 * i, text >"sokobanonline_corpus.csv"
    }
    print "participant,excluded,condition,trial,set,level_id,rating,rate_rt_ms,solved,solve_seconds,steps" >"cogsci25_trials.csv"
    print "participant,excluded,condition,phase,trial,level_a,level_b,chosen,rt_ms" >"cogsci25_comparisons.csv"
    for (p = 1; p <= 10; p++) for (i = 1; i <= 12; i++) {
        printf "%d,0,%s,%d,A,lab:%d,%d,1,%d,%s,%d\n", p, (p % 2 ? "difficult" : "enjoyable"), i, i,
            1 + int(i * 0.7 + p % 3), ((i + p) % 7 > 0), ((i + p) % 7 ? 10 * i + p : ""), 20 + 5 * i + p >"cogsci25_trials.csv"
        j = 1 + (i + p * 3) % 12
        if (i != j) for (f = 0; f < 2; f++)
            printf "%d,0,difficult,%s,1,lab:%d,lab:%d,%s,1\n", p, (f ? "pretest" : "posttest"), i, j,
                ((i > j) == ((i + p) % 11 > 1) ? "a" : "b") >"cogsci25_comparisons.csv"
    }
    print "set,level,entertainment_median,difficulty_median,jsoko_pushes,jsoko_moves,astar_closed,astar_open" >"schaa2021_levels.csv"
    for (i = 1; i <= 8; i++) printf "1,%d,%d,%d,%d,%d,%d,3\n", i, i % 4, i, 10 * i, 30 - i, i * i >"schaa2021_levels.csv"
    print "puzzle_id,rating,nb_plays,solution_plies,pieces" >"lichess_puzzles_1000.csv"
    for (i = 1; i <= 40; i++) printf "x%d,%d,%d,%d,%d\n", i, 1000 + 30 * (i % 5) - 4 * (i * 7 % 20), 10 + i, i % 5, i * 7 % 20 >"lichess_puzzles_1000.csv"
}'
# A level whose plays stand in two rows, once mirrored, counts as one row with both.
mkdir split
awk -F, -v OFS=, 'NR == 5 {
        n = split($5, row, "|"); turned = ""
        for (i = 1; i <= n; i++) {
            line = ""; for (k = length(row[i]); k >= 1; k--) line = line substr(row[i], k, 1)
            turned = turned (i > 1 ? "|" : "") line }
        copy = "again,hand," ($3 - 20) ",60," turned; $3 = 20; $4 = 40 }
    { print } END { print copy }' sokobanonline_corpus.csv >split/sokobanonline_corpus.csv
cp cogsci25_*.csv split
fewer=()
small && fewer=(--features moves --splits 20)
for folder in . split; do
    timeout $PATIENCE "$program" reproduce kartal $folder "${fewer[@]}" >"$(basename $folder)kartal.txt" 2>err ||
        fail "kartal, $folder: $(cat err)"
done
grep -q 'repeats of an earlier level, counted with it: 1$' err || fail "kartal does not tell the copy: $(cat err)"
cmp -s .kartal.txt splitkartal.txt || fail "kartal: a level in two rows is not the level in one"
studies="schaa vankreveld comparisons laboratory"
# The small size has asked kartal the same already, and the others show how JSON is written.
if small; then cp .kartal.txt kartal.txt; else studies="kartal $studies"; fi
for study in $studies; do
    timeout $PATIENCE "$program" reproduce "$study" . --features moves --splits 20 >"$study.txt" 2>err ||
        fail "$study: $(cat err)"
    timeout $PATIENCE "$program" reproduce "$study" . --features moves --splits 20 --json >"$study.json" 2>err ||
        fail "$study --json: $(cat err)"
    grep -qiw 'nan' "$study.txt" "$study.json" && fail "$study prints what is no number"
    grep -qv '^{"table":' "$study.json" && fail "$study --json: $(grep -v '^{' "$study.json" | head -2)"
done
grep -q '^  levels  *6  *12$' kartal.txt || fail "half of the levels are generated: $(cat kartal.txt)"
grep -q 'Congestion v2, searched' kartal.txt || fail "no grid search"
grep -q '^  pushes (not recorded) .*undefined' schaa.txt || fail "missing data are not told: $(cat schaa.txt)"
# Difficulty rises with pushes without exception, and the open list never changes.
grep -q '^  median difficulty  *8  *1.000\* .*undefined  *-1.000\* .* 1.000\*' schaa.txt ||
    fail "medians: $(cat schaa.txt)"
grep -Eq '^  set 1, level 3  *3.00  *undefined  *3.00' schaa.txt || fail "levels: $(cat schaa.txt)"
grep -Eq '^  medians by level  *8.000  *-?0\.[0-9]+' schaa.txt || fail "entertainment: $(cat schaa.txt)"
grep -Eq '^  thesis, single answers  *undefined  *0.420  *0.001' schaa.txt ||
    fail "the published correlation is not there: $(cat schaa.txt)"
# The line behind the made-up ratings is found exactly.
grep -q '^  solution_plies  *30.000000' vankreveld.txt || fail "weights: $(cat vankreveld.txt)"
grep -q '^  Unweighted  *0.000000' vankreveld.txt || fail "errors: $(cat vankreveld.txt)"
grep -q 'judgements of 12 levels by 10 players, 1 groups' comparisons.txt ||
    fail "comparisons: $(head -1 comparisons.txt)"
[ "$(sed -n 's/.*"row":"TrueSkill","half":0\.\([0-9]\).*/\1/p' comparisons.json | head -1)" -ge 7 ] ||
    fail "judges who agree are not reliable: $(grep half comparisons.json)"
grep -q 'set A (6) tried on 6 others' laboratory.txt || fail "laboratory: $(cat laboratory.txt)"
"$program" reproduce kartel . 2>err && fail "an unknown study is run"
grep -q "did you mean 'kartal'" err || fail "no suggestion: $(cat err)"
"$program" reproduce laboratory nowhere 2>err && fail "a folder that is not there"
grep -q 'nowhere/cogsci25_levels.csv' err || fail "the file is not named: $(cat err)"

small && exit $failed
if [ ! -d "$shared" ]; then
    echo "skipped: no ../shared"
    exit $failed
fi
timeout $PATIENCE "$program" reproduce vankreveld "$shared" >out 2>err || fail "shared: $(cat err)"
for digits in 147.363843 170.044842 0.029142; do
    grep -q " $digits " out || fail "chess puzzles do not give $digits"
done
timeout $PATIENCE "$program" reproduce comparisons "$shared" --splits 5 >out 2>err || fail "shared: $(cat err)"
grep -q '648 judgements of 16 levels' out || fail "posttest: $(grep judgements out)"
exit $failed
