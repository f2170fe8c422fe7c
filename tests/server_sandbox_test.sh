#!/usr/bin/env bash
# A kernel that lacks a part of the workers' sandbox.
exec python3 tests/server/sandbox.py "$1"
