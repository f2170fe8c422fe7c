#!/usr/bin/env bash
# A database of an earlier program opens, on SQLite and moved to PostgreSQL.
set -e
old=tests/data/old-database/database.sql
python3 tests/server/old.py "$1" "$old"
python3 tests/server/old.py "$1" "$old" --postgres
