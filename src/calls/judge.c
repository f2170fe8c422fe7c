/* Judging levels and positions: solve, replay, hints, lost positions, dead squares. */
#include <string.h>

#include "calls_internal.h"

/* Without other words a call ends within these, on a phone too. */
#define SOLVE_NODES 5000000u
#define SOLVE_SECONDS 20
#define ADVICE_NODES 300000u
#define ADVICE_SECONDS 3
/* States that a check writes while it makes moves. */
#define CHECK_BYTES (UINT64_C(32) << 20)
#define MEMORY_BYTES ((size_t)512 << 20)

static lw_status find_metric(struct calls_request *rq, const struct lw_game_kind *kind,
                             size_t *out) {
    const char *name;
    lw_status status = lw_calls_get_name(rq, "metric", &name);
    *out = 0;
    if (status != LW_OK || name == NULL) {
        return status;
    }
    for (size_t i = 0; i < kind->solve->n_metrics; i++) {
        if (strcmp(kind->solve->metrics[i].name, name) == 0) {
            *out = i;
            return LW_OK;
        }
    }
    lw_calls_point(rq, NULL, "metric");
    return lw_fail(rq->err, LW_USAGE, 0, 0, "%s has no metric '%.40s'; its first is %s",
                   kind->title, name, kind->solve->metrics[0].name);
}

static void put_solved(struct lw_json_writer *json, const struct lw_game_kind *kind,
                       const struct lw_solve_result *result) {
    lw_json_text(json, "status", lw_outcome_name(result->outcome));
    lw_json_bool(json, "optimal", result->optimal);
    lw_json_text(json, "solution", lw_buffer_text(&result->solution));
    if (result->outcome == LW_OUTCOME_SOLVED) {
        lw_calls_put_measures(json, kind, result->measures);
        for (size_t i = 0; i < kind->solve->n_measures; i++) {
            lw_json_real(json, kind->solve->measures[i].name, result->measures[i]);
        }
    }
    lw_json_uint(json, "expanded", result->expanded);
    lw_json_uint(json, "generated", result->generated);
    lw_json_real(json, "seconds", result->seconds);
    lw_json_text(json, "engine", result->engine);
    lw_json_text(json, "note", result->note);
    lw_warning_json(json, &result->warning);
    lw_json_text(json, "stop", lw_stop_text(result->stop));
    if (result->counted) {
        lw_json_uint(json, "n_solutions", result->n_solutions);
        lw_json_bool(json, "count_complete", result->count_complete);
    }
}

/* As rate says it: nothing is to be done. */
static void put_already(struct lw_json_writer *json) {
    lw_json_text(json, "status", lw_ratable_name(LW_RATABLE_WON));
    lw_json_bool(json, "optimal", true);
    lw_json_text(json, "solution", "");
    lw_json_text(json, "note", "solved already: the level is won before the first move");
}

/* A check makes no moves of rules that people bring, and of others as many as take no
 * time; what is left is judged by the run. */
static lw_status judge_moves(struct calls_request *rq, const struct lw_level *level,
                             struct lw_session *session, const char *moves, size_t len) {
    struct lw_meter meter;
    struct lw_budget budget = {.nodes = CHECK_BYTES};
    if (session == NULL) {
        return lw_session_judge(level, moves, len, rq->err);
    }
    lw_meter_start(&meter, NULL, &budget);
    lw_status status = lw_session_advance(session, moves, len, &meter, rq->err);
    return status == LW_LIMIT ? LW_OK : status;
}

static lw_status make_moves(struct calls_request *rq, struct lw_session *session,
                            const char *moves, size_t len,
                            const struct lw_budget *budget) {
    struct lw_meter meter;
    struct lw_budget time = {.time_ns = budget->time_ns, .cancel = budget->cancel};
    lw_meter_start(&meter, &rq->calls->runtime, &time);
    return lw_session_advance(session, moves, len, &meter, rq->err);
}

