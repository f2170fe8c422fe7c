#!/usr/bin/env bash
# Simulated participants, a few of them, and a kill.
people=24
[ "${LW_TEST_SIZE:-}" = small ] && people=12
exec python3 tests/server/studies.py "$1" --people $people
