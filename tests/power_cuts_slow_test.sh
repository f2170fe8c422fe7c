#!/usr/bin/env bash
# 500 power cuts of the server under load, and commands cut at every write.
set -e
library=$(dirname "$1")/tests/powercut.so
python3 tests/server/cuts.py "$1" "$library" --kills 500 --seed "${SEED:-1}"
python3 tests/server/cuts_postgres.py "$1" "$library" --kills 100 --seed "${SEED:-1}"
python3 tests/powercut/commands.py "$1" "$library" tests/data/old-database/database.sql --points 0
