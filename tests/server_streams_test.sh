#!/usr/bin/env bash
# Event streams of jobs: readers that come back, restarts, slow and many readers.
exec python3 tests/server/streams.py "$1"
