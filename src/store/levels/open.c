/* Stored rows as games and levels: what the row says, handed to lw_open. */
#include "lw/store/open.h"

#include <string.h>

lw_status lw_store_level_open(struct lw_store *store, const struct lw_alloc *alloc,
                              const struct lw_store_level *row, struct lw_opened *out,
                              struct lw_error *err) {
    struct lw_arena arena;
    struct lw_open_request request = {.alloc = alloc,
                                      .kinds = lw_game_kinds(),
                                      .game = row->game,
                                      .text = row->text,
                                      .len = strlen(row->text),
                                      .rules = row->rules,
                                      .one = true};
    struct lw_error why = {.status = LW_OK};
    lw_status status = LW_OK;
    *out = (struct lw_opened){.kind = NULL};
    lw_collection_init(&out->set, alloc);
    lw_arena_init(&arena, alloc);
    if (row->source != NULL) {
        status = lw_store_source_get(store, row->source, &arena, &request.source, err);
        request.source_len = status == LW_OK ? strlen(request.source) : 0;
    }
    if (status == LW_OK) {
        status = lw_open(&request, out, &why);
        if (status != LW_OK && err != NULL) {
            *err = why;
        }
    }
    lw_arena_free(&arena);
    /* What was stored is not what somebody asked for. */
    return status == LW_USAGE ? lw_fail(err, LW_UNSUPPORTED, 0, 0, "%s", why.text)
                              : status;
}

lw_status lw_store_level_id(const struct lw_level *level, char id[LW_STORE_ID_SIZE],
                            struct lw_error *err) {
    struct lw_id128 value;
    lw_status status = lw_level_id(level, &value, err);
    if (status == LW_OK) {
        lw_id128_text(value, id);
    }
    return status;
}

static lw_status describe(struct lw_collection *set, struct lw_entry *entry,
                          const struct lw_store_level *row, struct lw_error *err) {
    entry->title = lw_arena_text(&set->arena, row->title, strlen(row->title));
    bool named = row->author[0] == '\0' || lw_note_find(entry->notes, "Author") != NULL;
    bool good = entry->title != NULL &&
                (named || lw_collection_note(set, &entry->notes, "Author", row->author));
    return good ? LW_OK : lw_fail_memory(err);
}

/* The level of a row, that index says the place of, among the levels of one game. */
static lw_status add_row(struct lw_opened *all, size_t index,
                         const struct lw_store_level *row, struct lw_error *err) {
    char id[LW_STORE_ID_SIZE] = "";
    struct lw_error why = {.status = LW_OK};
    lw_status status = strcmp(row->game, all->kind->name) == 0 ? LW_OK : LW_UNSUPPORTED;
    if (status == LW_OK && index == all->set.n_entries) {
        status = lw_game_read(all->game, NULL, row->text, strlen(row->text), &all->set,
                              NULL, &why);
    }
    if (status == LW_OK && all->set.n_entries == index + 1) {
        status = lw_store_level_id(all->set.entries[index].level, id, &why);
    }
    if (status == LW_NO_MEMORY) {
        return lw_fail_memory(err);
    }
    if (status != LW_OK || strcmp(id, row->id) != 0) {
        return lw_fail(
            err, LW_UNSUPPORTED, 0, 0,
            "level %zu (%s) has other rules than the first, so one text cannot "
            "hold both; export as jsonl",
            index + 1, row->id);
    }
    return describe(&all->set, &all->set.entries[index], row, err);
}

lw_status lw_store_levels_open(struct lw_store *store, const struct lw_alloc *alloc,
                               const struct lw_store_level_list *list,
                               struct lw_opened *out, struct lw_error *err) {
    lw_status status = lw_store_level_open(store, alloc, &list->levels[0], out, err);
    for (size_t i = 0; i < list->n && status == LW_OK; i++) {
        status = add_row(out, i, &list->levels[i], err);
    }
    return status;
}
