/* From a request to levels. */
#include "lw/make.h"

#include <math.h>
#include <string.h>

/* Opening. */

static lw_status check_range(const struct lw_make_request *request,
                             struct lw_error *err) {
    double lo = request->min_rating, hi = request->max_rating;
    bool beyond = (lo < 0 && !isinf(lo)) || (hi > 10 && !isinf(hi));
    if (request->by_rating && (lo > 10 || hi < 1 || lo > hi || beyond)) {
        return lw_fail_option(err, LW_USAGE, "difficulty",
                              "--difficulty %g..%g: a range within 1..10 is expected, "
                              "e.g. 6..7",
                              lo, hi);
    }
    return LW_OK;
}

static lw_status check_filters(const struct lw_make_request *request,
                               struct lw_error *err) {
    lw_status status =
        lw_filters_possible(request->game->kind, request->filters, request->n_filters,
                            request->generator, request->values, err);
    if (status != LW_OK) {
        lw_error_point(err, "filters");
    }
    return status;
}

/* From easy to hard is what a row of levels is expected to be. */
static bool orders_by_rating(const struct lw_make_request *request) {
    return request->order == NULL || lw_order_is_rating(request->order);
}

/* A kind that cannot be rated is no failure where nobody wants certain ratings. */
static lw_status bind_grader(struct lw_make *make, struct lw_error *err) {
    const struct lw_make_request *request = &make->request;
    bool wanted = request->by_rating || request->rate || orders_by_rating(request);
    if (request->rater == NULL && wanted) {
        lw_status status = lw_rater_open_among(
            &make->own, request->game->kind, request->models, make->runtime->alloc, err);
        if (status == LW_UNSUPPORTED && !request->by_rating) {
            make->request.rate = false;
            return LW_OK; /* and an order by rating is refused when it was asked for */
        }
        if (status != LW_OK) {
            lw_error_point(err, "difficulty");
            return status;
        }
        make->request.rater = &make->own;
    }
    if (request->rater != NULL) {
        make->grader =
            lw_grader_make(request->rater, request->min_rating, request->max_rating,
                           request->budget.cancel, make->runtime);
        make->grader.measure = request->measure;
        make->grader.measure_ctx = request->measure_ctx;
    }
    make->pool.rates = request->rater != NULL;
    make->pool.grader = request->by_rating ? &make->grader : NULL;
    return LW_OK;
}

/* By rating wherever there is one: what a generator counts orders its levels otherwise
 * than the program rates them. */
static const char *order_of(const struct lw_make *make) {
    const struct lw_make_request *request = &make->request;
    if (!orders_by_rating(request)) {
        return request->order;
    }
    return request->rater != NULL   ? "rating"
           : request->order != NULL ? request->order
                                    : request->generator->order;
}

/* Nothing is in the pool yet: only the name is judged. */
static lw_status check_order(struct lw_make *make, struct lw_error *err) {
    lw_status status = lw_pool_order(&make->pool, order_of(make), err);
    if (status == LW_USAGE) {
        lw_error_point(err, "order");
    }
    return status;
}

lw_status lw_make_open(struct lw_make *make, const struct lw_make_request *request,
                       const struct lw_runtime *runtime, struct lw_error *err) {
    *make = (struct lw_make){.request = *request, .runtime = runtime};
    struct lw_pool *pool = &make->pool;
    lw_pool_init(pool, request->game->kind, runtime->alloc);
    pool->filters = request->filters;
    pool->n_filters = request->n_filters;
    pool->budget = (struct lw_budget){.nodes = LW_PROOF_NODES,
                                      .memory_bytes = request->memory_bytes != 0
                                                          ? request->memory_bytes
                                                          : LW_PROOF_BYTES,
                                      .cancel = request->budget.cancel};
    lw_status status = check_range(request, err);
    if (status == LW_OK) {
        status = check_filters(request, err);
    }
    if (status == LW_OK) {
        status = bind_grader(make, err);
    }
    if (status == LW_OK) {
        status = check_order(make, err);
    }
    return status == LW_OK && request->against != NULL
               ? lw_pool_avoid(pool, request->against, err)
               : status;
}

void lw_make_close(struct lw_make *make) {
    if (make->pool.alloc != NULL) {
        lw_pool_free(&make->pool);
    }
    lw_rater_close(&make->own);
}

/* Running. */

