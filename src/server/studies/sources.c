/* Where the levels of a definition come from. */
#include <string.h>

#include "lw/platform.h"
#include "lw/server.h"
#include "lw/server/studies.h"
#include "lw/store.h"
#include "lw/store/open.h"

#define MAX_FILE_BYTES ((size_t)8 << 20)
#define MAX_LEVELS 2000 /* that one query may find */
#define PACKS_PAGE 200

/* Hands the stored levels over, open. */
static lw_status open_levels(struct lw_store *store,
                             const struct lw_store_level_list *list,
                             const struct lw_open_request *how, struct lw_arena *arena,
                             struct lw_study_opened *out, struct lw_error *err) {
    const struct lw_store_level *first = list->levels;
    if (list->n == 0) {
        return lw_fail(err, LW_NOT_FOUND, 0, 0, "the database has no such levels");
    }
    out->rules = lw_arena_text(arena, first->rules, strlen(first->rules));
    if (out->rules == NULL) {
        return lw_fail_memory(err);
    }
    lw_status status = lw_store_levels_open(store, how->alloc, list, &out->opened, err);
    return status == LW_OK && first->source != NULL
               ? lw_store_source_get(store, first->source, arena, &out->source, err)
               : status;
}

/* The one pack of that title; empty when there is none, refused when there are two. */
static lw_status find_title(struct lw_store *store, const char *title,
                            struct lw_arena *arena, char id[LW_STORE_ID_SIZE],
                            struct lw_error *err) {
    struct lw_store_pack_filter filter = {.page = {.limit = PACKS_PAGE}};
    lw_status status = LW_OK;
    bool more = true;
    id[0] = '\0';
    while (status == LW_OK && more) {
        struct lw_store_pack_list list = {.n = 0};
        status = lw_store_pack_list(store, &filter, arena, &list, err);
        for (size_t i = 0; i < list.n && status == LW_OK; i++) {
            if (strcmp(list.packs[i].title, title) != 0) {
                continue;
            }
            if (id[0] != '\0') {
                status = lw_fail(err, LW_BAD_INPUT, 0, 0,
                                 "two packs have the title '%.60s'; name one by its id",
                                 title);
            }
            memcpy(id, list.packs[i].id, LW_STORE_ID_SIZE);
        }
        filter.page.first += list.n;
        more = list.n == PACKS_PAGE;
    }
    return status;
}

static lw_status stored_pack(struct lw_store *store, const char *name,
                             const struct lw_open_request *how, struct lw_arena *arena,
                             struct lw_study_opened *out, struct lw_error *err) {
    struct lw_store_level_list list = {.n = 0};
    struct lw_store_pack pack;
    char id[LW_STORE_ID_SIZE] = "";
    lw_status status = find_title(store, name, arena, id, err);
    if (status == LW_OK) {
        status = lw_store_pack_get(store, id[0] != '\0' ? id : name, arena, &pack, err);
    }
    if (status == LW_OK) {
        status = lw_store_pack_levels(store, pack.id, arena, &list, err);
    }
    return status == LW_OK ? open_levels(store, &list, how, arena, out, err)
           : status == LW_NOT_FOUND
               ? lw_fail(err, status, 0, 0,
                         "neither the program nor the database has a pack '%.60s'", name)
               : status;
}

static lw_status get_pack(void *ctx, const struct lw_study_set *set,
                          const struct lw_open_request *how, struct lw_arena *arena,
                          struct lw_study_opened *out, struct lw_error *err) {
    const struct lw_server_study_from *from = ctx;
    struct lw_study_shipped pack;
    if (lw_study_pack_find(set->pack, &pack)) {
        struct lw_open_request request = *how;
        request.text = pack.text;
        request.len = pack.len;
        request.file = pack.file;
        return lw_study_text_open(&request, arena, out, err);
    }
    if (from->store == NULL) {
        return lw_fail(
            err, LW_NOT_FOUND, 0, 0,
            "no pack '%.60s' comes with the program; packs of a database are found "
            "when the study is opened there",
            set->pack);
    }
    return stored_pack(from->store, set->pack, how, arena, out, err);
}

static lw_status get_file(void *ctx, const char *path, struct lw_buffer *out,
                          struct lw_error *err) {
    const struct lw_server_study_from *from = ctx;
    struct lw_study_shipped shipped;
    lw_status status = LW_NOT_FOUND;
    if (from->folder != NULL) {
        struct lw_buffer full;
        lw_buffer_init(&full, out->alloc);
        lw_buffer_puts(&full, from->folder);
        lw_buffer_puts(&full, path);
        status = lw_platform_read_file(lw_buffer_text(&full), MAX_FILE_BYTES, out, err);
        lw_buffer_free(&full);
    }
    if (status != LW_OK && lw_study_file_find(path, &shipped)) {
        lw_buffer_add(out, shipped.text, shipped.len);
        return lw_buffer_ok(out) ? LW_OK : lw_fail_memory(err);
    }
    return from->folder != NULL || status == LW_OK
               ? status
               : lw_fail(err, LW_NOT_FOUND, 0, 0,
                         "the program comes with no file '%.60s'; open definitions that "
                         "have files of their own with `levelwright study open`",
                         path);
}

static lw_status get_query(void *ctx, const struct lw_study_set *set,
                           const struct lw_open_request *how, struct lw_arena *arena,
                           struct lw_study_opened *out, struct lw_error *err) {
    const struct lw_server_study_from *from = ctx;
    struct lw_store_level_list list = {.n = 0};
    const struct lw_store_filter filter = {.game = set->game,
                                           .author = set->query->author,
                                           .method = set->query->method,
                                           .order = LW_STORE_BY_ID,
                                           .limit = MAX_LEVELS};
    if (from->store == NULL) {
        return lw_fail(err, LW_UNSUPPORTED, 0, 0,
                       "a query is answered when the study is opened in a database");
    }
    lw_status status = lw_store_level_list(from->store, &filter, arena, &list, err);
    return status == LW_OK ? open_levels(from->store, &list, how, arena, out, err)
                           : status;
}

struct lw_study_sources lw_server_study_sources(struct lw_server_study_from *from) {
    return (struct lw_study_sources){.ctx = from,
                                     .pack = get_pack,
                                     .file = get_file,
                                     .query = get_query,
                                     .budget = from->budget};
}
