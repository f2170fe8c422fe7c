# Sourced by ./test: checks that run side by side in lanes, and what became of them.
# shellcheck shell=bash
# Results are lines of a file, because lanes are processes of their own: state, seconds,
# name. What a check prints goes to a file of its own, shown whole when it fails.

# begin_checks DIR
begin_checks() {
    checks_dir=$1
    rm -rf "$checks_dir"
    mkdir -p "$checks_dir"
    : >"$checks_dir/results"
    lanes=()
    trap 'end_lanes; exit 130' INT TERM
}

# result STATE SECONDS NAME
result() { printf '%s\t%s\t%s\n' "$1" "$2" "$3" >>"$checks_dir/results"; }

# show STATE NAME SECONDS [MORE] : one line, and the file when there is one, in one piece.
show() {
    local line
    line=$(printf '%s  %-28s %4.0f s%s' "$1" "$2" "$3" "${4:-}")
    if [ "$1" = FAILED ] && [ -n "${5:-}" ]; then line+=$'\n'$(tail -n 400 "$5"); fi
    printf '%s\n' "$line"
}

seconds_since() { awk -v a="$1" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.1f", b - a }'; }

# check NAME COMMAND... : one check, passed or failed as a whole.
check() {
    local name=$1 start=$EPOCHREALTIME state=passed log
    shift
    log="$checks_dir/${name//[^a-z0-9-]/-}.log"
    "$@" >"$log" 2>&1 </dev/null || state=FAILED
    result $state "$(seconds_since "$start")" "$name"
    show $state "$name" "$(seconds_since "$start")" "" "$log"
    [ $state = passed ]
}

# suite PRESET TARGETS CTEST-ARGS : builds a preset (all of it when TARGETS is empty) and
# counts each of its tests.
suite() {
    local preset=$1 start log="$checks_dir/$1-tests.log" targets args
    read -ra targets <<<"$2"
    read -ra args <<<"$3"
    check "build $preset" build_preset "$preset" "${targets[@]}" || return
    start=$EPOCHREALTIME
    # One more than there are processors: some tests wait for a server or a clock.
    ctest --test-dir "build/$preset" --output-on-failure -j$(($(nproc) + 1)) "${args[@]}" \
        >"$log" 2>&1 </dev/null
    # " 12/34 Test  #5: name ....   Passed    1.23 sec", or "***Failed" and other words.
    awk -v preset="$preset" '/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: / && / sec *$/ {
        state = /   Passed  |\*\*\*Skipped/ ? "passed" : "FAILED"
        sub(/^[^:]*: /, "")
        print state "\t" $(NF - 1) "\t" preset " " $1 }' "$log" >"$checks_dir/$preset-tests"
    local ok bad state=passed
    ok=$(grep -c '^passed' "$checks_dir/$preset-tests")
    bad=$(grep -c '^FAILED' "$checks_dir/$preset-tests")
    cat "$checks_dir/$preset-tests" >>"$checks_dir/results"
    [ "$bad" -eq 0 ] || state=FAILED
    if [ "$ok" -eq 0 ]; then
        state=FAILED
        result FAILED 0 "tests $preset"
    fi
    grep -vE '^\[ +(RUN|OK) ' "$log" >"$checks_dir/$preset-failures.log"
    show $state "tests $preset" "$(seconds_since "$start")" "  ($ok tests)" \
        "$checks_dir/$preset-failures.log"
    grep -ohE '^skipped: [^(]*' "build/$preset/Testing/Temporary/LastTest.log" |
        sed 's/ *$//' | sort | uniq -c | sed -E 's/^ *([0-9]+) (.*)$/        \2 (\1 times)/'
}

# lane COMMAND... : beside the others, in a process group of its own, so that it can be
# ended with all that it started.
lane() {
    set -m
    "$@" </dev/null &
    lanes+=($!)
    set +m
}
wait_for_lanes() {
    wait "${lanes[@]}"
    lanes=()
}
end_lanes() {
    local pid
    for pid in "${lanes[@]}"; do kill -TERM -- "-$pid" 2>/dev/null; done
}

# end_checks : the slowest, and the closing line; its status is that of all checks.
end_checks() {
    local passed failed
    echo "the slowest:"
    grep -vP '\tbuild ' "$checks_dir/results" | sort -t "$(printf '\t')" -k2,2gr | head -n 10 |
        awk -F '\t' '{ printf "%8.1f s  %s\n", $2, $3 }'
    passed=$(grep -c '^passed' "$checks_dir/results")
    failed=$(grep -c '^FAILED' "$checks_dir/results")
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}
