/* The pool: proof by replay, measures, filters, and no level twice. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lw/pool.h"

const char *lw_refusal_name(enum lw_refusal refusal) {
    static const char *const names[LW_N_REFUSALS] = {
        [LW_REFUSED_NOT] = "taken",           [LW_REFUSED_INVALID] = "invalid",
        [LW_REFUSED_UNPROVEN] = "unproven",   [LW_REFUSED_FILTER] = "filtered",
        [LW_REFUSED_DUPLICATE] = "duplicate", [LW_REFUSED_ALIKE] = "alike",
    };
    return names[refusal];
}

void lw_pool_init(struct lw_pool *pool, const struct lw_game_kind *kind,
                  const struct lw_alloc *alloc) {
    *pool = (struct lw_pool){.alloc = alloc, .kind = kind};
    lw_state_set_init(&pool->ids, alloc, sizeof(struct lw_id128));
}

void lw_made_level_free(const struct lw_alloc *alloc, struct lw_made_level *made) {
    lw_level_destroy(made->level);
    if (made->solution != NULL) {
        lw_alloc_free(alloc, made->solution, strlen(made->solution) + 1);
    }
    if (made->title != NULL) {
        lw_alloc_free(alloc, made->title, strlen(made->title) + 1);
    }
    lw_alloc_free(alloc, made->features, sizeof *made->features);
    made->features = NULL;
    made->level = NULL;
    made->solution = NULL;
    made->title = NULL;
}

void lw_pool_limit(struct lw_pool *pool, size_t n) {
    while (pool->n_levels > n) {
        lw_made_level_free(pool->alloc, &pool->levels[--pool->n_levels]);
    }
}

void lw_pool_free(struct lw_pool *pool) {
    lw_pool_limit(pool, 0);
    lw_alloc_free(pool->alloc, pool->levels, pool->cap * sizeof *pool->levels);
    lw_state_set_free(&pool->ids);
    *pool = (struct lw_pool){.alloc = NULL};
}

/* Filters. */

static void list_names(const struct lw_game_kind *kind, char *out, size_t room) {
    struct lw_buffer names;
    lw_buffer_init(&names, lw_alloc_libc());
    for (size_t i = 0; kind->solve != NULL && i < kind->solve->n_measures; i++) {
        lw_buffer_printf(&names, "%s%s", names.len > 0 ? ", " : "",
                         kind->solve->measures[i].name);
    }
    for (size_t i = 0; kind->features != NULL && i < kind->features->n_features; i++) {
        lw_buffer_printf(&names, "%s%s", names.len > 0 ? ", " : "",
                         kind->features->features[i].name);
    }
    (void)snprintf(out, room, "%.*s%s", (int)room - 4, lw_buffer_text(&names),
                   names.len > room - 4 ? "..." : "");
    lw_buffer_free(&names);
}

static bool same_name(const char *name, size_t len, const char *other) {
    return strlen(other) == len && memcmp(name, other, len) == 0;
}

lw_status lw_filter_find(const struct lw_game_kind *kind, const char *name,
                         size_t name_len, struct lw_filter *out, struct lw_error *err) {
    *out = (struct lw_filter){.lo = -(double)INFINITY, .hi = (double)INFINITY};
    for (size_t i = 0; kind->solve != NULL && i < kind->solve->n_measures; i++) {
        if (same_name(name, name_len, kind->solve->measures[i].name)) {
            out->which = i;
            return LW_OK;
        }
    }
    for (size_t i = 0; kind->features != NULL && i < kind->features->n_features; i++) {
        if (same_name(name, name_len, kind->features->features[i].name)) {
            out->is_feature = true;
            out->which = i;
            return LW_OK;
        }
    }
    char names[300];
    list_names(kind, names, sizeof names);
    return lw_fail(err, LW_USAGE, 0, 0, "%s has no measure or feature '%.*s'; it has %s",
                   kind->title, (int)(name_len < 40 ? name_len : 40), name, names);
}

