/* Levels between the store (texts) and the engines (objects). */
#ifndef LEVELS_H
#define LEVELS_H

#include "app.h"
#include "lw/store/open.h"

/* A level of the store; see lw_open. Close it in any case. */
lw_status levels_open(struct app *app, const struct lw_store_level *row,
                      struct lw_opened *out, struct lw_error *err) LW_MUST_CHECK;
/* The first level. */
const struct lw_level *opened_level(const struct lw_opened *opened);

/* What the levels of a request may cost together. Rules that people bring can make moves
 * slow, and boards can be large: replays are counted, by struct lw_play or by squares and
 * moves, so that the same moves count everywhere or nowhere, however busy the machine is.
 * And each level is stored with all of its game's source, so that a short request could
 * fill the disk. */
struct replay_limit {
    uint64_t left;
    size_t bytes; /* of texts to be stored */
};
struct replay_limit replay_limit_begin(void);
/* Replays moves; OK with the measures when they win. limit NULL: as long as it takes;
 * LW_LIMIT when nothing of it is left. */
lw_status levels_measure(const struct lw_level *level, const char *moves,
                         struct replay_limit *limit, double values[LW_MAX_MEASURES],
                         struct lw_error *err) LW_MUST_CHECK;

/* A level as the store keeps it: checked, its canonical id, text in the kind's first
 * format. Texts live in the arena. */
lw_status levels_row(const struct lw_level *level, struct lw_arena *arena,
                     struct lw_store_level *out, struct lw_error *err) LW_MUST_CHECK;

/* What the store keeps of a verdict. */
struct level_rating {
    bool known, calibrated;
    double percentile, rating;
};
struct level_extra {
    const char *title, *author, *method, *rules, *options;
    const char *solution;       /* NULL: none; kept only when it replays */
    const char *origin;         /* of the solution: "generator", "import", "player" */
    double score;               /* NaN: unknown */
    struct level_rating rating; /* nothing in it: unknown */
    struct replay_limit *limit; /* for the solution; NULL: none */
};
/* Puts a level and its solution into the store; id receives the canonical id. */
lw_status levels_put(struct app *app, struct lw_store *store,
                     const struct lw_level *level, const struct level_extra *extra,
                     char id[LW_STORE_ID_SIZE], bool *is_new,
                     struct lw_error *err) LW_MUST_CHECK;

/* The JSON members of a level as the interface has them. with_best looks up the best. */
void level_json(struct lw_json_writer *json, const struct lw_store_level *row,
                const struct lw_store_best *best);

#endif
