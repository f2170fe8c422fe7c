#!/usr/bin/env bash
# learn_test with 2,000 plays.
LEARN_PLAYS=2000 exec bash "$(dirname "$0")/learn_test.sh" "$@"
