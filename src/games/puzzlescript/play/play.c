/* Play: packed states, five moves, and the picture. People may also let a turn pass and
 * go back to the last checkpoint. */
#include <string.h>

#include "kind_internal.h"

struct ps_play {
    struct lw_play base;
    const struct lw_alloc *alloc;
    struct lw_ps_engine *engine;
    void *first;           /* the start state */
    lw_step_move moves[5]; /* worth trying */
    uint32_t n_moves;
    bool plain; /* a turn that changes no object changes nothing, any other the state */
    const char *said; /* by the last step */
};

/* The first five are search moves. */
static const char letters[] = "uldrx.R";
enum { MOVE_WAIT = 5, MOVE_RESTART };

static struct ps_play *play_of(struct lw_play *play) {
    return (struct ps_play *)(void *)play;
}

struct lw_ps_engine *lw_ps_engine_of(struct lw_play *play) {
    return play_of(play)->engine;
}

/* Action (or waiting) can matter when a rule asks for it or for no movement at all. */
static bool action_matters(const struct lw_ps_game *game) {
    if (game->noaction) {
        return false;
    }
    for (uint32_t r = 0; r < game->n_rules; r++) {
        const struct lw_ps_rule *rule = &game->rules[r];
        bool moves = false;
        for (uint32_t i = 0; i < rule->n_rows; i++) {
            for (uint32_t k = 0; k < rule->rows[i].n_cells; k++) {
                const struct lw_ps_pattern *cell = &rule->rows[i].left[k];
                for (uint32_t b = 0; !cell->is_ellipsis && b < 5 * game->n_layers; b++) {
                    bool set = lw_ps_has(cell->moving, b);
                    if (set && b % 5 == LW_PS_ACTION) {
                        return true;
                    }
                    moves = moves || set;
                }
            }
        }
        if (!moves && !rule->late) {
            return true;
        }
    }
    return false;
}

static void play_close(struct lw_play *base) {
    if (base != NULL) {
        struct ps_play *play = play_of(base);
        const struct lw_alloc *alloc = play->alloc;
        lw_ps_engine_destroy(play->engine);
        lw_alloc_free(alloc, play->first, base->state_bytes);
        lw_alloc_free(alloc, play, sizeof *play);
    }
}

static lw_status play_open(const struct lw_level *base, const struct lw_alloc *alloc,
                           struct lw_play **out, struct lw_error *err) {
    const struct lw_ps_level *level = lw_ps_level_of(base);
    const struct lw_ps_game *game = lw_ps_game_of(base->game);
    struct ps_play *play = lw_alloc_zero(alloc, 1, sizeof *play);
    if (play == NULL) {
        return lw_fail_memory(err);
    }
    play->base.level = base;
    play->alloc = alloc;
    lw_status status = lw_ps_engine_create(
        game, (struct lw_ps_engine_spec){level->width, level->height, 0}, alloc,
        &play->engine, err);
    if (status == LW_OK) {
        play->base.state_bytes = lw_ps_state_bytes(play->engine);
        play->first = lw_alloc_get(alloc, play->base.state_bytes);
        status = play->first == NULL ? lw_fail_memory(err) : LW_OK;
    }
    if (status != LW_OK) {
        play->base.state_bytes = play->first == NULL ? 0 : play->base.state_bytes;
        play_close(&play->base);
        return status;
    }
    lw_ps_start(play->engine, level->cells);
    lw_ps_pack(play->engine, play->first);
    play->base.work = lw_ps_spent(play->engine);
    play->plain = !game->has_random && !game->has_checkpoint && !game->has_again;
    play->n_moves = action_matters(game) ? 5 : 4;
    for (uint32_t i = 0; i < play->n_moves; i++) {
        play->moves[i] = i;
    }
    *out = &play->base;
    return LW_OK;
}

static void play_start(struct lw_play *base, void *state) {
    memcpy(state, play_of(base)->first, base->state_bytes);
}

static bool play_won(struct lw_play *base, const void *state) {
    struct ps_play *play = play_of(base);
    lw_ps_unpack(play->engine, state);
    return lw_ps_won(play->engine);
}

static size_t play_moves(struct lw_play *base, const void *state,
                         lw_step_move moves[LW_MAX_MOVES]) {
    (void)state;
    const struct ps_play *play = play_of(base);
    memcpy(moves, play->moves, play->n_moves * sizeof *moves);
    return play->n_moves;
}

