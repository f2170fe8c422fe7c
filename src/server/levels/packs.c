/* Packs: levels from text into the store, and out again as files. */
#include "levels/packs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "levels/engine.h"
#include "log.h"
#include "lw/render.h"

#define MAX_SHEET 200
#define RANK_AT_ONCE 50
#define MAX_SOURCE_BYTES ((size_t)4 << 20) /* of levels whose games are read again */
#define MAX_SHEET_SQUARES 80000            /* of all its levels: about a second */

/* Sources are read again for it, each once as long as its levels follow each other: a
 * mebibyte takes a third of a second. Levels of old stores may have theirs in the text.
 */
static lw_status check_sources(const struct lw_store_level_list *list,
                               struct lw_error *err) {
    const char *last = "";
    size_t n_bytes = 0;
    for (size_t i = 0; i < list->n; i++) {
        const struct lw_store_level *row = &list->levels[i];
        const struct lw_game_kind *kind = lw_game_kind_find(row->game);
        bool is_whole = kind != NULL && (kind->flags & LW_GAME_FROM_SOURCE) != 0 &&
                        row->source == NULL;
        n_bytes += is_whole ? row->text_len : 0;
        if (row->source != NULL && strcmp(row->source, last) != 0) {
            n_bytes += row->source_len;
            last = row->source;
        }
    }
    return n_bytes <= MAX_SOURCE_BYTES
               ? LW_OK
               : lw_fail(err, LW_LIMIT, 0, 0,
                         "the sources of these levels take %zu MiB, more than the %zu "
                         "MiB that can be read at once; export the pack as json or jsonl",
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

lw_status packs_write_text(struct exchange *exchange, const struct lw_store_pack *pack,
                           const struct lw_store_level_list *list, const char *format,
                           struct lw_error *err) {
    if (list->n == 0) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0, "the pack is empty");
    }
    lw_status status = check_sources(list, err);
    return status == LW_OK ? engine_write(exchange, list, pack->title, format, err)
                           : status;
}

static lw_status check_sheet(const struct lw_store_level_list *list,
                             struct lw_error *err) {
    uint64_t squares = 0;
    if (list->n > MAX_SHEET) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "a sheet shows at most %d levels; this pack has %zu", MAX_SHEET,
                       list->n);
    }
    for (size_t i = 0; i < list->n; i++) {
        squares += (uint64_t)list->levels[i].width * list->levels[i].height;
    }
    if (squares > MAX_SHEET_SQUARES) {
        return lw_fail(
            err, LW_LIMIT, 0, 0,
            "a sheet shows at most %d squares in all; the levels of this pack have %llu",
            MAX_SHEET_SQUARES, (unsigned long long)squares);
    }
    return check_sources(list, err);
}

lw_status packs_write_sheet(struct exchange *exchange, const struct lw_store_pack *pack,
                            const struct lw_store_level_list *list, bool is_png,
                            struct lw_error *err) {
    struct lw_picture_style style = {.theme = LW_THEME_LIGHT};
    struct lw_sheet_item *items =
        lw_arena_zero(&exchange->arena, list->n + 1, sizeof *items);
    struct lw_draw_list *lists = NULL;
    lw_status status = items == NULL ? lw_fail_memory(err) : check_sheet(list, err);
    if (status == LW_OK) {
        status = engine_draw(exchange, list, style.theme, &lists, err);
    }
    if (status != LW_OK) {
        return status;
    }
    for (size_t i = 0; i < list->n; i++) {
        items[i] = (struct lw_sheet_item){&lists[i], list->levels[i].title, i + 1};
    }
    return lw_render_sheet(is_png ? LW_PICTURE_PNG : LW_PICTURE_SVG,
                           &(struct lw_sheet){items, list->n, pack->title}, &style,
                           &exchange->response.body, err);
}

void packs_tick(struct app *app) {
    struct lw_error err = {.status = LW_OK};
    struct lw_store *store = app_whole_store(app);
    lw_status status = lw_store_packs_rank(store, app_now_ms(app), RANK_AT_ONCE, &err);
    app_give(app, store);
    if (status != LW_OK && status != LW_BUSY) {
        log_event(app->log, LOG_WARNING, "packs", "the packs could not be ranked: %s",
                  err.text);
    }
}
