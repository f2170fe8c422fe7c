/* Moves that people sent, replayed and counted. */
#include <math.h>
#include <string.h>

#include "worker.h"

#define SQUARE_WORK 5 /* of a board of our own games: it is read, checked and set up */

void worker_limit(const struct lw_work_task *task, struct lw_alloc_limit *out) {
    size_t memory = (size_t)task->limits.memory_bytes;
    lw_alloc_limit_init(out, lw_alloc_libc(),
                        memory == 0 ? 0 : memory + memory / 4 + LW_WORK_GRACE_BYTES);
}

/* Games of our own take little for a move, and as much for each square of the board that
 * is read and set up. */
static lw_status charge(const struct lw_level *level, const char *moves, uint64_t *left,
                        struct lw_error *err) {
    uint32_t width, height;
    level->game->kind->level->size(level, &width, &height);
    uint64_t work = (uint64_t)width * height * SQUARE_WORK + strlen(moves);
    if (work > *left) {
        *left = 0;
        return lw_fail(err, LW_LIMIT, 0, 0,
                       "replaying all moves of this request would take too much work; "
                       "send them in several");
    }
    *left -= work;
    return LW_OK;
}

lw_status lw_work_replay(const struct lw_level *level, const struct lw_alloc *alloc,
                         const char *moves, uint64_t *left,
                         double measures[LW_MAX_MEASURES], struct lw_error *err) {
    const struct lw_game_kind *kind = level->game->kind;
    bool is_foreign = (kind->flags & LW_GAME_FROM_SOURCE) != 0;
    for (size_t i = 0; i < LW_MAX_MEASURES; i++) {
        measures[i] = (double)NAN;
    }
    lw_status status = is_foreign ? lw_level_rehearse(level, alloc, moves, left, err)
                                  : charge(level, moves, left, err);
    if (status != LW_OK) {
        return status;
    }
    return kind->solve == NULL || kind->solve->measure == NULL
               ? lw_fail(err, LW_UNSUPPORTED, 0, 0,
                         "moves of this game cannot be replayed")
               : kind->solve->measure(level, moves, strlen(moves), measures, err);
}
