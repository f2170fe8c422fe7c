/* A pack into the store, of levels that are there or ready to be kept. */
#include "lw/store/keep_pack.h"

#include <stdio.h>
#include <string.h>

#include "levels/keep_internal.h"

/* One pack on its way. */
struct keeping {
    struct lw_store *store;
    struct lw_store_pack *pack;
    struct lw_arena arena;
};

/* A level of another game is refused where it stands, before all are counted. One row at
 * a time is held: a pack may name a thousand levels in a short request. */
static lw_status find_member(struct keeping *k, const char *id, struct lw_error *err) {
    struct lw_store_level row;
    struct lw_arena scratch;
    lw_arena_init(&scratch, k->store->alloc);
    lw_status status = lw_store_level_get(k->store, id, &scratch, &row, err);
    if (status == LW_OK && strcmp(row.game, k->pack->game) != 0) {
        status = lw_fail(err, LW_BAD_INPUT, 0, 0,
                         "this level is of %.40s; all levels of a pack of %.40s are of "
                         "that game",
                         row.game, k->pack->game);
    }
    lw_arena_free(&scratch);
    return status;
}

static lw_status keep_member(struct keeping *k, const struct lw_store_member *member,
                             struct lw_store_kept *out, struct lw_error *err) {
    *out = (struct lw_store_kept){.is_new = false};
    if (member->id == NULL) {
        return lw_store_keep_put(k->store, member->ready, out, err);
    }
    (void)snprintf(out->id, sizeof out->id, "%s", member->id);
    return find_member(k, out->id, err);
}

static lw_status keep_all(struct keeping *k, const struct lw_store_members *members,
                          struct lw_store_imported *out, size_t *at,
                          struct lw_error *err) {
    size_t n = members->n;
    struct lw_store_kept *kept = lw_arena_zero(&k->arena, n + 1, sizeof *kept);
    const char **ids = lw_arena_zero(&k->arena, n + 1, sizeof *ids);
    if (kept == NULL || ids == NULL) {
        return lw_fail_memory(err);
    }
    for (size_t i = 0; i < n; i++) {
        lw_status status = keep_member(k, &members->items[i], &kept[i], err);
        if (status != LW_OK) {
            *at = i;
            return status;
        }
        out->n_new += kept[i].is_new;
        out->n_known += !kept[i].is_new;
        out->n_solutions += kept[i].n_solutions;
        ids[i] = kept[i].id;
    }
    return lw_store_pack_put(k->store, k->pack, ids, n, err);
}

lw_status lw_store_pack_keep(struct lw_store *store, struct lw_store_pack *pack,
                             const struct lw_store_members *members,
                             struct lw_store_imported *out, size_t *at,
                             struct lw_error *err) {
    struct keeping k = {.store = store, .pack = pack};
    *at = members->n;
    lw_arena_init(&k.arena, store->alloc);
    lw_status status = keep_all(&k, members, out, at, err);
    lw_arena_free(&k.arena);
    if (status == LW_OK) {
        if (out->n_packs++ == 0) {
            memcpy(out->pack, pack->id, sizeof out->pack);
        }
        out->n_members += pack->n_levels;
    }
    return status;
}