static enum lw_step play_step(struct lw_play *base, const void *state, lw_step_move move,
                              void *out) {
    struct ps_play *play = play_of(base);
    if (move > MOVE_RESTART) {
        return LW_STEP_ILLEGAL;
    }
    lw_ps_unpack(play->engine, state);
    lw_ps_set_spending_limit(play->engine,
                             base->max_work == 0 ? UINT64_MAX : base->max_work);
    struct lw_ps_turn turn;
    if (move == MOVE_RESTART) {
        turn = lw_ps_restart(play->engine);
        turn = turn.again ? lw_ps_play(play->engine, LW_PS_PRESS_NONE) : turn;
        turn.restarted = true;
    } else {
        turn = lw_ps_play(play->engine, move == MOVE_WAIT ? LW_PS_PRESS_NONE
                                                          : (enum lw_ps_input)(int)move);
    }
    play->said = turn.message;
    base->work = lw_ps_spent(play->engine);
    if (play->plain && !turn.changed && !turn.won && !turn.restarted) {
        memcpy(out, state, base->state_bytes);
        return LW_STEP_SAME;
    }
    lw_ps_pack(play->engine, out);
    if (turn.won) {
        return LW_STEP_WON;
    }
    if (play->plain && !turn.restarted) {
        return LW_STEP_CHANGED;
    }
    return memcmp(state, out, base->state_bytes) == 0 ? LW_STEP_SAME : LW_STEP_CHANGED;
}

static void play_move_text(struct lw_play *base, const void *state, lw_step_move move,
                           struct lw_buffer *out) {
    (void)base;
    (void)state;
    lw_buffer_putc(out, move > MOVE_RESTART ? '?' : letters[move]);
}

/* In any state: a move that the rules make nothing of is a move. */
static lw_status play_read_move(const struct lw_game *game, const char *text, size_t len,
                                size_t *used, struct lw_error *err) {
    const char *at = len == 0 || text[0] == '\0' ? NULL : strchr(letters, text[0]);
    if (at == NULL) {
        return lw_fail(
            err, LW_BAD_INPUT, 0, 0,
            "a move is one of u, l, d, r, x (action), . (wait) and R (back to the "
            "checkpoint)");
    }
    if (*at == 'x' && lw_ps_game_of(game)->noaction) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0, "this game has no action key");
    }
    if (*at == 'R' && lw_ps_game_of(game)->norestart) {
        return lw_fail(err, LW_BAD_INPUT, 0, 0, "this game does not let you restart");
    }
    *used = 1;
    return LW_OK;
}

static enum lw_step play_step_text(struct lw_play *base, const void *state,
                                   struct lw_step_text moves, size_t *used, void *out,
                                   struct lw_error *err) {
    const char *text = moves.at;
    size_t len = moves.len;
    if (play_read_move(base->level->game, text, len, used, err) != LW_OK) {
        return LW_STEP_ILLEGAL;
    }
    return play_step(base, state, (lw_step_move)(strchr(letters, text[0]) - letters),
                     out);
}

static const char *play_said(struct lw_play *base) {
    return play_of(base)->said;
}

static struct lw_warning play_warning(struct lw_play *base) {
    static const char *const texts[] = {
        [LW_PS_CUT_NOT] = NULL,
        [LW_PS_CUT_GROUP] = "the rules of this group do not settle within 200 passes: in "
                            "play they are cut off there",
        [LW_PS_CUT_LOOP] = "the loop that begins with this rule does not settle within "
                           "200 rounds: in play the rest of the rules is left out",
        [LW_PS_CUT_AGAIN] =
            "the 'again' of this rule does not come to an end: in play it "
            "is cut off",
        [LW_PS_CUT_WORK] =
            "the rules around this one do not come to an end: in play they "
            "are cut off",
    };
    struct lw_ps_cut cut = lw_ps_cut_off(play_of(base)->engine);
    return (struct lw_warning){cut.line, texts[cut.kind]};
}

static void play_draw(struct lw_play *base, const void *state,
                      struct lw_draw_list *list) {
    struct ps_play *play = play_of(base);
    const struct lw_ps_level *level = lw_ps_level_of(base->level);
    lw_ps_unpack(play->engine, state == NULL ? play->first : state);
    lw_ps_draw_board(lw_ps_game_of(base->level->game), level->width, level->height,
                     lw_ps_cell(play->engine, 0), list);
}

