#!/usr/bin/env bash
# PostgreSQL stops and crashes under load, and comes back.
exec python3 tests/server/away.py "$1"
