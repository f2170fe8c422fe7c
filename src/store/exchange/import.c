/* Packs into the store from a collection that a kind has read; and the part that JSON
 * lines share (lines.c).
 *
 * Every level must be playable, its id is made from its text and not taken from the file,
 * and its solutions are replayed before they are stored. All of that is done for all
 * levels before the transaction begins, which then only writes. */
#include "exchange/import_internal.h"

#include <stdio.h>
#include <string.h>

#include "levels/keep_internal.h"
#include "lw/store/open.h"

void store_import_refuse(struct importer *in, size_t number, const struct lw_error *err) {
    in->out->n_refused++;
    if (in->how->refuse != NULL) {
        in->how->refuse(in->how->refuse_ctx, number, err);
    }
}

static lw_status remember(struct importer *in, const char *game, const char *id,
                          struct lw_error *err) {
    size_t at = 0;
    while (at < in->n_packs && strcmp(in->packs[at].game, game) != 0) {
        at++;
    }
    if (at == MAX_PACKS) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0, "the file has levels of too many games");
    }
    if (at == in->n_packs) {
        in->packs[in->n_packs++] = (struct members){.game = game};
    }
    struct members *members = &in->packs[at];
    const char **place =
        store_list_add(&in->arena, &members->ids, &members->n, sizeof *place);
    const char *copy = lw_arena_text(&in->arena, id, strlen(id));
    if (place == NULL || copy == NULL) {
        return lw_fail_memory(err);
    }
    *place = copy;
    return LW_OK;
}

static bool is_refusal(lw_status status) {
    return status == LW_BAD_INPUT || status == LW_UNSUPPORTED;
}

lw_status store_import_take(struct importer *in, struct arrival *arrival,
                            struct lw_error *err) {
    struct lw_level *level = arrival->entry->level;
    struct lw_error why = {0};
    struct lw_store_ready *ready = NULL;
    struct lw_made_level made;
    lw_status status = lw_made_level_found(level, &made, &why);
    if (status == LW_OK) {
        made.score = arrival->made.score;
        made.rated = arrival->made.rated;
        made.verdict = arrival->made.verdict;
        if (in->how->rate != NULL) {
            in->how->rate(&made);
        }
        arrival->origin.solutions = arrival->entry->solutions;
        arrival->origin.now_ms = in->how->now_ms;
        arrival->origin.before = in->n_ready > 0 ? in->ready[in->n_ready - 1] : NULL;
        status = lw_store_keep_ready(in->store, &made, &arrival->origin, &in->arena,
                                     &ready, &why);
    }
    if (is_refusal(status)) {
        store_import_refuse(in, arrival->number, &why);
        return LW_OK;
    }
    if (status != LW_OK) {
        return lw_fail(err, status, why.line, why.column, "%s", why.text);
    }
    struct lw_store_ready **place =
        store_list_add(&in->arena, &in->ready, &in->n_ready, sizeof *place);
    if (place == NULL) {
        return lw_fail_memory(err);
    }
    *place = ready;
    return LW_OK;
}

static lw_status put_levels(struct importer *in, struct lw_error *err) {
    lw_status status = LW_OK;
    for (size_t i = 0; i < in->n_ready && status == LW_OK; i++) {
        struct lw_store_kept kept;
        status = lw_store_keep_put(in->store, in->ready[i], &kept, err);
        if (status == LW_OK) {
            in->out->n_new += kept.is_new;
            in->out->n_known += !kept.is_new;
            in->out->n_solutions += kept.n_solutions;
            status = remember(in, lw_store_ready_game(in->ready[i]), kept.id, err);
        }
    }
    return status;
}

static lw_status make_packs(struct importer *in, const char *title, const char *author,
                            struct lw_error *err) {
    lw_status status = LW_OK;
    for (size_t i = 0; i < in->n_packs && status == LW_OK; i++) {
        struct lw_store_pack pack = {.title = store_label(&in->arena, title),
                                     .author = store_label(&in->arena, author),
                                     .game = in->packs[i].game,
                                     .owner = in->how->owner,
                                     .created_ms = in->how->now_ms};
        if (in->how->id != NULL) {
            memcpy(pack.id, in->how->id, sizeof pack.id);
        }
        status =
            lw_store_pack_put(in->store, &pack, in->packs[i].ids, in->packs[i].n, err);
        if (i == 0) {
            memcpy(in->out->pack, pack.id, sizeof pack.id);
        }
        in->out->n_packs++;
        in->out->n_members += pack.n_levels;
    }
    if (status == LW_OK && in->n_packs == 0) {
        status = lw_fail(err, LW_BAD_INPUT, 0, 0,
                         "none of the levels can be played, so nothing was stored");
    }
    return status;
}

lw_status store_import_put(struct importer *in, const char *title, const char *author,
                           struct lw_error *err) {
    lw_status status = sql_begin(in->store->sql, err);
    if (status != LW_OK) {
        return status;
    }
    status = put_levels(in, err);
    if (status == LW_OK) {
        status = make_packs(in, title, author, err);
    }
    return sql_end(in->store->sql, status, err);
}

void store_import_begin(struct importer *in, struct lw_store *store,
                        const struct lw_store_import *how,
                        struct lw_store_imported *out) {
    *out = (struct lw_store_imported){0};
    *in = (struct importer){.store = store, .how = how, .out = out};
    lw_arena_init(&in->arena, store->alloc);
}

const char *store_import_author(const struct lw_note *notes, const char *otherwise) {
    const char *author = lw_note_find(notes, "Author");
    return author != NULL ? author : otherwise;
}

static lw_status take_set(struct importer *in, const struct lw_collection *set,
                          struct lw_error *err) {
    const struct lw_store_import *how = in->how;
    const char *author = store_import_author(set->notes, store_or_empty(how->author));
    lw_status status = LW_OK;
    for (size_t i = 0; i < set->n_entries && status == LW_OK; i++) {
        const struct lw_entry *entry = &set->entries[i];
        char numbered[64];
        (void)snprintf(numbered, sizeof numbered, "%.40s %zu",
                       store_or_empty(how->numbered), i + 1);
        struct arrival arrival = {
            .entry = entry,
            .number = i + 1,
            .made = {.score = lw_note_number(entry->notes, "Score")},
            .origin = {.title = how->numbered != NULL ? numbered : entry->title,
                       .author = store_import_author(entry->notes, author),
                       .method = how->method,
                       .owner = how->owner,
                       .rules = how->rules}};
        status = store_import_take(in, &arrival, err);
    }
    const char *title = how->title != NULL ? how->title : set->title;
    return status == LW_OK ? store_import_put(in, title, author, err) : status;
}

lw_status lw_store_keep_pack(struct lw_store *store, const struct lw_collection *set,
                             const struct lw_store_import *how,
                             struct lw_store_imported *out, struct lw_error *err) {
    struct importer in;
    store_import_begin(&in, store, how, out);
    lw_status status = take_set(&in, set, err);
    lw_arena_free(&in.arena);
    return status;
}
