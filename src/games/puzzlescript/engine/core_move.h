/* Movement: pushing the player, moving everything at once, rigid groups, move sounds;
 * and the win conditions. */
#ifndef CORE_MOVE_H
#define CORE_MOVE_H

#include <string.h>

#include "engine/engine_internal.h"

/* Bit boards of a set of objects joined: any or all of them per cell. */
static uint64_t set_word(const struct lw_ps_engine *e, const uint64_t *set, bool all,
                         uint32_t word) {
    uint64_t result = all ? ~0ULL : 0;
    for (uint32_t w = 0; w < PS_OW(e); w++) {
        for (uint64_t bits = set[w]; bits != 0; bits &= bits - 1) {
            uint64_t plane = ps_plane(e, 64 * w + lw_bits_first(bits))[word];
            result = all ? result & plane : result | plane;
        }
    }
    return result;
}

/* Players of one object each (no aggregate): whole planes get the movement. */
static void push_planes(struct lw_ps_engine *e, enum lw_ps_dir dir) {
    const struct lw_ps_game *game = e->game;
    for (uint32_t w = 0; w < PS_OW(e); w++) {
        for (uint64_t bits = game->player[w] & e->present[w]; bits != 0;
             bits &= bits - 1) {
            uint32_t id = 64 * w + lw_bits_first(bits);
            ps_add_movement(e, 5U * game->objects[id].layer + dir, ps_plane(e, id));
        }
    }
}

static void push_cell(struct lw_ps_engine *e, uint32_t cell, enum lw_ps_dir dir) {
    const struct lw_ps_game *game = e->game;
    const uint64_t *objects = e->objects + (size_t)cell * PS_OW(e);
    for (uint32_t w = 0; w < PS_OW(e); w++) {
        for (uint64_t bits = objects[w] & game->player[w]; bits != 0; bits &= bits - 1) {
            uint32_t id = 64 * w + lw_bits_first(bits);
            ps_start_moving(e, cell, 5U * game->objects[id].layer + dir);
        }
    }
}

static LW_OUTLINE void ps_push_player(struct lw_ps_engine *e, enum lw_ps_dir dir) {
    const struct lw_ps_game *game = e->game;
    uint32_t n = 0;
    for (uint32_t w = 0; w < PS_BW(e); w++) {
        uint64_t cells = set_word(e, game->player, game->player_all, w);
        cells &= w + 1 == PS_BW(e) ? e->last_cells : ~0ULL;
        for (; cells != 0; cells &= cells - 1) {
            e->players[n++] = 64 * w + lw_bits_first(cells);
        }
    }
    e->n_players = n;
    if (n > 4 && !game->player_all) {
        push_planes(e, dir);
        return;
    }
    for (uint32_t i = 0; i < n; i++) {
        push_cell(e, e->players[i], dir);
    }
}

/* Sounds. */

static void add_seed(const char **seeds, size_t *n, const char *seed) {
    for (size_t i = 0; i < *n; i++) {
        if (strcmp(seeds[i], seed) == 0) {
            return;
        }
    }
    seeds[(*n)++] = seed;
}

/* Sounds of the objects in a cell that move (or cannot) on a layer, or on any. */
static void move_sounds(struct lw_ps_engine *e, uint32_t cell, uint32_t only_layer,
                        enum lw_ps_sound_event event) {
    const struct lw_ps_game *game = e->game;
    const uint64_t *objects = e->objects + (size_t)cell * PS_OW(e);
    const uint64_t *movements = e->movements + (size_t)cell * PS_MW(e);
    for (uint32_t s = 0; s < game->n_sounds; s++) {
        const struct lw_ps_sound *sound = &game->sounds[s];
        for (uint32_t id = 0; id < game->n_objects && sound->event == event; id++) {
            uint32_t layer = game->objects[id].layer;
            if (!lw_ps_has(sound->objects, id) || !lw_ps_has(objects, id) ||
                (only_layer != UINT32_MAX && layer != only_layer)) {
                continue;
            }
            for (uint32_t d = 0; d < LW_PS_N_MOVEMENTS; d++) {
                if ((sound->dirs >> d & 1) != 0 && lw_ps_has(movements, 5 * layer + d)) {
                    if (event == LW_PS_SOUND_MOVE) {
                        add_seed(e->move_seeds, &e->n_move_seeds, sound->seed);
                    } else {
                        add_seed(e->cant_seeds, &e->n_cant_seeds, sound->seed);
                    }
                }
            }
        }
    }
}

