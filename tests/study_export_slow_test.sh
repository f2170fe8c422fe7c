#!/usr/bin/env bash
# An export read by R: the same rows as Python reads, with R's own types.
set -u
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=tests/study/small.sh
. "$tests/study/small.sh"
command -v Rscript >/dev/null || { echo "FAILED: this test needs R (Debian: r-base-core)"; exit 1; }
open_small a.db
expect 0 "" study export "$study" -o empty --db a.db
"$fill" a.db "$study" 40 7 || fail "people could not take part"
expect 0 "" study export "$study" -o data --db a.db
for folder in empty data; do
    python3 -B $folder/load.py >by_python 2>&1 || fail "Python: $(cat by_python)"
    Rscript --vanilla $folder/load.R >by_r 2>&1 || fail "R: $(cat by_r)"
    diff by_python by_r || fail "R and Python read other rows of $folder"
done

# From another folder, by source(): sums and texts as Python has them.
cat >try.R <<'R'
source("data/load.R")
stopifnot(
  is.integer(tables$persons$person), is.factor(tables$persons$state),
  identical(levels(tables$persons$factor_when), c("before", "after")),
  is.logical(tables$persons$excluded), is.numeric(tables$events$server_ms),
  is.character(tables$surveys$value), is.factor(tables$events$event)
)
cat(sprintf("%.4f\n", sum(tables$events$t_ms)))
cat(sprintf("%.0f\n", sum(tables$events$server_ms - 1794900000000)))
cat(table(tables$plays$outcome, useNA = "ifany"), "\n")
texts <- with(tables$surveys, value[value_kind == "text" & !is.na(value)])
cat(sort(sapply(texts, function(x) paste(utf8ToInt(gsub("\r\n", "\n", x)), collapse = " ")),
         method = "radix"), sep = "\n")
R
cat >try.py <<'P'
import collections, sys
sys.path.insert(0, "data")
sys.dont_write_bytecode = True
import load
tables = load.load("data")
print(f"{sum(r['t_ms'] for r in tables['events']):.4f}")
print(sum(r["server_ms"] - 1794900000000 for r in tables["events"]))
outcomes = collections.Counter(r["outcome"] for r in tables["plays"])
names = ["solved", "gave-up", "left", "time", "unwinnable"]
print(*[outcomes[n] for n in names], outcomes[None], "")
texts = [r["value"] for r in tables["surveys"] if r["value_kind"] == "text" and r["value"]]
codes = sorted(" ".join(str(ord(c)) for c in t.replace("\r\n", "\n")) for t in texts)
print("\n".join(codes))
P
Rscript --vanilla try.R >by_r 2>&1 || fail "R: $(cat by_r)"
python3 try.py >by_python 2>&1 || fail "Python: $(cat by_python)"
diff by_python by_r || fail "R and Python read other values"

sed -i '2s/^[0-9]*,/99,/' data/phases.csv
Rscript --vanilla data/load.R >by_r 2>&1 && fail "R did not notice a changed file"
grep -q 'phases.csv' by_r || fail "R does not say which: $(cat by_r)"
exit $failed
