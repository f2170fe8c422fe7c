/* Making levels: same levels whatever the order of work, no duplicates, filters,
 * diversity, order, and runs that are cut and taken up again. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lw/candidates.h"

/* A toy generator on Sokoban levels: a corridor whose length is the random stream's. One
 * in seven candidates fails, every fifth lies about its solution. */
static lw_status toy_make(const struct lw_generate_request *request,
                          const struct lw_generate_task *task, struct lw_error *err) {
    (void)task->runtime;
    request->stat(request->stat_ctx, "tried", 1);
    if (lw_rng_below(task->rng, 7) == 0) {
        return lw_fail(err, LW_LIMIT, 0, 0, "unlucky");
    }
    bool lies = lw_rng_below(task->rng, 5) == 0;
    uint32_t length = 1 + lw_rng_below(task->rng, 30), gap = lw_rng_below(task->rng, 2);
    char text[200], solution[64];
    struct lw_collection set;
    memset(text, '#', length + gap + 5);
    text[length + gap + 5] = '\n';
    char *row = text + length + gap + 6;
    memset(row, ' ', length + gap + 5);
    row[0] = row[length + gap + 4] = '#';
    row[1] = '@';
    row[2 + gap] = '$';
    row[2 + gap + length] = '.';
    row[length + gap + 5] = '\n';
    memcpy(row + length + gap + 6, text, length + gap + 6);
    row[2 * (length + gap + 6)] = '\0';
    memset(solution, 'r', gap);
    memset(solution + gap, 'R', length);
    solution[gap + length - lies] = '\0';
    lw_collection_init(&set, lw_alloc_libc());
    lw_status status = lw_game_read(request->game, "xsb", text, strlen(text), &set, err);
    if (status == LW_OK) {
        struct lw_candidate candidate = {.solution = solution, .score = length};
        status = request->game->kind->level->dup(set.entries[0].level, &candidate.level);
        (void)task->emit(task->emit_ctx, &candidate);
    }
    lw_collection_free(&set);
    return status;
}

/* With nothing to share, prepare and release may be missing. */
static const struct lw_generator toy = {
    .name = "toy", .summary = "corridors", .make = toy_make};

/* Two workers that take turns from the end: the worst order there can be. */
static void backwards(void *ctx, size_t count, lw_task_fn fn, void *task_ctx) {
    (void)ctx;
    while (count-- > 0) {
        fn(task_ctx, count, (uint32_t)(count % 2));
    }
}

struct fixture {
    struct lw_game *game;
    struct lw_runtime runtime;
    struct lw_pool pool;
    struct lw_candidate_plan plan;
    struct lw_make_report report;
    struct lw_error err;
};

static void begin(struct fixture *f, size_t count, uint64_t seed) {
    const struct lw_game_kind *kind = lw_game_kind_find("sokoban");
    struct lw_option_value rules[16];
    memset(f, 0, sizeof *f);
    lw_options_defaults(kind->rule_options, kind->n_rule_options, rules);
    assert_int_equal(kind->game->create(lw_alloc_libc(),
                                        &(struct lw_game_spec){.rules = rules}, &f->game,
                                        NULL, NULL),
                     LW_OK);
    f->runtime = lw_runtime_bare(lw_alloc_libc());
    lw_pool_init(&f->pool, kind, lw_alloc_libc());
    f->plan = (struct lw_candidate_plan){.generator = &toy,
                                         .request = {.game = f->game},
                                         .seed = seed,
                                         .count = count,
                                         .patience = 1000};
}

static lw_status run(struct fixture *f) {
    return lw_candidates_make(&f->plan, &f->runtime, &f->pool, &f->report, &f->err);
}

static void end(struct fixture *f) {
    lw_pool_free(&f->pool);
    lw_game_destroy(f->game);
}

static void assert_same_roads(const struct lw_pool *a, const struct lw_pool *b) {
    assert_int_equal(a->n_levels, b->n_levels);
    for (size_t i = 0; i < a->n_levels; i++) {
        assert_true(lw_id128_equal(a->levels[i].id, b->levels[i].id));
        assert_int_equal(a->levels[i].index, b->levels[i].index);
        assert_string_equal(a->levels[i].solution, b->levels[i].solution);
    }
}

static void order_of_work_changes_nothing(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct fixture one, two;
        begin(&one, 25, seed);
        begin(&two, 25, seed);
        two.runtime.n_workers = 2;
        two.runtime.parallel = backwards;
        assert_int_equal(run(&one), LW_OK);
        assert_int_equal(run(&two), LW_OK);
        assert_same_roads(&one.pool, &two.pool);
        assert_int_equal(one.report.next_index, two.report.next_index);
        assert_true(one.report.stats[0].sum == two.report.stats[0].sum);
        end(&one);
        end(&two);
    }
}