/* Moving. */

static inline bool neighbour(const struct lw_ps_engine *e, uint32_t cell, uint32_t dir,
                             uint32_t *to) {
    const uint64_t *edges = e->edges + (size_t)dir * PS_BW(e);
    *to = (uint32_t)(cell + e->steps[dir]);
    return (edges[word_of(e, cell)] >> (cell & 63) & 1) != 0;
}

static inline uint32_t layer_bits(const struct lw_ps_engine *e, const uint64_t *movements,
                                  uint32_t layer) {
    uint32_t bit = 5 * layer;
    uint64_t low = movements[move_word(e, bit)] >> (bit & 63);
    if (PS_MW(e) > 1 && (bit & 63) > 59) {
        low |= movements[(bit >> 6) + 1] << (64 - (bit & 63));
    }
    return (uint32_t)(low & 31);
}

/* Moves what is on one layer of a cell; true when its movement is used up. */
static bool move_layer(struct lw_ps_engine *e, uint32_t cell, uint32_t layer,
                       uint32_t bits) {
    const uint64_t *mask = e->game->layer_masks + (size_t)layer * PS_OW(e);
    if ((bits & 1U << LW_PS_ACTION) != 0) {
        if (e->move_sounds) {
            move_sounds(e, cell, layer, LW_PS_SOUND_MOVE);
        }
        return true;
    }
    uint32_t to = 0;
    if ((bits & (bits - 1)) != 0 || !neighbour(e, cell, lw_bits_first(bits), &to)) {
        return false;
    }
    const uint64_t *source = e->objects + (size_t)cell * PS_OW(e);
    const uint64_t *target = e->objects + (size_t)to * PS_OW(e);
    uint64_t blocked = 0;
    for (uint32_t w = 0; w < PS_OW(e); w++) {
        blocked |= target[w] & mask[w];
    }
    if (blocked != 0) {
        return false;
    }
    if (e->move_sounds) {
        move_sounds(e, cell, layer, LW_PS_SOUND_MOVE);
    }
    for (uint32_t w = 0; w < PS_OW(e); w++) {
        uint64_t things = source[w] & mask[w];
        if (things != 0) {
            ps_carry(e, cell, to, w, things);
        }
    }
    return true;
}

/* Movement that is used up leaves the cell only: the boards and counts of movements are
 * cleared together once everything has moved. */
static inline void use_up(struct lw_ps_engine *e, uint32_t cell, uint32_t layer) {
    uint64_t *movements = e->movements + (size_t)cell * PS_MW(e);
    uint32_t bit = 5 * layer;
    uint32_t shift = bit & 63;
    movements[move_word(e, bit)] &= ~(31ULL << shift);
    if (PS_MW(e) > 1 && shift > 59) {
        movements[(bit >> 6) + 1] &= ~(31ULL >> (64 - shift));
    }
}

/* One cell in a sweep: every layer that has a movement, ascending. */
static bool move_cell(struct lw_ps_engine *e, uint32_t cell) {
    const uint64_t *movements = e->movements + (size_t)cell * PS_MW(e);
    bool moved = false;
    uint64_t left = 0;
    for (uint32_t w = 0; w < PS_MW(e); w++) {
        uint64_t rest = movements[w];
        while (rest != 0) {
            uint32_t layer = (64 * w + lw_bits_first(rest)) / 5;
            uint32_t last = 5 * layer + 4;
            rest &= last >= 64 * w + 63 ? 0 : ~0ULL << (last - 64 * w + 1);
            uint32_t bits = layer_bits(e, movements, layer);
            if (bits != 0 && move_layer(e, cell, layer, bits)) {
                use_up(e, cell, layer);
                moved = true;
            }
        }
    }
    for (uint32_t w = 0; w < PS_MW(e); w++) {
        left |= movements[w];
    }
    if (left == 0) {
        e->moving[word_of(e, cell)] &= ~(1ULL << (cell & 63));
    }
    return moved;
}

/* Rigid. */

