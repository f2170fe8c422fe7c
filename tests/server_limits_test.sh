#!/usr/bin/env bash
# Monstrous jobs, slow replays, secrets and addresses.
exec python3 tests/server/limits.py "$1"
