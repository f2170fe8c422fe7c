/* What every fuzz target of level text does: what is read must print and read back, be
 * playable, and solvable within a small budget; what is refused must say why. Text that
 * begins with a brace is read as JSON, the kind's second format, other text as the first.
 */
#ifndef LEVEL_FUZZ_H
#define LEVEL_FUZZ_H

#include <stdint.h>
#include <stdlib.h>

#include "lw/game.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void fuzz_check(bool good) {
    if (!good) {
        abort();
    }
}

static inline void fuzz_solve(const struct lw_level *level) {
    const struct lw_game_kind *kind = level->game->kind;
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_solve_request request = {.budget = {.nodes = 200}, .count_up_to = 2};
    struct lw_solve_result result;
    struct lw_id128 id;
    lw_solve_result_init(&result, lw_alloc_libc());
    fuzz_check(kind->level->canonical(level, &id, NULL) == LW_OK);
    fuzz_check(kind->solve->solve(level, &request, &runtime, &result, NULL) == LW_OK);
    if (result.outcome == LW_OUTCOME_SOLVED) {
        fuzz_check(kind->solve->measure(level, lw_buffer_text(&result.solution),
                                        result.solution.len, NULL, NULL) == LW_OK);
    }
    lw_solve_result_free(&result);
}

/* The text once more, as the first move of a player. */
static inline void fuzz_play(const struct lw_level *level, const char *text, size_t len) {
    const struct lw_play_ops *ops = level->game->kind->play;
    struct lw_play *play;
    struct lw_draw_list list;
    size_t used;
    fuzz_check(ops->open(level, lw_alloc_libc(), &play, NULL) == LW_OK);
    uint8_t *states = calloc(2, play->state_bytes);
    fuzz_check(states != NULL);
    uint8_t *next = states + play->state_bytes;
    ops->start(play, states);
    enum lw_step step =
        ops->step_text(play, states, (struct lw_step_text){text, len}, &used, next, NULL);
    fuzz_check(used <= len);
    lw_draw_init(&list, lw_alloc_libc(), LW_THEME_DARK);
    ops->draw(play, step == LW_STEP_ILLEGAL ? NULL : next, &list);
    lw_draw_free(&list);
    free(states);
    ops->close(play);
}

static inline void level_fuzz(const struct lw_game_kind *kind, const char *text,
                              size_t len) {
    const struct lw_format *format =
        &kind->level->formats[len > 0 && text[0] == '{' ? 1 : 0];
    struct lw_game *game;
    struct lw_collection set, back;
    struct lw_buffer written;
    struct lw_error err;
    fuzz_check(kind->game->create(lw_alloc_libc(), &(struct lw_game_spec){0}, &game, NULL,
                                  NULL) == LW_OK);
    lw_collection_init(&set, lw_alloc_libc());
    lw_collection_init(&back, lw_alloc_libc());
    lw_buffer_init(&written, lw_alloc_libc());
    (void)format->sniff(text, len);
    if (format->read(game, text, len, &set, &err) == LW_OK) {
        fuzz_check(set.n_entries > 0);
        fuzz_check(lw_game_write(game, format, &set, &written, &err) == LW_OK);
        fuzz_check(format->read(game, written.data, written.len, &back, &err) == LW_OK);
        fuzz_check(back.n_entries == set.n_entries);
        fuzz_solve(set.entries[0].level);
        fuzz_play(set.entries[0].level, text, len);
    } else {
        fuzz_check(err.text[0] != '\0');
    }
    lw_buffer_free(&written);
    lw_collection_free(&back);
    lw_collection_free(&set);
    lw_game_destroy(game);
}

#endif
