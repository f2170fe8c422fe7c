/* Drawing paths with a finger.
 *
 * Pressing an endpoint begins its colour anew; pressing a drawn path cuts it there and
 * goes on; moving back over the path takes it back; moving over another path cuts that
 * one. Other colours' endpoints stop the finger, as does the path's own end. */
#include "play/play.h"

#include <string.h>

bool lw_flow_step_cell(const struct lw_flow_level *level, uint32_t cell, uint32_t dir,
                       uint32_t *next) {
    int x = (int)(cell % level->width) + lw_dir_dx((enum lw_dir)dir);
    int y = (int)(cell / level->width) + lw_dir_dy((enum lw_dir)dir);
    if (x < 0 || y < 0 || x >= (int)level->width || y >= (int)level->height) {
        return false;
    }
    *next = (uint32_t)y * level->width + (uint32_t)x;
    return true;
}

static uint32_t before(const struct lw_flow_level *level, const uint8_t *state,
                       uint32_t cell) {
    uint32_t previous = cell;
    (void)lw_flow_step_cell(level, cell, state[cell] - 1U, &previous);
    return previous;
}

uint32_t lw_flow_colour_at(const struct lw_flow_level *level, const uint8_t *state,
                           uint32_t cell) {
    while (level->cells[cell] == 0) {
        if (state[cell] == 0) {
            return level->n_colours;
        }
        cell = before(level, state, cell);
    }
    return level->cells[cell] - 1U;
}

uint32_t lw_flow_path_start(const struct lw_flow_level *level, const uint8_t *state,
                            uint32_t colour) {
    for (uint32_t i = 0; i < 2; i++) {
        if (state[level->ends[colour][i]] == FLOW_START) {
            return level->ends[colour][i];
        }
    }
    return level->width * level->height;
}

bool lw_flow_path_next(const struct lw_flow_level *level, const uint8_t *state,
                       uint32_t cell, uint32_t *next, uint32_t *dir) {
    for (uint32_t d = 0; d < LW_N_DIRS; d++) {
        uint32_t other;
        if (lw_flow_step_cell(level, cell, d, &other) &&
            state[other] == 1 + (uint32_t)lw_dir_opposite((enum lw_dir)d)) {
            *next = other;
            *dir = d;
            return true;
        }
    }
    return false;
}

bool lw_flow_path_complete(const struct lw_flow_level *level, const uint8_t *state,
                           uint32_t colour) {
    return state[level->ends[colour][0]] != 0 && state[level->ends[colour][1]] != 0;
}

static bool touches_itself(const struct lw_flow_level *level, const uint8_t *state) {
    for (uint32_t i = 0; i < level->width * level->height; i++) {
        for (uint32_t dir = LW_DIR_RIGHT; dir <= LW_DIR_DOWN; dir++) {
            uint32_t other;
            if (!lw_flow_step_cell(level, i, dir, &other)) {
                continue;
            }
            bool joined =
                state[other] == 1 + (uint32_t)lw_dir_opposite((enum lw_dir)dir) ||
                state[i] == 1 + dir;
            if (!joined && lw_flow_colour_at(level, state, i) ==
                               lw_flow_colour_at(level, state, other)) {
                return true;
            }
        }
    }
    return false;
}

/* An endpoint is entered only by its own colour, so a full board is a solved one. */
bool lw_flow_state_won(const struct lw_flow_level *level, const uint8_t *state) {
    return memchr(state, 0, (size_t)level->width * level->height) == NULL &&
           !(lw_flow_is_strict(level->level.game) && touches_itself(level, state));
}

/* Takes away the path behind a square, which becomes the tip. */
static void cut_behind(const struct lw_flow_level *level, uint8_t *state, uint32_t cell) {
    uint32_t next, dir;
    while (lw_flow_path_next(level, state, cell, &next, &dir)) {
        state[next] = 0;
        cell = next;
    }
}

bool lw_flow_drag_begin(struct flow_drag *drag, const struct lw_flow_level *level,
                        uint8_t *state, uint32_t cell) {
    *drag = (struct flow_drag){.level = level, .state = state, .tip = cell, .why = ""};
    drag->colour = lw_flow_colour_at(level, state, cell);
    if (drag->colour == level->n_colours) {
        drag->why = "nothing is drawn there; press an endpoint or a drawn path";
        return false;
    }
    if (level->cells[cell] != 0) {
        uint32_t start = lw_flow_path_start(level, state, drag->colour);
        if (start < level->width * level->height) {
            cut_behind(level, state, start);
        }
        state[level->ends[drag->colour][0]] = 0;
        state[level->ends[drag->colour][1]] = 0;
        state[cell] = FLOW_START;
    } else {
        cut_behind(level, state, cell);
    }
    return true;
}

/* Lets another colour's path end before a square that is taken from it. */
static void cut_before(const struct lw_flow_level *level, uint8_t *state, uint32_t cell) {
    uint32_t tip = before(level, state, cell);
    cut_behind(level, state, tip);
    if (state[tip] == FLOW_START) {
        state[tip] = 0;
    }
}

bool lw_flow_drag_step(struct flow_drag *drag, uint32_t dir) {
    const struct lw_flow_level *level = drag->level;
    uint32_t next;
    if (!lw_flow_step_cell(level, drag->tip, dir, &next)) {
        drag->why = "the board ends there";
        return false;
    }
    uint32_t there = lw_flow_colour_at(level, drag->state, next);
    if (there == drag->colour && drag->state[next] != 0) {
        cut_behind(level, drag->state, next);
        drag->tip = next;
        return true;
    }
    if (level->cells[drag->tip] != 0 && drag->state[drag->tip] != FLOW_START) {
        drag->why = "the path is complete; it can only be taken back";
        return false;
    }
    if (level->cells[next] != 0 && there != drag->colour) {
        drag->why = "an endpoint of another colour is in the way";
        return false;
    }
    if (drag->state[next] != 0) {
        cut_before(level, drag->state, next);
    }
    drag->state[next] = (uint8_t)(1 + (uint32_t)lw_dir_opposite((enum lw_dir)dir));
    drag->tip = next;
    return true;
}

/* Turns a complete path round so that it begins at the first endpoint. */
static void reverse(const struct lw_flow_level *level, uint8_t *state, uint32_t start) {
    uint32_t cell = start, next = 0, dir = 0, after = 0, turn = 0;
    bool more = lw_flow_path_next(level, state, cell, &next, &dir);
    while (more) {
        /* Found before the mark that would hide it is written. */
        more = lw_flow_path_next(level, state, next, &after, &turn);
        state[cell] = (uint8_t)(1 + dir);
        cell = next;
        next = after;
        dir = turn;
    }
    state[cell] = FLOW_START;
}

void lw_flow_drag_end(struct flow_drag *drag) {
    const struct lw_flow_level *level = drag->level;
    uint32_t start = lw_flow_path_start(level, drag->state, drag->colour);
    if (drag->tip == start) {
        drag->state[start] = 0;
    } else if (start != level->ends[drag->colour][0] &&
               lw_flow_path_complete(level, drag->state, drag->colour)) {
        reverse(level, drag->state, start);
    }
}
