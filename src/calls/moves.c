/* Making moves: all or none, spelled as the game spells them, and what the last one did.
 */
#include <string.h>

#include "calls_internal.h"

#define MAX_MOVES_BYTES ((size_t)1 << 20)

static bool is_space(char c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

static size_t skip_space(const char *text, size_t len, size_t at) {
    while (at < len && is_space(text[at])) {
        at++;
    }
    return at;
}

/* What a rehearsal works on. */
struct rehearsal {
    const struct lw_play_ops *ops;
    struct lw_play *play;
    uint8_t *state, *next, *before; /* before: the state before the last change */
    struct lw_buffer line;          /* the moves that change something, spelled */
    struct lw_buffer scratch;
    const char *last; /* text of the last move, also of one that changes nothing */
    bool last_same;   /* it changed nothing */
    const char *said; /* what the game said in it */
};

/* The game's own spelling of a move: Sokoban's pushes have capital letters, whatever a
 * key says. Without one, the text as it came. */
static void put_spelling(struct rehearsal *r, const char *text, size_t len) {
    lw_step_move moves[LW_MAX_MOVES];
    size_t n = r->ops->keys == NULL ? 0 : r->ops->moves(r->play, r->state, moves);
    for (size_t i = 0; i < n; i++) {
        lw_buffer_clear(&r->scratch);
        r->ops->move_text(r->play, r->state, moves[i], &r->scratch);
        if (lw_text_equal_nocase(text, len, lw_buffer_text(&r->scratch))) {
            text = lw_buffer_text(&r->scratch);
            break;
        }
    }
    lw_buffer_add(&r->line, text, len);
}

/* One move of the text; *at goes on behind it and its separator. */
static lw_status rehearse_one(struct rehearsal *r, const char *text, size_t len,
                              size_t *at, size_t number, struct lw_error *err) {
    struct lw_error why = {.text = ""};
    size_t used = 0, separator = strlen(r->ops->move_separator);
    enum lw_step step =
        r->ops->step_text(r->play, r->state, (struct lw_step_text){text + *at, len - *at},
                          &used, r->next, &why);
    if (step == LW_STEP_ILLEGAL || used == 0) {
        return lw_fail(err, LW_BAD_INPUT, 1, (uint32_t)*at + 1,
                       "move %zu cannot be made: %.300s", number, why.text);
    }
    r->said = r->ops->said == NULL ? NULL : r->ops->said(r->play);
    r->last = text + *at;
    r->last_same = step == LW_STEP_SAME;
    if (step != LW_STEP_SAME) {
        if (r->line.len > 0) {
            lw_buffer_puts(&r->line, r->ops->move_separator);
        }
        put_spelling(r, text + *at, used);
        uint8_t *oldest = r->before;
        r->before = r->state;
        r->state = r->next;
        r->next = oldest;
    }
    *at += used;
    if (separator > 0 && len - *at >= separator &&
        memcmp(text + *at, r->ops->move_separator, separator) == 0) {
        *at += separator;
    }
    return LW_OK;
}

static lw_status rehearse(struct rehearsal *r, const char *text, size_t len,
                          struct lw_error *err) {
    size_t number = 1;
    lw_status status = LW_OK;
    for (size_t at = skip_space(text, len, 0); at < len && status == LW_OK;
         at = skip_space(text, len, at)) {
        status = rehearse_one(r, text, len, &at, number++, err);
    }
    bool good = lw_buffer_ok(&r->line) && lw_buffer_ok(&r->scratch);
    return status == LW_OK && !good ? lw_fail_memory(err) : status;
}

/* What the last move looked and sounded like. */
static void trace_step(struct calls_play *play, const struct rehearsal *r,
                       struct lw_step_trace *trace) {
    if (r->ops->trace != NULL) {
        const void *before = r->last_same ? r->state : r->before;
        r->ops->trace(lw_session_play(play->session), before, r->state, r->last, trace);
    }
    if (!lw_buffer_ok(&trace->moved)) {
        lw_buffer_clear(&trace->moved);
    }
    if (!lw_buffer_ok(&trace->sounds)) {
        lw_buffer_clear(&trace->sounds);
    }
}

lw_status lw_calls_make_moves(struct calls_request *rq, struct calls_play *play,
                              const char *text, size_t len,
                              struct calls_step_report *report) {
    struct lw_play *handle = lw_session_play(play->session);
    size_t bytes = handle->state_bytes;
    uint8_t *states = lw_alloc_get(play->alloc, 3 * bytes);
    if (states == NULL) {
        return lw_fail_memory(rq->err);
    }
    struct rehearsal r = {.ops = play->subject.kind->play,
                          .play = handle,
                          .state = states,
                          .next = states + bytes,
                          .before = states + 2 * bytes};
    lw_buffer_init(&r.line, play->alloc);
    lw_buffer_init(&r.scratch, play->alloc);
    memcpy(r.state, lw_session_state(play->session), bytes);
    lw_status status = len <= MAX_MOVES_BYTES
                           ? rehearse(&r, text, len, rq->err)
                           : lw_fail(rq->err, LW_USAGE, 0, 0,
                                     "the moves are %zu bytes long; the limit is %zu",
                                     len, MAX_MOVES_BYTES);
    if (status == LW_OK && r.line.len > 0) {
        status = lw_session_replay(play->session, r.line.data, r.line.len, rq->err);
        report->changed = status == LW_OK;
    }
    if (status == LW_OK) {
        report->message = r.said;
    }
    if (status == LW_OK && r.last != NULL) {
        trace_step(play, &r, &report->trace);
    }
    lw_buffer_free(&r.line);
    lw_buffer_free(&r.scratch);
    lw_alloc_free(play->alloc, states, 3 * bytes);
    return status;
}
