# Sourced by ./test: checks that run side by side in lanes, and what became of them.
# shellcheck shell=bash
# Results are lines of a file, because lanes are processes of their own: state, seconds,
# name. What a check prints goes to a file of its own, shown whole when it fails; what failed
# is said once more at the end, where output that somebody cut is not cut.
# A test that fails beside others is run again, alone, when they have ended; one that passes
# then counts as passed, is named at the end, and has to be mended all the same.

# begin_checks DIR
begin_checks() {
    checks_dir=$1
    rm -rf "$checks_dir"
    mkdir -p "$checks_dir"
    : >"$checks_dir/results"
    : >"$checks_dir/cpu"
    mkdir "$checks_dir/failed" "$checks_dir/again"
    lanes=()
    trap 'end_lanes; exit 130' INT TERM
}

# scratch_in_memory : TMPDIR in memory where there is enough. Every commit of a test's
# database waits for the disk, and there are many thousands of them. Others may enter: a
# database server runs as a user of its own.
scratch_in_memory() {
    local memory=/dev/shm
    [ -z "${TMPDIR:-}" ] && [ -w $memory ] || return 0
    [ "$(df --output=avail -k $memory | tail -n 1)" -gt 4000000 ] || return 0
    grep -qE "^[^ ]+ $memory [^ ]+ [^ ]*noexec" /proc/mounts && return 0
    TMPDIR=$(mktemp -d $memory/lw-XXXXXX) || { unset TMPDIR; return 0; }
    chmod 1777 "$TMPDIR"
    export TMPDIR
    # shellcheck disable=SC2064
    trap "rm -rf '$TMPDIR'" EXIT
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

# work NAME LOG COMMAND... : runs it, what it prints into LOG, and notes the seconds that the
# processor worked for it.
work() {
    local name=$1 log=$2 status TIMEFORMAT='%U %S'
    shift 2
    { time "$@" >"$log" 2>&1 </dev/null; } 2>"$log.cpu"
    status=$?
    awk -v name="$name" 'END { printf "%.1f\t%s\n", $1 + $2, name }' "$log.cpu" >>"$checks_dir/cpu"
    rm -f "$log.cpu"
    return $status
}

seconds_since() { awk -v a="$1" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.1f", b - a }'; }

failure_words='^not ok|: (fatal )?error:|FAILED|Assert|ERROR: |SUMMARY: |runtime error:|warning:'
# telling FILE : the lines by which one sees what went wrong: what stands in it behind the line
# "what failed:", else at most twenty.
telling() {
    local lines
    if grep -aqx 'what failed:' "$1"; then
        sed -n '/^what failed:$/,$p' "$1" | sed -n '2,200s/^/    /p' | cut -c1-500
        return
    fi
    lines=$(grep -aA5 '^FAILED' "$1")
    [ -n "$lines" ] || lines=$(grep -aE "$failure_words" "$1" | awk '!seen[$0]++')
    lines=$(cut -c1-300 <<<"$lines" | head -n 20)
    [ -n "$lines" ] || lines=$(tail -n 20 "$1" | cut -c1-300)
    # shellcheck disable=SC2001
    sed 's/^/    /' <<<"$lines"
}
# note_failure NAME FILE : for the end.
note_failure() { { echo "$1"; telling "$2"; } >"$checks_dir/failed/${1//[^a-z0-9_-]/-}"; }

# check NAME COMMAND... : one check, passed or failed as a whole.
check() {
    local name=$1 start=$EPOCHREALTIME state=passed log
    shift
    log="$checks_dir/${name//[^a-z0-9-]/-}.log"
    work "$name" "$log" "$@" || state=FAILED
    result $state "$(seconds_since "$start")" "$name"
    show $state "$name" "$(seconds_since "$start")" "" "$log"
    [ $state = passed ] || note_failure "$name" "$log"
    # A check may run its own parts again.
    if [ $state = passed ] && grep -aqs '^AGAIN ' "$log"; then
        { echo "$name"; grep -aA5 '^AGAIN ' "$log" | cut -c1-300 | sed 's/^/    /'; } \
            >"$checks_dir/again/${name//[^a-z0-9_-]/-}"
    fi
    [ $state = passed ]
}

# timed_check NAME COMMAND... : one that may fail because the machine is busy: run again when it
# fails, alone. The command can see what its earlier run has left.
timed_check() {
    check "$@" || { printf '%q ' "$@" && echo; } >>"$checks_dir/timed"
}

# suite PRESET TARGETS CTEST-ARGS : builds a preset (all of it when TARGETS is empty) and
# counts each of its tests.
suite() {
    local preset=$1 start log="$checks_dir/$1-tests.log" targets args
    read -ra targets <<<"$2"
    read -ra args <<<"$3"
    check "build $preset" build_preset "$preset" "${targets[@]}" || return
    start=$EPOCHREALTIME
    echo "${LW_TEST_SIZE:-}" >"$checks_dir/$preset-size"
    # One more than there are processors: some tests wait for a server or a clock.
    work "tests $preset" "$log" \
        ctest --test-dir "build/$preset" --output-on-failure -j$(($(nproc) + 1)) "${args[@]}"
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
    note_failed_tests "$preset"
    [ "$ok" -gt 0 ] || note_failure "tests $preset" "$checks_dir/$preset-failures.log"
    grep -ohE '^skipped: [^(]*' "build/$preset/Testing/Temporary/LastTest.log" |
        sed 's/ *$//' | sort | uniq -c | sed -E 's/^ *([0-9]+) (.*)$/        \2 (\1 times)/'
}

# note_failed_tests PRESET : each with its own lines of ctest's log.
note_failed_tests() {
    local name
    while read -r name; do
        # ctest begins a test's output with a line "N/M Testing: NAME" in its own log.
        awk -v name="$name" '/^[0-9]+\/[0-9]+ Testing: / { inside = ($3 == name) } inside' \
            "build/$1/Testing/Temporary/LastTest.log" >"$checks_dir/$1-$name.log"
        note_failure "$1 $name" "$checks_dir/$1-$name.log"
    done < <(sed -n "s/^FAILED\t[^\t]*\t$1 //p" "$checks_dir/$1-tests")
}

never_haste='Sanitizer|runtime error:|Assertion .* failed|the server was ended by signal'
# may_be_haste PRESET NAME : whether a test that failed may have failed because the machine
# was busy. What a sanitizer, an assertion or a signal reports is there at any speed; but a
# unit test that fails in its middle frees nothing, and that leak is not counted.
may_be_haste() {
    local log="$checks_dir/$1-$2.log" leaks='^$'
    grep -aqF '[  FAILED  ]' "$log" &&
        leaks='LeakSanitizer: detected memory leaks|^SUMMARY: .* leaked in '
    ! grep -aqE "Test +#[0-9]+: $2 .*\*\*\*Exception" "$checks_dir/$1-tests.log" &&
        ! grep -avE "$leaks" "$log" | grep -aqE "$never_haste"
}

# passed_again NAME : what failed before has passed now.
passed_again() {
    local slug=${1//[^a-z0-9_-]/-}
    echo "passed  $1, when run again, alone"
    mv "$checks_dir/failed/$slug" "$checks_dir/again/$slug"
    sed -i "s/^FAILED\(\t[^\t]*\t$1\)\$/passed\1/" "$checks_dir/results"
}

# run_again : each test that failed and may pass alone, when the lanes have ended.
run_again() {
    local preset name log line words
    while read -r preset name; do
        log="$checks_dir/$preset-$name-again.log"
        may_be_haste "$preset" "$name" || continue
        LW_TEST_SIZE=$(cat "$checks_dir/$preset-size") ctest --test-dir "build/$preset" \
            --output-on-failure -R "^$name\$" >"$log" 2>&1 </dev/null
        grep -q '^100% tests passed' "$log" && passed_again "$preset $name"
    done < <(sed -n 's/^FAILED\t[^\t]*\t//p' "$checks_dir"/*-tests 2>/dev/null)
    [ -f "$checks_dir/timed" ] || return 0
    while read -r line; do
        eval "words=($line)"
        log="$checks_dir/${words[0]//[^a-z0-9-]/-}-again.log"
        if "${words[@]:1}" >"$log" 2>&1 </dev/null; then
            passed_again "${words[0]}"
        else
            note_failure "${words[0]}" "$log"
        fi
    done <"$checks_dir/timed"
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

# end_checks : the slowest, what failed, and the closing line; its status is that of all checks.
end_checks() {
    local passed failed
    echo "the slowest:"
    grep -vP '\tbuild ' "$checks_dir/results" | sort -t "$(printf '\t')" -k2,2gr | head -n 10 |
        awk -F '\t' '{ printf "%8.1f s  %s\n", $2, $3 }'
    echo "most work for the processor:"
    sort -gr "$checks_dir/cpu" | head -n 12 | awk -F '\t' '{ printf "%8.0f s  %s\n", $1, $2 }'
    awk '{ sum += $1 } END { printf "%8.0f s  in all\n", sum }' "$checks_dir/cpu"
    passed=$(grep -c '^passed' "$checks_dir/results")
    failed=$(grep -c '^FAILED' "$checks_dir/results")
    if [ -n "$(ls "$checks_dir/again")" ]; then
        echo "passed only when run again, alone:"
        sed 's/^/    /' "$checks_dir/again"/*
    fi
    # Last, where output that somebody cut is not cut: why, and once more the bare names.
    sed -s '1s/^/failed: /' "$checks_dir/failed"/* 2>/dev/null
    sed -n 's/^FAILED\t[^\t]*\t/FAILED: /p' "$checks_dir/results"
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}
