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

/* At the default size; an opaque block has one place only where the rest is closed or
 * crossed by light. */
static void opaque_blocks_have_one_place(void **unused) {
    (void)unused;
    static const char *const options[] = {"opaque=1..2", NULL};
    struct game_fixture f;
    fixture_open(&f, kind, NULL);
    generate_candidates(&f, 1, 60, 5, options);
    for (size_t i = 0; i < f.set.n_entries; i++) {
        const struct lw_lazors_level *level = lw_lazors_level_of(f.set.entries[i].level);
        struct lw_solve_request request = {.count_up_to = 2};
        struct lw_solve_result result;
        lw_solve_result_init(&result, lw_alloc_libc());
        assert_int_equal(
            kind->solve->solve(&level->level, &request, &f.runtime, &result, NULL),
            LW_OK);
        assert_in_range(level->stock[LW_LAZORS_OPAQUE], 1, 2);
        assert_true(result.count_complete && result.n_solutions == 1);
        lw_solve_result_free(&result);
    }
    fixture_close(&f);
}

/* Fixed blocks stand in the way of light, and closed cells are in pairs. */
static void fixed_blocks_and_symmetry_as_asked(void **unused) {
    (void)unused;
    static const char *const options[] = {"fixed=2", "symmetry=turn", "width=5",
                                          "height=5", NULL};
    struct game_fixture f;
    fixture_open(&f, kind, NULL);
    generate_candidates(&f, 2, 60, 6, options);
    for (size_t i = 0; i < f.set.n_entries; i++) {
        const struct lw_lazors_level *level = lw_lazors_level_of(f.set.entries[i].level);
        unsigned n_fixed = 0;
        for (uint32_t cell = 0; cell < 25; cell++) {
            uint8_t here = level->cells[cell], there = level->cells[24 - cell];
            bool is_fixed = here != LW_LAZORS_OPEN && here != LW_LAZORS_EMPTY;
            n_fixed += is_fixed;
            /* A fixed block takes one cell of a pair. */
            assert_true(here != LW_LAZORS_EMPTY || there != LW_LAZORS_OPEN);
        }
        assert_int_equal(n_fixed, 2);
        assert_int_equal(count(level, level->stock, true), 1);
        assert_int_equal(
            kind->solve->measure(&level->level, f.set.entries[i].solutions->moves,
                                 strlen(f.set.entries[i].solutions->moves), NULL, NULL),
            LW_OK);
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
        cmocka_unit_test(opaque_blocks_have_one_place),
        cmocka_unit_test(fixed_blocks_and_symmetry_as_asked),
        cmocka_unit_test(the_same_seed_gives_the_same_levels),
        cmocka_unit_test(impossible_requests_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