static void lies_and_duplicates_are_refused(void **state) {
    (void)state;
    struct fixture f;
    begin(&f, 40, 3);
    assert_int_equal(run(&f), LW_OK);
    assert_true(f.report.counts[LW_REFUSED_UNPROVEN] > 0);
    assert_true(f.report.counts[LW_REFUSED_DUPLICATE] > 0);
    assert_true(f.report.n_failed > 0);
    for (size_t i = 0; i < f.pool.n_levels; i++) {
        for (size_t j = 0; j < i; j++) {
            assert_false(lw_id128_equal(f.pool.levels[i].id, f.pool.levels[j].id));
        }
    }
    end(&f);
}

static void packs_are_avoided(void **state) {
    (void)state;
    struct fixture first, second;
    struct lw_collection pack;
    begin(&first, 20, 5);
    assert_int_equal(run(&first), LW_OK);
    lw_collection_init(&pack, lw_alloc_libc());
    struct lw_id128 ids[20];
    for (size_t i = 0; i < 20; i++) {
        ids[i] = first.pool.levels[i].id;
    }
    assert_int_equal(lw_pool_collect(&first.pool, "toy", 5, &pack, NULL), LW_OK);
    assert_int_equal(pack.n_entries, 20);
    assert_string_equal(lw_note_find(pack.entries[0].notes, "Generator"), "toy");
    begin(&second, 20, 5);
    struct lw_against against;
    lw_against_init(&against, lw_alloc_libc());
    assert_int_equal(lw_against_add_levels(&against, &pack, NULL), LW_OK);
    assert_int_equal(against.n_ids, 20);
    assert_int_equal(lw_pool_avoid(&second.pool, &against, NULL), LW_OK);
    lw_against_free(&against);
    assert_int_equal(run(&second), LW_OK);
    for (size_t i = 0; i < 20; i++) {
        for (size_t j = 0; j < 20; j++) {
            assert_false(lw_id128_equal(ids[i], second.pool.levels[j].id));
        }
    }
    lw_collection_free(&pack);
    end(&first);
    end(&second);
}

static void filters_hold_and_can_end_a_run(void **state) {
    (void)state;
    struct fixture f;
    struct lw_filter filter;
    begin(&f, 5, 1);
    assert_int_equal(lw_filter_find(f.pool.kind, "pushes", 6, &filter, &f.err), LW_OK);
    filter.lo = 10;
    filter.hi = 14;
    f.pool.filters = &filter;
    f.pool.n_filters = 1;
    assert_int_equal(run(&f), LW_OK);
    for (size_t i = 0; i < f.pool.n_levels; i++) {
        assert_in_range(strlen(f.pool.levels[i].solution), 10, 15);
    }
    end(&f);
    begin(&f, 5, 1);
    filter.lo = filter.hi = 1000;
    f.pool.filters = &filter;
    f.pool.n_filters = 1;
    f.plan.patience = 50;
    assert_int_equal(run(&f), LW_LIMIT);
    assert_true(f.report.out_of_patience);
    assert_int_equal(f.report.n_candidates, 50);
    end(&f);
    begin(&f, 500, 1);
    f.plan.max_candidates = 33;
    assert_int_equal(run(&f), LW_LIMIT);
    assert_int_equal(f.report.n_candidates, 33);
    assert_in_range(f.report.n_offered, f.pool.n_levels, 33);
    assert_true(f.pool.n_levels > 0);
    end(&f);
    begin(&f, 1, 1);
    assert_int_equal(lw_filter_find(f.pool.kind, "beauty", 6, &filter, &f.err), LW_USAGE);
    end(&f);
}

/* Stops the run from within after some levels, as Ctrl-C would. */
struct stopper {
    atomic_bool cancel;
    uint64_t next;
    size_t n_taken, stop_after;
};

static void stop_taken(void *ctx, const struct lw_made_level *made) {
    struct stopper *stopper = ctx;
    (void)made;
    if (++stopper->n_taken == stopper->stop_after) {
        atomic_store(&stopper->cancel, true);
    }
}

static void stop_checkpoint(void *ctx, uint64_t next_index) {
    ((struct stopper *)ctx)->next = next_index;
}

