/* Replaying a line of play, and what it measures. The one place that defines the line
 * rule: see LW_SOKOBAN_MEASURES. */
#include <string.h>

#include "sokoban_internal.h"

const struct lw_metric lw_sokoban_metrics[LW_SOKOBAN_N_METRICS] = {
#define X(code, metric, text) {.name = metric, .help = text},
    LW_SOKOBAN_METRICS(X)
#undef X
};

const struct lw_measure lw_sokoban_measures[LW_SOKOBAN_N_MEASURES] = {
#define X(code, measure, bits, text) {.name = #measure, .help = text, .flags = (bits)},
    LW_SOKOBAN_MEASURES(X)
#undef X
};

const char lw_sokoban_walk_letters[LW_N_DIRS + 1] = "urdl";
const char lw_sokoban_push_letters[LW_N_DIRS + 1] = "URDL";

enum lw_dir lw_sokoban_lurd_dir(char letter) {
    switch (letter | 0x20) {
    case 'u':
        return LW_DIR_UP;
    case 'r':
        return LW_DIR_RIGHT;
    case 'd':
        return LW_DIR_DOWN;
    case 'l':
        return LW_DIR_LEFT;
    default:
        return LW_N_DIRS;
    }
}

lw_status lw_sokoban_replay_open(struct lw_sokoban_replay *replay,
                                 const struct lw_sokoban_level *level,
                                 struct lw_error *err) {
    size_t n_cells = (size_t)level->width * level->height;
    *replay = (struct lw_sokoban_replay){
        .level = level,
        .cells = lw_alloc_get(level->level.game->alloc, n_cells),
        .player = level->player,
    };
    if (replay->cells == NULL) {
        return lw_fail_memory(err);
    }
    memcpy(replay->cells, level->cells, n_cells);
    return LW_OK;
}

void lw_sokoban_replay_close(struct lw_sokoban_replay *replay) {
    const struct lw_sokoban_level *level = replay->level;
    lw_alloc_free(level->level.game->alloc, replay->cells,
                  (size_t)level->width * level->height);
    replay->cells = NULL;
}

/* The neighbouring cell; false at the rim of the board. */
static bool neighbour(const struct lw_sokoban_level *level, uint32_t cell,
                      enum lw_dir dir, uint32_t *out) {
    uint32_t x = cell % level->width, y = cell / level->width;
    if ((dir == LW_DIR_UP && y == 0) || (dir == LW_DIR_DOWN && y + 1 == level->height) ||
        (dir == LW_DIR_LEFT && x == 0) ||
        (dir == LW_DIR_RIGHT && x + 1 == level->width)) {
        return false;
    }
    *out = (uint32_t)((int64_t)cell + lw_dir_dx(dir) +
                      (int64_t)lw_dir_dy(dir) * level->width);
    return true;
}

enum lw_sokoban_act lw_sokoban_replay_step(struct lw_sokoban_replay *replay,
                                           enum lw_dir dir) {
    uint32_t to, beyond;
    if (!neighbour(replay->level, replay->player, dir, &to) ||
        (replay->cells[to] & LW_SOKOBAN_WALL)) {
        return LW_SOKOBAN_BLOCKED;
    }
    if (!(replay->cells[to] & LW_SOKOBAN_BOX)) {
        replay->player = to;
        return LW_SOKOBAN_WALK;
    }
    if (!neighbour(replay->level, to, dir, &beyond) ||
        (replay->cells[beyond] & (LW_SOKOBAN_WALL | LW_SOKOBAN_BOX))) {
        return LW_SOKOBAN_BLOCKED;
    }
    replay->cells[to] &= (uint8_t)~LW_SOKOBAN_BOX;
    replay->cells[beyond] |= LW_SOKOBAN_BOX;
    replay->player = to;
    return LW_SOKOBAN_PUSH;
}

bool lw_sokoban_replay_solved(const struct lw_sokoban_replay *replay) {
    size_t n_cells = (size_t)replay->level->width * replay->level->height;
    for (size_t i = 0; i < n_cells; i++) {
        if ((replay->cells[i] & (LW_SOKOBAN_BOX | LW_SOKOBAN_GOAL)) == LW_SOKOBAN_BOX) {
            return false;
        }
    }
    return true;
}

