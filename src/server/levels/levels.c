/* Levels between the store (texts) and the engines (objects). */
#include "levels/levels.h"
#include "daily/clock.h"
#include "routes/reply.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lw/rating.h"

/* Below two seconds in the worst games that we could think of; more than a thousand moves
 * of every one of the recorded games. */
#define REPLAY_WORK 60000000
#define LOCKED_WORK 2000000 /* of it while others wait: below a tenth of a second */
#define LOOK_AHEAD 16
#define SQUARE_WORK 5 /* of a board of our own games: it is read, checked and set up */
#define STORED_BYTES ((size_t)8 * 1024 * 1024)

lw_status levels_open(struct app *app, const struct lw_store_level *row,
                      struct lw_opened *out, struct lw_error *err) {
    struct lw_store *store = row->source == NULL ? NULL : app_store(app);
    lw_status status = lw_store_level_open(store, app->alloc, row, out, err);
    if (store != NULL) {
        app_give(app, store);
    }
    return status;
}

const struct lw_level *opened_level(const struct lw_opened *opened) {
    return opened->set.entries[0].level;
}

struct replay_limit replay_limit_begin() {
    return (struct replay_limit){.left = REPLAY_WORK, .bytes = STORED_BYTES};
}

/* Plays the moves and counts what they cost. Only games whose rules people bring need it;
 * what is wrong with the moves is left to the replay itself to say. */
