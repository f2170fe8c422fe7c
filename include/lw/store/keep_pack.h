/* The one way of a pack into the store, whoever brings it: a page, a file, the server. */
#ifndef LW_STORE_KEEP_PACK_H
#define LW_STORE_KEEP_PACK_H

#include "lw/store/keep.h"
#include "lw/store/packs.h"

/* One of the two. */
struct lw_store_member {
    const char *id; /* of a level that is there; NULL: */
    const struct lw_store_ready *ready;
};
struct lw_store_members {
    const struct lw_store_member *items;
    size_t n;
};

/* What came into the store. */
struct lw_store_imported {
    char
        pack[LW_STORE_ID_SIZE]; /* the first, when levels of several games made several */
    size_t n_packs;
    size_t n_new, n_known, n_refused; /* levels */
    size_t n_members;   /* of the packs, where a level that comes twice is once */
    size_t n_solutions; /* that replayed and were stored */
};

/* Keeps the levels (lw_store_keep_put) and makes the pack of them, all or nothing, as
 * part of the transaction that is open. Counts are added to *out. LW_BAD_INPUT when a
 * level is of another game. at: after a failure, the member at fault; n: none. */
lw_status lw_store_pack_keep(struct lw_store *store, struct lw_store_pack *pack,
                             const struct lw_store_members *members,
                             struct lw_store_imported *out, size_t *at,
                             struct lw_error *err) LW_MUST_CHECK;

#endif
