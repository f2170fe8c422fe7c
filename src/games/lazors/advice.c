/* Hints. Blocks can always be taken back, so a position is lost only when the level has
 * no solution at all. */
#include "lazors_internal.h"

#include <stdio.h>
#include <string.h>

static lw_status point_at(struct lw_advice *advice, const struct lw_lazors_level *level,
                          lw_step_move move) {
    uint32_t ends[2] = {move >> 16, move & 0xffff};
    advice->cells = lw_alloc_get(advice->alloc, 2 * sizeof *advice->cells);
    if (advice->cells == NULL) {
        return LW_NO_MEMORY;
    }
    advice->n_cells = 2;
    for (unsigned i = 0; i < 2; i++) {
        /* The tray has no cell of its own to point at: the other end stands for it. */
        uint32_t slot = ends[i] > LAZORS_TRAY ? ends[1 - i] : ends[i];
        advice->cells[i] = lw_lazors_drawn_cell(level, level->open[slot]);
    }
    return LW_OK;
}

static void put_end(const struct lw_lazors_level *level, uint32_t end,
                    struct lw_buffer *out) {
    if (end > LAZORS_TRAY) {
        lw_buffer_puts(out, "the tray");
    } else {
        lw_lazors_cell_text(level, level->open[end], out);
    }
}

static void sentence(struct lw_advice *advice, const struct lw_lazors_level *level,
                     const uint8_t *state, lw_step_move move) {
    struct lw_buffer from, to;
    uint32_t source = move >> 16;
    unsigned block = source > LAZORS_TRAY ? source - LAZORS_TRAY : state[source];
    lw_buffer_init(&from, advice->alloc);
    lw_buffer_init(&to, advice->alloc);
    put_end(level, source, &from);
    put_end(level, move & 0xffff, &to);
    (void)snprintf(advice->text, sizeof advice->text, "Move the %s from %s to %s.",
                   lw_lazors_block_name(block), lw_buffer_text(&from),
                   lw_buffer_text(&to));
    lw_buffer_free(&from);
    lw_buffer_free(&to);
}

static void say_outcome(struct lw_advice *advice) {
    static const char *const texts[] = {
        "The level can be solved from here.",
        "No placement of the blocks lights every target.",
        "Not found within the budget: give it more to be sure.",
    };
    (void)snprintf(advice->text, sizeof advice->text, "%s", texts[advice->outcome]);
}

static lw_status hint(struct lw_play *play, const void *state,
                      const struct lw_runtime *runtime, const struct lw_budget *budget,
                      struct lw_advice *advice) {
    const struct lw_lazors_level *level = lw_lazors_level_of(play->level);
    struct lazors_first_move first;
    lw_status status = lw_lazors_first_move(play->level, state, runtime, budget, &first);
    if (status != LW_OK) {
        return status;
    }
    advice->outcome = first.outcome;
    say_outcome(advice);
    if (!first.any) {
        return LW_OK;
    }
    lw_lazors_move_text(play, state, first.move, &advice->move);
    sentence(advice, level, state, first.move);
    return lw_buffer_ok(&advice->move) ? point_at(advice, level, first.move)
                                       : LW_NO_MEMORY;
}

static lw_status dead(struct lw_play *play, const void *state,
                      const struct lw_runtime *runtime, const struct lw_budget *budget,
                      struct lw_advice *advice) {
    struct lazors_first_move first;
    (void)state;
    lw_status status = lw_lazors_first_move(play->level, NULL, runtime, budget, &first);
    advice->outcome = first.outcome;
    say_outcome(advice);
    return status;
}

const struct lw_advice_ops lw_lazors_advice_ops = {.hint = hint, .dead = dead};