static void a_cut_run_goes_on_to_the_same_end(void **state) {
    (void)state;
    for (size_t stop_after = 1; stop_after < 30; stop_after += 4) {
        struct fixture whole, part;
        struct stopper stopper = {.stop_after = stop_after};
        begin(&whole, 30, 9);
        assert_int_equal(run(&whole), LW_OK);
        begin(&part, 30, 9);
        part.runtime.n_workers = 2;
        part.runtime.parallel = backwards;
        part.plan.budget.cancel = &stopper.cancel;
        part.plan.taken = stop_taken;
        part.plan.checkpoint = stop_checkpoint;
        part.plan.ctx = &stopper;
        assert_int_equal(run(&part), LW_CANCELLED);
        assert_true(part.pool.n_levels >= stop_after && part.pool.n_levels < 30);
        atomic_store(&stopper.cancel, false);
        part.plan.first_index = stopper.next;
        assert_int_equal(run(&part), LW_OK);
        assert_same_roads(&whole.pool, &part.pool);
        end(&whole);
        end(&part);
    }
}

static void diversity_keeps_extremes_and_order_sorts(void **state) {
    (void)state;
    struct fixture f;
    begin(&f, 40, 2);
    assert_int_equal(run(&f), LW_OK);
    double least = 1e9, most = 0;
    for (size_t i = 0; i < 40; i++) {
        double score = f.pool.levels[i].score;
        least = score < least ? score : least;
        most = score > most ? score : most;
    }
    assert_int_equal(lw_pool_diversify(&f.pool, 6, NULL), LW_OK);
    assert_int_equal(f.pool.n_levels, 6);
    assert_int_equal(lw_pool_order(&f.pool, "pushes", NULL), LW_OK);
    assert_true(f.pool.levels[0].score == least);
    assert_true(f.pool.levels[5].score == most);
    for (size_t i = 1; i < 6; i++) {
        assert_true(f.pool.levels[i - 1].score <= f.pool.levels[i].score);
    }
    assert_int_equal(lw_pool_order(&f.pool, "taste", &f.err), LW_USAGE);
    end(&f);
}

/* The choice of diversify by the words of its header: from every rest the one whose
 * nearest kept level is farthest, the earliest of several, each axis in its own spread.
 */
#define MAX_RIVALS 40

struct rival {
    uint64_t index;
    double at[LW_MAX_MEASURES + 2];
};

static size_t list_rivals(const struct lw_pool *pool, struct rival *rivals) {
    size_t n_axes = pool->kind->solve->n_measures;
    for (size_t i = 0; i < pool->n_levels; i++) {
        uint32_t size[2];
        pool->kind->level->size(pool->levels[i].level, &size[0], &size[1]);
        rivals[i].index = pool->levels[i].index;
        memcpy(rivals[i].at, pool->levels[i].measures, n_axes * sizeof *rivals[i].at);
        rivals[i].at[n_axes] = size[0];
        rivals[i].at[n_axes + 1] = size[1];
    }
    for (size_t k = 0; k < n_axes + 2; k++) {
        double mean = 0, square = 0;
        for (size_t i = 0; i < pool->n_levels; i++) {
            mean += rivals[i].at[k] / (double)pool->n_levels;
        }
        for (size_t i = 0; i < pool->n_levels; i++) {
            square += pow(rivals[i].at[k] - mean, 2) / (double)pool->n_levels;
        }
        for (size_t i = 0; i < pool->n_levels; i++) {
            rivals[i].at[k] = square > 1e-9 ? rivals[i].at[k] / sqrt(square) : 0;
        }
    }
    return n_axes + 2;
}

static double nearest_of(const struct rival *rivals, size_t n_kept, size_t i,
                         size_t n_axes) {
    double nearest = (double)INFINITY;
    for (size_t j = 0; j < n_kept; j++) {
        double sum = 0;
        for (size_t k = 0; k < n_axes; k++) {
            sum += pow(rivals[i].at[k] - rivals[j].at[k], 2);
        }
        nearest = fmin(nearest, sum);
    }
    return nearest;
}

/* Corridors are all alike: measures on scales of their own instead. */
static void scatter(struct lw_pool *pool, uint64_t seed) {
    struct lw_rng rng = lw_rng_make(seed, 77);
    for (size_t i = 0; i < pool->n_levels; i++) {
        for (size_t k = 0; k < pool->kind->solve->n_measures; k++) {
            double scale = pow(10, (double)k - 2);
            pool->levels[i].measures[k] = scale * (5 + lw_rng_unit(&rng));
        }
    }
}