/* What has to be remembered of the play so far to count the next step. */
struct tally {
    uint64_t counts[LW_SOKOBAN_N_MEASURES];
    enum lw_dir dir, push_dir; /* of the last step, of the last push */
    bool pushed;               /* the last step was a push */
    uint32_t box;              /* where the last pushed box stands now */
};

static void count_step(struct tally *tally, const struct lw_sokoban_replay *replay,
                       enum lw_dir dir, enum lw_sokoban_act act) {
    uint64_t *counts = tally->counts;
    counts[LW_SOKOBAN_PLAYER_LINES] += counts[LW_SOKOBAN_MOVES] == 0 || dir != tally->dir;
    counts[LW_SOKOBAN_MOVES]++;
    tally->dir = dir;
    if (act == LW_SOKOBAN_PUSH) {
        /* The player now stands where the box was. */
        bool other = counts[LW_SOKOBAN_PUSHES] == 0 || tally->box != replay->player;
        counts[LW_SOKOBAN_CHANGES] += other;
        counts[LW_SOKOBAN_LINES] += other || dir != tally->push_dir;
        counts[LW_SOKOBAN_SESSIONS] += !tally->pushed;
        counts[LW_SOKOBAN_PUSHES]++;
        tally->push_dir = dir;
        (void)neighbour(replay->level, replay->player, dir, &tally->box);
    }
    tally->pushed = act == LW_SOKOBAN_PUSH;
}

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static lw_status replay_all(struct lw_sokoban_replay *replay, struct tally *tally,
                            const char *moves, size_t len, struct lw_error *err) {
    for (size_t i = 0; i < len; i++) {
        if (is_space(moves[i])) {
            continue;
        }
        enum lw_dir dir = lw_sokoban_lurd_dir(moves[i]);
        unsigned long long number = tally->counts[LW_SOKOBAN_MOVES] + 1;
        if (dir == LW_N_DIRS) {
            return lw_fail(err, LW_BAD_INPUT, 0, 0,
                           "move %llu is byte 0x%02x; one of l u r d L U R D is expected",
                           number, (unsigned char)moves[i]);
        }
        enum lw_sokoban_act act = lw_sokoban_replay_step(replay, dir);
        if (act == LW_SOKOBAN_BLOCKED) {
            return lw_fail(err, LW_BAD_INPUT, 0, 0,
                           "move %llu (%c) is not possible: a wall or a box that cannot "
                           "be pushed is in the way",
                           number, moves[i]);
        }
        count_step(tally, replay, dir, act);
    }
    return LW_OK;
}

lw_status lw_sokoban_measure(const struct lw_level *base, const char *moves, size_t len,
                             double values[LW_MAX_MEASURES], struct lw_error *err) {
    lw_status status = lw_sokoban_level_ops.validate(base, err);
    if (status != LW_OK) {
        return status;
    }
    struct lw_sokoban_replay replay;
    status = lw_sokoban_replay_open(&replay, lw_sokoban_level_of(base), err);
    if (status != LW_OK) {
        return status;
    }
    struct tally tally = {.pushed = false};
    status = replay_all(&replay, &tally, moves, len, err);
    unsigned long long n_moves = tally.counts[LW_SOKOBAN_MOVES];
    if (status == LW_OK && !lw_sokoban_replay_solved(&replay)) {
        status =
            lw_fail(err, LW_BAD_INPUT, 0, 0,
                    "after move %llu, the last, not every box is on a goal", n_moves);
    } else if (status == LW_OK && tally.counts[LW_SOKOBAN_PUSHES] == 0) {
        status = lw_fail(err, LW_BAD_INPUT, 0, 0,
                         "the level starts solved, and none of the %llu moves pushes; a "
                         "solution must push",
                         n_moves);
    }
    for (size_t i = 0; status == LW_OK && values != NULL && i < LW_SOKOBAN_N_MEASURES;
         i++) {
        values[i] = (double)tally.counts[i];
    }
    lw_sokoban_replay_close(&replay);
    return status;
}
