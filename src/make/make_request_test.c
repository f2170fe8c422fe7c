/* A request and its result: what is refused before any work, what comes with a level. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lw/make.h"
#include "lw/open.h"

struct fixture {
    struct lw_game *game;
    struct lw_runtime runtime;
    struct lw_option_value values[64];
    struct lw_make_request request;
    struct lw_make make;
    struct lw_error err;
    size_t n_taken;
};

static void count_taken(void *ctx, const struct lw_made_level *made) {
    struct fixture *f = ctx;
    assert_non_null(made->solution);
    f->n_taken++;
}

static void begin(struct fixture *f, const char *game) {
    const struct lw_game_kind *kind = lw_game_kind_find(game);
    const struct lw_generator *generator = lw_generator_find(kind, NULL);
    memset(f, 0, sizeof *f);
    f->runtime = lw_runtime_bare(lw_alloc_libc());
    assert_int_equal(lw_game_create(kind, lw_alloc_libc(), &f->game, &f->err), LW_OK);
    lw_options_defaults(generator->options, generator->n_options, f->values);
    f->request = (struct lw_make_request){.game = f->game,
                                          .generator = generator,
                                          .values = f->values,
                                          .seed = 7,
                                          .count = 3,
                                          .patience = 100,
                                          .taken = count_taken,
                                          .ctx = f};
}

static void end(struct fixture *f) {
    lw_make_close(&f->make);
    lw_game_destroy(f->game);
}

static void check_refused(struct fixture *f, lw_status status, const char *field) {
    assert_int_equal(lw_make_open(&f->make, &f->request, &f->runtime, &f->err), status);
    assert_string_equal(f->err.field, field);
    assert_true(strlen(f->err.text) > 10);
    lw_make_close(&f->make);
    assert_int_equal(f->n_taken, 0);
}

static void what_no_level_can_be_is_refused_at_once(void **state) {
    static const double ranges[][2] = {{0, 0.5}, {11, 12}, {6, 3}, {3, 99}, {-4, 5}};
    struct fixture f;
    (void)state;
    begin(&f, "flow");
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        f.request.by_rating = true;
        f.request.min_rating = ranges[i][0];
        f.request.max_rating = ranges[i][1];
        check_refused(&f, LW_USAGE, "difficulty");
    }
    f.request.by_rating = false;
    f.request.order = "beauty";
    check_refused(&f, LW_USAGE, "order");
    f.request.order = NULL;
    struct lw_filter filter;
    assert_int_equal(lw_filter_read(f.game->kind, "turns", 5, "9..2", &filter, &f.err),
                     LW_USAGE);
    filter = (struct lw_filter){.lo = 9, .hi = 2};
    f.request.filters = &filter;
    f.request.n_filters = 1;
    check_refused(&f, LW_USAGE, "filters");
    end(&f);
}

/* A rated level has what its verdict was made from, and it says the same. */
static void levels_come_with_all_that_is_known(void **state) {
    static const char *const games[] = {"sokoban", "flow", "lazors", "move"};
    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        struct fixture f;
        begin(&f, games[i]);
        f.request.rate = true;
        assert_int_equal(lw_make_open(&f.make, &f.request, &f.runtime, &f.err), LW_OK);
        assert_int_equal(lw_make_check(&f.make, &f.err), LW_OK);
        assert_int_equal(lw_make_run(&f.make, &f.err), LW_OK);
        assert_int_equal(f.make.pool.n_levels, 3);
        assert_int_equal(f.n_taken, 3);
        assert_true(f.make.repeatable && !f.make.cut_short);
        for (size_t k = 0; k < 3; k++) {
            const struct lw_made_level *made = &f.make.pool.levels[k];
            struct lw_verdict again;
            assert_true(made->rated);
            assert_non_null(made->features);
            lw_rater_judge(f.make.request.rater, made->features, &again);
            assert_true(again.rating == made->verdict.rating);
            assert_int_equal(again.calibrated, f.make.request.rater->calibrated);
            assert_true(made->verdict.rating >= 1 && made->verdict.rating <= 10);
        }
        end(&f);
    }
}

