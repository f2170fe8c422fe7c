#!/usr/bin/env bash
# Allow-list, closed studio, read-only, switches, passphrases, the end of an account.
exec python3 tests/server/operator_controls.py "$1"
