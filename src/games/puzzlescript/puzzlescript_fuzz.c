/* Any bytes as a game: compile, and play a little when that is possible. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "lw/puzzlescript.h"

#define MEMORY_BYTES (1U << 30)
#define TURN_WORK 100000

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void play(const struct lw_ps_game *game, const struct lw_ps_entry *level,
                 const struct lw_alloc *alloc) {
    struct lw_ps_engine *engine = NULL;
    if (level->cells == NULL || level->width * level->height > 400 ||
        lw_ps_engine_create(
            game,
            (struct lw_ps_engine_spec){level->width, level->height, LW_PS_KEEP_UNDO},
            alloc, &engine, NULL) != LW_OK) {
        return;
    }
    lw_ps_set_work_limit(engine, TURN_WORK);
    (void)lw_ps_load(engine, level->cells, "fuzz", 4);
    size_t bytes = lw_ps_state_bytes(engine);
    void *state = lw_alloc_get(alloc, bytes);
    for (int i = 0; i < 10 && state != NULL; i++) {
        (void)lw_ps_press(engine, (enum lw_ps_input)(i % 6 - 1));
        if (i == 4) {
            lw_ps_pack(engine, state);
        } else if (i == 6) {
            (void)lw_ps_undo(engine);
        } else if (i == 7) {
            (void)lw_ps_restart(engine);
        } else if (i == 8) {
            lw_ps_unpack(engine, state);
        }
    }
    lw_alloc_free(alloc, state, bytes);
    lw_ps_engine_destroy(engine);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct lw_alloc_limit limit;
    struct lw_ps_game *game = NULL;
    lw_alloc_limit_init(&limit, lw_alloc_libc(), MEMORY_BYTES);
    if (lw_ps_compile(&limit.alloc, (const char *)data, size, &game, NULL) != LW_OK) {
        return 0;
    }
    for (uint32_t i = 0; i < game->n_entries && i < 3 && game->playable; i++) {
        if (game->entries[i].message == NULL) {
            play(game, &game->entries[i], &limit.alloc);
        }
    }
    lw_ps_game_destroy(game);
    return 0;
}
