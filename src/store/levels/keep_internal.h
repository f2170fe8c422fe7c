/* A level on its way into the store: shared by ready.c and keep.c. */
#ifndef KEEP_INTERNAL_H
#define KEEP_INTERNAL_H

#include "lw/store/keep.h"
#include "lw/store/ratings.h"
#include "lw/store/solutions.h"
#include "store_internal.h"

/* Bytes that are not UTF-8 are Latin-1, as old collections have it. NULL: no memory. */
const char *store_utf8(struct lw_arena *arena, const char *text);
/* A title or name on one line: without controls, without signs that turn the direction of
 * writing, odd blanks as one plain blank, none at the ends; so it may come out empty. */
const char *store_label(struct lw_arena *arena, const char *text);

struct lw_store_ready {
    struct lw_store_level row; /* its source is the id of: */
    const char *source_text;   /* NULL: the game has none */
    size_t text_len, source_len;
    /* Solutions, replayed on this text and source: those of the row, or of the row that
     * stood in the store in its place. */
    const char *proved_text, *proved_source;
    struct lw_store_solution *solutions;
    size_t n_solutions;
    struct lw_store_feature *features;
    size_t n_features;
    struct lw_store_rating rating;
    bool rated;    /* row has a rating */
    bool measured; /* rating is to be stored as well */
};

#endif
