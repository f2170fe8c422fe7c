/* Packs into the store, of levels that workers have read. What takes long is done before
 * the store is locked. */
#include <stdio.h>
#include <string.h>

#include "http/quota.h"
#include "levels/engine.h"
#include "lw/store/keep.h"
#include "routes/handlers.h"
#include "routes/packs_internal.h"

/* Where the store has the same puzzle mirrored. */
struct replaying {
    struct exchange *exchange;
    uint64_t *left;
};

static lw_status replay(void *ctx, const struct lw_row *stored, const char *moves,
                        double measures[LW_MAX_MEASURES], struct lw_error *err) {
    struct replaying *r = ctx;
    return engine_replay_row(r->exchange, stored, moves, r->left, measures, err);
}

lw_status pack_add(struct exchange *exchange, struct new_pack *pack,
                   const struct lw_found *found, struct lw_store_origin *origin,
                   struct lw_error *err) {
    struct replaying replaying = {exchange, &pack->replay_left};
    const struct lw_store_replayer replayer = {.replay = replay, .ctx = &replaying};
    struct lw_found level = *found;
    struct lw_store_ready *ready = NULL;
    level.kind = pack->kind;
    origin->rules = pack->rules;
    origin->before = pack->last;
    origin->replayer = &replayer;
    origin->owner = pack_owner(exchange);
    origin->now_ms = app_now_ms(exchange->app);
    struct lw_store *store = exchange_store(exchange);
    lw_status status =
        lw_store_keep_found(store, &level, origin, &exchange->arena, &ready, err);
    exchange_give(exchange, store);
    if (status == LW_OK) {
        pack->items[pack->n_items++] = (struct pack_item){.ready = ready};
        pack->last = ready;
    }
    return status;
}

/* On the way into the store, in one transaction. */
struct putting {
    struct exchange *exchange;
    struct lw_store *store;
    const struct new_pack *pack;
    struct lw_store_imported *out;
    size_t at; /* the item at hand */
};

/* Its id in the store. */
static lw_status put_item(const struct putting *p, struct lw_store_kept *out,
                          struct lw_error *err) {
    const struct pack_item *item = &p->pack->items[p->at];
    struct lw_store_level row;
    *out = (struct lw_store_kept){.is_new = false};
    if (item->id == NULL) {
        return lw_store_keep_put(p->store, item->ready, out, err);
    }
    (void)snprintf(out->id, sizeof out->id, "%s", item->id);
    lw_status found =
        lw_store_level_get(p->store, out->id, &p->exchange->arena, &row, err);
    return found == LW_OK && strcmp(row.game, p->pack->kind->name) != 0
               ? lw_fail(err, LW_BAD_INPUT, 0, 0,
                         "this level is of %.40s; all levels of a pack of %s are of "
                         "that game",
                         row.game, p->pack->kind->title)
               : found;
}

static lw_status put_pack(struct putting *p, struct lw_error *err) {
    const struct new_pack *pack = p->pack;
    struct lw_arena *arena = &p->exchange->arena;
    struct lw_store_kept *kept = lw_arena_zero(arena, pack->n_items + 1, sizeof *kept);
    const char **ids = lw_arena_zero(arena, pack->n_items + 1, sizeof *ids);
    if (kept == NULL || ids == NULL) {
        return lw_fail_memory(err);
    }
    for (p->at = 0; p->at < pack->n_items; p->at++) {
        struct lw_store_kept *item = &kept[p->at];
        lw_status status = put_item(p, item, err);
        if (status != LW_OK) {
            return status;
        }
        p->out->n_new += item->is_new;
        p->out->n_known += !item->is_new;
        ids[p->at] = item->id;
    }
    struct lw_store_pack row = {.title = pack->title,
                                .game = pack->kind->name,
                                .author = pack->author,
                                .notes = "",
                                .owner = pack_owner(p->exchange),
                                .created_ms = app_now_ms(p->exchange->app)};
    lw_status status = lw_store_pack_put(p->store, &row, ids, pack->n_items, err);
    memcpy(p->out->pack, row.id, sizeof p->out->pack);
    p->out->n_members = row.n_levels;
    return status;
}

/* All texts, and each source once as long as its levels follow each other. */
static size_t weight_of(const struct new_pack *pack) {
    const char *last = "";
    size_t n_bytes = 0;
    for (size_t i = 0; i < pack->n_items; i++) {
        const char *source = "";
        size_t n_source = 0;
        if (pack->items[i].ready != NULL) {
            n_bytes += lw_store_ready_bytes(pack->items[i].ready, &source, &n_source);
            n_bytes += strcmp(source, last) != 0 ? n_source : 0;
            last = source;
        }
    }
    return n_bytes;
}

/* The body was counted before it was read; a board in a few bytes may be large. */
static bool take_quota(struct exchange *exchange, const struct new_pack *pack) {
    size_t weight = weight_of(pack);
    size_t counted = exchange->request.body_len;
    return weight <= counted || quota_take(exchange, weight - counted);
}

/* In the transaction that stores the pack, so that servers on one database together let
 * nobody have more than one of them would. */
static lw_status check_limits(const struct putting *p, bool *is_refused,
                              struct lw_error *err) {
    lw_status status = lw_store_player_hold(p->store, pack_owner(p->exchange), err);
    if (status == LW_OK && !pack_within_limits(p->exchange, p->store, p->pack->n_items)) {
        *is_refused = true;
        status = lw_fail(err, LW_LIMIT, 0, 0, "the player has too many packs");
    }
    return status;
}

lw_status pack_keep(struct exchange *exchange, struct new_pack *pack,
                    struct lw_store_imported *out, size_t *at, struct lw_error *err) {
    struct lw_error end_err = {.status = LW_OK};
    *at = pack->n_items;
    pack->is_refused = !take_quota(exchange, pack);
    if (pack->is_refused) {
        return lw_fail(err, LW_LIMIT, 0, 0, "too much was stored for now");
    }
    struct putting p = {.exchange = exchange,
                        .store = exchange_store(exchange),
                        .pack = pack,
                        .out = out,
                        .at = pack->n_items};
    *out = (struct lw_store_imported){.n_packs = 1};
    lw_status status = lw_store_begin(p.store, err);
    if (status == LW_OK) {
        status = check_limits(&p, &pack->is_refused, err);
        if (status == LW_OK) {
            status = put_pack(&p, err);
        }
        lw_status ended = lw_store_end(p.store, status == LW_OK, &end_err);
        if (status == LW_OK && ended != LW_OK) {
            status = ended;
            *err = end_err;
        }
    }
    exchange_give(exchange, p.store);
    *at = p.at;
    return status;
}