/* Bans the group that marked the lowest layer left with a movement. */
static bool ban_rigid(struct lw_ps_engine *e, uint32_t cell) {
    const uint64_t *movements = e->movements + (size_t)cell * PS_MW(e);
    const uint64_t *marked = e->rigid_layers + (size_t)cell * PS_MW(e);
    const uint64_t *groups = e->rigid_group + (size_t)cell * PS_MW(e);
    for (uint32_t l = 0; l < e->game->n_layers; l++) {
        bool stuck = false;
        uint32_t number = 0;
        for (uint32_t d = 0; d < 5; d++) {
            uint32_t b = 5 * l + d;
            stuck = stuck || (lw_ps_has(movements, b) && lw_ps_has(marked, b));
            number |= (uint32_t)lw_ps_has(groups, b) << d;
        }
        if (!stuck) {
            continue;
        }
        for (uint32_t g = 0; g < e->game->early.n_groups; g++) {
            if (number != 0 && e->game->early.groups[g].rigid == number &&
                !e->banned[g]) {
                e->banned[g] = true;
                return true;
            }
        }
        return false;
    }
    return false;
}

/* Sweeps. */

/* Adds to board the cells that can move on a layer in a direction right now: those whose
 * neighbour exists and is free. */
static void add_movable(struct lw_ps_engine *e, uint32_t layer, uint32_t dir,
                        const uint64_t *occupied, uint64_t *board) {
    const uint64_t *movers = ps_plane(e, e->game->n_objects + 5 * layer + dir);
    const uint64_t *edges = e->edges + (size_t)(dir & 3) * PS_BW(e);
    uint32_t words = PS_BW(e);
    uint32_t by = dir == LW_PS_UP || dir == LW_PS_DOWN ? 1 : e->height;
    bool back = dir == LW_PS_UP || dir == LW_PS_LEFT;
    uint32_t off = by >> 6;
    uint32_t bits = by & 63;
    for (uint32_t w = 0; w < words; w++) {
        uint64_t here = movers[w];
        if (here == 0 || dir == LW_PS_ACTION) {
            board[w] |= here;
            continue;
        }
        uint64_t near = 0;
        uint64_t far = 0;
        if (back) {
            near = w >= off ? occupied[w - off] << bits : 0;
            far = bits != 0 && w >= off + 1 ? occupied[w - off - 1] >> (64 - bits) : 0;
        } else {
            near = w + off < words ? occupied[w + off] >> bits : 0;
            far = bits != 0 && w + off + 1 < words ? occupied[w + off + 1] << (64 - bits)
                                                   : 0;
        }
        board[w] |= here & edges[w] & ~(near | far);
    }
}

/* Cells that have something on the layer, in e->diff. */
static void find_occupied(struct lw_ps_engine *e, uint32_t layer) {
    const uint64_t *mask = e->game->layer_masks + (size_t)layer * PS_OW(e);
    memset(e->diff, 0, PS_BW(e) * sizeof *e->diff);
    for (uint32_t w = 0; w < PS_OW(e); w++) {
        for (uint64_t bits = mask[w] & e->present[w]; bits != 0; bits &= bits - 1) {
            const uint64_t *plane = ps_plane(e, 64 * w + lw_bits_first(bits));
            for (uint32_t i = 0; i < PS_BW(e); i++) {
                e->diff[i] |= plane[i];
            }
        }
    }
}

/* All cells that could move if the sweep looked at them now. */
static bool find_movable(struct lw_ps_engine *e, uint64_t *board) {
    memset(board, 0, PS_BW(e) * sizeof *board);
    for (uint32_t w = 0; w < PS_MW(e); w++) {
        uint64_t rest = e->present_movements[w];
        while (rest != 0) {
            uint32_t layer = (64 * w + lw_bits_first(rest)) / 5;
            uint32_t last = 5 * layer + 4;
            rest &= last >= 64 * w + 63 ? 0 : ~0ULL << (last - 64 * w + 1);
            find_occupied(e, layer);
            for (uint32_t dirs = layer_bits(e, e->present_movements, layer); dirs != 0;
                 dirs &= dirs - 1) {
                add_movable(e, layer, lw_bits_first(dirs), e->diff, board);
            }
        }
    }
    memset(e->diff, 0, PS_BW(e) * sizeof *e->diff);
    uint64_t any = 0;
    for (uint32_t w = 0; w < PS_BW(e); w++) {
        any |= board[w];
    }
    return any != 0;
}

