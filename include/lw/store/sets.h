/* Level sets: chosen packs that players are studied on. A pinned set comes first; the
 * others stand in an order that is random but always the same for one player. */
#ifndef LW_STORE_SETS_H
#define LW_STORE_SETS_H

#include "lw/store/levels.h"

struct lw_store_set {
    char id[LW_STORE_ID_SIZE]; /* empty on put: a new one is made */
    const char *title, *game;
    const char *origin; /* "generated" or "handmade" */
    bool pinned;
    int64_t position; /* in lists without a player */
    uint64_t n_levels;
};
/* As lw_store_pack_put: all levels are of the set's game. */
lw_status lw_store_set_put(struct lw_store *store, struct lw_store_set *set,
                           const char *const *levels, size_t n,
                           struct lw_error *err) LW_MUST_CHECK;
lw_status lw_store_set_delete(struct lw_store *store, const char *id,
                              struct lw_error *err) LW_MUST_CHECK;
struct lw_store_set_list {
    struct lw_store_set *sets;
    size_t n;
    const char **authors; /* of all their levels together, by name */
    size_t n_authors;
};
/* game, player NULL: any, and by position. */
lw_status lw_store_set_list(struct lw_store *store, const char *game, const char *player,
                            struct lw_arena *arena, struct lw_store_set_list *out,
                            struct lw_error *err) LW_MUST_CHECK;
lw_status lw_store_set_get(struct lw_store *store, const char *id, struct lw_arena *arena,
                           struct lw_store_set *out, struct lw_error *err) LW_MUST_CHECK;
lw_status lw_store_set_levels(struct lw_store *store, const char *id,
                              struct lw_arena *arena, struct lw_store_level_list *out,
                              struct lw_error *err) LW_MUST_CHECK;

#endif
