#!/usr/bin/env bash
# A study's export over HTTP, on SQLite and on PostgreSQL.
python3 tests/server/study_export.py "$1" && exec python3 tests/server/study_export.py "$1" --postgres
