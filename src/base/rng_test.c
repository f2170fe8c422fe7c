/* Philox against the packaged Random123 header, and the properties that streams promise.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* The reference header is not written for our warnings. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#include <Random123/philox.h>
#pragma GCC diagnostic pop

#include "lw/base/rng.h"

static void blocks_equal_the_reference(void **unused) {
    (void)unused;
    struct lw_rng source = lw_rng_make(1, 2);
    for (int i = 0; i < 1000; i++) {
        uint32_t counter[4], key[2], got[4];
        for (int j = 0; j < 4; j++) {
            counter[j] = lw_rng_u32(&source);
        }
        key[0] = lw_rng_u32(&source);
        key[1] = lw_rng_u32(&source);
        philox4x32_ctr_t c = {{counter[0], counter[1], counter[2], counter[3]}};
        philox4x32_key_t k = {{key[0], key[1]}};
        philox4x32_ctr_t want = philox4x32(c, k);
        lw_philox4x32(counter, key, got);
        assert_memory_equal(got, want.v, sizeof got);
    }
}

static void streams_are_named_by_seed_and_index(void **unused) {
    (void)unused;
    struct lw_rng a = lw_rng_make(7, 3), b = lw_rng_make(7, 3), c = lw_rng_make(7, 4);
    int same = 0;
    for (int i = 0; i < 100; i++) {
        uint32_t word = lw_rng_u32(&a);
        assert_int_equal(word, lw_rng_u32(&b));
        same += word == lw_rng_u32(&c);
    }
    assert_in_range(same, 0, 1);
}

static void a_fork_leaves_its_parent_alone(void **unused) {
    (void)unused;
    struct lw_rng a = lw_rng_make(9, 0), b = a;
    struct lw_rng fork = lw_rng_fork(&a, 1), other = lw_rng_fork(&a, 2);
    assert_true(lw_rng_u64(&fork) != lw_rng_u64(&other));
    assert_true(lw_rng_u64(&a) == lw_rng_u64(&b));
}

static void below_is_uniform(void **unused) {
    (void)unused;
    struct lw_rng rng = lw_rng_make(11, 0);
    uint32_t seen[7] = {0};
    for (int i = 0; i < 70000; i++) {
        seen[lw_rng_below(&rng, 7)]++;
    }
    /* Chi-squared with 6 degrees of freedom: 33 is far beyond the 99.999 % point. */
    double chi = 0;
    for (int i = 0; i < 7; i++) {
        double d = (double)seen[i] - 10000.0;
        chi += d * d / 10000.0;
    }
    assert_true(chi < 33);
    assert_int_equal(lw_rng_below(&rng, 1), 0);
}

static void shuffling_keeps_every_element(void **unused) {
    (void)unused;
    struct lw_rng rng = lw_rng_make(12, 0);
    uint16_t order[50];
    uint32_t moved = 0;
    for (uint16_t i = 0; i < 50; i++) {
        order[i] = i;
    }
    lw_rng_shuffle(&rng, order, 50, sizeof *order);
    uint64_t seen = 0;
    for (uint16_t i = 0; i < 50; i++) {
        seen |= (uint64_t)1 << order[i];
        moved += order[i] != i;
    }
    assert_true(seen == ((uint64_t)1 << 50) - 1);
    assert_true(moved > 30);
}

static void units_stay_below_one(void **unused) {
    (void)unused;
    struct lw_rng rng = lw_rng_make(13, 0);
    double sum = 0;
    for (int i = 0; i < 10000; i++) {
        double u = lw_rng_unit(&rng);
        assert_true(u >= 0 && u < 1);
        sum += u;
    }
    assert_true(sum > 4800 && sum < 5200);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_equal_the_reference),
        cmocka_unit_test(streams_are_named_by_seed_and_index),
        cmocka_unit_test(a_fork_leaves_its_parent_alone),
        cmocka_unit_test(below_is_uniform),
        cmocka_unit_test(shuffling_keeps_every_element),
        cmocka_unit_test(units_stay_below_one),
    };
    return cmocka_run_group_tests_name("rng", tests, NULL, NULL);
}
