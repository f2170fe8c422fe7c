#!/usr/bin/env bash
# All kinds of writes at once, on both databases; server_soak_slow_test.sh goes on for longer.
set -e
python3 tests/server/soak.py "$1" --seconds 4
exec python3 tests/server/soak.py "$1" --seconds 4 --postgres
