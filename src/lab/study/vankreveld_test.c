/* Van Kreveld's procedure on the levels of the ready-made studies of all three games:
 * ratings by known weights give these weights back. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "normal_fixture.h"
#include "study/vankreveld.h"
#include "study_fixture.h"

#define NOISE 1.0  /* of a rating */
#define OFFSET 0.8 /* SD between people of how they use the scale */
#define WEIGHT 0.7 /* of a feature in standard deviations */
#define PLAYED 0.8 /* of the levels, by each person */

/* The weights that the ratings are made with; truth[0] is the constant. */
struct world {
    struct vankreveld_study v;
    double truth[VANKREVELD_MAX_FEATURES + 1], spread[VANKREVELD_MAX_FEATURES];
};

static void read_levels(struct world *w, const struct study_export *e,
                        const bool *wanted) {
    struct vankreveld_study *v = &w->v;
    const struct lw_game_kind *kind = lw_game_kind_find(e->study->sets[0].game);
    assert_int_equal(study_levels_measure(e, &v->levels, wanted, LW_COST_SOLVE, NULL),
                     LW_OK);
    for (const char *at = kind->features->line; *at != '\0';) {
        size_t len = strcspn(at, ",");
        v->names[v->p++] = lw_arena_text(&v->r->arena, at, len);
        at += len + (at[len] == ',');
    }
    v->x = lw_arena_zero(&v->r->arena, v->levels.n * v->p, sizeof *v->x);
    for (size_t l = 0; l < v->levels.n; l++) {
        for (size_t k = 0; k < v->p && wanted[l]; k++) {
            double value = study_level_feature(&v->levels.levels[l], v->names[k]);
            assert_false(isnan(value));
            v->x[v->n * v->p + k] = value;
        }
        v->n += wanted[l];
    }
}

/* Every feature counts alike, every second one makes levels easier. */
static void choose_weights(struct world *w) {
    const struct vankreveld_study *v = &w->v;
    w->truth[0] = 5.5;
    for (size_t k = 0; k < v->p; k++) {
        double mean = 0, square = 0;
        for (size_t i = 0; i < v->n; i++) {
            mean += v->x[i * v->p + k] / (double)v->n;
        }
        for (size_t i = 0; i < v->n; i++) {
            square += pow(v->x[i * v->p + k] - mean, 2) / (double)v->n;
        }
        w->spread[k] = sqrt(square);
        assert_true(w->spread[k] > 0);
        w->truth[k + 1] = (k % 2 == 0 ? WEIGHT : -WEIGHT) / w->spread[k];
        w->truth[0] -= w->truth[k + 1] * mean;
    }
}

static void rate(struct world *w, size_t people, uint64_t seed) {
    struct vankreveld_study *v = &w->v;
    struct lw_rng rng = lw_rng_make(seed, people);
    v->plays.n_people = people;
    v->solved = lw_arena_zero(&v->r->arena, people * v->n, sizeof *v->solved);
    for (size_t p = 0; p < people; p++) {
        double own = OFFSET * normal(&rng);
        for (size_t i = 0; i < v->n; i++) {
            double rating = w->truth[0] + own + NOISE * normal(&rng);
            for (size_t k = 0; k < v->p; k++) {
                rating += w->truth[k + 1] * v->x[i * v->p + k];
            }
            if (lw_rng_chance(&rng, PLAYED)) {
                v->solved[v->n_solved++] =
                    (struct lw_human_play){.player = p,
                                           .level = i,
                                           .rating = fmin(fmax(round(rating), 1), 10),
                                           .seconds = exp(rating / 3),
                                           .moves = 3 + fabs(rating)};
            }
        }
    }
}

/* Of the weights, how many intervals hold the truth is counted over all games. */
static void check(struct world *w, size_t *n, size_t *n_held) {
    struct vankreveld_numbers found, low, high;
    struct lw_error err = {.text = ""};
    const struct lw_human_plays plays = {w->v.solved, w->v.n_solved, w->v.plays.n_people,
                                         w->v.n};
    size_t n_undefined;
    if (vankreveld_numbers_of(&w->v, &plays, &found, &err) != LW_OK) {
        fail_msg("%s", err.text);
    }
    assert_int_equal(vankreveld_intervals(&w->v, &low, &high, &n_undefined, &err), LW_OK);
    for (size_t k = 0; k < w->v.p; k++) {
        size_t at = (k + 1) * LW_VANKREVELD_TARGETS;
        print_message("%16s %8.4f, truth %8.4f, 95 %% from %8.4f to %8.4f\n",
                      w->v.names[k], found.weight[at], w->truth[k + 1], low.weight[at],
                      high.weight[at]);
        assert_true(fabs(found.weight[at] - w->truth[k + 1]) * w->spread[k] < 0.3);
        *n_held +=
            low.weight[at] <= w->truth[k + 1] && w->truth[k + 1] <= high.weight[at];
        ++*n;
    }
    assert_true(found.error[0] < 0.5 * found.mean_error[0]);
    assert_true(found.gain[0] == found.mean_error[0] - found.error[0]);
    assert_true(0 < low.gain[0] && low.gain[0] <= high.gain[0]);
    assert_true(low.error[0] <= high.error[0] && low.r2[0] > 0.8);
    assert_int_equal(n_undefined, 0);
}

static void try_design(const char *design, size_t people, size_t *n, size_t *n_held) {
    struct lw_study_shipped shipped;
    struct fixture_study f;
    struct study_version version = {.number = 1};
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct study_export e = {
        .alloc = lw_alloc_libc(), .runtime = &runtime, .last = &version};
    struct report r;
    struct world w = {.v = {.e = &e, .r = &r}};
    bool wanted[200] = {false};
    report_init(&r, lw_alloc_libc());
    assert_true(lw_study_design_find(design, &shipped));
    fixture_read(&f, shipped.text, shipped.len);
    fixture_resolve(&f);
    assert_int_equal(f.status, LW_OK);
    version.frozen.levels = f.levels;
    e.study = f.study;
    assert_int_equal(study_levels_read(&e, &r.arena, &w.v.levels, NULL), LW_OK);
    assert_true(w.v.levels.n < 200);
    for (size_t l = 0; l < w.v.levels.n; l++) {
        wanted[l] = strncmp(w.v.levels.levels[l].set->set->id, "levels-", 7) == 0;
    }
    read_levels(&w, &e, wanted);
    choose_weights(&w);
    rate(&w, people, 5);
    print_message("%s: %zu levels, %zu ratings\n", design, w.v.n, w.v.n_solved);
    check(&w, n, n_held);
    study_levels_close(&w.v.levels);
    report_free(&r);
    fixture_free(&f);
}

static void weights_come_back(void **state) {
    size_t n = 0, n_held = 0;
    (void)state;
    try_design("vankreveld-rating-flow", 86, &n, &n_held);
    try_design("vankreveld-rating-lazors", 105, &n, &n_held);
    try_design("vankreveld-rating-move", 57, &n, &n_held);
    print_message("%zu of %zu intervals hold the truth\n", n_held, n);
    assert_true(n == 17 && n_held >= 14);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(weights_come_back)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
