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
    /* What was replayed before the store was locked, in the order in which it will be
     * asked for; and where the next is expected. */
    struct replayed *first, *last, *next;
    bool is_locked; /* others wait: what is not known yet may take little */
};
struct replayed {
    const struct lw_level *level;
    const char *moves;
    lw_status status;
    double values[LW_MAX_MEASURES];
    struct replayed *after;
};
/* Replays moves and keeps in the arena what came of it. */
lw_status levels_replay_early(struct replay_limit *limit, struct lw_arena *arena,
                              const struct lw_level *level, const char *moves,
                              struct lw_error *err) LW_MUST_CHECK;
/* From now on the store is locked. */
void levels_replay_locked(struct replay_limit *limit);
struct replay_limit replay_limit_begin(void);
/* Replays moves; OK with the measures when they win. limit NULL: as long as it takes;
 * LW_LIMIT when nothing of it is left. */
lw_status levels_measure(const struct lw_level *level, const char *moves,
                         struct replay_limit *limit, double values[LW_MAX_MEASURES],
                         struct lw_error *err) LW_MUST_CHECK;

/* Holds levels of strangers to that limit on their way into the store. */
struct lw_store_guard levels_guard(struct replay_limit *limit);

/* The JSON members of a level as the interface has them. with_best looks up the best. */
void level_json(struct lw_json_writer *json, const struct lw_store_level *row,
                const struct lw_store_best *best);

#endif
