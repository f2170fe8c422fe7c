/* The generator: what it promises is checked with searches of its levels, not with its
 * own bookkeeping. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "game_properties.h"
#include "lazors_internal.h"

static const struct lw_game_kind *const kind = &lw_lazors_kind;

static uint64_t count(const struct lw_lazors_level *level, const uint32_t *stock,
                      bool place_all) {
    struct lazors_search search = {.level = level, .place_all = place_all};
    struct lw_meter meter;
    memcpy(search.stock, stock, sizeof search.stock);
    lw_meter_start(&meter, NULL, NULL);
    assert_int_equal(lw_lazors_enumerate(&search, &meter, lw_alloc_libc()), LW_OK);
    assert_true(search.complete);
    return search.n_classes;
}

static void levels_are_unique_and_need_their_mirrors(void **unused) {
    (void)unused;
    static const char *const options[] = {"mirrors=4..6", "emitters=1..2", "targets=1..5",
                                          NULL};
    struct game_fixture f;
    fixture_open(&f, kind, NULL);
    generate_candidates(&f, 4, 4000, 40, options);
    for (size_t i = 0; i < f.set.n_entries; i++) {
        const struct lw_entry *entry = &f.set.entries[i];
        const struct lw_lazors_level *level = lw_lazors_level_of(entry->level);
        uint32_t fewer[LW_LAZORS_N_BLOCKS] = {0};
        assert_in_range(level->stock[LW_LAZORS_MIRROR], 4, 6);
        assert_in_range(level->n_lasers, 1, 2);
        assert_in_range(level->n_targets, 1, 5);
        assert_int_equal(count(level, level->stock, true), 1);
        assert_int_equal(count(level, level->stock, false), 1);
        fewer[LW_LAZORS_MIRROR] = level->stock[LW_LAZORS_MIRROR] - 1;
        assert_int_equal(count(level, fewer, false), 0);
        assert_int_equal(kind->solve->measure(entry->level, entry->solutions->moves,
                                              strlen(entry->solutions->moves), NULL,
                                              NULL),
                         LW_OK);
    }
    fixture_close(&f);
}

static void other_blocks_are_generated_too(void **unused) {
    (void)unused;
    static const char *const options[] = {"mirrors=2",  "opaque=1",    "refract=1",
                                          "width=3..4", "height=3..4", NULL};
    struct game_fixture f;
    fixture_open(&f, kind, NULL);
    generate_candidates(&f, 6, 500, 5, options);
    for (size_t i = 0; i < f.set.n_entries; i++) {
        const struct lw_lazors_level *level = lw_lazors_level_of(f.set.entries[i].level);
        uint32_t fewer[LW_LAZORS_N_BLOCKS];
        assert_int_equal(level->stock[LW_LAZORS_OPAQUE], 1);
        assert_int_equal(level->stock[LW_LAZORS_REFRACT], 1);
        assert_int_equal(count(level, level->stock, true), 1);
        memcpy(fewer, level->stock, sizeof fewer);
        fewer[LW_LAZORS_REFRACT] = 0;
        assert_int_equal(count(level, fewer, false), 0);
    }
    fixture_close(&f);
}

static void the_same_seed_gives_the_same_levels(void **unused) {
    (void)unused;
    static const char *const options[] = {"mirrors=2..4", NULL};
    a_seed_names_its_levels_in(kind, 10, options);
}

static void impossible_requests_are_refused(void **unused) {
    (void)unused;
    static const char *const first[] = {"mirrors=0", NULL}, *const second[] = {
                                                                "needed=20", NULL};
    a_request_is_refused_in(kind, first, "no movable blocks");
    a_request_is_refused_in(kind, second, "--needed 20");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_are_unique_and_need_their_mirrors),
        cmocka_unit_test(other_blocks_are_generated_too),
        cmocka_unit_test(the_same_seed_gives_the_same_levels),
        cmocka_unit_test(impossible_requests_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
