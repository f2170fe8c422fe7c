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
    assert_int_equal(lw_make_open(&f.make, &f.request, &f.runtime, &f.err), LW_OK);
    assert_int_equal(lw_make_run(&f.make, &f.err), LW_OK);
    for (size_t k = 0; k < f.make.pool.n_levels; k++) {
        assert_false(f.make.pool.levels[k].rated);
        assert_null(f.make.pool.levels[k].features);
    }
    end(&f);
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_no_level_can_be_is_refused_at_once),
        cmocka_unit_test(levels_come_with_all_that_is_known),
        cmocka_unit_test(levels_are_measured_only_when_asked),
        cmocka_unit_test(diversity_makes_more_and_keeps_the_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
