#!/usr/bin/env bash
# Two servers on one database.
exec python3 tests/server/two.py "$1"
