#!/usr/bin/env bash
# Every budget of every route is tried.
exec python3 tests/server/budgets.py "$1" docs/openapi.json
