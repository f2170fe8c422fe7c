#!/usr/bin/env bash
# Every route of the HTTP interface against its description.
exec python3 tests/server/api.py "$1" docs/openapi.json
