/* Packs: levels in order. */
#ifndef LW_STORE_PACKS_H
#define LW_STORE_PACKS_H

#include "lw/store/levels.h"

struct lw_store_pack {
    char id[LW_STORE_ID_SIZE]; /* empty on put: a new one is made */
    const char *title, *game, *author;
    const char *notes; /* JSON array of {key,text}; "" for none */
    const char *owner; /* a player's id, or NULL */
    int64_t created_ms;
    /* Filled when read: */
    uint64_t n_levels;
    const char *aside; /* "", or why no list shows the pack: "mixed", "reported" */
};
/* Makes the pack with these levels, which must be in the store (else LW_NOT_FOUND) and of
 * the pack's game (else LW_BAD_INPUT); the same level twice counts once. pack->id
 * receives the id, pack->n_levels their number. */
lw_status lw_store_pack_put(struct lw_store *store, struct lw_store_pack *pack,
                            const char *const *levels, size_t n,
                            struct lw_error *err) LW_MUST_CHECK;
lw_status lw_store_pack_delete(struct lw_store *store, const char *id,
                               struct lw_error *err) LW_MUST_CHECK;
lw_status lw_store_pack_get(struct lw_store *store, const char *id,
                            struct lw_arena *arena, struct lw_store_pack *out,
                            struct lw_error *err) LW_MUST_CHECK;
struct lw_store_pack_list {
    struct lw_store_pack *packs;
    size_t n;
    uint64_t total;
};
struct lw_store_pack_filter {
    const char *game; /* NULL: any */
    bool best; /* those that people play first, few of one owner; else the newest */
    struct lw_store_page page;
};
/* Those that are not set aside. */
lw_status lw_store_pack_list(struct lw_store *store,
                             const struct lw_store_pack_filter *filter,
                             struct lw_arena *arena, struct lw_store_pack_list *out,
                             struct lw_error *err) LW_MUST_CHECK;
/* From time to time: finds the places anew of so many packs, those first that have waited
 * longest. */
lw_status lw_store_packs_rank(struct lw_store *store, int64_t now_ms, size_t most,
                              struct lw_error *err) LW_MUST_CHECK;
/* Those that are set aside, for the administrator. */
lw_status lw_store_packs_aside(struct lw_store *store, struct lw_arena *arena,
                               struct lw_store_pack_list *out,
                               struct lw_error *err) LW_MUST_CHECK;
/* Some of its levels in order, or all. */
lw_status lw_store_pack_page(struct lw_store *store, const char *id,
                             struct lw_store_page page, struct lw_arena *arena,
                             struct lw_store_level_list *out,
                             struct lw_error *err) LW_MUST_CHECK;
lw_status lw_store_pack_levels(struct lw_store *store, const char *id,
                               struct lw_arena *arena, struct lw_store_level_list *out,
                               struct lw_error *err) LW_MUST_CHECK;

#endif
