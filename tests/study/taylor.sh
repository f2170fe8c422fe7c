# Sourced by tests that need an export of Taylor's design with simulated people in it.
# shellcheck shell=bash

# make_taylor OUT PEOPLE SEED [OPTION...]: marked as simulated in every row.
make_taylor() {
    local out=$1 people=$2 seed=$3
    shift 3
    rm -rf "$out"
    expect 0 "" study simulate taylor-stroop --people "$people" --seed "$seed" -o "$out" "$@"
}
