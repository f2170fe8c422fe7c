/* mutate: a small change that makes a level harder or easier (lw/change.h). */
#include <math.h>
#include <string.h>

#include "calls_internal.h"
#include "lw/change.h"

#define TRIES 100
#define MAX_TRIES 10000u
#define SOLVE_NODES 100000u
#define SECONDS 20
#define MEMORY_BYTES ((size_t)512 << 20)

struct mutate {
    struct calls_request *rq;
    struct calls_subject subject;
    struct calls_extras extras;
    struct lw_change_request request;
    struct lw_change change;
    uint64_t n_tried; /* so far */
};

static void describe(void *ctx, struct lw_json_writer *json) {
    const struct mutate *m = ctx;
    lw_json_text(json, "phase", "changing");
    lw_json_uint(json, "done", m->n_tried);
    lw_json_uint(json, "total", m->request.n_tries);
    lw_json_real(json, "fraction", (double)m->n_tried / (double)m->request.n_tries);
}

static void tell(void *ctx, uint64_t n_tried) {
    struct mutate *m = ctx;
    m->n_tried = n_tried;
    lw_calls_tell(m->rq->calls);
}

static lw_status get_direction(struct calls_request *rq, bool *harder) {
    size_t direction = SIZE_MAX;
    lw_status status = lw_calls_get_choice(rq, "direction", "easier|harder", &direction);
    if (status == LW_OK && direction == SIZE_MAX) {
        status = lw_fail(rq->err, LW_USAGE, 0, 0,
                         "'direction' is missing; it is easier or harder");
    }
    *harder = direction == 1;
    return lw_calls_at(rq, "direction", status);
}

static lw_status get_request(struct mutate *m) {
    struct calls_request *rq = m->rq;
    struct lw_change_request *request = &m->request;
    struct lw_budget budget;
    lw_status status = lw_calls_subject_level(rq, &m->subject);
    if (status == LW_OK && !lw_change_possible(m->subject.kind)) {
        status =
            lw_fail(rq->err, LW_UNSUPPORTED, 0, 0,
                    "changing levels of %s is not supported", m->subject.kind->title);
    }
    if (status == LW_OK) {
        status = get_direction(rq, &request->harder);
    }
    if (status == LW_OK) {
        status = lw_calls_get_whole(rq, "seed", 0, 0, (uint64_t)1 << 53, &request->seed);
    }
    if (status == LW_OK) {
        status = lw_calls_get_whole(rq, "tries", TRIES, 1, MAX_TRIES, &request->n_tries);
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
    request->solve = request->budget = budget;
    request->solve.time_ns = 0;
    request->budget.nodes = 0;
    request->level = m->subject.entry->level;
    request->models = rq->calls->host.models;
    request->tried = tell;
    request->ctx = m;
    return LW_OK;
}

static lw_status put_changed(struct mutate *m) {
    struct calls_request *rq = m->rq;
    struct lw_cells a, b;
    lw_status status = lw_level_cells(m->change.before.level, rq->arena, &a, rq->err);
    if (status == LW_OK) {
        status = lw_level_cells(m->change.best.level, rq->arena, &b, rq->err);
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
    lw_status status = lw_level_bare_text(m->change.best.level, &text, rq->err);
    if (status == LW_OK) {
        lw_json_text_len(rq->out, "text", lw_buffer_text(&text), text.len);
        lw_json_object(rq->out, "level");
        status = lw_calls_put_level(rq->calls, rq->out, m->change.best.level, &m->extras,
                                    rq->err);
        lw_json_object_end(rq->out);
    }
    lw_buffer_free(&text);
    if (status != LW_OK) {
        return status;
    }
    lw_json_text(rq->out, "solution", m->change.best.solution);
    lw_calls_put_measures(rq->out, kind, m->change.best.measures);
    const struct lw_verdict unrated = {.rating = (double)NAN, .percentile = (double)NAN};
    lw_verdict_json(m->change.by_rating ? &m->change.best.verdict : &unrated,
                    LW_FORMER_NONE, rq->out);
    lw_json_text(rq->out, "by",
                 m->change.by_rating ? "rating"
                                     : kind->solve->measures[m->change.measure].name);
    lw_json_real(rq->out, "before", lw_change_value(&m->change, &m->change.before));
    lw_json_real(rq->out, "after", lw_change_value(&m->change, &m->change.best));
    lw_json_uint(rq->out, "tried", m->change.n_tried);
    lw_json_bool(rq->out, "repeatable", m->change.stop == LW_STOP_NONE);
    return put_changed(m);
}

static lw_status run(struct mutate *m) {
    struct calls_request *rq = m->rq;
    lw_status status = get_request(m);
    if (status != LW_OK || rq->check_only) {
        return status;
    }
    rq->calls->describe = describe;
    rq->calls->describe_ctx = m;
    status = lw_change_run(&m->change, &m->request, &rq->calls->runtime, rq->err);
    rq->calls->describe = NULL;
    if (status == LW_OK) {
        status = put_answer(m);
    }
    lw_change_close(&m->change);
    return status;
}

lw_status lw_calls_mutate(struct calls_request *rq) {
    struct mutate m = {.rq = rq};
    lw_status status = run(&m);
    lw_calls_subject_close(&m.subject);
    return status;
}
