/* mutate: a small change that makes a level harder or easier.
 *
 * Each try has its own random stream and makes one or two changes; what can be solved
 * within the budget, and only in one way where that was so before, is rated, and the one
 * that goes about one step is the answer. Games whose difficulty has been learned from
 * people are compared by their rating, others by a measure of the solution. */
#include <math.h>
#include <string.h>

#include "calls_internal.h"

#define TRIES 100
#define SOLVE_NODES 100000u
#define SECONDS 20
#define MEMORY_BYTES ((size_t)512 << 20)
/* Of rating one level; as generators have it. */
#define MAX_TRIES 10000u
#define CLOSE_ENOUGH 0.15 /* of a step */

/* A level and what is known of it. */
struct judged {
    struct lw_level *level; /* owned */
    struct lw_buffer solution;
    double measures[LW_MAX_MEASURES];
    double rating; /* NaN: not known */
    bool unique;   /* proved to have one solution */
};

struct mutate {
    struct calls_request *rq;
    struct calls_subject subject;
    struct lw_rater rater;
    struct lw_grader grader;
    struct lw_budget budget; /* of solving one level */
    struct lw_meter meter;   /* of the whole call */
    bool harder;
    uint64_t seed, n_tries, n_tried;
    size_t measure; /* to compare by, when ratings are not known */
    bool by_rating;
    struct calls_extras extras;
    struct judged before, best;
    double distance; /* of the best */
};

bool lw_calls_can_mutate(const struct lw_game_kind *kind) {
    return kind->solve != NULL && kind->edit != NULL && kind->edit->mutate != NULL;
}

static void judged_free(struct judged *j) {
    lw_level_destroy(j->level);
    j->level = NULL;
    lw_buffer_free(&j->solution);
}

/* Judging. */

/* NaN when some feature of the model is unknown within the budget. */
static double rate(const struct mutate *m, const struct lw_level *level) {
    struct lw_feature_values values;
    enum lw_feature_cost measured;
    struct lw_verdict verdict;
    bool good = lw_grader_judge(&m->grader, &m->rq->calls->runtime, level, &values,
                                &measured, &verdict);
    return good && verdict.n_missing == 0 ? verdict.rating : (double)NAN;
}

/* False when it cannot be played or is not solved within the budget. */
static bool judge(struct mutate *m, struct judged *j) {
    const struct lw_game_kind *kind = m->subject.kind;
    struct lw_solve_request request = {.budget = m->budget, .count_up_to = 2};
    struct lw_solve_result result;
    if (kind->level->validate(j->level, NULL) != LW_OK) {
        return false;
    }
    lw_solve_result_init(&result, m->rq->calls->alloc);
    bool solved = kind->solve->solve(j->level, &request, &m->rq->calls->runtime, &result,
                                     NULL) == LW_OK &&
                  result.outcome == LW_OUTCOME_SOLVED && result.solution.len > 0;
    if (solved) {
        lw_buffer_clear(&j->solution);
        lw_buffer_add(&j->solution, result.solution.data, result.solution.len);
        solved = lw_buffer_ok(&j->solution) &&
                 kind->solve->measure(j->level, j->solution.data, j->solution.len,
                                      j->measures, NULL) == LW_OK;
    }
    j->unique = result.counted && result.count_complete && result.n_solutions == 1;
    lw_solve_result_free(&result);
    j->rating = solved && m->rater.calibrated ? rate(m, j->level) : (double)NAN;
    return solved;
}

static double value_of(const struct mutate *m, const struct judged *j) {
    return m->by_rating ? j->rating : j->measures[m->measure];
}

/* How far a level is from a step in the direction asked for: one point, or a sixth of the
 * measure, because the change shall be felt and still be small. Infinite when it goes the
 * other way. */
static double distance_of(const struct mutate *m, const struct judged *j) {
    double before = value_of(m, &m->before), value = value_of(m, j);
    double step = m->by_rating || before < 6 ? 1 : before / 6;
    double wanted = m->harder ? before + step : before - step;
    bool right_way = m->harder ? value > before : value < before;
    return right_way ? fabs(value - wanted) / step : (double)INFINITY;
}