/* The position after the request's moves; *out stays NULL without any. The session is
 * given to the caller. */
static lw_status find_position(struct calls_request *rq, const struct lw_level *level,
                               const struct lw_budget *budget,
                               struct lw_session **session, const void **out) {
    const char *moves;
    size_t len;
    lw_status status = lw_calls_get_text(rq, "moves", &moves, &len);
    bool own_rules = (level->game->kind->flags & LW_GAME_FROM_SOURCE) != 0;
    *out = NULL;
    if (status != LW_OK || moves == NULL || len == 0) {
        return status;
    }
    /* To begin such a game is work, too. */
    if (!rq->check_only || !own_rules) {
        status = lw_session_create(level, rq->calls->alloc, session, rq->err);
    }
    if (status == LW_OK) {
        status = rq->check_only ? judge_moves(rq, level, *session, moves, len)
                                : make_moves(rq, *session, moves, len, budget);
    }
    if (status == LW_BAD_INPUT || status == LW_LIMIT) {
        lw_calls_point(rq, NULL, "moves");
    }
    if (status == LW_OK && *session != NULL) {
        *out = lw_session_state(*session);
    }
    return status;
}

lw_status lw_calls_solve(struct calls_request *rq) {
    struct calls_subject s;
    struct lw_session *session = NULL;
    struct lw_solve_request request = {.n_threads = 1};
    struct lw_solve_result result;
    lw_solve_result_init(&result, rq->calls->alloc);
    lw_status status = lw_calls_subject_level(rq, &s);
    if (status == LW_OK && s.kind->solve == NULL) {
        status =
            lw_fail(rq->err, LW_UNSUPPORTED, 0, 0, "%s has no solver", s.kind->title);
    }
    if (status == LW_OK) {
        status = find_metric(rq, s.kind, &request.metric);
    }
    if (status == LW_OK) {
        status = lw_calls_get_whole(rq, "count", 0, 0, 1000000, &request.count_up_to);
    }
    if (status == LW_OK) {
        status = lw_calls_get_budget(rq, SOLVE_NODES, SOLVE_SECONDS, MEMORY_BYTES,
                                     &request.budget);
    }
    if (status == LW_OK) {
        status =
            find_position(rq, s.entry->level, &request.budget, &session, &request.state);
    }
    bool already = false;
    if (status != LW_OK || rq->check_only) {
        goto done;
    }
    if (request.state == NULL && request.count_up_to == 0) {
        status =
            lw_ratable_at_start(s.entry->level, &rq->calls->runtime, &already, rq->err);
    }
    if (status == LW_OK && already) {
        put_already(rq->out);
    } else if (status == LW_OK) {
        status = s.kind->solve->solve(s.entry->level, &request, &rq->calls->runtime,
                                      &result, rq->err);
        if (status == LW_OK) {
            put_solved(rq->out, s.kind, &result);
        }
    }
done:
    lw_solve_result_free(&result);
    lw_session_destroy(session);
    lw_calls_subject_close(&s);
    return status;
}

lw_status lw_calls_replay(struct calls_request *rq) {
    struct calls_subject s;
    struct lw_session *session = NULL;
    const char *moves = NULL;
    size_t len = 0;
    double values[LW_MAX_MEASURES];
    lw_status status = lw_calls_subject_level(rq, &s);
    if (status == LW_OK) {
        status = lw_calls_get_text(rq, "moves", &moves, &len);
    }
    if (status == LW_OK && moves == NULL) {
        lw_calls_point(rq, NULL, "moves");
        status = lw_fail(rq->err, LW_USAGE, 0, 0, "'moves' is missing");
    }
    if (status == LW_OK) {
        status = lw_session_create(s.entry->level, rq->calls->alloc, &session, rq->err);
    }
    if (status == LW_OK) {
        status = lw_session_replay(session, moves, len, rq->err);
    }
    if (status == LW_OK) {
        bool won = lw_session_won(session);
        /* The measures come from a second replay, which knows nothing of sessions. */
        won = won && s.kind->solve != NULL &&
              s.kind->solve->measure(s.entry->level, moves, len, values, NULL) == LW_OK;
        lw_json_bool(rq->out, "won", won);
        lw_json_uint(rq->out, "n_moves", lw_session_n_moves(session));
        if (won) {
            lw_calls_put_measures(rq->out, s.kind, values);
        }
    }
    lw_session_destroy(session);
    lw_calls_subject_close(&s);
    return status;
}

