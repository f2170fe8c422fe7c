/* Packs: levels from text into the store, and out again as files. */
#include "levels/packs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lw/render.h"

#define MAX_SHEET 200
#define MAX_SHEET_SQUARES 80000 /* of all its levels: about a second */

static double note_number(const struct lw_entry *entry, const char *key) {
    const char *text = lw_note_find(entry->notes, key);
    double value;
    return text != NULL && sscanf(text, "%lf", &value) == 1 ? value : NAN;
}

static lw_status put_levels(struct app *app, struct lw_store *store,
                            struct lw_opened *opened, const struct pack_new *pack,
                            char (*ids)[LW_STORE_ID_SIZE], size_t *n,
                            struct pack_result *out, struct lw_error *err) {
    for (size_t i = 0; i < opened->set.n_entries; i++) {
        const struct lw_entry *entry = &opened->set.entries[i];
        const char *author = lw_note_find(entry->notes, "Author");
        char numbered[60];
        if (pack->numbered != NULL) {
            (void)snprintf(numbered, sizeof numbered, "%s %zu", pack->numbered, i + 1);
        }
        struct level_extra extra = {
            .title = pack->numbered != NULL ? numbered : entry->title,
            .author = author != NULL ? author : pack->author,
            .method = pack->method,
            .rules = pack->rules,
            .solution = entry->solutions == NULL ? NULL : entry->solutions->moves,
            .origin = "import",
            .limit = pack->limit,
            .score = note_number(entry, "Score"),
            .rating = pack->rating == NULL ? (struct level_rating){.known = false}
                                           : pack->rating(entry->level)};
        bool is_new;
        lw_status status =
            levels_put(app, store, entry->level, &extra, ids[*n], &is_new, err);
        if (status == LW_BAD_INPUT || status == LW_UNSUPPORTED) {
            lw_collection_message(&opened->set, true, entry->line, 0, "level %zu: %s",
                                  i + 1, err->text);
            continue;
        }
        if (status != LW_OK) {
            return status;
        }
        (*n)++;
        out->inserted += is_new;
        out->duplicates += !is_new;
    }
    return *n > 0
               ? LW_OK
               : lw_fail(err, LW_BAD_INPUT, 0, 0,
                         "there is no level in this that can be played%s%s",
                         opened->set.n_messages > 0 ? ": " : "",
                         opened->set.n_messages > 0 ? opened->set.messages[0].text : "");
}

lw_status packs_put(struct app *app, struct lw_store *store, struct lw_opened *opened,
                    const struct pack_new *pack, struct pack_result *out,
                    struct lw_error *err) {
    size_t cap = opened->set.n_entries + 1;
    size_t n = 0;
    struct lw_arena arena;
    memset(out, 0, sizeof *out);
    lw_arena_init(&arena, app->alloc);
    char(*ids)[LW_STORE_ID_SIZE] = lw_arena_zero(&arena, cap, sizeof *ids);
    const char **pointers = lw_arena_zero(&arena, cap, sizeof *pointers);
    if (ids == NULL || pointers == NULL) {
        lw_arena_free(&arena);
        return lw_fail_memory(err);
    }
    lw_status status = lw_store_begin(store, err);
    if (status == LW_OK) {
        status = put_levels(app, store, opened, pack, ids, &n, out, err);
        struct lw_store_pack row = {.title = pack->title,
                                    .game = opened->game->kind->name,
                                    .author = pack->author == NULL ? "" : pack->author,
                                    .notes = "",
                                    .owner = pack->owner,
                                    .created_ms = app_now_ms(app)};
        if (pack->id != NULL) {
            (void)snprintf(row.id, sizeof row.id, "%s", pack->id);
        }
        for (size_t i = 0; i < n; i++) {
            pointers[i] = ids[i];
        }
        if (status == LW_OK) {
            status = lw_store_pack_put(store, &row, pointers, n, err);
        }
        struct lw_error end_err;
        lw_status ended = lw_store_end(store, status == LW_OK, &end_err);
        if (status == LW_OK && ended != LW_OK) {
            *err = end_err;
            status = ended;
        }
        memcpy(out->id, row.id, sizeof out->id);
        out->n_levels = n;
    }
    lw_arena_free(&arena);
    return status;
}

