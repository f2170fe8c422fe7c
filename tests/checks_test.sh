#!/usr/bin/env bash
# What ./test makes of tests that fail: one that passes alone is named, one that fails twice
# or was ended by a signal or a sanitizer has failed.
# shellcheck source=tests/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
# shellcheck source=tools/checks.sh
. "$tests/../tools/checks.sh"
# shellcheck disable=SC2317
build_preset() { true; }

mkdir -p build/dev
cat >build/dev/CTestTestfile.cmake <<'END'
add_test(good sh -c true)
add_test(hasty sh -c "echo once >>hasty; echo FAILED: 3 s instead of 2; test $(wc -l <hasty) = 2")
add_test(bad sh -c "echo FAILED: always; exit 1")
add_test(crash sh -c "echo once >>crash; test $(wc -l <crash) = 2 || kill -SEGV $$")
add_test(served python3 fallen.py)
add_test(leaky sh -c "echo once >>leaky; echo '[  FAILED  ] too late'; \
echo '==1==ERROR: LeakSanitizer: detected memory leaks'; \
echo 'SUMMARY: AddressSanitizer: 4 byte(s) leaked in 1 allocation(s).'; \
test $(wc -l <leaky) = 2")
add_test(leak sh -c "echo once >>leak; echo '==1==ERROR: LeakSanitizer: detected memory leaks'; \
test $(wc -l <leak) = 2")
add_test(race sh -c "echo once >>race; echo WARNING: ThreadSanitizer: race; test $(wc -l <race) = 2")
END
# A server that dies while a test looks elsewhere: the test ends well, and has failed.
cat >build/dev/server <<'END'
#!/bin/sh
echo once >>"$(dirname "$0")/served"
echo http://127.0.0.1:1/
echo Ctrl-C
test "$(wc -l <"$(dirname "$0")/served")" = 2 || kill -SEGV $$
END
chmod +x build/dev/server
cat >build/dev/fallen.py <<END
import sys
sys.path.insert(0, "$tests/server")
from harness import Server
with Server("./server") as server:
    server.process.wait()
END
begin_checks checks
{
    suite dev "" ""
    check part echo 'AGAIN  a part: too late'
    # shellcheck disable=SC2016
    timed_check clock sh -c 'echo once >>clock; echo FAILED: a frame late; test $(wc -l <clock) = 2'
    # Its second run looks at what the first has left.
    # shellcheck disable=SC2016
    timed_check parts sh -c 'echo "what failed:"; seq 30; test -f left || { touch left; false; }'
    timed_check never sh -c 'echo 1 passed; echo "what failed:"; seq -f "line %g" 30; false'
    check whole sh -c 'echo error: no; false'
    run_again
} >said
end_checks >end && fail "failures pass"
closing=$(tail -n 1 end)
[ "$closing" = "7 passed, 7 failed" ] || fail "the closing line: $closing"
for name in 'dev bad' 'dev crash' 'dev leak' 'dev race' 'dev served' whole never; do
    grep -qx "failed: $name" end || fail "$name has not failed: $(cat end)"
done
tail -n 8 end | head -n 7 | grep -qx 'FAILED: dev bad' || fail "names are not last: $(cat end)"
grep -qx '    line 30' end || fail "what a check says last is cut: $(cat end)"
sed -n '/^passed only/,/^failed:/p' end >again
grep -qx '    parts' again || fail "a part that passes alone is not named: $(cat end)"
grep -q '^    dev hasty$' again || fail "who passes alone is not named: $(cat end)"
grep -q '^    dev leaky$' again || fail "what a failed test leaks is a finding: $(cat end)"
grep -q '3 s instead of 2' again || fail "nor how it failed: $(cat end)"
grep -q 'a frame late' again || fail "nor is a clock: $(cat end)"
grep -q 'a part: too late' again || fail "nor is a part: $(cat end)"
grep -q '3 s instead of 2' checks/dev-hasty.log || fail "what the first run said is gone"
[ "$(wc -l <build/dev/crash)" = 1 ] || fail "a crash was run again"
[ "$(wc -l <build/dev/served)" = 1 ] || fail "a server's crash was run again"
exit $failed
