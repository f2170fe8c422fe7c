/* Which game a text belongs to: by name, by the file's ending, by content. */
#include <string.h>

#include "open_internal.h"

/* Before any game looks for levels in it and blames each line. */
lw_status lw_open_check_text(const struct lw_open_request *request, const char *text,
                             size_t len, struct lw_error *err) {
    const char *zero = memchr(text, '\0', len);
    const char *what = request->file != NULL ? "file" : "text";
    if (zero != NULL) {
        return lw_fail(
            err, LW_BAD_INPUT, 0, 0,
            "this is not text: byte %zu is zero; levels and games are text files (UTF-8)",
            (size_t)(zero - text) + 1);
    }
    if (request->limits.bytes > 0 && len > request->limits.bytes) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0, "the %s has %zu bytes; the limit is %zu",
                       what, len, request->limits.bytes);
    }
    for (size_t i = 0; i < len; i++) {
        if (strchr(" \t\r\n", text[i]) == NULL) {
            return LW_OK;
        }
    }
    return lw_fail(err, LW_BAD_INPUT, 0, 0,
                   "the %s is empty: there is no level or game in it", what);
}

static bool claims_ending(const struct lw_game_kind *kind, const char *file) {
    for (size_t i = 0; i < kind->level->n_formats; i++) {
        const struct lw_format *format = &kind->level->formats[i];
        if (format->read != NULL && lw_format_has_ending(format, file)) {
            return true;
        }
    }
    return false;
}

static lw_status no_such_game(const struct lw_open_request *request,
                              struct lw_error *err) {
    struct lw_buffer names;
    lw_buffer_init(&names, request->alloc);
    lw_game_kind_names(request->kinds, &names);
    (void)lw_fail_option(err, LW_USAGE, "game",
                         "there is no game '%.40s'; the games are %s", request->game,
                         lw_buffer_text(&names));
    lw_buffer_free(&names);
    return LW_USAGE;
}

static lw_status unknown_content(const struct lw_open_request *request,
                                 struct lw_error *err) {
    struct lw_buffer names;
    lw_buffer_init(&names, request->alloc);
    lw_game_kind_names(request->kinds, &names);
    (void)lw_fail(err, LW_BAD_INPUT, 0, 0, "this is not a level of any known game (%s)",
                  lw_buffer_text(&names));
    lw_buffer_free(&names);
    return LW_BAD_INPUT;
}

static lw_status by_name(const struct lw_open_request *request, struct lw_opened *out,
                         struct lw_error *err) {
    for (const struct lw_game_kind *const *at = request->kinds; *at != NULL; at++) {
        if (strcmp((*at)->name, request->game) == 0) {
            out->kind = *at;
            return LW_OK;
        }
    }
    return no_such_game(request, err);
}

/* The kind whose format is surest of the text; with by_ending only kinds that claim the
 * file's ending. */
static lw_status by_content(const struct lw_open_request *request, bool by_ending,
                            struct lw_opened *out, struct lw_error *err) {
    const struct lw_game_kind *best = NULL;
    const struct lw_game_kind *rival = NULL;
    int best_sure = LW_SURE_PERHAPS;
    for (const struct lw_game_kind *const *at = request->kinds; *at != NULL; at++) {
        const struct lw_format *format = NULL;
        if (by_ending && !claims_ending(*at, request->file)) {
            continue;
        }
        int sure = lw_kind_sureness(*at, request->text, request->len, &format);
        if (sure > best_sure) {
            best = *at;
            best_sure = sure;
            rival = NULL;
            out->looks_like = format;
        } else if (best != NULL && sure == best_sure) {
            rival = *at;
        }
    }
    if (best == NULL) {
        return by_ending ? by_content(request, false, out, err)
                         : unknown_content(request, err);
    }
    if (rival != NULL) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "the content could be %s as well as %s; say which with --game %s "
                       "or --game %s",
                       best->title, rival->title, best->name, rival->name);
    }
    out->kind = best;
    out->how = LW_OPEN_BY_CONTENT;
    return LW_OK;
}

lw_status lw_open_find_kind(const struct lw_open_request *request, struct lw_opened *out,
                            struct lw_error *err) {
    out->part = LW_OPEN_KIND;
    out->how = LW_OPEN_BY_NAME;
    if (request->kind != NULL) {
        out->kind = request->kind;
        return LW_OK;
    }
    if (request->game != NULL) {
        return by_name(request, out, err);
    }
    size_t n_claims = 0;
    const struct lw_game_kind *only = NULL;
    for (const struct lw_game_kind *const *at = request->kinds; *at != NULL; at++) {
        if (request->file != NULL && claims_ending(*at, request->file)) {
            only = *at;
            n_claims++;
        }
    }
    if (n_claims == 1) {
        out->kind = only;
        out->how = LW_OPEN_BY_ENDING;
        return LW_OK;
    }
    if (request->text == NULL) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "there is no text to recognise the game by");
    }
    lw_status status = lw_open_check_text(request, request->text, request->len, err);
    return status == LW_OK ? by_content(request, n_claims > 1, out, err) : status;
}
