/* The game and the levels that a request is about. */
#include <string.h>

#include "calls_internal.h"
#include "lw/null.h"

/* Which game. */

static int sureness(const struct lw_game_kind *kind, const char *text, size_t len) {
    int best = 0;
    for (size_t i = 0; i < kind->level->n_formats; i++) {
        const struct lw_format *format = &kind->level->formats[i];
        int sure =
            format->read == NULL || format->sniff == NULL ? 0 : format->sniff(text, len);
        best = sure > best ? sure : best;
    }
    return best;
}

static const struct lw_game_kind *kind_by_content(const char *text, size_t len) {
    const struct lw_game_kind *best = NULL;
    int best_sure = 0;
    for (const struct lw_game_kind *const *at = lw_game_kinds(); *at != NULL; at++) {
        int sure = *at == &lw_null_kind ? 0 : sureness(*at, text, len);
        if (sure > best_sure) {
            best = *at;
            best_sure = sure;
        }
    }
    return best;
}

static lw_status find_kind(struct calls_request *rq, const char *text, size_t len,
                           bool has_source, const struct lw_game_kind **out) {
    const char *name;
    lw_status status = lw_calls_get_name(rq, "game", &name);
    if (status != LW_OK) {
        return status;
    }
    name = name != NULL ? name : has_source ? "puzzlescript" : "sokoban";
    if (strcmp(name, "auto") == 0) {
        *out = text == NULL ? NULL : kind_by_content(text, len);
        return *out != NULL
                   ? LW_OK
                   : lw_fail(rq->err, LW_BAD_INPUT, 1, 1,
                             "this is no level of any known game; a board with walls as "
                             "# and boxes as $, for one, would be Sokoban");
    }
    *out = lw_game_kind_find(name);
    if (*out != NULL) {
        return LW_OK;
    }
    lw_calls_point(rq, NULL, "game");
    return lw_fail(rq->err, LW_USAGE, 0, 0,
                   "there is no game '%.40s'; there are sokoban, puzzlescript, flow, "
                   "lazors and move",
                   name);
}

/* Reading. */

lw_status lw_calls_read_levels(const struct lw_game *game, const char *format,
                               const char *text, size_t len, struct lw_collection *set,
                               const char **format_used, struct lw_error *err) {
    const char *own = game->kind->level->formats[0].name;
    *format_used = NULL;
    if ((game->kind->flags & LW_GAME_FROM_SOURCE) != 0) {
        *format_used = own;
        return lw_game_read(game, own, text, len, set, format_used, err);
    }
    lw_status status = lw_game_read(game, format, text, len, set, format_used, err);
    if (status == LW_BAD_INPUT && format == NULL && *format_used == NULL) {
        /* No format knows it: the game's own says what is wrong with it. */
        struct lw_error own_err = {.status = LW_OK};
        lw_status again = lw_game_read(game, own, text, len, set, format_used, &own_err);
        if (again == LW_OK || own_err.text[0] != '\0') {
            *err = own_err;
            return again;
        }
    }
    return status;
}

/* The texts of a request: a game's source, and levels; and in which members they are. */
struct texts {
    const char *source, *text;
    size_t source_len, len;
    const char *source_in, *text_in;
};

static lw_status point_at(struct calls_request *rq, const char *key, lw_status status) {
    if (status != LW_OK && status != LW_NO_MEMORY && rq->place[0] == '\0') {
        lw_calls_point(rq, NULL, key);
    }
    return status;
}

static lw_status get_texts(struct calls_request *rq, struct texts *t,
                           const struct lw_game_kind **kind) {
    t->source_in = "source";
    t->text_in = "text";
    lw_status status = lw_calls_get_text(rq, "source", &t->source, &t->source_len);
    if (status == LW_OK) {
        status = lw_calls_get_text(rq, "text", &t->text, &t->len);
    }
    if (status == LW_OK) {
        status = find_kind(rq, t->text, t->len, t->source != NULL, kind);
    }
    if (status != LW_OK) {
        return status;
    }
    /* A text that is a whole game brings its own rules. */
    if (((*kind)->flags & LW_GAME_FROM_SOURCE) != 0 && t->text != NULL &&
        (t->source == NULL || sureness(*kind, t->text, t->len) >= 80)) {
        t->source = t->text;
        t->source_len = t->len;
        t->source_in = "text";
    }
    return LW_OK;
}

static lw_status open_game(struct calls_request *rq, struct calls_subject *s,
                           const struct texts *t) {
    struct lw_option_value values[CALLS_MAX_OPTIONS];
    bool from_source = (s->kind->flags & LW_GAME_FROM_SOURCE) != 0;
    if (from_source && t->source == NULL) {
        lw_calls_point(rq, NULL, "source");
        return lw_fail(rq->err, LW_USAGE, 0, 0,
                       "%s needs the member 'source', the text of a game",
                       s->kind->title);
    }
    lw_status status =
        lw_calls_get_options(rq, "rules", s->kind->title, s->kind->rule_options,
                             s->kind->n_rule_options, values);
    if (status != LW_OK) {
        return status;
    }
    status = s->kind->game->create(
        rq->calls->alloc, values, from_source ? t->source : NULL,
        from_source ? t->source_len : 0, &s->game, &s->set, rq->err);
    if (status == LW_USAGE && rq->err->field[0] != '\0') {
        lw_calls_point(rq, "rules", rq->err->field);
    }
    return point_at(rq, from_source ? t->source_in : "rules", status);
}

static lw_status begin(struct calls_request *rq, struct calls_subject *s,
                       struct texts *t) {
    *s = (struct calls_subject){.kind = NULL};
    lw_collection_init(&s->set, rq->calls->alloc);
    lw_status status = get_texts(rq, t, &s->kind);
    return status == LW_OK ? open_game(rq, s, t) : status;
}

lw_status lw_calls_subject_game(struct calls_request *rq, struct calls_subject *s) {
    struct texts t;
    return begin(rq, s, &t);
}

lw_status lw_calls_subject_open(struct calls_request *rq, struct calls_subject *s) {
    struct texts t = {.text = NULL};
    const char *format = NULL;
    lw_status status = begin(rq, s, &t);
    if (status == LW_OK) {
        status = lw_calls_get_name(rq, "format", &format);
    }
    if (status != LW_OK) {
        return status;
    }
    if (t.text == NULL) {
        t.text = t.source;
        t.len = t.source_len;
        t.text_in = t.source_in;
    }
    if (t.text == NULL) {
        lw_calls_point(rq, NULL, "text");
        return lw_fail(rq->err, LW_USAGE, 0, 0,
                       "the member 'text' is missing; it holds the level");
    }
    status = lw_calls_read_levels(s->game, format, t.text, t.len, &s->set, &s->format,
                                  rq->err);
    if (status == LW_OK && s->set.n_entries == 0) {
        status = lw_fail(rq->err, LW_BAD_INPUT, 0, 0, "there is no level in the text");
    }
    s->no_levels = status == LW_BAD_INPUT;
    s->levels_in = t.text_in;
    return s->no_levels ? point_at(rq, t.text_in, status) : status;
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
        status = point_at(rq, s->levels_in,
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
