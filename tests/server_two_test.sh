#!/usr/bin/env bash
# Two servers on one database.
python3 tests/server/two.py "$1" limits --postgres && exec python3 tests/server/two.py "$1"