/* Tries. */

static bool is_new(const struct mutate *m, const struct lw_level *level) {
    const struct lw_level_ops *ops = m->subject.kind->level;
    struct lw_id128 a, b;
    return ops->validate(level, NULL) == LW_OK &&
           ops->canonical(level, &a, NULL) == LW_OK &&
           ops->canonical(m->before.level, &b, NULL) == LW_OK && !lw_id128_equal(a, b);
}

static void try_one(struct mutate *m, uint64_t number) {
    struct lw_rng rng = lw_rng_make(m->seed, number);
    struct judged j = {.level = NULL};
    lw_buffer_init(&j.solution, m->rq->calls->alloc);
    lw_status status =
        m->subject.kind->edit->mutate(m->before.level, &rng, &j.level, NULL);
    if (status == LW_OK && is_new(m, j.level) && judge(m, &j) &&
        (j.unique || !m->before.unique) && distance_of(m, &j) < m->distance) {
        judged_free(&m->best);
        m->best = j;
        m->distance = distance_of(m, &j);
    } else {
        judged_free(&j);
    }
}

static void describe(void *ctx, struct lw_json_writer *json) {
    const struct mutate *m = ctx;
    lw_json_text(json, "phase", "changing");
    lw_json_uint(json, "done", m->n_tried);
    lw_json_uint(json, "total", m->n_tries);
    lw_json_real(json, "fraction", (double)m->n_tried / (double)m->n_tries);
}

/* The request and the answer. */

static lw_status get_request(struct mutate *m) {
    struct calls_request *rq = m->rq;
    struct lw_budget budget;
    const char *direction;
    lw_status status = lw_calls_subject_level(rq, &m->subject);
    if (status == LW_OK && !lw_calls_can_mutate(m->subject.kind)) {
        status = lw_fail(rq->err, LW_UNSUPPORTED, 0, 0, "%s levels cannot be changed",
                         m->subject.kind->title);
    }
    if (status == LW_OK) {
        status = lw_calls_get_name(rq, "direction", &direction);
    }
    if (status == LW_OK && (direction == NULL || (strcmp(direction, "harder") != 0 &&
                                                  strcmp(direction, "easier") != 0))) {
        lw_calls_point(rq, NULL, "direction");
        status = lw_fail(rq->err, LW_USAGE, 0, 0,
                         "the member 'direction' is harder or easier");
    }
    if (status == LW_OK) {
        m->harder = strcmp(direction, "harder") == 0;
        status = lw_calls_get_whole(rq, "seed", 0, 0, (uint64_t)1 << 53, &m->seed);
    }
    if (status == LW_OK) {
        status = lw_calls_get_whole(rq, "tries", TRIES, 1, MAX_TRIES, &m->n_tries);
    }
    if (status == LW_OK) {
        status = lw_calls_get_budget(rq, SOLVE_NODES, SECONDS, MEMORY_BYTES, &budget);
    }
    if (status == LW_OK) {
        status = lw_calls_get_extras(rq, &m->extras);
    }
    if (status != LW_OK) {
        return status;
    }
    /* Solving one level has nodes and no time in it: the same request, the same level. */
    m->budget = (struct lw_budget){.nodes = budget.nodes,
                                   .memory_bytes = budget.memory_bytes,
                                   .cancel = budget.cancel};
    budget.nodes = 0;
    lw_meter_start(&m->meter, &rq->calls->runtime, &budget);
    return m->subject.kind->level->dup(m->subject.entry->level, &m->before.level);
}

static lw_status judge_first(struct mutate *m) {
    struct calls_request *rq = m->rq;
    struct lw_error why;
    if (lw_rater_open(&m->rater, m->subject.kind, NULL, 0, rq->calls->alloc, &why) ==
        LW_OK) {
        m->grader =
            lw_grader_make(&m->rater, 1, 10, rq->calls->cancel, &rq->calls->runtime);
    }
    m->measure = lw_measure_find(m->subject.kind->solve, LW_MEASURE_HARDER);
    if (!judge(m, &m->before)) {
        return lw_fail(rq->err, LW_LIMIT, 0, 0,
                       "the level itself was not solved within the budget, so nothing "
                       "can be compared with it");
    }
    m->by_rating = !isnan(m->before.rating);
    return LW_OK;
}