/* Was the generator given an objective of its own? */
static bool has_own_aim(const struct lw_make_request *request) {
    const struct lw_generator *generator = request->generator;
    return generator->objective_option != NULL &&
           lw_option_get(generator->options, generator->n_options, request->values,
                         generator->objective_option)
               ->given;
}

static struct lw_candidate_plan plan_of(struct lw_make *make) {
    const struct lw_make_request *request = &make->request;
    size_t diverse = request->diverse > 0 ? request->diverse : 1;
    struct lw_candidate_plan plan = {
        .generator = request->generator,
        .request = {.game = request->game,
                    .values = request->values,
                    .examples = request->examples,
                    .aux_text = request->aux_text,
                    .aux_len = request->aux_len,
                    .budget = request->candidate_budget},
        .seed = request->seed,
        .first_index = request->first_index,
        .count = request->count * diverse,
        .max_candidates = request->max_candidates,
        .patience = request->patience,
        .budget = {.time_ns = request->budget.time_ns, .cancel = request->budget.cancel},
        .taken = request->taken,
        .checkpoint = request->checkpoint,
        .ctx = request->ctx,
    };
    plan.request.budget.cancel = request->budget.cancel;
    if (request->by_rating && !has_own_aim(request)) {
        plan.request.objective = lw_grader_objective(&make->grader);
    }
    return plan;
}

lw_status lw_make_check(const struct lw_make *make, struct lw_error *err) {
    struct lw_make copy = *make;
    struct lw_candidate_plan plan = plan_of(&copy);
    return lw_candidates_check(&plan, make->runtime, err);
}

bool lw_make_has_result(const struct lw_make *make, lw_status status) {
    return status == LW_OK || status == LW_LIMIT || status == LW_CANCELLED ||
           (status == LW_IMPOSSIBLE && make->report.n_candidates > 0);
}

/* A candidate that time cut short may still have given a level. Generators cut themselves
 * at half of what is left at the earliest. */
static void judge_run(struct lw_make *make) {
    const struct lw_make_report *report = &make->report;
    bool stopped = report->stop == LW_STOP_TIME || report->stop == LW_STOP_CANCEL;
    double limit = (double)make->request.budget.time_ns * 1e-9;
    make->repeatable = !stopped && (limit <= 0 || make->seconds < limit / 2);
    make->cut_short = stopped || report->n_cut > 0;
}

static lw_status select_levels(struct lw_make *make, struct lw_error *err) {
    const struct lw_make_request *request = &make->request;
    struct lw_pool *pool = &make->pool;
    lw_status status = lw_pool_diversify(pool, request->count, err);
    if (status != LW_OK) {
        return status;
    }
    lw_pool_limit(pool, request->count);
    /* One level is in order as it is. */
    bool for_order =
        request->rater != NULL && orders_by_rating(request) && pool->n_levels > 1;
    if (request->rate || for_order) {
        lw_pool_rate_all(pool, &make->grader, make->runtime, request->rate_time_ns);
    }
    return lw_pool_order(pool, order_of(make), err);
}

lw_status lw_make_run(struct lw_make *make, struct lw_error *err) {
    struct lw_candidate_plan plan = plan_of(make);
    struct lw_error later = {.status = LW_OK};
    uint64_t begin_ns = lw_runtime_now_ns(make->runtime);
    lw_status status =
        lw_candidates_make(&plan, make->runtime, &make->pool, &make->report, err);
    make->seconds = (double)(lw_runtime_now_ns(make->runtime) - begin_ns) * 1e-9;
    make->n_found = make->pool.n_levels;
    judge_run(make);
    lw_status selected = select_levels(make, &later);
    if (selected != LW_OK && err != NULL) {
        *err = later;
    }
    return selected != LW_OK ? selected : status;
}

double lw_make_fraction(const struct lw_make *make, const struct lw_progress *latest) {
    size_t diverse = make->request.diverse > 0 ? make->request.diverse : 1;
    double wanted = (double)(make->request.count * diverse);
    /* The selection leaves fewer in the pool than were found. */
    size_t n = make->n_found > make->pool.n_levels ? make->n_found : make->pool.n_levels;
    double done = (double)n / wanted;
    /* Inside a candidate that reports its progress. */
    if (latest->phase != NULL && latest->total > 0 &&
        strcmp(latest->phase, "generating") != 0) {
        done += (double)latest->done / (double)latest->total / wanted;
    }
    return fmin(done, 1);
}
