/* Levels on their way into packs: shared by import.c and lines.c. */
#ifndef IMPORT_INTERNAL_H
#define IMPORT_INTERNAL_H

#include "lw/open.h"
#include "lw/store/exchange.h"
#include "store_internal.h"

#define MAX_PACKS 16

/* The levels of one game, in order. */
struct of_game {
    const char *game;
    struct lw_store_member *members;
    size_t n;
};

struct importer {
    struct lw_store *store;
    const struct lw_store_import *how;
    struct lw_store_imported *out;
    struct lw_arena arena;
    const struct lw_store_ready *last; /* that was taken */
    struct of_game packs[MAX_PACKS];
    size_t n_packs;
};

/* One level with what its file says of it. */
struct arrival {
    const struct lw_entry *entry;
    size_t number;
    struct lw_made_level made; /* its score and rating */
    struct lw_store_origin origin;
};

/* Free in->arena afterwards. */
void store_import_begin(struct importer *in, struct lw_store *store,
                        const struct lw_store_import *how, struct lw_store_imported *out);
/* Counts a level or line that is left out, and says why. */
void store_import_refuse(struct importer *in, size_t number, const struct lw_error *err);
/* Makes a level ready, or refuses it. */
lw_status store_import_take(struct importer *in, struct arrival *arrival,
                            struct lw_error *err) LW_MUST_CHECK;
/* Stores all that were taken, with a pack for each game. */
lw_status store_import_put(struct importer *in, const char *title, const char *author,
                           struct lw_error *err) LW_MUST_CHECK;
const char *store_import_author(const struct lw_note *notes, const char *otherwise);

#endif
