/* Small changes that make a level harder or easier. */
#include "lw/change.h"

#include <math.h>
#include <string.h>

#define CLOSE_ENOUGH 0.15 /* of a step */

bool lw_change_possible(const struct lw_game_kind *kind) {
    return kind->solve != NULL && kind->edit != NULL && kind->edit->mutate != NULL;
}

double lw_change_value(const struct lw_change *change, const struct lw_made_level *made) {
    return change->by_rating ? made->verdict.rating : made->measures[change->measure];
}

/* How far a level is from a step in the direction asked for: one point, or a sixth of the
 * measure, because the change should be noticeable and still small. Infinite when it goes
 * the other way. */
static double distance_of(const struct lw_change *change,
                          const struct lw_made_level *made) {
    double before = lw_change_value(change, &change->before);
    double value = lw_change_value(change, made);
    double step = change->by_rating || before < 6 ? 1 : before / 6;
    bool harder = change->request.harder;
    double wanted = harder ? before + step : before - step;
    bool right_way = harder ? value > before : value < before;
    return right_way ? fabs(value - wanted) / step : (double)INFINITY;
}

static bool is_rated(const struct lw_made_level *made) {
    return made->rated && made->verdict.n_missing == 0;
}

/* Proved to have one solution. */
static bool is_unique(const struct lw_change *change, const struct lw_level *level) {
    const struct lw_solve_ops *ops = level->game->kind->solve;
    struct lw_solve_request request = {.budget = change->request.solve, .count_up_to = 2};
    struct lw_solve_result result;
    lw_solve_result_init(&result, change->pool.alloc);
    bool unique = ops->counts_solutions &&
                  ops->solve(level, &request, change->runtime, &result, NULL) == LW_OK &&
                  result.counted && result.count_complete && result.n_solutions == 1;
    lw_solve_result_free(&result);
    return unique;
}

/* The level as it was: it is what the others are compared with, and none of them. */
static lw_status examine_first(struct lw_change *change, struct lw_error *err) {
    const struct lw_level *level = change->request.level;
    const struct lw_game_kind *kind = level->game->kind;
    bool added;
    if (kind->level->dup(level, &change->before.level) != LW_OK) {
        return lw_fail_memory(err);
    }
    enum lw_refusal refusal =
        lw_pool_examine(&change->pool, change->runtime, &change->before);
    if ((refusal != LW_REFUSED_NOT && refusal != LW_REFUSED_FILTER) ||
        change->before.solution[0] == '\0') {
        return lw_fail(err, LW_LIMIT, 0, 0,
                       "the level itself was not solved within the budget, so nothing "
                       "can be compared with it");
    }
    change->by_rating = is_rated(&change->before);
    change->pool.grader = change->by_rating ? &change->grader : NULL;
    change->is_unique = is_unique(change, level);
    return lw_state_set_add(&change->pool.ids, &change->before.id, &added) ==
                   LW_STATE_NONE
               ? lw_fail_memory(err)
               : LW_OK;
}

static bool is_better(const struct lw_change *change, const struct lw_made_level *made) {
    return made->solution[0] != '\0' && (!change->by_rating || is_rated(made)) &&
           distance_of(change, made) < change->distance &&
           (!change->is_unique || is_unique(change, made->level));
}

static lw_status try_one(struct lw_change *change, struct lw_error *err) {
    const struct lw_level *level = change->request.level;
    struct lw_rng rng = lw_rng_make(change->request.seed, change->n_tried);
    struct lw_made_level made = {.index = change->n_tried};
    struct lw_pool *pool = &change->pool;
    enum lw_refusal refusal = LW_REFUSED_INVALID;
    if (level->game->kind->edit->mutate(level, &rng, &made.level, NULL) == LW_OK) {
        refusal = lw_pool_examine(pool, change->runtime, &made);
    }
    if (refusal != LW_REFUSED_NOT) {
        lw_made_level_free(pool->alloc, &made);
        return LW_OK;
    }
    lw_status status = lw_pool_take(pool, &made, &refusal, err);
    if (status == LW_OK && refusal == LW_REFUSED_NOT) {
        const struct lw_made_level *taken = &pool->levels[pool->n_levels - 1];
        if (is_better(change, taken)) {
            change->best = *taken;
            change->distance = distance_of(change, taken);
        }
    }
    return status;
}

static lw_status try_all(struct lw_change *change, struct lw_error *err) {
    const struct lw_change_request *request = &change->request;
    struct lw_meter meter;
    lw_status status = LW_OK;
    lw_meter_start(&meter, change->runtime, &request->budget);
    while (status == LW_OK && change->n_tried < request->n_tries &&
           change->distance > CLOSE_ENOUGH && lw_meter_check(&meter) == LW_STOP_NONE) {
        status = try_one(change, err);
        change->n_tried++;
        if (request->tried != NULL) {
            request->tried(request->ctx, change->n_tried);
        }
    }
    change->stop = meter.stop;
    return status;
}

lw_status lw_change_run(struct lw_change *change, const struct lw_change_request *request,
                        const struct lw_runtime *runtime, struct lw_error *err) {
    const struct lw_game_kind *kind = request->level->game->kind;
    struct lw_error why;
    *change =
        (struct lw_change){.request = *request,
                           .runtime = runtime,
                           .measure = lw_measure_find(kind->solve, LW_MEASURE_HARDER),
                           .distance = (double)INFINITY};
    lw_pool_init(&change->pool, kind, runtime->alloc);
    change->pool.budget = request->solve;
    if (lw_rater_open_among(&change->rater, kind, request->models, runtime->alloc,
                            &why) == LW_OK &&
        change->rater.calibrated) {
        change->grader =
            lw_grader_make(&change->rater, 1, 10, request->solve.cancel, runtime);
        change->pool.grader = &change->grader;
    }
    lw_status status = examine_first(change, err);
    if (status == LW_OK) {
        status = try_all(change, err);
    }
    if (status == LW_OK && change->best.level == NULL) {
        status = lw_fail(
            err, change->stop == LW_STOP_CANCEL ? LW_CANCELLED : LW_LIMIT, 0, 0,
            "none of %llu small changes made the level %s; try another "
            "seed",
            (unsigned long long)change->n_tried, request->harder ? "harder" : "easier");
    }
    return status;
}

void lw_change_close(struct lw_change *change) {
    if (change->runtime != NULL) {
        lw_made_level_free(change->pool.alloc, &change->before);
        lw_pool_free(&change->pool);
        lw_rater_close(&change->rater);
    }
}
