#!/usr/bin/env bash
# Much of something small: waiting requests, refusals, jobs, large answers.
exec python3 tests/server/floods.py "$@"
