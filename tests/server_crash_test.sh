#!/usr/bin/env bash
# kill -9 during a job and under load.
exec python3 tests/server/crash.py "$1"
