#!/usr/bin/env bash
# Simulated participants, a few of them, and a kill.
exec python3 tests/server/studies.py "$1"
