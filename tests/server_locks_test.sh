#!/usr/bin/env bash
# The server's own work while the database is locked.
exec python3 tests/server/locks.py "$1"
