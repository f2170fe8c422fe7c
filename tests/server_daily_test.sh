#!/usr/bin/env bash
# Tomorrow's levels of every game and difficulty, made by the running server.
exec python3 tests/server/daily.py "$1"
