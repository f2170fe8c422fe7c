#!/usr/bin/env bash
# 200 simulated participants at once and three kills, on both databases.
set -e
python3 tests/server/studies.py "$1" --people 200 --kills 3
exec python3 tests/server/studies.py "$1" --people 200 --kills 3 --postgres
