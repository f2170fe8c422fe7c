#!/usr/bin/env bash
# 200 players for a few seconds; tests/server/load.py runs longer by hand.
exec python3 tests/server/load.py "$1" --players 200 --seconds 4
