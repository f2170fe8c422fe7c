/* Packs: levels from text into the store, and out again as files. */
#include "levels/packs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lw/render.h"

#define MAX_SHEET 200
#define MAX_SOURCE_BYTES ((size_t)4 << 20) /* of levels whose games are read again */
#define MAX_SHEET_SQUARES 80000            /* of all its levels: about a second */

/* Each level of a kind that is made from source brings its source, which is read for it:
 * a mebibyte takes a third of a second. */
static lw_status check_sources(const struct lw_store_level_list *list,
                               struct lw_error *err) {
    size_t n_bytes = 0;
    for (size_t i = 0; i < list->n; i++) {
        const struct lw_game_kind *kind = lw_game_kind_find(list->levels[i].game);
        bool is_source = kind != NULL && (kind->flags & LW_GAME_FROM_SOURCE) != 0;
        n_bytes += is_source ? strlen(list->levels[i].text) : 0;
    }
    return n_bytes <= MAX_SOURCE_BYTES
               ? LW_OK
               : lw_fail(err, LW_LIMIT, 0, 0,
                         "the sources of these levels have %zu MiB, too much to be read "
                         "at once, which is %zu MiB; export the pack as json or jsonl",
                         n_bytes >> 20, MAX_SOURCE_BYTES >> 20);
}

/* Levels that cannot be played are left out with a message. */
static void note_refused(void *ctx, size_t number, const struct lw_error *err) {
    struct lw_collection *set = ctx;
    lw_collection_message(set, true, set->entries[number - 1].line, 0, "level %zu: %s",
                          number, err->text);
}

lw_status packs_put(struct lw_store *store, struct lw_collection *set,
                    const struct lw_store_import *pack, struct lw_store_imported *out,
                    struct lw_error *err) {
    struct lw_store_import how = *pack;
    how.refuse = note_refused;
    how.refuse_ctx = set;
    lw_status status = lw_store_keep_pack(store, set, &how, out, err);
    if (status == LW_BAD_INPUT && out->n_new + out->n_known == 0) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "there is no level in this that can be played%s%s",
                       set->n_messages > 0 ? ": " : "",
                       set->n_messages > 0 ? set->messages[0].text : "");
    }
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
    lw_status status = check_sources(list, err);
    if (status != LW_OK) {
        return status;
    }
    struct lw_store *store = app_store(app);
    status = lw_store_levels_open(store, app->alloc, list, &all, err);
    app_give(app, store);
    if (status == LW_OK) {
        all.set.title = pack->title;
        status = lw_game_write(all.game, format, &all.set, out, err);
    }
    lw_opened_close(&all);
    return status;
}

struct sheet {
    struct lw_draw_list lists[MAX_SHEET];
    struct lw_sheet_item items[MAX_SHEET];
    size_t n;
};

static lw_status draw_card(struct app *app, struct sheet *sheet,
                           const struct lw_store_level *row, struct lw_error *err) {
    size_t i = sheet->n++;
    struct lw_opened opened;
    lw_draw_init(&sheet->lists[i], app->alloc, LW_THEME_LIGHT);
    lw_status status = levels_open(app, row, &opened, err);
    if (status == LW_OK) {
        status = lw_level_draw(opened_level(&opened), &sheet->lists[i], err);
    }
    sheet->items[i] = (struct lw_sheet_item){&sheet->lists[i], row->title, i + 1};
    lw_opened_close(&opened);
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
    if (status == LW_OK) {
        status = check_sources(list, err);
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
    }
    lw_alloc_free(app->alloc, sheet, sizeof *sheet);
    return status;
}
