/* Allocators, arenas, buffers and the state set. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lw/base/buffer.h"
#include "lw/base/hash.h"
#include "lw/base/rng.h"

static void a_limit_refuses_and_counts(void **unused) {
    (void)unused;
    struct lw_alloc_limit limit;
    lw_alloc_limit_init(&limit, lw_alloc_libc(), 1000);
    void *a = lw_alloc_get(&limit.alloc, 600);
    assert_non_null(a);
    assert_null(lw_alloc_get(&limit.alloc, 500));
    assert_true(limit.refused);
    assert_int_equal(limit.used_bytes, 600);
    a = lw_alloc_resize(&limit.alloc, a, 600, 900);
    assert_non_null(a);
    assert_int_equal(limit.peak_bytes, 900);
    lw_alloc_free(&limit.alloc, a, 900);
    assert_int_equal(limit.used_bytes, 0);
}

static void arenas_give_aligned_lasting_blocks(void **unused) {
    (void)unused;
    struct lw_arena arena;
    struct lw_rng rng = lw_rng_make(3, 0);
    unsigned char *blocks[300];
    size_t sizes[300];
    lw_arena_init(&arena, lw_alloc_libc());
    for (size_t i = 0; i < 300; i++) {
        sizes[i] = lw_rng_below(&rng, 9000);
        blocks[i] = lw_arena_get(&arena, sizes[i]);
        assert_non_null(blocks[i]);
        assert_int_equal((uintptr_t)blocks[i] % _Alignof(max_align_t), 0);
        memset(blocks[i], (int)(i & 255), sizes[i]);
    }
    for (size_t i = 0; i < 300; i++) {
        for (size_t j = 0; j < sizes[i]; j++) {
            assert_int_equal(blocks[i][j], i & 255);
        }
    }
    lw_arena_free(&arena);
}

static void memory_out_leaves_the_buffer_usable(void **unused) {
    (void)unused;
    struct lw_alloc_limit limit;
    struct lw_buffer buf;
    lw_alloc_limit_init(&limit, lw_alloc_libc(), 64);
    lw_buffer_init(&buf, &limit.alloc);
    lw_buffer_puts(&buf, "short");
    lw_buffer_repeat(&buf, 'x', 1000);
    assert_false(lw_buffer_ok(&buf));
    assert_string_equal(lw_buffer_text(&buf), "short");
    lw_buffer_free(&buf);
    assert_int_equal(limit.used_bytes, 0);
}

static void numbers_read_back(void **unused) {
    (void)unused;
    struct lw_rng rng = lw_rng_make(4, 0);
    struct lw_buffer buf;
    lw_buffer_init(&buf, lw_alloc_libc());
    for (int i = 0; i < 2000; i++) {
        uint64_t bits = lw_rng_u64(&rng);
        double value;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value)) {
            continue;
        }
        lw_buffer_clear(&buf);
        lw_buffer_number(&buf, value);
        assert_true(strtod(lw_buffer_text(&buf), NULL) == value);
    }
    lw_buffer_clear(&buf);
    lw_buffer_number(&buf, 0.1);
    lw_buffer_putc(&buf, ' ');
    lw_buffer_number(&buf, 1e300 * 1e300);
    assert_string_equal(lw_buffer_text(&buf), "0.1 null");
    lw_buffer_free(&buf);
}

static void terminal_escapes_are_defused(void **unused) {
    (void)unused;
    struct lw_buffer buf;
    const char text[] = "a\033[31mb\302\233c\351\342\200\256d";
    lw_buffer_init(&buf, lw_alloc_libc());
    lw_buffer_safe(&buf, text, sizeof text - 1);
    assert_string_equal(lw_buffer_text(&buf), "a?[31mb?c\303\251?d");
    lw_buffer_free(&buf);
}

static void utf8_round_trips_and_refuses_bad_bytes(void **unused) {
    (void)unused;
    struct lw_buffer buf;
    size_t used;
    lw_buffer_init(&buf, lw_alloc_libc());
    for (uint32_t scalar = 1; scalar < 0x110000; scalar += scalar < 0x3000 ? 1 : 97) {
        if (scalar >= 0xd800 && scalar < 0xe000) {
            continue;
        }
        lw_buffer_clear(&buf);
        lw_buffer_utf8(&buf, scalar);
        assert_int_equal(lw_utf8_decode(buf.data, buf.len, &used), scalar);
        assert_int_equal(used, buf.len);
    }
    lw_buffer_free(&buf);
    const char *bad[] = {"\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80",
                         "\x80",     "\xff",         "\xe2\x82"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(lw_utf8_decode(bad[i], strlen(bad[i]), &used), UINT32_MAX);
        assert_int_equal(used, 1);
    }
}

/* Stored ids depend on these values: they may never change. */
static void hashes_are_fixed(void **unused) {
    (void)unused;
    char text[33];
    lw_id128_text(lw_hash128("", 0, 0), text);
    assert_string_equal(text, "b496c2b5e3e06d5bc4d58133df2ffc36");
    lw_id128_text(lw_hash128("levelwright", 11, 1), text);
    assert_string_equal(text, "581c53f1f337ec038cfa1e6f42122598");
}

