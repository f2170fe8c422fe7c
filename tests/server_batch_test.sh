#!/usr/bin/env bash
# Batches of levels: kill -9, deadline, cancel, no duplicates.
exec python3 tests/server/batch.py "$1"
