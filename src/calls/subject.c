/* The game and the levels that a request is about. */
#include <string.h>

#include "calls_internal.h"

/* The texts of a request and in which members they are. */
struct texts {
    struct lw_open_request open;
    const char *source_in, *text_in;
};

/* A request that names no game is about the first there is, or the first that is made
 * from source when it brings one. "auto": the content decides. */
static lw_status name_game(struct calls_request *rq, struct texts *t) {
    const char *name;
    lw_status status = lw_calls_get_name(rq, "game", &name);
    t->open.game = name != NULL && strcmp(name, "auto") != 0 ? name : NULL;
    unsigned wanted = t->open.source != NULL ? LW_GAME_FROM_SOURCE : 0;
    const struct lw_game_kind *const *at = t->open.kinds;
    while (name == NULL && ((*at)->flags & LW_GAME_FROM_SOURCE) != wanted) {
        at++;
    }
    t->open.kind = name == NULL ? *at : NULL;
    return status;
}

static lw_status get_texts(struct calls_request *rq, struct texts *t) {
    *t = (struct texts){.open = {.alloc = rq->calls->alloc, .kinds = lw_game_kinds()},
                        .source_in = "source",
                        .text_in = "text"};
    lw_status status =
        lw_calls_get_text(rq, "source", &t->open.source, &t->open.source_len);
    if (status == LW_OK) {
        status = lw_calls_get_text(rq, "text", &t->open.text, &t->open.len);
    }
    return status == LW_OK ? name_game(rq, t) : status;
}

/* Which member is at fault. */
static void point_at_part(struct calls_request *rq, const struct texts *t,
                          const struct lw_opened *opened, lw_status status) {
    bool from_source =
        opened->kind != NULL && (opened->kind->flags & LW_GAME_FROM_SOURCE) != 0;
    if (status == LW_OK || status == LW_NO_MEMORY || rq->place[0] != '\0') {
        return;
    }
    switch (opened->part) {
    case LW_OPEN_KIND:
        lw_calls_point(rq, NULL, status == LW_USAGE ? "game" : t->text_in);
        break;
    case LW_OPEN_RULES:
        lw_calls_point(rq, NULL, "rules");
        break;
    case LW_OPEN_GAME:
        if (status == LW_USAGE && rq->err->field[0] != '\0') {
            lw_calls_point(rq, "rules", rq->err->field);
        } else {
            lw_calls_point(rq, NULL,
                           !from_source           ? "rules"
                           : opened->text_is_game ? t->text_in
                                                  : t->source_in);
        }
        break;
    case LW_OPEN_LEVELS:
        lw_calls_point(rq, NULL,
                       status == LW_BAD_INPUT   ? t->text_in
                       : t->open.format != NULL ? "format"
                                                : t->text_in);
        break;
    }
}

typedef lw_status (*open_fn)(const struct lw_open_request *request, struct lw_opened *out,
                             struct lw_error *err);

static lw_status get_rules(struct calls_request *rq, const struct lw_game_kind *kind,
                           struct lw_option_value *values) {
    struct lw_settings rules;
    lw_status status =
        lw_calls_get_settings(rq, "rules", "the value of an option", &rules);
    return status == LW_OK
               ? lw_calls_at_setting(rq, "rules",
                                     lw_options_read(kind->title, kind->rule_options,
                                                     kind->n_rule_options, &rules, values,
                                                     rq->err))
               : status;
}

/* The kind first, since the rules of a request are read by it. */
static lw_status open_texts(struct calls_request *rq, struct calls_subject *s,
                            struct texts *t, open_fn open) {
    struct lw_option_value values[LW_MAX_RULES];
    struct lw_opened opened;
    lw_status status = lw_open_kind(&t->open, &opened, rq->err);
    if (status == LW_OK) {
        t->open.kind = opened.kind;
        t->open.values = values;
        status = get_rules(rq, opened.kind, values);
    }
    if (status == LW_OK) {
        lw_opened_close(&opened);
        status = open(&t->open, &opened, rq->err);
    }
    point_at_part(rq, t, &opened, status);
    s->kind = opened.kind;
    s->game = opened.game;
    s->set = opened.set;
    s->levels_in = t->text_in;
    s->no_levels = status == LW_BAD_INPUT && opened.part == LW_OPEN_LEVELS;
    return status;
}

lw_status lw_calls_subject_game(struct calls_request *rq, struct calls_subject *s) {
    struct texts t;
    *s = (struct calls_subject){.kind = NULL};
    lw_status status = get_texts(rq, &t);
    return status == LW_OK ? open_texts(rq, s, &t, lw_open_game) : status;
}

lw_status lw_calls_subject_open(struct calls_request *rq, struct calls_subject *s) {
    struct texts t;
    *s = (struct calls_subject){.kind = NULL};
    lw_status status = get_texts(rq, &t);
    if (status == LW_OK) {
        status = lw_calls_get_name(rq, "format", &t.open.format);
    }
    if (status != LW_OK) {
        return status;
    }
    if (t.open.text == NULL) {
        t.text_in = t.open.source != NULL ? t.source_in : t.text_in;
    }
    return open_texts(rq, s, &t, lw_open);
}

lw_status lw_calls_subject_pick(struct calls_request *rq, struct calls_subject *s) {
    uint64_t number;
    lw_status status = lw_calls_get_whole(rq, "level", 1, 1, UINT32_MAX, &number);
    if (status == LW_OK && number > s->set.n_entries) {
        lw_calls_point(rq, NULL, "level");
        status =
            lw_fail(rq->err, LW_USAGE, 0, 0, "there is no level %llu; the text has %zu",
                    (unsigned long long)number, s->set.n_entries);
    }
    if (status == LW_OK) {
        s->entry = &s->set.entries[number - 1];
    }
    return status;
}

lw_status lw_calls_subject_level(struct calls_request *rq, struct calls_subject *s) {
    lw_status status = lw_calls_subject_open(rq, s);
    if (status == LW_OK) {
        status = lw_calls_subject_pick(rq, s);
    }
    if (status == LW_OK) {
        status = lw_calls_at(rq, s->levels_in,
                             s->kind->level->validate(s->entry->level, rq->err));
    }
    return status;
}

void lw_calls_subject_close(struct calls_subject *s) {
    if (s->set.arena.alloc != NULL) {
        lw_collection_free(&s->set);
    }
    lw_game_destroy(s->game);
    s->game = NULL;
}
