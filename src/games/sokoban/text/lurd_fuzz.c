/* Fuzz target: moves, replayed as a solution and played move by move; both must agree. */
#include "text/fuzz_support.h"

static const char board[] =
    "#######\n#.@ # #\n#$* $ #\n#   $ #\n# ..  #\n#  *  #\n#######\n"
    "Solution\n";

static void play_all(const struct lw_level *level, const char *moves, bool solved) {
    const struct lw_play_ops *ops = lw_sokoban_kind.play;
    struct lw_play *play;
    fuzz_expect(ops->open(level, lw_alloc_libc(), &play, NULL) == LW_OK);
    uint8_t *state = malloc(play->state_bytes), *next = malloc(play->state_bytes);
    fuzz_expect(state != NULL && next != NULL);
    ops->start(play, state);
    size_t at = 0, len = strlen(moves), used;
    while (at < len) {
        if (ops->step_text(play, state, (struct lw_step_text){moves + at, len - at},
                           &used, next, NULL) == LW_STEP_ILLEGAL) {
            break;
        }
        memcpy(state, next, play->state_bytes);
        at += used;
    }
    fuzz_expect(solved == (at == len && ops->won(play, state)));
    free(state);
    free(next);
    ops->close(play);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct lw_game *game = fuzz_game();
    struct lw_collection set;
    struct lw_buffer text;
    struct lw_error err;
    lw_buffer_init(&text, lw_alloc_libc());
    lw_buffer_puts(&text, board);
    lw_buffer_add(&text, (const char *)data, size);
    lw_collection_init(&set, lw_alloc_libc());
    const struct lw_format *sok = lw_game_format_find(&lw_sokoban_kind, "sok");
    fuzz_expect(sok->read(game, lw_buffer_text(&text), text.len, &set, &err) == LW_OK);
    const struct lw_entry *entry = &set.entries[0];
    if (entry->solutions != NULL) {
        const char *moves = entry->solutions->moves;
        bool solved = lw_sokoban_kind.solve->measure(entry->level, moves, strlen(moves),
                                                     NULL, &err) == LW_OK;
        play_all(entry->level, moves, solved);
    }
    lw_collection_free(&set);
    lw_buffer_free(&text);
    lw_game_destroy(game);
    return 0;
}