static lw_status put_changed(struct mutate *m) {
    struct calls_request *rq = m->rq;
    struct lw_cells a, b;
    lw_status status = lw_level_cells(m->before.level, rq->arena, &a, rq->err);
    if (status == LW_OK) {
        status = lw_level_cells(m->best.level, rq->arena, &b, rq->err);
    }
    if (status != LW_OK) {
        return status;
    }
    lw_json_array(rq->out, "changed");
    for (uint32_t i = 0;
         a.width == b.width && a.height == b.height && i < a.width * a.height; i++) {
        if (strcmp(a.cells[i], b.cells[i]) != 0) {
            lw_json_uint(rq->out, NULL, i);
        }
    }
    lw_json_array_end(rq->out);
    return LW_OK;
}

static lw_status put_answer(struct mutate *m) {
    struct calls_request *rq = m->rq;
    const struct lw_game_kind *kind = m->subject.kind;
    struct lw_buffer text;
    lw_buffer_init(&text, rq->calls->alloc);
    lw_status status = lw_level_bare_text(m->best.level, &text, rq->err);
    if (status == LW_OK) {
        lw_json_text_len(rq->out, "text", lw_buffer_text(&text), text.len);
        lw_json_object(rq->out, "level");
        status =
            lw_calls_put_level(rq->calls, rq->out, m->best.level, &m->extras, rq->err);
        lw_json_object_end(rq->out);
    }
    lw_buffer_free(&text);
    if (status != LW_OK) {
        return status;
    }
    lw_json_text(rq->out, "solution", lw_buffer_text(&m->best.solution));
    lw_calls_put_measures(rq->out, kind, m->best.measures);
    lw_json_real(rq->out, "rating", value_of(m, &m->best));
    lw_json_real(rq->out, "before", value_of(m, &m->before));
    lw_json_text(rq->out, "by",
                 m->by_rating ? "rating" : kind->solve->measures[m->measure].name);
    lw_json_uint(rq->out, "tried", m->n_tried);
    lw_json_bool(rq->out, "repeatable", m->meter.stop == LW_STOP_NONE);
    return put_changed(m);
}

static lw_status run(struct mutate *m) {
    struct calls_request *rq = m->rq;
    lw_status status = get_request(m);
    if (status != LW_OK || rq->check_only) {
        return status;
    }
    status = judge_first(m);
    if (status != LW_OK) {
        return status;
    }
    rq->calls->describe = describe;
    rq->calls->describe_ctx = m;
    while (m->n_tried < m->n_tries && m->distance > CLOSE_ENOUGH &&
           lw_meter_check(&m->meter) == LW_STOP_NONE) {
        try_one(m, m->n_tried++);
        lw_calls_tell(rq->calls);
    }
    rq->calls->describe = NULL;
    if (m->best.level == NULL) {
        return lw_fail(rq->err, m->meter.stop == LW_STOP_CANCEL ? LW_CANCELLED : LW_LIMIT,
                       0, 0,
                       "none of %llu small changes made the level %s; try another seed",
                       (unsigned long long)m->n_tried, m->harder ? "harder" : "easier");
    }
    return put_answer(m);
}

lw_status lw_calls_mutate(struct calls_request *rq) {
    struct mutate m = {.rq = rq, .distance = (double)INFINITY};
    lw_buffer_init(&m.before.solution, rq->calls->alloc);
    lw_buffer_init(&m.best.solution, rq->calls->alloc);
    lw_status status = run(&m);
    judged_free(&m.before);
    judged_free(&m.best);
    lw_rater_close(&m.rater);
    lw_calls_subject_close(&m.subject);
    return status;
}