lw_status packs_write_text(struct app *app, const struct lw_store_pack *pack,
                           const struct lw_store_level_list *list,
                           const struct lw_format *format, struct lw_buffer *out,
                           struct lw_error *err) {
    struct lw_opened all;
    if (list->n == 0) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0, "the pack is empty");
    }
    struct lw_store *store = app_store(app);
    lw_status status = lw_store_levels_open(store, app->alloc, list, &all, err);
    app_give(app, store);
    if (status == LW_OK) {
        all.set.title = pack->title;
        status = lw_game_write(all.game, format, &all.set, out, err);
    }
    lw_opened_close(&all);
    return status;
}

struct sheet {
    struct lw_opened opened[MAX_SHEET];
    struct lw_draw_list lists[MAX_SHEET];
    struct lw_sheet_item items[MAX_SHEET];
    size_t n;
};

static lw_status draw_card(struct app *app, struct sheet *sheet,
                           const struct lw_store_level *row, struct lw_error *err) {
    size_t i = sheet->n++;
    struct lw_play *play = NULL;
    lw_draw_init(&sheet->lists[i], app->alloc, LW_THEME_LIGHT);
    lw_status status = levels_open(app, row, &sheet->opened[i], err);
    if (status != LW_OK) {
        return status;
    }
    const struct lw_play_ops *ops = sheet->opened[i].game->kind->play;
    status = ops->open(opened_level(&sheet->opened[i]), app->alloc, &play, err);
    if (status == LW_OK) {
        ops->draw(play, NULL, &sheet->lists[i]);
        ops->close(play);
        sheet->items[i] = (struct lw_sheet_item){&sheet->lists[i], row->title, i + 1};
    }
    return status;
}

lw_status packs_write_sheet(struct app *app, const struct lw_store_pack *pack,
                            const struct lw_store_level_list *list, bool is_png,
                            struct lw_buffer *out, struct lw_error *err) {
    struct lw_picture_style style = {.theme = LW_THEME_LIGHT};
    struct sheet *sheet = lw_alloc_zero(app->alloc, 1, sizeof *sheet);
    lw_status status = sheet == NULL ? lw_fail_memory(err) : LW_OK;
    if (list->n > MAX_SHEET) {
        status = lw_fail(err, LW_BAD_INPUT, 0, 0,
                         "a sheet shows at most %d levels; this pack has %zu", MAX_SHEET,
                         list->n);
    }
    uint64_t squares = 0;
    for (size_t i = 0; i < list->n; i++) {
        squares += (uint64_t)list->levels[i].width * list->levels[i].height;
    }
    if (status == LW_OK && squares > MAX_SHEET_SQUARES) {
        status = lw_fail(err, LW_LIMIT, 0, 0,
                         "a sheet shows levels of at most %d squares together; this "
                         "pack's have %llu",
                         MAX_SHEET_SQUARES, (unsigned long long)squares);
    }
    for (size_t i = 0; i < list->n && status == LW_OK; i++) {
        status = draw_card(app, sheet, &list->levels[i], err);
    }
    if (status == LW_OK) {
        status = lw_render_sheet(is_png ? LW_PICTURE_PNG : LW_PICTURE_SVG, sheet->items,
                                 sheet->n, pack->title, &style, out, err);
    }
    for (size_t i = 0; sheet != NULL && i < sheet->n; i++) {
        lw_draw_free(&sheet->lists[i]);
        lw_opened_close(&sheet->opened[i]);
    }
    lw_alloc_free(app->alloc, sheet, sizeof *sheet);
    return status;
}
