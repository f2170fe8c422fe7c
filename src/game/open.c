/* Opening, step by step: the kind, its rules, the game, the levels. */
#include "lw/open.h"

#include <assert.h>
#include <string.h>

#include "open_internal.h"

/* The game. */

static void begin(const struct lw_open_request *request, struct lw_opened *out) {
    *out = (struct lw_opened){.kind = NULL};
    lw_collection_init(&out->set, request->alloc);
}

lw_status lw_open_kind(const struct lw_open_request *request, struct lw_opened *out,
                       struct lw_error *err) {
    begin(request, out);
    lw_status status = lw_open_find_kind(request, out, err);
    assert(status != LW_OK || out->kind->n_rule_options <= LW_MAX_RULES);
    return status;
}

/* A text that is a whole game brings its own rules; a lone text has to. */
static bool is_game(const struct lw_open_request *request,
                    const struct lw_game_kind *kind) {
    const struct lw_format *own = &kind->level->formats[0];
    return (kind->flags & LW_GAME_FROM_SOURCE) != 0 && request->text != NULL &&
           (request->source == NULL ||
            (own->sniff != NULL &&
             own->sniff(request->text, request->len) >= LW_SURE_WHOLE_GAME));
}

static lw_status make_game(const struct lw_open_request *request, struct lw_opened *out,
                           struct lw_error *err) {
    const struct lw_game_kind *kind = out->kind;
    struct lw_option_value read[LW_MAX_RULES];
    const struct lw_option_value *values = request->values;
    bool from_source = (kind->flags & LW_GAME_FROM_SOURCE) != 0;
    const char *source = out->text_is_game ? request->text : request->source;
    size_t len = out->text_is_game ? request->len : request->source_len;
    if (values == NULL) {
        out->part = LW_OPEN_RULES;
        lw_status status =
            lw_rules_read(kind, request->rules, &out->set.arena, read, err);
        if (status != LW_OK) {
            return status;
        }
        values = read;
    }
    out->part = LW_OPEN_GAME;
    if (from_source && source == NULL) {
        return lw_fail(err, LW_USAGE, 0, 0, "%s needs the source text of a game",
                       kind->title);
    }
    lw_status status =
        from_source ? lw_open_check_text(request, source, len, err) : LW_OK;
    if (status == LW_OK) {
        status = kind->game->create(
            request->alloc,
            &(struct lw_game_spec){.rules = values,
                                   .source = from_source ? source : NULL,
                                   .source_len = from_source ? len : 0},
            &out->game, &out->set, err);
    }
    out->game = status == LW_OK ? out->game : NULL;
    return status;
}

lw_status lw_open_game(const struct lw_open_request *request, struct lw_opened *out,
                       struct lw_error *err) {
    lw_status status = lw_open_kind(request, out, err);
    if (status == LW_OK) {
        out->text_is_game = is_game(request, out->kind);
        status = make_game(request, out, err);
    }
    return status;
}

/* Levels. */

static lw_status check_levels(const struct lw_open_request *request,
                              const struct lw_opened *out, struct lw_error *err) {
    const struct lw_open_limits *limits = &request->limits;
    const struct lw_collection *set = &out->set;
    const char *what = request->file != NULL ? "file" : "text";
    if (set->n_entries == 0 && !request->may_lack_levels) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0, "there is no level in this %s", what);
    }
    if (request->one && set->n_entries != 1) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "the %s holds %zu levels where one was expected", what,
                       set->n_entries);
    }
    if (limits->levels > 0 && set->n_entries > limits->levels) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "the %s has %zu levels; at most %zu are allowed", what,
                       set->n_entries, limits->levels);
    }
    for (size_t i = 0; i < set->n_entries && limits->cells > 0; i++) {
        uint32_t width, height;
        out->kind->level->size(set->entries[i].level, &width, &height);
        if ((uint64_t)width * height > limits->cells) {
            return lw_fail(err, LW_BAD_INPUT, set->entries[i].line, 0,
                           "the level has %u x %u cells; at most %llu are allowed", width,
                           height, (unsigned long long)limits->cells);
        }
    }
    return LW_OK;
}

static lw_status read_levels(const struct lw_open_request *request, struct lw_opened *out,
                             struct lw_error *err) {
    bool in_source = request->text == NULL;
    const char *text = in_source ? request->source : request->text;
    size_t len = in_source ? request->source_len : request->len;
    size_t about_rules = out->set.n_errors;
    out->part = LW_OPEN_LEVELS;
    if (text == NULL) {
        return lw_fail(err, LW_USAGE, 0, 0, "there is no text to read levels from");
    }
    lw_status status = lw_open_check_text(request, text, len, err);
    if (status == LW_OK) {
        status = lw_game_read(out->game, request->format, text, len, &out->set, err);
    }
    out->n_unread = out->set.n_errors - about_rules;
    return status == LW_OK ? check_levels(request, out, err) : status;
}

lw_status lw_open(const struct lw_open_request *request, struct lw_opened *out,
                  struct lw_error *err) {
    lw_status status = lw_open_game(request, out, err);
    return status == LW_OK ? read_levels(request, out, err) : status;
}

lw_status lw_open_beside(struct lw_game *game, const struct lw_open_request *request,
                         struct lw_opened *out, struct lw_error *err) {
    struct lw_open_request own = *request;
    own.kind = game->kind;
    own.source = own.source != NULL ? own.source : "";
    if (is_game(&own, game->kind)) {
        own.source = NULL;
        return lw_open(&own, out, err);
    }
    begin(request, out);
    out->part = LW_OPEN_LEVELS;
    out->kind = game->kind;
    out->game = game;
    out->lent = true;
    return read_levels(request, out, err);
}

void lw_opened_close(struct lw_opened *opened) {
    lw_collection_free(&opened->set);
    if (!opened->lent) {
        lw_game_destroy(opened->game);
    }
    opened->game = NULL;
}

lw_status lw_game_create(const struct lw_game_kind *kind, const struct lw_alloc *alloc,
                         struct lw_game **out, struct lw_error *err) {
    struct lw_option_value values[LW_MAX_RULES];
    assert((kind->flags & LW_GAME_FROM_SOURCE) == 0 &&
           kind->n_rule_options <= LW_MAX_RULES);
    lw_options_defaults(kind->rule_options, kind->n_rule_options, values);
    return kind->game->create(alloc, &(struct lw_game_spec){.rules = values}, out, NULL,
                              err);
}
