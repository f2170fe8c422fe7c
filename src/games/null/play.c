/* Playing: a state is one byte, where the counter stands. Moves: 0 left, 1 right. */
#include "null_internal.h"

static lw_status play_open(const struct lw_level *level, const struct lw_alloc *alloc,
                           struct lw_play **out, struct lw_error *err) {
    struct lw_play *play = lw_alloc_get(alloc, sizeof *play);
    if (play == NULL) {
        return lw_fail_memory(err);
    }
    *play = (struct lw_play){.level = level, .state_bytes = 1};
    *out = play;
    return LW_OK;
}

static void play_close(struct lw_play *play) {
    if (play != NULL) {
        lw_alloc_free(play->level->game->alloc, play, sizeof *play);
    }
}

static void play_start(struct lw_play *play, void *state) {
    *(uint8_t *)state = (uint8_t)level_of(play->level)->start;
}

static bool play_won(struct lw_play *play, const void *state) {
    return *(const uint8_t *)state == level_of(play->level)->flag;
}

static size_t play_moves(struct lw_play *play, const void *state,
                         lw_step_move moves[LW_MAX_MOVES]) {
    const struct null_level *level = level_of(play->level);
    uint32_t at = *(const uint8_t *)state;
    size_t n = 0;
    if (at > 0 && level->cells[at - 1] != '#') {
        moves[n++] = 0;
    }
    if (at + 1 < level->width && level->cells[at + 1] != '#') {
        moves[n++] = 1;
    }
    return n;
}

static enum lw_step play_step(struct lw_play *play, const void *state, lw_step_move move,
                              void *out) {
    lw_step_move moves[LW_MAX_MOVES];
    size_t n = play_moves(play, state, moves);
    for (size_t i = 0; i < n; i++) {
        if (moves[i] == move) {
            uint8_t at = *(const uint8_t *)state;
            *(uint8_t *)out = (uint8_t)(move == 0 ? at - 1 : at + 1);
            return play_won(play, out) ? LW_STEP_WON : LW_STEP_CHANGED;
        }
    }
    return LW_STEP_ILLEGAL;
}

static void play_move_text(struct lw_play *play, const void *state, lw_step_move move,
                           struct lw_buffer *out) {
    (void)play;
    (void)state;
    lw_buffer_putc(out, move == 0 ? 'l' : 'r');
}

static enum lw_step play_step_text(struct lw_play *play, const void *state,
                                   struct lw_step_text moves, size_t *used, void *out,
                                   struct lw_error *err) {
    const char *text = moves.at;
    size_t len = moves.len;
    if (len == 0 || (text[0] != 'l' && text[0] != 'r')) {
        (void)lw_fail(err, LW_BAD_INPUT, 0, 0, "a move is l or r");
        return LW_STEP_ILLEGAL;
    }
    *used = 1;
    enum lw_step step = play_step(play, state, text[0] == 'r', out);
    if (step == LW_STEP_ILLEGAL) {
        (void)lw_fail(err, LW_BAD_INPUT, 0, 0, "a rock or the edge is in the way");
    }
    return step;
}

static void play_draw(struct lw_play *play, const void *state,
                      struct lw_draw_list *list) {
    const struct null_level *level = level_of(play->level);
    bool dark = list->theme == LW_THEME_DARK;
    lw_rgba ground = dark ? 0x22262eff : 0xf2efe6ff,
            rock = dark ? 0x59616eff : 0x8a8170ff;
    lw_rgba ink = dark ? 0xffc857ff : 0x1f6febff;
    uint32_t at = state == NULL ? level->start : *(const uint8_t *)state;
    lw_draw_reset(list, level->width, 1, ground);
    for (uint32_t x = 0; x < level->width; x++) {
        float left = (float)x;
        if (level->cells[x] == '#') {
            lw_draw_rect(list, (struct lw_rect){left, 0, 1, 1}, 0, rock);
            lw_draw_glyph(list, x, 0, "#", (struct lw_ink){rock, ground, false});
        }
        if (x == level->flag) {
            lw_draw_text(list, left + 0.5f, 0.5f, 0.8f, ink, "F");
            lw_draw_glyph(list, x, 0, "F", (struct lw_ink){ink, ground, true});
        }
        if (x == at) {
            lw_draw_circle(list, left + 0.5f, 0.5f, 0.35f, ink);
            lw_draw_glyph(list, x, 0, "@", (struct lw_ink){ink, ground, true});
        }
    }
}

static const struct lw_key keys[] = {{"left", "l"}, {"right", "r"}, {NULL, NULL}};

const struct lw_play_ops lw_null_play_ops = {.open = play_open,
                                             .close = play_close,
                                             .start = play_start,
                                             .won = play_won,
                                             .moves = play_moves,
                                             .step = play_step,
                                             .move_text = play_move_text,
                                             .step_text = play_step_text,
                                             .move_separator = "",
                                             .draw = play_draw,
                                             .keys = keys};
