#!/usr/bin/env bash
# A short siege: that nothing is lost and nobody refused, not how fast. The one that judges
# the times: tests/server_siege_slow_test.sh.
set -e
players=$(dirname "$1")/tests/siege_players
python3 tests/server/siege.py "$1" "$players" --seconds 3 --players 60 --period 400
python3 tests/server/siege.py "$1" "$players" --seconds 3 --players 60 --period 400 --postgres
