#!/usr/bin/env bash
# A random walk over the HTTP interface, with a model of what should exist. The watcher of
# threads takes a shorter one, which reaches every route as well.
steps=10000
[[ $1 = */tsan/* ]] && steps=4000
exec python3 tests/server/walk.py "$1" docs/openapi.json --steps $steps
