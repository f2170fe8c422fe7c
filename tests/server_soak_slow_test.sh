#!/usr/bin/env bash
# As server_soak_test.sh, for ten minutes each.
set -e
python3 tests/server/soak.py "$1" --seconds 600
exec python3 tests/server/soak.py "$1" --seconds 600 --postgres
