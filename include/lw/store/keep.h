/* The one way of a level into the store, with all that is known of it: text, solutions,
 * features, rating. Whoever made or found it hands it over as it is. */
#ifndef LW_STORE_KEEP_H
#define LW_STORE_KEEP_H

#include "lw/made_level.h"
#include "lw/rows.h"
#include "lw/store/features.h"
#include "lw/store/levels.h"

/* What one level, and the levels of one pack together, may weigh in the store, whoever
 * brings them. Heavier rows of earlier versions stay readable. */
#define LW_STORE_MAX_SQUARES 1000000
#define LW_STORE_MAX_TEXT ((size_t)2 << 20)    /* of a level, without its source */
#define LW_STORE_MAX_SOURCE ((size_t)2 << 20)  /* of a game */
#define LW_STORE_MAX_MOVES ((size_t)1 << 20)   /* of one solution; longer: left out */
#define LW_STORE_MAX_NAME 1000                 /* title, author */
#define LW_STORE_MAX_OPTIONS ((size_t)1 << 16) /* what it was made with */
#define LW_STORE_MAX_PACK ((size_t)64 << 20)   /* all texts and sources of a pack */

struct lw_store_ready; /* see below */

/* Moves that came with a level that was read elsewhere, where the store has the same
 * puzzle mirrored: OK with the measures when they win the stored one. */
struct lw_store_replayer {
    lw_status (*replay)(void *ctx, const struct lw_row *stored, const char *moves,
                        double measures[LW_MAX_MEASURES], struct lw_error *err);
    void *ctx;
};

/* Where a level comes from. Texts that are not UTF-8 are taken as Latin-1. */
struct lw_store_origin {
    const char *title, *author; /* NULL: "" */
    const char *method;         /* the generator, "import", "editor"…; NULL: "import" */
    const char *options;        /* JSON: what it was made with; NULL: "" */
    const char *rules;          /* "name=value" lines; NULL: "" */
    const char *solver;         /* whose the solutions are; NULL: "import" */
    /* Besides the level's own, and proved by nobody: kept if they replay. */
    const struct lw_stored_solution *solutions;
    const struct lw_store_feature *features; /* besides those that were measured */
    size_t n_features;
    /* How hard a level is that was read elsewhere, as somebody found out whom the store
     * trusts. NULL: nobody did. */
    const struct lw_verdict *verdict;
    const char *owner;                        /* the player who brings it, or NULL */
    const struct lw_store_replayer *replayer; /* NULL: such moves are left out */
    bool sealed; /* a new level is kept from everybody until a day takes it */
    /* Made ready before in the same arena: a source that both have is there once. NULL:
     * none. */
    const struct lw_store_ready *before;
    int64_t now_ms;
};
struct lw_store_kept {
    char id[LW_STORE_ID_SIZE];
    bool is_new;
    bool is_sealed;     /* was, or is now */
    size_t n_solutions; /* that were stored */
};

/* A level that is ready to be kept: its text is written, its solutions are replayed.
 * Nobody else can write while a transaction is open, so all that takes long is done
 * before. */
struct lw_store_ready;

/* The level's id is known: lw_made_level_found gives one to levels that were not made
 * here. A level that is there already stays as it is and gains what it lacks: solutions
 * are replayed on the stored text then, which may be the same puzzle mirrored. One that
 * was sealed is public from then on, under the title that it comes with now: whoever
 * brings it knows it. Not inside a transaction. *out and what it holds live in the arena
 * and borrow nothing else. */
lw_status lw_store_keep_ready(struct lw_store *store, const struct lw_made_level *made,
                              const struct lw_store_origin *origin,
                              struct lw_arena *arena, struct lw_store_ready **out,
                              struct lw_error *err) LW_MUST_CHECK;
/* The same of a level that somebody else has read, such as a worker process that reads
 * what strangers send; no engine is needed here. The origin's solutions and features are
 * not looked at. */
lw_status lw_store_keep_found(struct lw_store *store, const struct lw_found *found,
                              const struct lw_store_origin *origin,
                              struct lw_arena *arena, struct lw_store_ready **out,
                              struct lw_error *err) LW_MUST_CHECK;
/* Bytes that it adds to a pack: its text. source receives the id of its source, or "",
 * and n_source the bytes of that. */
size_t lw_store_ready_bytes(const struct lw_store_ready *ready, const char **source,
                            size_t *n_source);
const char *lw_store_ready_game(const struct lw_store_ready *ready);
/* All or nothing of it is stored. */
lw_status lw_store_keep_put(struct lw_store *store, const struct lw_store_ready *ready,
                            struct lw_store_kept *out,
                            struct lw_error *err) LW_MUST_CHECK;
/* Both at once. */
lw_status lw_store_keep(struct lw_store *store, const struct lw_made_level *made,
                        const struct lw_store_origin *origin, struct lw_store_kept *out,
                        struct lw_error *err) LW_MUST_CHECK;

#endif
