/* What stands in for a compiler's builtins counts as they do. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define LW_PLAIN_C
#include "lw/base/compiler.h"

static void bits_are_counted_and_found_without_builtins(void **state) {
    (void)state;
    assert_int_equal(LW_HAS_GNU_C, 0);
    assert_int_equal(lw_bits_count(0), 0);
    assert_int_equal(lw_bits_count(UINT64_MAX), 64);
    for (uint32_t low = 0; low < 64; low++) {
        for (uint32_t high = low; high < 64; high++) {
            uint64_t bits = UINT64_C(1) << low | UINT64_C(1) << high;
            assert_int_equal(lw_bits_first(bits), low);
            assert_int_equal(lw_bits_count(bits), low == high ? 1 : 2);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bits_are_counted_and_found_without_builtins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
