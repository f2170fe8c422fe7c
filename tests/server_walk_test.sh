#!/usr/bin/env bash
# A random walk over the HTTP interface, with a model of what should exist.
exec python3 tests/server/walk.py "$1" docs/openapi.json --steps 10000
