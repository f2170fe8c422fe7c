/* Formats of a kind: finding one, reading and writing by it. */
#include <string.h>

#include "lw/game.h"

const struct lw_format *lw_game_format_find(const struct lw_game_kind *kind,
                                            const char *name) {
    for (size_t i = 0; i < kind->level->n_formats; i++) {
        if (strcmp(kind->level->formats[i].name, name) == 0) {
            return &kind->level->formats[i];
        }
    }
    return NULL;
}

const struct lw_format *lw_game_format_of_packs(const struct lw_game_kind *kind) {
    const struct lw_level_ops *ops = kind->level;
    if (ops->pack_format != NULL) {
        return lw_game_format_find(kind, ops->pack_format);
    }
    for (size_t i = 0; i < ops->n_formats; i++) {
        if (ops->formats[i].write != NULL) {
            return &ops->formats[i];
        }
    }
    return NULL;
}

static void list_written(const struct lw_game_kind *kind, char *names, size_t room) {
    size_t used = 0;
    for (size_t i = 0; i < kind->level->n_formats; i++) {
        const struct lw_format *format = &kind->level->formats[i];
        size_t len = strlen(format->name);
        if (format->write != NULL && used + len + 3 < room) {
            memcpy(names + used, ", ", used > 0 ? 2 : 0);
            used += used > 0 ? 2 : 0;
            memcpy(names + used, format->name, len + 1);
            used += len;
        }
    }
}

lw_status lw_format_to_write(const struct lw_game_kind *kind, const char *name,
                             const struct lw_format **out, struct lw_error *err) {
    char names[160] = "";
    const struct lw_format *found = lw_game_format_find(kind, name);
    if (found != NULL && found->write != NULL) {
        *out = found;
        return LW_OK;
    }
    list_written(kind, names, sizeof names);
    return lw_fail(err, LW_USAGE, 0, 0,
                   "%s has no format '%.40s' to write; the formats are %s", kind->title,
                   name, names);
}

lw_status lw_format_by_ending(const struct lw_game_kind *kind, const char *file,
                              const struct lw_format **out, struct lw_error *err) {
    char names[160] = "";
    for (size_t i = 0; i < kind->level->n_formats; i++) {
        const struct lw_format *format = &kind->level->formats[i];
        if (format->write != NULL && lw_format_has_ending(format, file)) {
            *out = format;
            return LW_OK;
        }
    }
    list_written(kind, names, sizeof names);
    return lw_fail(
        err, LW_USAGE, 0, 0,
        "the extension of '%.100s' belongs to no format that %s is written in (%s)", file,
        kind->title, names);
}

bool lw_format_has_ending(const struct lw_format *format, const char *file) {
    size_t file_len = strlen(file);
    for (const char *at = format->endings; *at != '\0';) {
        size_t len = strcspn(at, " ");
        char ending[32] = "";
        if (len < file_len && len < sizeof ending) {
            memcpy(ending, at, len);
            if (lw_text_equal_nocase(file + file_len - len, len, ending)) {
                return true;
            }
        }
        at += len;
        at += strspn(at, " ");
    }
    return false;
}

int lw_kind_sureness(const struct lw_game_kind *kind, const char *text, size_t len,
                     const struct lw_format **format) {
    int best = 0;
    for (size_t i = 0; i < kind->level->n_formats; i++) {
        const struct lw_format *at = &kind->level->formats[i];
        int sure = at->read == NULL || at->sniff == NULL ? 0 : at->sniff(text, len);
        if (sure > best) {
            best = sure;
            *format = at;
        }
    }
    return best;
}

/* Named, else what the content looks like, else the kind's own: it says what is wrong
 * with content that no format claims. Beside its game's source a level is bare glyphs,
 * which no format recognises. */
static const struct lw_format *find_format(const struct lw_game_kind *kind,
                                           const char *name, const char *text,
                                           size_t len) {
    const struct lw_format *found = &kind->level->formats[0];
    if (name != NULL) {
        return lw_game_format_find(kind, name);
    }
    if ((kind->flags & LW_GAME_FROM_SOURCE) == 0) {
        (void)lw_kind_sureness(kind, text, len, &found);
    }
    return found;
}

lw_status lw_game_read(const struct lw_game *game, const char *format, const char *text,
                       size_t len, struct lw_collection *set, struct lw_error *err) {
    const struct lw_format *found = find_format(game->kind, format, text, len);
    if (found == NULL) {
        return lw_fail(err, LW_USAGE, 0, 0, "%s has no format named '%.40s'",
                       game->kind->title, format);
    }
    if (found->read == NULL) {
        return lw_fail(err, LW_UNSUPPORTED, 0, 0,
                       "the format %s can be written but not read", found->name);
    }
    if (set->game != NULL && set->game != game) {
        return lw_fail(
            err, LW_UNSUPPORTED, 0, 0,
            "a collection holds levels of one game only; these are of another");
    }
    set->format = found->name;
    return found->read(game, text, len, set, err);
}

static bool has_format(const struct lw_game_kind *kind, const struct lw_format *format) {
    for (size_t i = 0; i < kind->level->n_formats; i++) {
        if (&kind->level->formats[i] == format) {
            return true;
        }
    }
    return false;
}

lw_status lw_game_write(const struct lw_game *game, const struct lw_format *format,
                        const struct lw_collection *set, struct lw_buffer *out,
                        struct lw_error *err) {
    if (!has_format(game->kind, format) || format->write == NULL) {
        return lw_fail(err, LW_UNSUPPORTED, 0, 0, "%s cannot be written as %s",
                       game->kind->title, format->name);
    }
    for (size_t i = 0; i < set->n_entries; i++) {
        if (set->entries[i].level->game != game) {
            return lw_fail(err, LW_UNSUPPORTED, 0, 0,
                           "level %zu belongs to another game; one file holds levels of "
                           "one game",
                           i + 1);
        }
    }
    return format->write(game, set, out, err);
}
