/* Moves played for what they cost, before they are believed. */
#include <string.h>

#include "lw/game.h"

/* Until the moves or the work are over; how far it came. */
static size_t play_moves(const struct lw_play_ops *ops, struct lw_play *play,
                         char *states, const char *moves) {
    char *state = states;
    char *next = states + play->state_bytes;
    size_t len = strlen(moves);
    size_t at = 0;
    ops->start(play, state);
    while (at < len && play->work < play->max_work) {
        struct lw_error ignored;
        size_t used = 0;
        enum lw_step step =
            ops->step_text(play, state, (struct lw_step_text){moves + at, len - at},
                           &used, next, &ignored);
        if (step == LW_STEP_ILLEGAL || used == 0) {
            break;
        }
        at += used;
        if (step != LW_STEP_SAME) {
            char *old = state;
            state = next;
            next = old;
        }
    }
    return at;
}

lw_status lw_level_rehearse(const struct lw_level *level, const struct lw_alloc *alloc,
                            const char *moves, uint64_t *left, struct lw_error *err) {
    const struct lw_play_ops *ops = level->game->kind->play;
    struct lw_play *play = NULL;
    lw_status status = ops->open(level, alloc, &play, err);
    if (status != LW_OK) {
        return status;
    }
    size_t bytes = 2 * play->state_bytes + 1;
    char *states = lw_alloc_get(alloc, bytes);
    if (states == NULL) {
        ops->close(play);
        return lw_fail_memory(err);
    }
    play->max_work = *left > 0 ? *left : 1;
    size_t at = play_moves(ops, play, states, moves);
    if (play->work >= play->max_work) {
        status = lw_fail(err, LW_LIMIT, 0, 0,
                         "the rules of this game take too much work for the server to "
                         "replay: %zu of %zu moves took all that a request may cost",
                         at, strlen(moves));
    }
    *left -= play->work < *left ? play->work : *left;
    lw_alloc_free(alloc, states, bytes);
    ops->close(play);
    return status;
}