lw_status lw_filter_read(const struct lw_game_kind *kind, const char *name,
                         size_t name_len, const char *range, struct lw_filter *out,
                         struct lw_error *err) {
    static const struct lw_option option = {.name = "filter", .type = LW_OPTION_RANGE};
    struct lw_option_value value = {.set = false};
    lw_status status = lw_filter_find(kind, name, name_len, out, err);
    if (status == LW_OK) {
        status = lw_option_parse(&option, range, &value, err);
    }
    out->lo = value.lo;
    out->hi = value.hi;
    return status;
}

static bool inside(double value, const struct lw_filter *filter) {
    /* NaN, what is not defined, passes no filter. */
    return value >= filter->lo && value <= filter->hi;
}

static bool pass_measures(const struct lw_pool *pool, const struct lw_made_level *made) {
    for (size_t i = 0; i < pool->n_filters; i++) {
        const struct lw_filter *filter = &pool->filters[i];
        if (!filter->is_feature && !inside(made->measures[filter->which], filter)) {
            return false;
        }
    }
    return true;
}

static bool make_room(const struct lw_pool *pool, struct lw_made_level *made) {
    if (made->features == NULL) {
        made->features = lw_alloc_zero(pool->alloc, 1, sizeof *made->features);
    }
    return made->features != NULL;
}

static bool pass_features(const struct lw_pool *pool, const struct lw_runtime *runtime,
                          struct lw_made_level *made) {
    bool any = false;
    enum lw_feature_cost cost = LW_COST_INSTANT;
    for (size_t i = 0; i < pool->n_filters; i++) {
        const struct lw_filter *filter = &pool->filters[i];
        if (filter->is_feature) {
            enum lw_feature_cost needs =
                pool->kind->features->features[filter->which].cost;
            any = true;
            cost = needs > cost ? needs : cost;
        }
    }
    if (!any) {
        return true;
    }
    bool pass = lw_made_level_measure(pool->alloc, made, cost, &pool->budget, runtime);
    for (size_t i = 0; pass && i < pool->n_filters; i++) {
        const struct lw_filter *filter = &pool->filters[i];
        pass =
            !filter->is_feature || inside(made->features->value[filter->which], filter);
    }
    return pass;
}

void lw_pool_rate(const struct lw_pool *pool, const struct lw_grader *grader,
                  const struct lw_runtime *runtime, struct lw_made_level *made) {
    /* What is won before the first move is not hard for anyone. */
    if (!made->rated && made->solution[0] != '\0' && make_room(pool, made)) {
        made->rated = lw_grader_judge(grader, runtime, made->level, made->features,
                                      &made->measured, &made->verdict);
        /* What was measured after a stop is of another level. */
        const atomic_bool *cancel = grader->budget.cancel;
        made->rated = made->rated && !(cancel != NULL && atomic_load(cancel));
    }
}

struct rating {
    struct lw_pool *pool;
    const struct lw_grader *grader;
    const struct lw_runtime *runtime;
    uint64_t end_ns; /* 0: none */
};

static void rate_one(void *ctx, size_t i, uint32_t worker) {
    const struct rating *rating = ctx;
    struct lw_runtime runtime = *rating->runtime;
    (void)worker;
    runtime.n_workers = 1;
    runtime.parallel = NULL;
    runtime.progress = NULL;
    if (rating->end_ns == 0 || lw_runtime_now_ns(&runtime) < rating->end_ns) {
        lw_pool_rate(rating->pool, rating->grader, &runtime, &rating->pool->levels[i]);
    }
}

void lw_pool_rate_all(struct lw_pool *pool, const struct lw_grader *grader,
                      const struct lw_runtime *runtime, uint64_t time_ns) {
    struct rating rating = {pool, grader, runtime,
                            time_ns == 0 ? 0 : lw_runtime_now_ns(runtime) + time_ns};
    lw_runtime_parallel(runtime, pool->n_levels, rate_one, &rating);
}

