/* Packs into the store, of levels that workers have read. What takes long is done before
 * the store is locked. */
#include <stdio.h>
#include <string.h>

#include "http/quota.h"
#include "levels/engine.h"
#include "lw/store/keep.h"
#include "routes/handlers.h"
#include "routes/levels/packs_internal.h"

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
        pack->items[pack->n_items++] = (struct lw_store_member){.ready = ready};
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
};

static lw_status put_pack(const struct putting *p, size_t *at, struct lw_error *err) {
    const struct new_pack *pack = p->pack;
    struct lw_store_pack row = {.title = pack->title,
                                .game = pack->kind->name,
                                .author = pack->author,
                                .notes = "",
                                .owner = pack_owner(p->exchange),
                                .created_ms = app_now_ms(p->exchange->app)};
    const struct lw_store_members members = {pack->items, pack->n_items};
    return lw_store_pack_keep(p->store, &row, &members, p->out, at, err);
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
                        .out = out};
    *out = (struct lw_store_imported){.n_packs = 0};
    lw_status status = lw_store_begin(p.store, err);
    if (status == LW_OK) {
        status = check_limits(&p, &pack->is_refused, err);
        if (status == LW_OK) {
            status = put_pack(&p, at, err);
        }
        lw_status ended = lw_store_end(p.store, status == LW_OK, &end_err);
        if (status == LW_OK && ended != LW_OK) {
            status = ended;
            *err = end_err;
        }
    }
    exchange_give(exchange, p.store);
    return status;
}
