#!/usr/bin/env bash
# Power cuts in a small number: the server under load, commands, and a disk that lies, which
# must be noticed. power_cuts_slow_test.sh has the large number.
set -e
library=$(dirname "$1")/tests/powercut.so
python3 tests/server/cuts.py "$1" "$library" --kills 10
python3 tests/server/cuts.py "$1" "$library" --kills 20 --lie
python3 tests/server/cuts_postgres.py "$1" "$library" --kills 2
python3 tests/powercut/commands.py "$1" "$library" tests/data/old-database/database.sql --points 12