static lw_status rehearse(const struct lw_level *level, const char *moves,
                          struct replay_limit *limit, struct lw_error *err) {
    const struct lw_play_ops *ops = level->game->kind->play;
    const struct lw_alloc *alloc = lw_alloc_libc();
    struct lw_play *play = NULL;
    size_t len = strlen(moves);
    lw_status status = ops->open(level, alloc, &play, err);
    if (status != LW_OK) {
        return status;
    }
    size_t bytes = play->state_bytes;
    char *states = lw_alloc_get(alloc, 2 * bytes + 1);
    char *state = states;
    char *next = states + bytes;
    if (states == NULL) {
        status = lw_fail_memory(err);
    } else {
        ops->start(play, state);
    }
    play->max_work = limit->left > 0 ? limit->left : 1;
    size_t at = 0;
    while (at < len && play->work < play->max_work && status == LW_OK) {
        struct lw_error ignored;
        size_t used = 0;
        enum lw_step step =
            ops->step_text(play, state, moves + at, len - at, &used, next, &ignored);
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
    if (play->work >= play->max_work && status == LW_OK) {
        status = lw_fail(err, LW_LIMIT, 0, 0,
                         "the rules of this game take too much work for the server to "
                         "replay: %zu of %zu moves took all that a request may cost",
                         at, len);
    }
    limit->left -= play->work < limit->left ? play->work : limit->left;
    lw_alloc_free(alloc, states, 2 * bytes + 1);
    ops->close(play);
    return status;
}

/* Games of our own take little for a move, and as much for each square of the board that
 * is read and set up. */
static lw_status charge_replay(const struct lw_level *level, const char *moves,
                               struct replay_limit *limit, struct lw_error *err) {
    uint32_t width, height;
    level->game->kind->level->size(level, &width, &height);
    uint64_t work = (uint64_t)width * height * SQUARE_WORK + strlen(moves);
    if (work > limit->left) {
        limit->left = 0;
        return lw_fail(err, LW_LIMIT, 0, 0,
                       "replaying all moves of this request would take too much work; "
                       "send them in several");
    }
    limit->left -= work;
    return LW_OK;
}

/* What came of it, when it was replayed early. It is asked for in the same order, though
 * some may be passed over. */
static const struct replayed *
find_early(struct replay_limit *limit, const struct lw_level *level, const char *moves) {
    struct replayed *at = limit->next;
    for (int i = 0; at != NULL && i < LOOK_AHEAD; i++, at = at->after) {
        if (at->level == level && at->moves == moves) {
            limit->next = at->after;
            return at;
        }
    }
    return NULL;
}

lw_status levels_measure(const struct lw_level *level, const char *moves,
                         struct replay_limit *limit, double values[LW_MAX_MEASURES],
                         struct lw_error *err) {
    const struct lw_solve_ops *ops = level->game->kind->solve;
    const struct replayed *early =
        limit == NULL || !limit->is_locked ? NULL : find_early(limit, level, moves);
    if (early != NULL) {
        memcpy(values, early->values, sizeof early->values);
        return early->status == LW_OK
                   ? LW_OK
                   : lw_fail(err, early->status, 0, 0, "the moves do not solve it");
    }
    if (limit != NULL) {
        bool is_foreign = (level->game->kind->flags & LW_GAME_FROM_SOURCE) != 0;
        lw_status status = is_foreign ? rehearse(level, moves, limit, err)
                                      : charge_replay(level, moves, limit, err);
        if (status != LW_OK) {
            return status;
        }
    }
    if (ops == NULL || ops->measure == NULL) {
        return lw_fail(err, LW_UNSUPPORTED, 0, 0,
                       "moves of this game cannot be replayed");
    }
    for (size_t i = 0; i < LW_MAX_MEASURES; i++) {
        values[i] = NAN;
    }
    return ops->measure(level, moves, strlen(moves), values, err);
}

lw_status levels_replay_early(struct replay_limit *limit, struct lw_arena *arena,
                              const struct lw_level *level, const char *moves,
                              struct lw_error *err) {
    struct lw_error why;
    struct replayed *row = lw_arena_zero(arena, 1, sizeof *row);
    if (row == NULL) {
        return lw_fail_memory(err);
    }
    row->level = level;
    row->moves = moves;
    row->status = levels_measure(level, moves, limit, row->values, &why);
    if (limit->last != NULL) {
        limit->last->after = row;
    } else {
        limit->first = row;
    }
    limit->last = row;
    return LW_OK;
}

void levels_replay_locked(struct replay_limit *limit) {
    limit->is_locked = true;
    limit->next = limit->first;
    limit->left = limit->left > LOCKED_WORK ? LOCKED_WORK : limit->left;
}

/* Guarding the store. */

static lw_status charge_text(void *ctx, const struct lw_level *level, size_t len,
                             struct lw_error *err) {
    struct replay_limit *limit = ctx;
    const struct lw_game_kind *kind = level->game->kind;
    uint32_t width, height;
    kind->level->size(level, &width, &height);
    if (kind->max_squares != 0 && (uint64_t)width * height > kind->max_squares) {
        return lw_fail(
            err, LW_BAD_INPUT, 0, 0,
            "the level has %u x %u squares; the server takes at most %llu of %s", width,
            height, (unsigned long long)kind->max_squares, kind->title);
    }
    if (len > limit->bytes) {
        return lw_fail(err, LW_LIMIT, 0, 0,
                       "the levels of one request may take %zu MiB in the store, each "
                       "with its game; send them in several",
                       STORED_BYTES >> 20);
    }
    limit->bytes -= len;
    return LW_OK;
}

static lw_status replay(void *ctx, const struct lw_level *level, const char *moves,
                        double values[LW_MAX_MEASURES], struct lw_error *err) {
    return levels_measure(level, moves, ctx, values, err);
}

struct lw_store_guard levels_guard(struct replay_limit *limit) {
    return (struct lw_store_guard){.text = charge_text, .measure = replay, .ctx = limit};
}

static void rules_json(struct lw_json_writer *json, const char *rules) {
    lw_json_object(json, "rules");
    while (*rules != '\0') {
        size_t len = strcspn(rules, "\n");
        size_t name_len = strcspn(rules, "=\n");
        char name[64];
        if (name_len < len && name_len < sizeof name) {
            memcpy(name, rules, name_len);
            name[name_len] = '\0';
            lw_json_text_len(json, name, rules + name_len + 1, len - name_len - 1);
        }
        rules += len + (rules[len] == '\n');
    }
    lw_json_object_end(json);
}

static void rating_json(struct lw_json_writer *json, const struct lw_store_level *row) {
    json_real_or_null(json, "rating", row->rating);
    json_real_or_null(json, "percentile", row->percentile);
    lw_json_text(json, "band",
                 isnan(row->percentile) ? NULL
                                        : lw_band_name(lw_band_of(row->percentile)));
    lw_json_bool(json, "calibrated", row->calibrated);
    /* As the percentile was named before, when it promised people's play behind it. */
    json_real_or_null(json, "difficulty",
                      row->calibrated ? row->percentile : (double)NAN);
}

void level_json(struct lw_json_writer *json, const struct lw_store_level *row,
                const struct lw_store_best *best) {
    char picture[80];
    lw_json_text(json, "id", row->id);
    lw_json_text(json, "game", row->game);
    lw_json_text(json, "title", row->title);
    lw_json_text(json, "author", row->author);
    lw_json_text(json, "text", row->text);
    if (row->rules != NULL && *row->rules != '\0') {
        rules_json(json, row->rules);
    }
    lw_json_uint(json, "width", row->width);
    lw_json_uint(json, "height", row->height);
    lw_json_text(json, "method", row->method);
    rating_json(json, row);
    if (best != NULL) {
        lw_json_object(json, "best");
        json_real_or_null(json, "moves", best->moves);
        json_real_or_null(json, "pushes", best->pushes);
        lw_json_object_end(json);
    }
    json_time(json, "created", row->created_ms);
    (void)snprintf(picture, sizeof picture, "/api/v1/levels/%s/picture.svg", row->id);
    lw_json_text(json, "picture", picture);
}