static void diversity_takes_the_farthest(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        struct fixture f;
        struct rival rivals[MAX_RIVALS];
        size_t n = 2 + seed % 9;
        begin(&f, MAX_RIVALS, seed);
        assert_int_equal(run(&f), LW_OK);
        scatter(&f.pool, seed);
        size_t n_axes = list_rivals(&f.pool, rivals);
        assert_int_equal(lw_pool_diversify(&f.pool, n, NULL), LW_OK);
        assert_int_equal(f.pool.n_levels, n);
        assert_int_equal(f.pool.levels[0].index, rivals[0].index);
        for (size_t kept = 1; kept < n; kept++) {
            double most = 0;
            size_t taken = kept;
            for (size_t i = kept; i < MAX_RIVALS; i++) {
                most = fmax(most, nearest_of(rivals, kept, i, n_axes));
                taken = rivals[i].index == f.pool.levels[kept].index ? i : taken;
            }
            assert_int_equal(rivals[taken].index, f.pool.levels[kept].index);
            assert_true(nearest_of(rivals, kept, taken, n_axes) > most - 1e-6);
            struct rival other = rivals[kept];
            rivals[kept] = rivals[taken];
            rivals[taken] = other;
        }
        end(&f);
    }
}

/* What one tree gives, children by recursion. */
static double plain_tree(const struct lw_model *model, uint32_t at, const double *z) {
    const struct lw_model_node *node = &model->nodes[at];
    return node->left == 0
               ? node->value
               : plain_tree(model, z[node->term] > node->cut ? node->right : node->left,
                            z);
}

/* The rating as a plain weighted sum and trees, from the model's text alone. */
static double plain_rating(const struct lw_model *model, const size_t *index,
                           const struct lw_level *level) {
    struct lw_budget budget = {.nodes = 100000};
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_feature_values values;
    assert_int_equal(level->game->kind->features->compute(
                         level, LW_COST_ENUMERATE, &budget, &runtime, &values, NULL),
                     LW_OK);
    double score = model->intercept, z[LW_MAX_FEATURES] = {0};
    size_t below = 0;
    for (size_t i = 0; i < model->n_terms; i++) {
        const struct lw_model_term *term = &model->terms[i];
        double x = values.value[index[i]];
        x = term->log ? log1p(x) : x;
        x = x < term->low ? term->low : x > term->high ? term->high : x;
        z[i] = (x - term->mean) / term->sd;
        score += term->weight * z[i];
    }
    for (size_t t = 0; t < model->n_trees; t++) {
        score += plain_tree(model, model->roots[t], z);
    }
    while (below < model->n_levels && model->predicted[below] < score) {
        below++;
    }
    return 1 + 9 * (double)below / (double)model->n_levels;
}

static void difficulty_filters_and_orders(void **state) {
    (void)state;
    struct fixture f;
    struct lw_rater rater;
    begin(&f, 8, 4);
    assert_int_equal(lw_rater_open(&rater, f.pool.kind, NULL, 0, lw_alloc_libc(), NULL),
                     LW_OK);
    assert_true(rater.calibrated);
    struct lw_grader grader = {.rater = &rater,
                               .lo = 1,
                               .hi = 4,
                               .budget = {.nodes = 100000},
                               .objective_nodes = 100000,
                               .runtime = &f.runtime};
    f.pool.grader = &grader;
    assert_int_equal(run(&f), LW_OK);
    assert_int_equal(lw_pool_order(&f.pool, NULL, NULL), LW_OK);
    for (size_t i = 0; i < f.pool.n_levels; i++) {
        const struct lw_made_level *made = &f.pool.levels[i];
        assert_true(made->verdict.rating >= 1 && made->verdict.rating <= 4);
        assert_true(fabs(made->verdict.rating -
                         plain_rating(&rater.model, rater.index, made->level)) < 0.5);
        assert_true(i == 0 ||
                    f.pool.levels[i - 1].verdict.rating <= made->verdict.rating);
        double close = lw_grader_closeness(&grader, made->level, made->solution, 0);
        assert_true(fabs(close - (10 - fabs(made->verdict.rating - 2.5))) < 1e-9);
    }
    /* What is enough for the objective is inside the range. */
    struct lw_objective objective = lw_grader_objective(&grader);
    assert_true(objective.enough > 10 - (4 - 2.5) && objective.enough < 10);
    end(&f);
    begin(&f, 1, 4);
    grader.lo = 8;
    grader.hi = 10;
    f.pool.grader = &grader;
    f.plan.patience = 20;
    assert_int_equal(run(&f), LW_LIMIT);
    /* What cannot be measured is refused, not guessed. */
    grader.lo = 1;
    grader.budget.nodes = 1;
    assert_int_equal(run(&f), LW_LIMIT);
    end(&f);
    lw_rater_close(&rater);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order_of_work_changes_nothing),
        cmocka_unit_test(lies_and_duplicates_are_refused),
        cmocka_unit_test(packs_are_avoided),
        cmocka_unit_test(filters_hold_and_can_end_a_run),
        cmocka_unit_test(a_cut_run_goes_on_to_the_same_end),
        cmocka_unit_test(difficulty_filters_and_orders),
        cmocka_unit_test(diversity_keeps_extremes_and_order_sorts),
        cmocka_unit_test(diversity_takes_the_farthest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
