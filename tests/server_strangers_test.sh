#!/usr/bin/env bash
# Levels of one game under the name of another, and solutions that are larger than they look.
exec python3 tests/server/strangers.py "$@"