/* Something left this cell: its neighbours may follow, in this sweep when the sweep has
 * still to come to them, else in the next. */
static bool wake_neighbours(struct lw_ps_engine *e, uint32_t cell, uint64_t *now,
                            uint64_t *later) {
    bool any_later = false;
    if (PS_BW(e) == 1 && e->moving[0] == 0) {
        return false;
    }
    for (uint32_t d = 0; d < 4; d++) {
        uint32_t near = 0;
        if (neighbour(e, cell, d, &near)) {
            uint64_t bit = e->moving[near >> 6] & 1ULL << (near & 63);
            if (near > cell) {
                now[near >> 6] |= bit;
            } else {
                later[near >> 6] |= bit;
                any_later = any_later || bit != 0;
            }
        }
    }
    return any_later;
}

/* One sweep over the cells of now, in order; true when the next has cells to look at.
 * Cells that are not looked at could not have moved. */
static bool sweep(struct lw_ps_engine *e, uint64_t *now, uint64_t *later) {
    bool more = false;
    for (uint32_t w = 0; w < PS_BW(e); w++) {
        while (now[w] != 0) {
            uint32_t cell = 64 * w + lw_bits_first(now[w]);
            now[w] &= now[w] - 1;
            if (move_cell(e, cell)) {
                more = wake_neighbours(e, cell, now, later) || more;
            }
        }
    }
    return more;
}

/* Few enough that looking at each is less work than finding out which can move. */
static bool few_move(const struct lw_ps_engine *e) {
    uint64_t words = 0;
    for (uint32_t w = 0; w < PS_BW(e); w++) {
        words |= e->moving[w] & (e->moving[w] - 1);
    }
    return PS_BW(e) <= 4 && (words & (words - 1)) == 0;
}

static void move_all(struct lw_ps_engine *e) {
    uint64_t *now = e->hits;
    uint64_t *later = e->later;
    if (few_move(e)) {
        memcpy(now, e->moving, PS_BW(e) * sizeof *now);
    } else if (!find_movable(e, now)) {
        return;
    }
    memset(later, 0, PS_BW(e) * sizeof *later);
    while (sweep(e, now, later)) {
        uint64_t *swap = now;
        now = later;
        later = swap;
    }
}

LW_INLINE bool ps_resolve_movements(struct lw_ps_engine *e) {
    move_all(e);
    bool banned = false;
    for (uint32_t w = 0; w < PS_BW(e) && (e->move_sounds || e->rigid_group != NULL);
         w++) {
        for (uint64_t bits = e->moving[w]; bits != 0; bits &= bits - 1) {
            uint32_t cell = 64 * w + lw_bits_first(bits);
            banned = (e->rigid_group != NULL && ban_rigid(e, cell)) || banned;
            if (e->move_sounds) {
                move_sounds(e, cell, UINT32_MAX, LW_PS_SOUND_CANTMOVE);
            }
        }
    }
    ps_clear_movements(e);
    if (e->rigid_group != NULL) {
        size_t bytes = (size_t)e->n_cells * PS_MW(e) * sizeof *e->rigid_group;
        memset(e->rigid_group, 0, bytes);
        memset(e->rigid_layers, 0, bytes);
    }
    return !banned;
}

/* Winning. */

static bool condition_holds(const struct lw_ps_engine *e, const struct lw_ps_win *win) {
    for (uint32_t w = 0; w < PS_BW(e); w++) {
        uint64_t cells = w + 1 == PS_BW(e) ? e->last_cells : ~0ULL;
        uint64_t x = set_word(e, win->x, win->x_all, w) & cells;
        uint64_t y = win->has_y ? set_word(e, win->y, win->y_all, w) : ~0ULL;
        if (win->quantifier == LW_PS_ALL && (x & ~y) != 0) {
            return false;
        }
        if ((x & y) != 0 && win->quantifier != LW_PS_ALL) {
            return win->quantifier == LW_PS_SOME;
        }
    }
    return win->quantifier != LW_PS_SOME;
}

static bool ps_conditions_hold(const struct lw_ps_engine *e) {
    for (uint32_t i = 0; i < e->game->n_wins; i++) {
        if (!condition_holds(e, &e->game->wins[i])) {
            return false;
        }
    }
    return e->game->n_wins > 0;
}

#endif
