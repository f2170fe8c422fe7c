#!/usr/bin/env bash
# What every route says to bad requests.
exec python3 tests/server/refusals.py "$1" docs/openapi.json
