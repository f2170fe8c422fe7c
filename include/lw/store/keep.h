/* The one way of a level into the store, with all that is known of it: text, solutions,
 * features, rating. Whoever made or found it hands it over as it is. */
#ifndef LW_STORE_KEEP_H
#define LW_STORE_KEEP_H

#include "lw/made_level.h"
#include "lw/store/features.h"
#include "lw/store/levels.h"

/* What levels of strangers may cost; each may be NULL. */
struct lw_store_guard {
    /* Before the text is stored; what it says besides OK is the answer. */
    lw_status (*text)(void *ctx, const struct lw_level *level, size_t len,
                      struct lw_error *err);
    /* In place of the kind's own, to replay moves that nobody proved. */
    lw_status (*measure)(void *ctx, const struct lw_level *level, const char *moves,
                         double values[LW_MAX_MEASURES], struct lw_error *err);
    void *ctx;
};

/* Where a level comes from. Texts that are not UTF-8 are taken as Latin-1. */
struct lw_store_origin {
    const char *title, *author; /* NULL: "" */
    const char *method;         /* the generator, "import", "editor"…; NULL: "import" */
    const char *options;        /* JSON: what it was made with; NULL: "" */
    const char *rules;          /* "name=value" lines; NULL: "" */
    const char *source;         /* id of the game's source, or NULL */
    const char *solver;         /* whose the solutions are; NULL: "import" */
    /* Besides the level's own, and proved by nobody: kept if they replay. */
    const struct lw_stored_solution *solutions;
    const struct lw_store_feature *features; /* besides those that were measured */
    size_t n_features;
    const struct lw_store_guard *guard; /* NULL: the level is no stranger's */
    int64_t now_ms;
};
struct lw_store_kept {
    char id[LW_STORE_ID_SIZE];
    bool is_new;
    size_t n_solutions; /* that were stored */
};

/* The level's id is known: lw_made_level_found gives one to levels that were not made
 * here. A level that is there already stays as it is and gains what it lacks: solutions
 * are replayed on the stored text then, which may be the same puzzle mirrored. All or
 * nothing is stored. */
lw_status lw_store_keep(struct lw_store *store, const struct lw_made_level *made,
                        const struct lw_store_origin *origin, struct lw_store_kept *out,
                        struct lw_error *err) LW_MUST_CHECK;

#endif
