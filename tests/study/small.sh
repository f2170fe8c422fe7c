# Sourced by tests that need the small study in a database: open_small DATABASE, and the
# program that lets people go through it.
# shellcheck shell=bash
# shellcheck disable=SC2034,SC2154
fill=$(dirname "$program")/tests/study_fill

# Leaves the study's id in `study`.
open_small() {
    printf '%s\n' '#######' '#@ $ .#' '#######' '' '########' '#@ $  .#' '########' '' \
        '######' '#@$ .#' '######' >made.sok
    printf '%s\n' '#####' '#@$.#' '#####' '' '#########' '#@$    .#' '#########' >drawn.sok
    cp "$tests/data/studies/small.json" .
    expect 0 "" study open small.json --db "$1" --json
    study=$(sed -n 's/.*"study":"\([0-9a-f]\{32\}\)".*/\1/p' out)
    [ -n "$study" ] || fail "the study did not open: $(cat out err)"
}