/* Advice. */

static lw_status advise(struct calls_request *rq, bool hint) {
    struct calls_play *play = NULL;
    struct lw_budget budget;
    struct lw_advice advice;
    lw_status status = lw_calls_get_play(rq, &play);
    if (status == LW_OK) {
        status =
            lw_calls_get_budget(rq, ADVICE_NODES, ADVICE_SECONDS, MEMORY_BYTES, &budget);
    }
    if (status != LW_OK) {
        return status;
    }
    const struct lw_game_kind *kind = play->subject.kind;
    if (kind->advice == NULL) {
        return lw_fail(rq->err, LW_UNSUPPORTED, 0, 0, "%s has no hints", kind->title);
    }
    lw_advice_init(&advice, rq->calls->alloc);
    status = (hint ? kind->advice->hint : kind->advice->dead)(
        lw_session_play(play->session), lw_session_state(play->session),
        &rq->calls->runtime, &budget, &advice);
    if (status == LW_OK) {
        lw_json_text(rq->out, "outcome", lw_outcome_name(advice.outcome));
        lw_json_text(rq->out, "move", lw_buffer_text(&advice.move));
        lw_calls_put_cells(rq->out, "cells", advice.cells, advice.n_cells);
        lw_json_text(rq->out, "text", advice.text);
    } else {
        (void)lw_fail(rq->err, status, 0, 0, "%s", lw_status_text(status));
    }
    lw_advice_free(&advice);
    return status;
}

lw_status lw_calls_play_hint(struct calls_request *rq) {
    return advise(rq, true);
}

lw_status lw_calls_play_dead(struct calls_request *rq) {
    return advise(rq, false);
}

/* Dead squares. */

static void put_marked(struct calls_request *rq, const char *key, const uint8_t *cells,
                       size_t n, uint8_t bit) {
    lw_json_array(rq->out, key);
    for (size_t i = 0; i < n; i++) {
        if ((cells[i] & bit) != 0) {
            lw_json_uint(rq->out, NULL, i);
        }
    }
    lw_json_array_end(rq->out);
}

static lw_status put_squares(struct calls_request *rq, const struct lw_level *level) {
    const struct lw_game_kind *kind = level->game->kind;
    uint32_t width, height;
    kind->level->size(level, &width, &height);
    size_t n = (size_t)width * height;
    uint8_t *cells = lw_arena_zero(rq->arena, n, 1);
    lw_status status = cells == NULL ? lw_fail_memory(rq->err)
                                     : kind->edit->survey(level, cells, rq->err);
    if (status == LW_OK) {
        lw_json_uint(rq->out, "width", width);
        lw_json_uint(rq->out, "height", height);
        put_marked(rq, "dead", cells, n, LW_CELL_DEAD);
        put_marked(rq, "floor", cells, n, LW_CELL_FLOOR);
    }
    return status;
}

lw_status lw_calls_squares(struct calls_request *rq) {
    struct calls_subject s;
    lw_status status = lw_calls_subject_open(rq, &s);
    if (status == LW_OK) {
        status = lw_calls_subject_pick(rq, &s);
    }
    if (status == LW_OK && (s.kind->edit == NULL || s.kind->edit->survey == NULL)) {
        status = lw_fail(rq->err, LW_UNSUPPORTED, 0, 0, "%s has no dead squares",
                         s.kind->title);
    }
    if (status == LW_OK) {
        status = put_squares(rq, s.entry->level);
    }
    lw_calls_subject_close(&s);
    return status;
}
