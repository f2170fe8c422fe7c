#!/usr/bin/env bash
# The same for every ready-made design.
exec python3 -B tests/server/simulated.py "$1" --all
