#!/usr/bin/env bash
# Simulated people go through the running server: the same export as in process.
exec python3 -B tests/server/simulated.py "$1"