static bool pass_grader(const struct lw_pool *pool, const struct lw_runtime *runtime,
                        struct lw_made_level *made) {
    if (pool->grader == NULL) {
        return true;
    }
    lw_pool_rate(pool, pool->grader, runtime, made);
    return made->rated && lw_grader_wants(pool->grader, &made->verdict);
}

bool lw_pool_passes(const struct lw_pool *pool, const struct lw_runtime *runtime,
                    struct lw_made_level *made) {
    return pass_measures(pool, made) && pass_features(pool, runtime, made) &&
           pass_grader(pool, runtime, made);
}

/* Proof. */

static char *copy_text(const struct lw_alloc *alloc, const char *text) {
    size_t bytes = strlen(text) + 1;
    char *copy = lw_alloc_get(alloc, bytes);
    return copy == NULL ? NULL : memcpy(copy, text, bytes);
}

static bool solve(const struct lw_pool *pool, const struct lw_runtime *runtime,
                  struct lw_made_level *made) {
    struct lw_solve_request request = {.budget = pool->budget};
    struct lw_solve_result result;
    lw_solve_result_init(&result, pool->alloc);
    bool solved = pool->kind->solve->solve(made->level, &request, runtime, &result,
                                           NULL) == LW_OK &&
                  result.outcome == LW_OUTCOME_SOLVED;
    if (solved) {
        made->solution = copy_text(pool->alloc, lw_buffer_text(&result.solution));
    }
    lw_solve_result_free(&result);
    return made->solution != NULL;
}

enum lw_refusal lw_pool_examine(const struct lw_pool *pool,
                                const struct lw_runtime *runtime,
                                struct lw_made_level *made) {
    const struct lw_game_kind *kind = pool->kind;
    for (size_t i = 0; i < LW_MAX_MEASURES; i++) {
        made->measures[i] = (double)NAN;
    }
    made->rated = false;
    if (kind->level->validate(made->level, NULL) != LW_OK ||
        kind->level->canonical(made->level, &made->id, NULL) != LW_OK) {
        return LW_REFUSED_INVALID;
    }
    if (kind->solve == NULL || (made->solution == NULL && !solve(pool, runtime, made)) ||
        kind->solve->measure(made->level, made->solution, strlen(made->solution),
                             made->measures, NULL) != LW_OK) {
        return LW_REFUSED_UNPROVEN;
    }
    return lw_pool_passes(pool, runtime, made) ? LW_REFUSED_NOT : LW_REFUSED_FILTER;
}

/* Is a level in the pool that this one hardly differs from? The earlier one stays. */
static bool has_twin(const struct lw_pool *pool, const struct lw_made_level *made) {
    for (size_t i = 0; i < pool->n_levels; i++) {
        if (lw_level_alike(pool->levels[i].level, made->level, pool->apart)) {
            return true;
        }
    }
    return false;
}

lw_status lw_pool_take(struct lw_pool *pool, struct lw_made_level *made,
                       enum lw_refusal *refusal, struct lw_error *err) {
    bool added = false;
    *refusal = LW_REFUSED_NOT;
    if (!lw_grow(pool->alloc, &pool->levels, &pool->cap, pool->n_levels + 1,
                 sizeof *pool->levels) ||
        lw_state_set_add(&pool->ids, &made->id, &added) == LW_STATE_NONE) {
        lw_made_level_free(pool->alloc, made);
        return lw_fail_memory(err);
    }
    if (!added || has_twin(pool, made)) {
        *refusal = added ? LW_REFUSED_ALIKE : LW_REFUSED_DUPLICATE;
        lw_made_level_free(pool->alloc, made);
    } else {
        pool->levels[pool->n_levels++] = *made;
    }
    pool->counts[*refusal]++;
    return LW_OK;
}

lw_status lw_pool_avoid(struct lw_pool *pool, const struct lw_against *against,
                        struct lw_error *err) {
    for (size_t i = 0; i < against->n_ids; i++) {
        bool added;
        if (lw_state_set_add(&pool->ids, &against->ids[i], &added) == LW_STATE_NONE) {
            return lw_fail_memory(err);
        }
    }
    return LW_OK;
}
