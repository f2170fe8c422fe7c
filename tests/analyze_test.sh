#!/usr/bin/env bash
# analyze from outside: what its options do, and what is refused in which words.
set -u
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/lib.sh"

# number KEY: its value in the JSON object of out.
number() {
    grep -o "\"$1\":[^,}]*" out | head -n 1 | cut -d: -f2
}

awk 'BEGIN { print "y,x,g,w,z"
    for (i = 0; i < 12; i++)
        printf "%d,%d,%s,%d,%d\n", 10 + 3 * i + i * i * 7 % 5, i, substr("abc", 1 + i % 3, 1),
            1 + i % 4, i * 5 % 7 }' >mixed.csv
{ head -n 1 mixed.csv; tail -n +2 mixed.csv | sort -s -t, -k3,3; } >sorted.csv

# Groups as folds: rows sorted by group in as many blocks must give the same errors.
expect 0 '' analyze cross-validate sorted.csv -f 'y ~ x' --folds 3 --weights w --json
want="$(number mae) $(number mae_weighted_fold_mean) $(number fold_3)"
expect 0 '' analyze cross-validate mixed.csv -f 'y ~ x' --folds 3 --weights w --json
blocks="$(number mae) $(number mae_weighted_fold_mean) $(number fold_3)"
expect 0 '' analyze cross-validate mixed.csv -f 'y ~ x' --group g --weights w --json
got="$(number mae) $(number mae_weighted_fold_mean) $(number fold_3)"
awk -v a="$got" -v b="$want" 'BEGIN { split(a, x); split(b, y)
    for (i = 1; i <= 3; i++) if (x[i] == "" || (x[i] - y[i]) ^ 2 > 1e-18) exit 1 }' ||
    fail "groups as folds: $got, not $want"
[ "$blocks" != "$want" ] || fail 'the order of the rows made no difference to the blocks'
grep -q '"left_out":\["a","b","c"\]' out || fail "the groups are not named: $(cat out)"
expect 2 "there is no column 'nowhere'" analyze cross-validate mixed.csv -f 'y ~ x' --group nowhere
expect 1 '--folds' analyze cross-validate mixed.csv -f 'y ~ x' --group g --folds 3
sed 's/,[abc],/,same,/' mixed.csv >one.csv
expect 2 "column 'g' is 'same' in every row" analyze cross-validate one.csv -f 'y ~ x' --group g

# What an analysis does not use is refused by name, not ignored.
expect 1 'describe does not use --weights' analyze describe mixed.csv --weights w
expect 1 'regress does not use --group' analyze regress mixed.csv -f 'y ~ x' --group g
expect 1 'correlate does not use --margin' analyze correlate mixed.csv -x x -y y --margin 1
expect 1 'mixed does not use --weights' analyze mixed mixed.csv -f 'y ~ x + (1 | g)' --weights w
expect 1 'ordinal does not use --ml' analyze ordinal mixed.csv -f 'y ~ x' --ml
expect 1 'rasch does not use --draw' analyze rasch mixed.csv --a g --b x --result y --draw 0.2
for analysis in regress cross-validate box-cox ordinal; do
    expect 1 "(1 | g)" analyze $analysis mixed.csv -f 'y ~ x + (1 | g)'
done
expect 2 'a second random intercept' analyze mixed mixed.csv -f 'y ~ x + (1 | g) + (1 | w)'
expect 0 '' analyze mixed mixed.csv -f 'y ~ x + (1 | g)' --ml --json --colour never

# A missing cell is named by its own row, also behind other texts.
sed '4s/,[abc],/,,/' mixed.csv >gap.csv
expect 2 "column 'g' has 1 missing cells (first in row 3)" analyze regress gap.csv -f 'y ~ x + g'

# No name is no name.
gap="column 'g', row 3: the name is missing"
expect 2 "$gap" analyze mixed gap.csv -f 'y ~ x + (1 | g)'
expect 2 "$gap" analyze cross-validate gap.csv -f 'y ~ x' --group g
expect 2 "$gap" analyze t-test gap.csv -x g -y y
printf 'h,y,g\nu,1,p\nv,2,p\nu,3,\nv,5,\n' >paired.csv
expect 2 "$gap" analyze t-test paired.csv -x h -y y --group g
expect 2 "$gap" analyze ordinal gap.csv -f 'g ~ x'
printf 'a,g,result\np,q,a\nq,r,b\np,,a\nr,p,draw\n' >games.csv
for analysis in trueskill bradley-terry rasch; do
    expect 2 "$gap" analyze $analysis games.csv --b g