static bool first_player(const struct lw_ps_game *game, const struct lw_ps_engine *engine,
                         uint32_t n_cells, uint32_t *cell) {
    for (*cell = 0; *cell < n_cells; (*cell)++) {
        const uint64_t *objects = lw_ps_cell(engine, *cell);
        for (uint32_t w = 0; w < game->obj_words; w++) {
            if ((objects[w] & game->player[w]) != 0) {
                return true;
            }
        }
    }
    return false;
}

/* Where a part of `size` of `all` cells begins that shows cell `at`: pages of the board
 * one after the other (flickscreen), or around the cell (zoomscreen). */
static uint32_t part_start(uint32_t at, uint32_t size, uint32_t all, bool pages) {
    if (pages) {
        return at / size * size;
    }
    uint32_t start = at > size / 2 ? at - size / 2 : 0;
    return start + size <= all ? start : all > size ? all - size : 0;
}

static bool play_part(struct lw_play *base, const void *state, struct lw_part *part) {
    struct ps_play *play = play_of(base);
    const struct lw_ps_game *game = lw_ps_game_of(base->level->game);
    const struct lw_ps_level *level = lw_ps_level_of(base->level);
    bool pages = game->flick_width > 0;
    uint32_t width = pages ? game->flick_width : game->zoom_width;
    uint32_t height = pages ? game->flick_height : game->zoom_height;
    uint32_t cell;
    if (width == 0 || height == 0) {
        return false;
    }
    lw_ps_unpack(play->engine, state);
    if (!first_player(game, play->engine, level->width * level->height, &cell)) {
        return false;
    }
    uint32_t x = part_start(cell / level->height, width, level->width, pages);
    uint32_t y = part_start(cell % level->height, height, level->height, pages);
    *part = (struct lw_part){.x = x,
                             .y = y,
                             .width = width < level->width - x ? width : level->width - x,
                             .height =
                                 height < level->height - y ? height : level->height - y};
    return true;
}

static double play_tick_s(const struct lw_level *level) {
    return lw_ps_game_of(level->game)->realtime_interval;
}

/* Sounds: plays the turn again on an engine that listens. The states hold everything a
 * turn depends on, so it is the same turn. */
static void play_trace(struct lw_play *base, const void *before, const void *after,
                       const char *move, struct lw_step_trace *out) {
    const struct lw_ps_game *game = lw_ps_game_of(base->level->game);
    const struct lw_ps_level *level = lw_ps_level_of(base->level);
    const char *found = strchr(letters, move[0]);
    struct lw_ps_engine *engine = NULL;
    (void)after;
    if (move[0] == '\0' || found == NULL || found - letters >= MOVE_WAIT ||
        lw_ps_engine_create(
            game,
            (struct lw_ps_engine_spec){level->width, level->height, LW_PS_KEEP_SOUNDS},
            game->base.alloc, &engine, NULL) != LW_OK) {
        return;
    }
    (void)lw_ps_load(engine, level->cells, NULL, 0);
    lw_ps_unpack(engine, before);
    lw_ps_sounds_clear(engine);
    (void)lw_ps_play(engine, (enum lw_ps_input)(int)(found - letters));
    const char *const *seeds;
    size_t n = lw_ps_sounds(engine, &seeds);
    for (size_t i = 0; i < n; i++) {
        lw_buffer_add(&out->sounds, seeds[i], strlen(seeds[i]) + 1);
    }
    lw_ps_engine_destroy(engine);
}

static const struct lw_key keys[] = {{"up", "u"},    {"left", "l"},  {"down", "d"},
                                     {"right", "r"}, {"space", "x"}, {"x", "x"},
                                     {".", "."},     {"c", "R"},     {NULL, NULL}};

const struct lw_play_ops lw_ps_play_ops = {.open = play_open,
                                           .close = play_close,
                                           .start = play_start,
                                           .won = play_won,
                                           .moves = play_moves,
                                           .step = play_step,
                                           .move_text = play_move_text,
                                           .step_text = play_step_text,
                                           .read_move = play_read_move,
                                           .move_separator = "",
                                           .said = play_said,
                                           .warning = play_warning,
                                           .trace = play_trace,
                                           .draw = play_draw,
                                           .part = play_part,
                                           .tick_s = play_tick_s,
                                           .tick_move = ".",
                                           .keys = keys};
