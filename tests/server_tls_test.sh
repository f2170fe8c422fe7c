#!/usr/bin/env bash
# HTTPS by the server itself, with certificates made here.
command -v openssl >/dev/null || { echo "skipped: openssl is not installed"; exit 77; }
exec python3 tests/server/tls.py "$1"
