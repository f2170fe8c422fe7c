#!/usr/bin/env bash
# Slow, rude and odd clients beside honest players.
exec python3 tests/server/zoo.py "$1"
