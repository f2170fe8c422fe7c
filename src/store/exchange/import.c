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
#include "lw/make.h"
#include "lw/store/open.h"

void store_import_refuse(struct importer *in, size_t number, const struct lw_error *err) {
    in->out->n_refused++;
    if (in->how->refuse != NULL) {
        in->how->refuse(in->how->refuse_ctx, number, err);
    }
}

/* One pack for each game. */
static lw_status add_member(struct importer *in, const struct lw_store_ready *ready,
                            struct lw_error *err) {
    const char *game = lw_store_ready_game(ready);
    size_t at = 0;
    while (at < in->n_packs && strcmp(in->packs[at].game, game) != 0) {
        at++;
    }
    if (at == MAX_PACKS) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0, "the file has levels of too many games");
    }
    if (at == in->n_packs) {
        in->packs[in->n_packs++] = (struct of_game){.game = game};
    }
    struct of_game *pack = &in->packs[at];
    struct lw_store_member *place =
        store_list_add(&in->arena, &pack->members, &pack->n, sizeof *place);
    if (place == NULL) {
        return lw_fail_memory(err);
    }
    *place = (struct lw_store_member){.ready = ready};
    in->last = ready;
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
        arrival->origin.before = in->last;
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
    return add_member(in, ready, err);
}

static lw_status keep_packs(struct importer *in, const char *title, const char *author,
                            struct lw_error *err) {
    lw_status status = LW_OK;
    if (in->n_packs == 0) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "none of the levels can be played, so nothing was stored");
    }
    for (size_t i = 0; i < in->n_packs && status == LW_OK; i++) {
        const struct of_game *of = &in->packs[i];
        size_t at;
        struct lw_store_pack pack = {.title = store_label(&in->arena, title),
                                     .author = store_label(&in->arena, author),
                                     .game = of->game,
                                     .owner = in->how->owner,
                                     .created_ms = in->how->now_ms};
        if (in->how->id != NULL) {
            memcpy(pack.id, in->how->id, sizeof pack.id);
        }
        const struct lw_store_members members = {of->members, of->n};
        status = lw_store_pack_keep(in->store, &pack, &members, in->out, &at, err);
    }
    return status;
}

lw_status store_import_put(struct importer *in, const char *title, const char *author,
                           struct lw_error *err) {
    lw_status status = sql_begin(in->store->sql, err);
    if (status != LW_OK) {
        return status;
    }
    return sql_end(in->store->sql, keep_packs(in, title, author, err), err);
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

/* The generator that a file of ours names. Files of other programs have such notes too,
 * and mean something else. */
static const char *generator_of(const struct lw_entry *entry) {
    const char *name = lw_note_find(entry->notes, "Generator");
    return name != NULL && lw_generator_find(entry->level->game->kind, name) != NULL
               ? name
               : NULL;
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
                       .method = how->method != NULL ? how->method : generator_of(entry),
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