done

# A column that describe or components cannot use is left out aloud.
printf 'id,x,y\nl1,1,2\nl2,2,\nl3,4,7\nl4,3,9\n' >hole.csv
for format in '' --json; do
    expect 0 "column 'y' was left out: row 2 has no value" analyze describe hole.csv $format
    grep -qF "column 'id' was left out: row 1 holds 'l1'" err || fail "id: $(cat err)"
    ! grep -qF "column 'x'" err || fail "x is not left out: $(cat err)"
done
grep -q '"not_numeric":\[{"column":"id","row":1},{"column":"y","row":2}\]' out ||
    fail "the JSON does not say what is left out: $(cat out)"
expect 0 '' analyze describe hole.csv -x x --json
[ ! -s err ] || fail "one column was asked for: $(cat err)"
{ sed 's/$/,z/;q' hole.csv; tail -n +2 hole.csv | awk '{ print $0 "," NR * NR % 5 }'; } >more.csv
expect 0 "column 'y' was left out" analyze components more.csv

# Terms, variables and items are called by their names.
awk -F, 'NR == 1 { print $0 ",twice,five"; next } { print $0 "," 2 * $2 ",5" }' mixed.csv >flat.csv
for analysis in regress cross-validate box-cox; do
    expect 2 "term 'twice' is a combination" analyze $analysis flat.csv -f 'y ~ z + x + twice'
done
expect 2 "term 'twice' is a combination" analyze mixed flat.csv -f 'y ~ z + x + twice + (1 | g)'
expect 2 "variable 'five' is constant" analyze components flat.csv -x x,z,five
printf 'a,b,result\np,q,a\nq,p,a\np,r,a\nq,r,a\n' >won.csv
expect 2 "item 'r' is separated" analyze bradley-terry won.csv
expect 2 "term 'x' separates the answers" analyze ordinal mixed.csv -f 'y ~ z + x'

# TrueSkill on another scale: everything scales along.
printf 'a,b,result\np,q,a\nq,r,b\nr,p,draw\np,q,a\n' >scale.csv
expect 0 '' analyze trueskill scale.csv --json
small="$(number mu) $(number sigma)"
expect 0 '' analyze trueskill scale.csv --mu 1500 --sigma 500 --beta 250 --tau 5 --json
awk -v a="$small" -v b="$(number mu) $(number sigma)" 'BEGIN { split(a, x); split(b, y)
    exit (60 * x[1] - y[1]) ^ 2 > 1e-12 || (60 * x[2] - y[2]) ^ 2 > 1e-12 }' ||
    fail "TrueSkill does not scale: $small, $(cat out)"

# At rho = 1 the p value is the share of permutations that reach it, and is called so. 20 rows
# without ties: 2 of 20!. With the two lowest equal the reverse is not reached: 2 of 20!; with
# both ends equal it is: 2 * 2 * 2 of 20!.
for case in none:8.2206e-19 low:8.2206e-19 both:3.2882e-18; do
    awk -v which="${case%:*}" 'BEGIN { print "x,y"
        for (i = 1; i <= 20; i++) { v = i
            if (which != "none" && i == 1) v = 2
            if (which == "both" && i == 20) v = 19
            print v "," 2 * v } }' >line.csv
    expect 0 '' analyze correlate line.csv -x x -y y --json
    grep -q '"spearman_p_by":"permutations","spearman_p_t":null' out ||
        fail "rho = 1, ties $case: $(cat out)"
    awk -v a="$(number spearman_p)" -v b="${case#*:}" \
        'BEGIN { exit !(a / b > 0.9999 && a / b < 1.0001) }' ||
        fail "rho = 1, ties $case: p is $(number spearman_p)"
done

# A fixed number of components, and the share of the variance that each explains.
awk -v OFS=, 'BEGIN { print "a,b,c,d"; for (i = 0; i < 20; i++)
    print i, i + i * 7 % 5, i * 11 % 13, i * 11 % 13 + i * 3 % 4 }' >four.csv
