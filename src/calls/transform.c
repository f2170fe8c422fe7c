/* transform: a level mirrored, turned or trimmed. */
#include <string.h>

#include "calls_internal.h"
#include "lw/grid.h"

enum { TRIM = LW_N_SYMMETRIES };

const struct calls_turn lw_calls_turns[LW_CALLS_N_TURNS] = {
    {"mirror", LW_SYM_MIRROR_X},
    {"flip", LW_SYM_MIRROR_Y},
    {"rotate", LW_SYM_TRANSPOSE | LW_SYM_MIRROR_X},
    {"transpose", LW_SYM_TRANSPOSE}};

static lw_status get_what(struct calls_request *rq, int *out) {
    const char *name;
    lw_status status = lw_calls_get_name(rq, "what", &name);
    if (status != LW_OK) {
        return status;
    }
    for (size_t i = 0; name != NULL && i < LW_CALLS_N_TURNS; i++) {
        if (strcmp(lw_calls_turns[i].name, name) == 0) {
            *out = lw_calls_turns[i].sym;
            return LW_OK;
        }
    }
    if (name != NULL && strcmp(name, "trim") == 0) {
        *out = TRIM;
        return LW_OK;
    }
    lw_calls_point(rq, NULL, "what");
    return lw_fail(rq->err, LW_USAGE, 0, 0,
                   "'what' must be mirror, flip, rotate, transpose or trim, not '%.40s'",
                   name == NULL ? "" : name);
}

lw_status lw_calls_transform(struct calls_request *rq) {
    struct calls_subject s;
    struct calls_extras extras = {.draw = false};
    struct lw_level *turned = NULL;
    int what = 0;
    lw_status status = lw_calls_subject_open(rq, &s);
    if (status == LW_OK) {
        status = lw_calls_subject_pick(rq, &s);
    }
    if (status == LW_OK) {
        status = get_what(rq, &what);
    }
    if (status == LW_OK) {
        status = lw_calls_get_extras(rq, &extras);
    }
    if (status == LW_OK && what == TRIM &&
        (s.kind->edit == NULL || s.kind->edit->trim == NULL)) {
        status = lw_fail(rq->err, LW_UNSUPPORTED, 0, 0,
                         "trimming levels of %s is not supported", s.kind->title);
    }
    if (status == LW_OK) {
        status = what == TRIM ? s.kind->edit->trim(s.entry->level, &turned, rq->err)
                              : lw_level_turn(s.entry->level, what, &turned, rq->err);
    }
    if (status == LW_OK) {
        lw_json_object(rq->out, "level");
        status = lw_calls_put_level(rq->calls, rq->out, turned, &extras, rq->err);
        lw_json_object_end(rq->out);
    }
    if (status == LW_OK) {
        struct lw_buffer text;
        lw_buffer_init(&text, rq->calls->alloc);
        status = lw_level_bare_text(turned, &text, rq->err);
        lw_json_text_len(rq->out, "text", lw_buffer_text(&text), text.len);
        lw_buffer_free(&text);
    }
    lw_level_destroy(turned);
    lw_calls_subject_close(&s);
    return status;
}
