#!/usr/bin/env bash
# A random walk over the HTTP interface, with a model of what should exist.
steps=10000
# As everywhere, ./test asks for small sizes under the sanitizers.
[ "${LW_TEST_SIZE:-}" = small ] && steps=3000
exec python3 tests/server/walk.py "$1" docs/openapi.json --steps "$steps"
