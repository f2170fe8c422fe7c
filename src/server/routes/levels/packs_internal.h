/* Shared by the handlers of packs. */
#ifndef PACKS_INTERNAL_H
#define PACKS_INTERNAL_H

#include "http/exchange.h"
#include "lw/collection.h"
#include "lw/rows.h"
#include "lw/store.h"
#include "lw/store/keep_pack.h"

#define PACK_MAX_TITLE 200
#define PACK_MAX_LEVELS 1000
#define PACK_MAX_SOURCE ((size_t)1024 * 1024)

/* What a pack is answered with. */
struct whole_pack {
    struct lw_store_pack pack;
    struct lw_store_level_list levels;
    struct lw_store_source_list sources;
};
#define PACK_WHOLE ((struct lw_store_page){0, PACK_MAX_LEVELS})
/* The pack of the address, with these of its levels; NULL: with none. False with a
 * problem in the response. */
bool pack_get(struct exchange *exchange, const struct lw_store_page *levels,
              struct whole_pack *out);
/* What is said of a pack besides its levels. */
struct lw_json_writer;
void pack_json(struct lw_json_writer *json, const struct lw_store_pack *pack);
/* May the player bring so many levels more, in one pack? False with a problem in the
 * response. */
bool pack_within_limits(struct exchange *exchange, struct lw_store *store,
                        size_t n_levels);
/* The same before levels are read and replayed; pack_keep asks again. */
bool pack_may_begin(struct exchange *exchange, size_t n_levels);
/* Who will own a new pack; NULL: nobody. */
const char *pack_owner(const struct exchange *exchange);
/* A pack that is to be made, of levels that are there or were read. */
struct new_pack {
    const struct lw_game_kind *kind;
    const char *title, *author;
    const char *rules; /* "name=value" lines */
    uint64_t replay_left;
    struct lw_store_member *items;
    size_t n_items;
    struct lw_store_ready *last; /* of the items */
    bool is_refused;             /* by pack_keep, and the response says why */
};
/* Makes a level that a worker has read ready to be stored as the next item. */
lw_status pack_add(struct exchange *exchange, struct new_pack *pack,
                   const struct lw_found *found, struct lw_store_origin *origin,
                   struct lw_error *err) LW_MUST_CHECK;
/* Stores all of it or nothing, and counts what it weighs. at: after a failure, the item
 * at fault; n_items: none. */
lw_status pack_keep(struct exchange *exchange, struct new_pack *pack,
                    struct lw_store_imported *out, size_t *at,
                    struct lw_error *err) LW_MUST_CHECK;
/* Answers that a pack was made; set has the messages of reading it. */
void pack_reply_created(struct exchange *exchange, const struct lw_store_imported *result,
                        const struct lw_collection *set);

#endif
