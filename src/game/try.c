/* Trying levels: play of no plan, in search of what only playing shows about rules. */
#include <string.h>

#include "lw/base/json.h"
#include "lw/game.h"

#define MAX_STEPS 120 /* a level */

bool lw_warning_told(const struct lw_collection *set, const struct lw_warning *warning) {
    for (size_t i = 0; i < set->n_messages; i++) {
        if (set->messages[i].line == warning->line &&
            strcmp(set->messages[i].text, warning->text) == 0) {
            return true;
        }
    }
    return false;
}

void lw_warning_json(struct lw_json_writer *json, const struct lw_warning *warning) {
    if (warning->text != NULL) {
        lw_json_object(json, "warning");
        lw_json_uint(json, "line", warning->line);
        lw_json_text(json, "message", warning->text);
        lw_json_object_end(json);
    }
}

/* Plays until something is to be said, or the share is spent. */
static void walk(const struct lw_play_ops *ops, struct lw_play *play, uint8_t *state,
                 uint8_t *next, struct lw_rng *rng) {
    ops->start(play, state);
    for (int i = 0; i < MAX_STEPS && play->work < play->max_work; i++) {
        lw_step_move moves[LW_MAX_MOVES];
        size_t n = ops->moves(play, state, moves);
        if (n == 0 || ops->warning(play).text != NULL) {
            return;
        }
        enum lw_step step =
            ops->step(play, state, moves[lw_rng_below(rng, (uint32_t)n)], next);
        if (step == LW_STEP_WON) {
            ops->start(play, state);
        } else if (step == LW_STEP_CHANGED) {
            memcpy(state, next, play->state_bytes);
        }
    }
}

uint64_t lw_level_try(const struct lw_level *level, const struct lw_alloc *alloc,
                      uint64_t max_work, uint64_t number, struct lw_warning *out) {
    const struct lw_play_ops *ops = level->game->kind->play;
    struct lw_play *play = NULL;
    *out = (struct lw_warning){.text = NULL};
    if (ops == NULL || ops->warning == NULL ||
        level->game->kind->level->validate(level, NULL) != LW_OK ||
        ops->open(level, alloc, &play, NULL) != LW_OK) {
        return 0;
    }
    struct lw_rng rng = lw_rng_make(0, number);
    size_t bytes = play->state_bytes;
    uint8_t *states = lw_alloc_get(alloc, 2 * bytes);
    play->max_work = play->work + max_work;
    if (states != NULL) {
        walk(ops, play, states, states + bytes, &rng);
    }
    *out = ops->warning(play);
    uint64_t spent = play->work;
    lw_alloc_free(alloc, states, states == NULL ? 0 : 2 * bytes);
    ops->close(play);
    return spent;
}

/* Until the line ends, is won or cannot go on. */
static void follow(const struct lw_play_ops *ops, struct lw_play *play, uint8_t *state,
                   uint8_t *next, const char *moves, size_t len) {
    ops->start(play, state);
    for (size_t at = 0, used = 0; at < len; at += used) {
        used = 0;
        enum lw_step step = ops->step_text(
            play, state, (struct lw_step_text){moves + at, len - at}, &used, next, NULL);
        if (step == LW_STEP_WON || step == LW_STEP_ILLEGAL || used == 0) {
            return;
        }
        if (step == LW_STEP_CHANGED) {
            memcpy(state, next, play->state_bytes);
        }
    }
}

struct lw_warning lw_line_warning(const struct lw_level *level,
                                  const struct lw_alloc *alloc, const char *moves,
                                  size_t len) {
    const struct lw_play_ops *ops = level->game->kind->play;
    struct lw_play *play = NULL;
    struct lw_warning found = {.text = NULL};
    if (ops == NULL || ops->warning == NULL ||
        ops->open(level, alloc, &play, NULL) != LW_OK) {
        return found;
    }
    size_t bytes = play->state_bytes;
    uint8_t *states = lw_alloc_get(alloc, 2 * bytes);
    if (states != NULL) {
        follow(ops, play, states, states + bytes, moves, len);
        found = ops->warning(play);
    }
    lw_alloc_free(alloc, states, states == NULL ? 0 : 2 * bytes);
    ops->close(play);
    return found;
}

void lw_game_try(struct lw_collection *set, const struct lw_alloc *alloc,
                 uint64_t max_work) {
    uint64_t spent = 0;
    for (size_t i = 0; i < set->n_entries && spent < max_work; i++) {
        struct lw_warning warning;
        spent += 1 + lw_level_try(set->entries[i].level, alloc, max_work / set->n_entries,
                                  i, &warning);
        if (warning.text != NULL && !lw_warning_told(set, &warning)) {
            lw_collection_message(set, false, warning.line, 1, "%s", warning.text);
        }
    }
}
