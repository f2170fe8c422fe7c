#!/usr/bin/env bash
# A study's export from outside: people go through it, the folder is read by the script for
# Python that it carries and compared with the database, and twice the same bytes come out.
set -u
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=tests/study/small.sh
. "$tests/study/small.sh"
open_small a.db

# Nobody yet: tables without rows, and everything else.
expect 0 "" study export "$study" -o empty --db a.db
python3 -B empty/load.py >rows 2>&1 || fail "an empty study: $(cat rows)"
grep -qx 'persons: 0 rows' rows || fail "there is nobody: $(cat rows)"
grep -qx 'levels: 5 rows' rows || fail "there are five levels: $(cat rows)"

"$fill" a.db "$study" 12 9 || fail "people could not take part"
expect 0 "" study export "$study" -o data --db a.db
grep -qx 'written: data' out || fail "what was written: $(cat out)"
python3 -B data/load.py >rows 2>&1 || fail "the script for Python: $(cat rows)"
grep -qx 'persons: 11 rows' rows || fail "twelve entered and one withdrew: $(cat rows)"
python3 -B "$tests/study/export_check.py" a.db "$study" data || fail "not what is stored"
(cd data && sha256sum --quiet -c checksums.sha256) || fail "sha256sum says otherwise"
[ "$(find data -type f | wc -l)" = $(($(wc -l <data/checksums.sha256) + 1)) ] ||
    fail "a file has no checksum"

# The same bytes again, also after the study has closed and its key is gone.
expect 0 "" study export "$study" -o again --db a.db
diff -r data again || fail "the second export differs"
expect 0 "" study close "$study" --db a.db
expect 0 "" study export "$study" -o closed --db a.db
diff -r data closed || fail "the export of the closed study differs"

# What is changed is noticed.
cp -r data changed
sed -i '2s/^[0-9]*,/99,/' changed/phases.csv
python3 -B changed/load.py >rows 2>&1 && fail "a changed file was not noticed"
grep -q 'phases.csv is not the file that was exported' rows || fail "how: $(cat rows)"
(cd changed && find . -type f ! -name checksums.sha256 -printf '%P\n' | sort |
    xargs sha256sum >../sums)
mv sums changed/checksums.sha256
python3 -B changed/load.py >rows 2>&1 && fail "a key that leads nowhere was not noticed"
grep -q 'leads nowhere' rows || fail "why: $(cat rows)"

expect 1 "needs -o FOLDER" study export "$study" --db a.db
expect 1 "needs an ID" study export --db a.db
expect 2 "not an empty folder" study export "$study" -o data --db a.db
expect 2 "no study" study export 00000000000000000000000000000000 -o nothing --db a.db
[ ! -e nothing ] || fail "a folder was made for a study that is not there"
exit $failed