static void ids_are_read_as_they_are_written(void **unused) {
    (void)unused;
    static const char *const wrong[] = {
        "", "581c53f1f337ec038cfa1e6f4212259", "581c53f1f337ec038cfa1e6f421225980",
        "581C53f1f337ec038cfa1e6f42122598", "581c53f1f337ec038cfa1e6f4212259 "};
    struct lw_id128 id = lw_hash128("levelwright", 11, 1), again;
    char text[33];
    lw_id128_text(id, text);
    assert_true(lw_id128_read(text, &again));
    assert_true(lw_id128_equal(id, again));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_false(lw_id128_read(wrong[i], &again));
    }
}

static void ids_are_equal_in_both_halves(void **unused) {
    (void)unused;
    struct lw_id128 id = lw_hash128("a", 1, 0), high = id, low = id;
    high.hi ^= 1;
    low.lo ^= 1;
    assert_true(lw_id128_equal(id, id));
    assert_false(lw_id128_equal(id, high));
    assert_false(lw_id128_equal(id, low));
}

static void one_changed_bit_changes_half_the_hash(void **unused) {
    (void)unused;
    uint8_t bytes[24] = {0};
    struct lw_id128 base = lw_hash128(bytes, sizeof bytes, 0);
    uint64_t flips = 0;
    for (size_t bit = 0; bit < sizeof bytes * 8; bit++) {
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        struct lw_id128 id = lw_hash128(bytes, sizeof bytes, 0);
        uint64_t hi = id.hi ^ base.hi, lo = id.lo ^ base.lo;
        for (; hi != 0; hi &= hi - 1) {
            flips++;
        }
        for (; lo != 0; lo &= lo - 1) {
            flips++;
        }
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    double mean = (double)flips / (sizeof bytes * 8.0);
    assert_true(mean > 60 && mean < 68);
}

static void the_set_agrees_with_a_plain_list(void **unused) {
    (void)unused;
    struct lw_state_set set;
    struct lw_rng rng = lw_rng_make(5, 0);
    static uint32_t list[6000];
    uint32_t n = 0;
    lw_state_set_init(&set, lw_alloc_libc(), 4);
    for (int i = 0; i < 20000; i++) {
        uint32_t state = lw_rng_below(&rng, 6000), at = 0;
        bool added;
        while (at < n && list[at] != state) {
            at++;
        }
        uint32_t number = lw_state_set_add(&set, &state, &added);
        assert_int_equal(number, at);
        assert_int_equal(added, at == n);
        if (at == n) {
            list[n++] = state;
        }
    }
    assert_int_equal(set.n_states, n);
    assert_memory_equal(lw_state_set_get(&set, 17), &list[17], 4);
    uint32_t absent = 6001;
    assert_int_equal(lw_state_set_find(&set, &absent), LW_STATE_NONE);
    lw_state_set_clear(&set);
    assert_int_equal(lw_state_set_find(&set, &list[0]), LW_STATE_NONE);
    lw_state_set_free(&set);
}

static void the_set_stops_at_its_memory_limit(void **unused) {
    (void)unused;
    struct lw_alloc_limit limit;
    struct lw_state_set set;
    uint32_t state = 0, number = 0;
    bool added;
    lw_alloc_limit_init(&limit, lw_alloc_libc(), 100000);
    lw_state_set_init(&set, &limit.alloc, 4);
    while (number != LW_STATE_NONE) {
        state++;
        number = lw_state_set_add(&set, &state, &added);
    }
    assert_true(limit.refused && limit.peak_bytes <= 100000);
    /* What was stored before is still there. */
    state = 1;
    assert_int_equal(lw_state_set_find(&set, &state), 0);
    lw_state_set_free(&set);
    assert_int_equal(limit.used_bytes, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_limit_refuses_and_counts),
        cmocka_unit_test(arenas_give_aligned_lasting_blocks),
        cmocka_unit_test(memory_out_leaves_the_buffer_usable),
        cmocka_unit_test(numbers_read_back),
        cmocka_unit_test(terminal_escapes_are_defused),
        cmocka_unit_test(utf8_round_trips_and_refuses_bad_bytes),
        cmocka_unit_test(hashes_are_fixed),
        cmocka_unit_test(ids_are_read_as_they_are_written),
        cmocka_unit_test(ids_are_equal_in_both_halves),
        cmocka_unit_test(one_changed_bit_changes_half_the_hash),
        cmocka_unit_test(the_set_agrees_with_a_plain_list),
        cmocka_unit_test(the_set_stops_at_its_memory_limit),
    };
    return cmocka_run_group_tests_name("memory", tests, NULL, NULL);
}
