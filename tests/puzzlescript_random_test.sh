#!/usr/bin/env bash
# Random games: the engine beside a plain reading of the semantics in another language.
set -u
program=$(realpath "$1")
command -v python3 >/dev/null || {
    echo "skipped: no python3"
    exit 77
}
PYTHONDONTWRITEBYTECODE=1 python3 tests/puzzlescript/random_games.py "$program" 1 80
