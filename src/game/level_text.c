/* One level as text, and its id. */
#include <string.h>

#include "lw/open.h"

lw_status lw_entry_text(const struct lw_entry *entry, const struct lw_format *format,
                        struct lw_buffer *out, struct lw_error *err) {
    /* Writers only read, so the collection may borrow the entry. */
    struct lw_entry one = *entry;
    struct lw_collection set = {
        .title = "", .game = entry->level->game, .entries = &one, .n_entries = 1};
    lw_status status = lw_game_write(entry->level->game, format, &set, out, err);
    return status == LW_OK && !lw_buffer_ok(out) ? lw_fail_memory(err) : status;
}

lw_status lw_level_text(const struct lw_level *level, struct lw_buffer *out,
                        struct lw_error *err) {
    struct lw_entry entry = {.level = (struct lw_level *)(uintptr_t)level, .title = ""};
    return lw_entry_text(&entry, &level->game->kind->level->formats[0], out, err);
}

lw_status lw_level_text_copy(const struct lw_level *level, struct lw_arena *arena,
                             const char **out, struct lw_error *err) {
    struct lw_buffer text;
    lw_buffer_init(&text, arena->alloc);
    lw_status status = lw_level_text(level, &text, err);
    if (status == LW_OK) {
        *out = lw_arena_text(arena, lw_buffer_text(&text), text.len);
        status = *out == NULL ? lw_fail_memory(err) : LW_OK;
    }
    lw_buffer_free(&text);
    return status;
}

lw_status lw_level_read(const struct lw_game *game, const char *text, size_t len,
                        struct lw_level **out, struct lw_error *err) {
    struct lw_collection set;
    lw_collection_init(&set, game->alloc);
    lw_status status = lw_game_read(game, NULL, text, len, &set, err);
    if (status == LW_OK && set.n_entries != 1) {
        status =
            lw_fail(err, LW_BAD_INPUT, 0, 0,
                    "the text holds %zu levels where one was expected", set.n_entries);
    }
    if (status == LW_OK) {
        *out = set.entries[0].level;
        set.entries[0].level = NULL;
    }
    lw_collection_free(&set);
    return status;
}

lw_status lw_level_id(const struct lw_level *level, struct lw_id128 *id,
                      struct lw_error *err) {
    const struct lw_level_ops *ops = level->game->kind->level;
    lw_status status = ops->validate(level, err);
    if (status != LW_OK) {
        return status;
    }
    if (ops->canonical == NULL) {
        return lw_fail(err, LW_UNSUPPORTED, 0, 0, "levels of %s have no ids",
                       level->game->kind->title);
    }
    status = ops->canonical(level, id, NULL);
    return status == LW_OK
               ? LW_OK
               : lw_fail(err, status, 0, 0, "the level has no canonical form: %s",
                         lw_status_text(status));
}