expect 0 '' analyze components four.csv --components 3 -o scree.svg --json
python3 - "$(cat out)" <<'PY' || fail "components: $(cat out)"
import json, sys
o = json.loads(sys.argv[1])
assert o["components"] == 3 and len(o["variance"]) == 4 and len(o["variance_rotated"]) == 3
assert abs(o["variance"][3]["together"] - 1) < 1e-9
assert abs(o["variance"][2]["together"] - o["variance_rotated"][2]["together"]) < 1e-9
assert abs(o["variance"][0]["share"] - o["eigenvalues"][0] / 4) < 1e-12
assert o["chart"] == "scree.svg"
PY
grep -q '^<svg.*viewBox' scree.svg || fail "no scree plot"
expect 1 'there are 4 variables' analyze components four.csv --components 5
awk -F, -v OFS=, '{ print $0, NR == 1 ? "e" : $1 + $3 }' four.csv >five.csv
expect 2 'only 4 have any variance' analyze components five.csv --components 5

# A band of 95 % around the line through the quartiles, as car::qqPlot has it; the numbers are
# R's: ppoints(20), quantile of type 7, 1.96 standard errors of an order statistic.
expect 0 '' analyze quantiles four.csv -x b -o qq.svg --json
python3 - "$(cat out)" <<'PY' || fail "quantiles: $(cat out)"
import json, statistics, sys
o = json.loads(sys.argv[1])
normal, n = statistics.NormalDist(), 20
b = sorted(i + i * 7 % 5 for i in range(n))
def quantile(share):
    at = share * (n - 1)
    low = int(at)
    return b[low] + (at - low) * (b[low + 1] - b[low])
slope = (quantile(0.75) - quantile(0.25)) / (2 * normal.inv_cdf(0.75))
middle = (quantile(0.75) + quantile(0.25)) / 2
for i, p in enumerate(o["points"]):
    share = (i + 0.5) / n
    z = normal.inv_cdf(share)
    half = normal.inv_cdf(0.975) * slope / normal.pdf(z) * (share * (1 - share) / n) ** 0.5
    assert p["sample"] == b[i] and abs(p["normal"] - z) < 1e-6
    assert abs(p["low"] - (middle + slope * z - half)) < 1e-5
    assert abs(p["high"] - (middle + slope * z + half)) < 1e-5
PY
grep -q '95 % of each point' qq.svg || fail "the quantile plot has no band"

# Beans a condition, crossed when there are two columns, and the mean of all.
expect 0 '' analyze beans mixed.csv -y y -x g,z -o beans.svg --json
[ "$(grep -o '"condition":"a, [0-9]"' out | wc -l)" = 4 ] || fail "beans: $(cat out)"
expect 0 '' analyze beans mixed.csv -y y -x g -o beans.svg --json
[ "$(grep -o '"n":4' out | wc -l)" = 3 ] || fail "beans: $(cat out)"
grep -q 'stroke-dasharray="2 4"' beans.svg || fail "beans without the mean of all"
grep -q 'var(' beans.svg && fail "colours that only a browser knows"
expect 2 "there is no column 'nowhere'" analyze beans mixed.csv -y y -x g,nowhere
expect 5 'none/beans.svg' analyze beans mixed.csv -y y -x g -o none/beans.svg

# Answers to ten are ordered as numbers.
awk 'BEGIN { print "r,x"; for (i = 0; i < 60; i++) print 1 + i * 7 % 10 "," i % 13 }' >ten.csv
expect 0 '' analyze ordinal ten.csv -f 'r ~ x' --json
grep -q '"term":"9|10"' out || fail "the answers are not in order: $(cat out)"

# Who asks it to end once need not ask again, however long the analysis is.
awk 'BEGIN { srand(1); print "a,b,result"
    for (i = 0; i < 100000; i++)
        printf "p%d,l%d,%d\n", rand() * 3000, rand() * 60, rand() < 0.6 }' >plays.csv
"$program" analyze rasch plays.csv --json >out 2>err &
running=$!
wait_for has_worked 10 $running
kill -TERM $running
wait $running
got=$?
[ $got = 143 ] || fail "asked to end, it ends with $got: $(cat err)"

exit $failed
