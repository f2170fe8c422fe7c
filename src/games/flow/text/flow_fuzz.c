/* Fuzz target: every reader, and what is done with the levels that they let through. The
 * first byte chooses the format. */
#include <stdlib.h>
#include <string.h>

#include "flow_internal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool good) {
    if (!good) {
        abort();
    }
}

/* The rest of the input as a line of play. */
static void play_level(const struct lw_level *level, const char *text, size_t len) {
    const struct lw_play_ops *ops = lw_flow_kind.play;
    struct lw_play *play;
    check(ops->open(level, lw_alloc_libc(), &play, NULL) == LW_OK);
    uint8_t *now = calloc(2, play->state_bytes);
    check(now != NULL);
    for (size_t at = 0, n = 0; at < len && n < 50; n++) {
        size_t used = 0;
        uint8_t *then = now + play->state_bytes;
        if (ops->step_text(play, now, (struct lw_step_text){text + at, len - at}, &used,
                           then, NULL) != LW_STEP_ILLEGAL) {
            memcpy(now, then, play->state_bytes);
        }
        check(used > 0);
        at += used;
    }
    free(now);
    ops->close(play);
}

static void solve_level(const struct lw_level *level) {
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_solve_request request = {.budget = {.nodes = 50}, .count_up_to = 2};
    struct lw_solve_result result;
    lw_solve_result_init(&result, lw_alloc_libc());
    check(lw_flow_kind.solve->solve(level, &request, &runtime, &result, NULL) == LW_OK);
    if (result.outcome == LW_OUTCOME_SOLVED) {
        check(lw_flow_kind.solve->measure(level, lw_buffer_text(&result.solution),
                                          result.solution.len, NULL, NULL) == LW_OK);
    }
    lw_solve_result_free(&result);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const struct lw_level_ops *levels = lw_flow_kind.level;
    struct lw_game *game;
    struct lw_collection set;
    struct lw_error err = {0};
    if (size == 0) {
        return 0;
    }
    const char *text = (const char *)data + 1;
    const struct lw_format *format = &levels->formats[data[0] % levels->n_formats];
    check(lw_flow_kind.game->create(lw_alloc_libc(), &(struct lw_game_spec){0}, &game,
                                    NULL, NULL) == LW_OK);
    lw_collection_init(&set, lw_alloc_libc());
    (void)format->sniff(text, size - 1);
    lw_status status = format->read(game, text, size - 1, &set, &err);
    check((status == LW_OK) == (set.n_entries > 0));
    check(status == LW_OK || err.text[0] != '\0');
    for (size_t i = 0; i < set.n_entries && i < 3; i++) {
        struct lw_id128 id;
        struct lw_level *canonical;
        check(levels->canonical(set.entries[i].level, &id, &canonical) == LW_OK);
        lw_level_destroy(canonical);
        solve_level(set.entries[i].level);
        play_level(set.entries[i].level, text, size - 1);
    }
    lw_collection_free(&set);
    lw_game_destroy(game);
    return 0;
}
