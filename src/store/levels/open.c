/* Stored rows as games and levels. */
#include "lw/store/open.h"

#include <assert.h>
#include <string.h>

#include "store_internal.h"

lw_status lw_store_rows(struct lw_store *store, const struct lw_store_level_list *list,
                        struct lw_arena *arena, struct lw_row_list *out,
                        struct lw_error *err) {
    struct lw_row *rows = lw_arena_zero(arena, list->n + 1, sizeof *rows);
    lw_status status = rows == NULL ? lw_fail_memory(err) : LW_OK;
    for (size_t i = 0; i < list->n && status == LW_OK; i++) {
        const struct lw_store_level *row = &list->levels[i];
        const char *source = NULL;
        bool again = i > 0 && row->source != NULL && row[-1].source != NULL &&
                     strcmp(row->source, row[-1].source) == 0;
        if (again) {
            source = rows[i - 1].source;
        } else if (row->source != NULL) {
            status = lw_store_source_get(store, row->source, arena, &source, err);
        }
        rows[i] = (struct lw_row){.id = row->id,
                                  .game = row->game,
                                  .rules = row->rules,
                                  .source = source,
                                  .text = row->text,
                                  .title = row->title,
                                  .author = row->author};
    }
    *out = (struct lw_row_list){rows, list->n};
    return status;
}

lw_status lw_store_level_open(struct lw_store *store, const struct lw_alloc *alloc,
                              const struct lw_store_level *row, struct lw_opened *out,
                              struct lw_error *err) {
    const struct lw_store_level_list one = {.levels = (struct lw_store_level[]){*row},
                                            .n = 1};
    struct lw_row_list rows;
    struct lw_arena arena;
    /* Nobody else can write meanwhile, and rules that people bring may take long. */
    assert(store == NULL || store->sql->depth == 0);
    *out = (struct lw_opened){.kind = NULL};
    lw_collection_init(&out->set, alloc);
    lw_arena_init(&arena, alloc);
    lw_status status = lw_store_rows(store, &one, &arena, &rows, err);
    if (status == LW_OK) {
        status = lw_row_open(alloc, lw_game_kinds(), &rows.rows[0], out, err);
    }
    lw_arena_free(&arena);
    return status;
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

lw_status lw_store_levels_open(struct lw_store *store, const struct lw_alloc *alloc,
                               const struct lw_store_level_list *list,
                               struct lw_opened *out, struct lw_error *err) {
    struct lw_row_list rows;
    struct lw_arena arena;
    assert(store->sql->depth == 0);
    *out = (struct lw_opened){.kind = NULL};
    lw_collection_init(&out->set, alloc);
    lw_arena_init(&arena, alloc);
    lw_status status = lw_store_rows(store, list, &arena, &rows, err);
    if (status == LW_OK) {
        status = lw_rows_open(alloc, lw_game_kinds(), &rows, out, err);
    }
    lw_arena_free(&arena);
    return status;
}