/* Nobody pays for what nobody asked for. */
static void levels_are_measured_only_when_asked(void **state) {
    struct fixture f;
    (void)state;
    begin(&f, "flow");
    f.request.order = "index";
    assert_int_equal(lw_make_open(&f.make, &f.request, &f.runtime, &f.err), LW_OK);
    assert_int_equal(lw_make_run(&f.make, &f.err), LW_OK);
    for (size_t k = 0; k < f.make.pool.n_levels; k++) {
        assert_false(f.make.pool.levels[k].rated);
        assert_null(f.make.pool.levels[k].features);
    }
    end(&f);
}

/* Whatever the generator counts; the two names of that order, and none, are the same. */
static void levels_rise_as_they_are_rated(void **state) {
    static const char *const games[] = {"sokoban", "flow", "lazors", "move"};
    static const char *const orders[] = {NULL, "rating", "difficulty"};
    (void)state;
    for (size_t i = 0; i < sizeof games / sizeof *games * 3; i++) {
        struct fixture f;
        begin(&f, games[i / 3]);
        f.request.count = 8;
        f.request.order = orders[i % 3];
        assert_int_equal(lw_make_open(&f.make, &f.request, &f.runtime, &f.err), LW_OK);
        assert_int_equal(lw_make_run(&f.make, &f.err), LW_OK);
        assert_int_equal(f.make.pool.n_levels, 8);
        for (size_t k = 0; k < 8; k++) {
            const struct lw_made_level *made = &f.make.pool.levels[k];
            assert_true(made->rated);
            assert_true(k == 0 || made[-1].verdict.rating <= made->verdict.rating);
        }
        end(&f);
    }
}

static void diversity_makes_more_and_keeps_the_count(void **state) {
    struct fixture f;
    (void)state;
    begin(&f, "move");
    f.request.diverse = 4;
    assert_int_equal(lw_make_open(&f.make, &f.request, &f.runtime, &f.err), LW_OK);
    assert_int_equal(lw_make_run(&f.make, &f.err), LW_OK);
    assert_int_equal(f.make.n_found, 12);
    assert_int_equal(f.n_taken, 12);
    assert_int_equal(f.make.pool.n_levels, 3);
    end(&f);
}

/* The same request again, against what it gave: other levels, and as many. */
static void levels_that_are_there_are_not_made_again(void **state) {
    struct fixture f;
    struct lw_against against;
    (void)state;
    begin(&f, "move");
    lw_against_init(&against, lw_alloc_libc());
    assert_int_equal(lw_make_open(&f.make, &f.request, &f.runtime, &f.err), LW_OK);
    assert_int_equal(lw_make_run(&f.make, &f.err), LW_OK);
    assert_int_equal(f.make.pool.n_levels, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(lw_against_add(&against, f.make.pool.levels[i].id, &f.err),
                         LW_OK);
    }
    lw_make_close(&f.make);
    f.request.against = &against;
    assert_int_equal(lw_make_open(&f.make, &f.request, &f.runtime, &f.err), LW_OK);
    assert_int_equal(lw_make_run(&f.make, &f.err), LW_OK);
    assert_int_equal(f.make.pool.n_levels, 3);
    assert_true(f.make.report.counts[LW_REFUSED_DUPLICATE] >= 3);
    for (size_t i = 0; i < 9; i++) {
        assert_false(lw_id128_equal(f.make.pool.levels[i / 3].id, against.ids[i % 3]));
    }
    lw_against_free(&against);
    end(&f);
}

