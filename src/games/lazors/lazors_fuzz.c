/* Any bytes as Lazors text: what is read must print and read back the same, be playable
 * and solvable within a small budget. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lazors_internal.h"

static void check(bool good) {
    if (!good) {
        abort();
    }
}

static void use_level(const struct lw_level *level, const struct lw_runtime *runtime) {
    struct lw_solve_request request = {.budget = {.nodes = 200}, .count_up_to = 2};
    struct lw_solve_result result;
    struct lw_id128 id;
    lw_solve_result_init(&result, runtime->alloc);
    check(lw_lazors_kind.level->canonical(level, &id, NULL) == LW_OK);
    check(lazors_solve_ops.solve(level, &request, runtime, &result, NULL) == LW_OK);
    if (result.outcome == LW_OUTCOME_SOLVED) {
        check(lazors_solve_ops.measure(level, lw_buffer_text(&result.solution),
                                       result.solution.len, NULL, NULL) == LW_OK);
    }
    lw_solve_result_free(&result);
}

static void play_text(const struct lw_level *level, const char *text, size_t len) {
    struct lw_play *play;
    check(lazors_play_ops.open(level, lw_alloc_libc(), &play, NULL) == LW_OK);
    uint8_t *states = calloc(2, play->state_bytes);
    struct lw_draw_list list;
    size_t used;
    check(states != NULL);
    lazors_play_ops.start(play, states);
    enum lw_step step = lazors_play_ops.step_text(play, states, text, len, &used,
                                                  states + play->state_bytes, NULL);
    check(used <= len);
    lw_draw_init(&list, lw_alloc_libc(), LW_THEME_DARK);
    lazors_play_ops.draw(
        play, step == LW_STEP_ILLEGAL ? NULL : states + play->state_bytes, &list);
    lw_draw_free(&list);
    free(states);
    lazors_play_ops.close(play);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct lw_runtime runtime = lw_runtime_bare(lw_alloc_libc());
    struct lw_game *game;
    struct lw_collection set, back;
    struct lw_buffer text;
    struct lw_error err;
    const char *bytes = (const char *)data;
    size_t format = size > 0 && data[0] == '{' ? 1 : 0;
    const struct lw_format *fmt = &lw_lazors_kind.level->formats[format];
    check(lw_lazors_kind.game->create(lw_alloc_libc(), NULL, NULL, 0, &game, NULL,
                                      NULL) == LW_OK);
    lw_collection_init(&set, lw_alloc_libc());
    lw_collection_init(&back, lw_alloc_libc());
    lw_buffer_init(&text, lw_alloc_libc());
    (void)fmt->sniff(bytes, size);
    if (fmt->read(game, bytes, size, &set, &err) == LW_OK) {
        check(set.n_entries > 0);
        check(fmt->write(game, &set, &text, &err) == LW_OK);
        check(fmt->read(game, text.data, text.len, &back, &err) == LW_OK);
        check(back.n_entries == set.n_entries);
        use_level(set.entries[0].level, &runtime);
        play_text(set.entries[0].level, bytes, size);
    } else {
        check(err.text[0] != '\0');
    }
    lw_buffer_free(&text);
    lw_collection_free(&back);
    lw_collection_free(&set);
    lw_game_destroy(game);
    return 0;
}
