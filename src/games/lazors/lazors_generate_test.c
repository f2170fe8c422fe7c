/* The generator: what it promises is checked with searches of its levels, not with its
 * own bookkeeping. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "game_fixture.h"
#include "lazors_internal.h"

static const struct lw_game_kind *const kind = &lw_lazors_kind;

static bool collect(void *ctx, struct lw_candidate *candidate) {
    struct lw_collection *set = ctx;
    struct lw_entry *entry = lw_collection_add(set, candidate->level, "", 0);
    assert_non_null(entry);
    assert_true(lw_collection_solution(set, entry, "", candidate->solution));
    return true;
}

static void generate(struct game_fixture *f, uint64_t seed, size_t wanted,
                     const char *const *options) {
    const struct lw_generator *generator = kind->generators[0];
    struct lw_option_value values[16];
    struct lw_error err = {0};
    void *shared;
    lw_options_defaults(generator->options, generator->n_options, values);
    for (; *options != NULL; options++) {
        size_t len = strcspn(*options, "=");
        size_t at =
            lw_option_find(generator->options, generator->n_options, *options, len);
        assert_int_equal(lw_option_parse(&generator->options[at], *options + len + 1,
                                         &values[at], &err),
                         LW_OK);
    }
    struct lw_generate_request request = {.game = f->game, .values = values};
    assert_int_equal(generator->prepare(&request, &f->runtime, &shared, &err), LW_OK);
    for (uint64_t i = 0; f->set.n_entries < wanted && i < 100 * wanted; i++) {
        struct lw_rng rng = lw_rng_make(seed, i);
        assert_int_equal(generator->make(&request, shared, &rng, &f->runtime, 0, collect,
                                         &f->set, &err),
                         LW_OK);
    }
    generator->release(&request, shared);
    assert_int_equal(f->set.n_entries, wanted);
}

static uint64_t count(const struct lw_lazors_level *level, const uint32_t *stock,
                      bool place_all) {
    struct lazors_search search = {.level = level, .place_all = place_all};
    struct lw_meter meter;
    memcpy(search.stock, stock, sizeof search.stock);
    lw_meter_start(&meter, NULL, NULL);
    assert_int_equal(lazors_enumerate(&search, &meter, lw_alloc_libc()), LW_OK);
    assert_true(search.complete);
    return search.n_classes;
}

static void levels_are_unique_and_need_their_mirrors(void **unused) {
    (void)unused;
    static const char *const options[] = {"mirrors=4..6", "emitters=1..2", "targets=1..5",
                                          NULL};
    struct game_fixture f;
    fixture_open(&f, kind, NULL);
    generate(&f, 4, 40, options);
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
    generate(&f, 6, 5, options);
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
    struct lw_buffer texts[3];
    for (unsigned i = 0; i < 3; i++) {
        struct game_fixture f;
        fixture_open(&f, kind, NULL);
        generate(&f, i == 2 ? 9 : 8, 10, options);
        lw_buffer_init(&texts[i], lw_alloc_libc());
        assert_int_equal(kind->level->formats[0].write(f.game, &f.set, &texts[i], NULL),
                         LW_OK);
        fixture_close(&f);
    }
    assert_string_equal(lw_buffer_text(&texts[0]), lw_buffer_text(&texts[1]));
    assert_string_not_equal(lw_buffer_text(&texts[0]), lw_buffer_text(&texts[2]));
    for (unsigned i = 0; i < 3; i++) {
        lw_buffer_free(&texts[i]);
    }
}

static void impossible_requests_are_refused(void **unused) {
    (void)unused;
    const struct lw_generator *generator = kind->generators[0];
    struct game_fixture f;
    struct lw_option_value values[16];
    struct lw_error err = {0};
    void *shared;
    fixture_open(&f, kind, NULL);
    struct lw_generate_request request = {.game = f.game, .values = values};
    lw_options_defaults(generator->options, generator->n_options, values);
    size_t at = lw_option_find(generator->options, generator->n_options, "mirrors", 7);
    assert_int_equal(lw_option_parse(&generator->options[at], "0", &values[at], &err),
                     LW_OK);
    assert_int_equal(generator->prepare(&request, &f.runtime, &shared, &err), LW_USAGE);
    lw_options_defaults(generator->options, generator->n_options, values);
    at = lw_option_find(generator->options, generator->n_options, "needed", 6);
    assert_int_equal(lw_option_parse(&generator->options[at], "20", &values[at], &err),
                     LW_OK);
    assert_int_equal(generator->prepare(&request, &f.runtime, &shared, &err), LW_USAGE);
    fixture_close(&f);
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