/* Names and values become options in one place, whoever brings them. */
static void settings_become_options_within_the_memory(void **state) {
    const struct lw_game_kind *kind = lw_game_kind_find("sokoban");
    const struct lw_setting list[] = {{"boxes", "2"}, {"trim", "yes"}, {NULL, NULL}};
    const struct lw_setting wrong[] = {{"boxes", "2"}, {"bocks", "3"}};
    const struct lw_settings good = lw_settings_of(list), bad = {wrong, 2};
    struct lw_option_value values[LW_MAX_GENERATOR_OPTIONS];
    const struct lw_generator *generator;
    struct lw_error err = {.status = LW_OK};
    (void)state;
    assert_int_equal(good.n, 2);
    assert_int_equal(lw_settings_of(NULL).n, 0);
    assert_int_equal(lw_generator_get(kind, NULL, &generator, &err), LW_OK);
    assert_int_equal(lw_generator_settings(generator, &good, 1 << 20, values, &err),
                     LW_OK);
    for (size_t i = 0; i < generator->n_options; i++) {
        const char *name = generator->options[i].name;
        bool given = strcmp(name, "boxes") == 0 || strcmp(name, "trim") == 0;
        assert_int_equal(values[i].given, given);
        if (generator->options[i].type == LW_OPTION_BYTES) {
            assert_int_equal(values[i].u, 1 << 20);
        }
    }
    assert_int_equal(lw_generator_settings(generator, &bad, 0, values, &err), LW_USAGE);
    assert_string_equal(err.field, "bocks");
    assert_non_null(strstr(err.text, "has no option 'bocks'; it has "));
    assert_int_equal(lw_generator_get(kind, "chess", &generator, &err), LW_USAGE);
    assert_non_null(strstr(err.text, "Sokoban has no generator 'chess'; choose from "));
}

static void filters_are_read_with_their_place(void **state) {
    const struct lw_game_kind *kind = lw_game_kind_find("sokoban");
    const struct lw_setting list[] = {{"pushes", "3..7"}, {"beauty", "1.."}};
    const struct lw_settings one = {list, 1}, two = {list, 2};
    struct lw_filter filters[2];
    struct lw_error err = {.status = LW_OK};
    (void)state;
    assert_int_equal(lw_filters_read(kind, &one, filters, 2, &err), LW_OK);
    assert_true(filters[0].lo >= 3 && filters[0].hi <= 7);
    assert_int_equal(lw_filters_read(kind, &two, filters, 2, &err), LW_USAGE);
    assert_string_equal(err.field, "beauty");
    assert_int_equal(lw_filters_read(kind, &two, filters, 1, &err), LW_USAGE);
    assert_string_equal(err.text, "there are more than 1 filters");
}

static void a_run_says_how_far_it_is(void **state) {
    struct lw_make make = {.request = {.count = 4, .diverse = 2}, .pool.n_levels = 2};
    struct lw_progress inside = {.phase = "searching", .done = 1, .total = 2};
    struct lw_progress between = {.phase = "generating", .done = 1, .total = 2};
    (void)state;
    assert_true(fabs(lw_make_fraction(&make, &between) - 0.25) < 1e-9);
    assert_true(fabs(lw_make_fraction(&make, &inside) - 0.3125) < 1e-9);
    /* The selection leaves the half of them, and nothing goes back. */
    make.n_found = 8;
    make.pool.n_levels = 4;
    assert_true(fabs(lw_make_fraction(&make, &inside) - 1) < 1e-9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_no_level_can_be_is_refused_at_once),
        cmocka_unit_test(levels_come_with_all_that_is_known),
        cmocka_unit_test(levels_are_measured_only_when_asked),
        cmocka_unit_test(levels_rise_as_they_are_rated),
        cmocka_unit_test(diversity_makes_more_and_keeps_the_count),
        cmocka_unit_test(levels_that_are_there_are_not_made_again),
        cmocka_unit_test(settings_become_options_within_the_memory),
        cmocka_unit_test(filters_are_read_with_their_place),
        cmocka_unit_test(a_run_says_how_far_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
