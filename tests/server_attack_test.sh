#!/usr/bin/env bash
# What attackers try against the running server.
exec python3 tests/server/attacks.py "$1"
