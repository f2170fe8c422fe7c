/* Random covers.
 *
 * A cover changes by taking an edge from the end of a path to a neighbour and giving up
 * one of the neighbour's own edges: the backbite move of polymer simulation (Mansfield
 * 1982) carried over from one path to several. Covers are cooled towards few turns and
 * paths that do not touch themselves; both let more levels be unique. */
#include "make/cover.h"

#include <math.h>
#include <string.h>

static uint32_t beside(const struct flow_cover *cover, uint32_t cell, uint32_t dir) {
    return (uint32_t)((int32_t)cell + cover->step[dir]);
}

static void link_cells(struct flow_cover *cover, uint32_t cell, uint32_t dir) {
    cover->links[cell] |= (uint8_t)(1U << dir);
    cover->links[beside(cover, cell, dir)] |= (uint8_t)(1U << flow_opposite(dir));
}

static void unlink_cells(struct flow_cover *cover, uint32_t cell, uint32_t dir) {
    cover->links[cell] &= (uint8_t) ~(1U << dir);
    cover->links[beside(cover, cell, dir)] &= (uint8_t) ~(1U << flow_opposite(dir));
}

/* Walks from an end, naming the squares; notes both ends and the length. */
static void name_path(struct flow_cover *cover, uint32_t number, uint32_t end) {
    uint32_t cell = end, dirs = cover->links[end], len = 1;
    cover->path[cell] = (uint8_t)number;
    while (dirs != 0) {
        uint32_t dir = flow_first_dir(dirs);
        cell = beside(cover, cell, dir);
        cover->path[cell] = (uint8_t)number;
        dirs = cover->links[cell] & ~(1U << flow_opposite(dir));
        len++;
    }
    cover->ends[number][0] = (uint16_t)end;
    cover->ends[number][1] = (uint16_t)cell;
    cover->len[number] = len;
}

static void prepare(struct flow_cover *cover, uint32_t width, uint32_t height) {
    cover->width = width;
    cover->height = height;
    cover->n_cells = width * height;
    cover->step[LW_DIR_UP] = -(int32_t)width;
    cover->step[LW_DIR_DOWN] = (int32_t)width;
    cover->step[LW_DIR_LEFT] = -1;
    cover->step[LW_DIR_RIGHT] = 1;
    cover->links = cover->cells[0];
    cover->path = cover->cells[1];
    cover->old_links = cover->cells[2];
    cover->old_path = cover->cells[3];
    for (uint32_t i = 0; i < cover->n_cells; i++) {
        uint32_t x = i % width, y = i / width;
        cover->inner[i] = (uint8_t)((y > 0 ? 1U << LW_DIR_UP : 0) |
                                    (x + 1 < width ? 1U << LW_DIR_RIGHT : 0) |
                                    (y + 1 < height ? 1U << LW_DIR_DOWN : 0) |
                                    (x > 0 ? 1U << LW_DIR_LEFT : 0));
        cover->links[i] = 0;
    }
}

/* One path to and fro over the board. */
static void lay_snake(struct flow_cover *cover) {
    for (uint32_t y = 0; y < cover->height; y++) {
        for (uint32_t x = 0; x + 1 < cover->width; x++) {
            link_cells(cover, y * cover->width + x, LW_DIR_RIGHT);
        }
        if (y + 1 < cover->height) {
            uint32_t x = y % 2 == 0 ? cover->width - 1 : 0;
            link_cells(cover, y * cover->width + x, LW_DIR_DOWN);
        }
    }
    cover->n_paths = 1;
    name_path(cover, 0, 0);
}

/* The first step along the path from `from` towards its end `end`. */
static uint32_t step_towards(const struct flow_cover *cover, uint32_t from,
                             uint32_t end) {
    uint32_t cell = end, dirs = cover->links[end], dir = 0;
    while (cell != from) {
        dir = flow_first_dir(dirs);
        cell = beside(cover, cell, dir);
        dirs = cover->links[cell] & ~(1U << flow_opposite(dir));
    }
    return flow_opposite(dir);
}

/* Gives the neighbour's edge up for one to the end of a path; false: not allowed. */
static bool change(struct flow_cover *cover, uint32_t number, uint32_t which,
                   uint32_t min_len, struct lw_rng *rng) {
    uint32_t end = cover->ends[number][which];
    uint32_t dirs = cover->inner[end] & ~(uint32_t)cover->links[end];
    if (dirs == 0) {
        return false;
    }
    uint32_t skip = lw_rng_below(rng, flow_bits(dirs));
    while (skip-- > 0) {
        dirs &= dirs - 1;
    }
    uint32_t dir = flow_first_dir(dirs), other = beside(cover, end, dir);
    uint32_t theirs = cover->path[other];
    if (theirs == number) {
        uint32_t drop = step_towards(cover, other, end);
        uint32_t far = cover->ends[number][1 - which];
        unlink_cells(cover, other, drop);
        link_cells(cover, end, dir);
        name_path(cover, number, far);
        return true;
    }
    uint32_t drops = cover->links[other];
    if (flow_bits(drops) == 2 && lw_rng_chance(rng, 0.5)) {
        drops &= drops - 1;
    }
    uint32_t drop = flow_first_dir(drops);
    uint32_t rest = beside(cover, other, drop), far = cover->ends[number][1 - which];
    unlink_cells(cover, other, drop);
    link_cells(cover, end, dir);
    name_path(cover, theirs, rest);
    name_path(cover, number, far);
    return cover->len[theirs] >= min_len;
}

uint32_t lw_flow_cover_turns(const struct flow_cover *cover) {
    static const uint8_t turning[16] = {[3] = 1, [6] = 1, [9] = 1, [12] = 1};
    uint32_t turns = 0;
    for (uint32_t i = 0; i < cover->n_cells; i++) {
        turns += turning[cover->links[i]];
    }
    return turns;
}

uint32_t lw_flow_cover_touches(const struct flow_cover *cover) {
    uint32_t touches = 0;
    for (uint32_t i = 0; i < cover->n_cells; i++) {
        uint32_t free = cover->inner[i] & ~(uint32_t)cover->links[i];
        if ((free >> LW_DIR_RIGHT & 1) != 0) {
            touches += cover->path[i] == cover->path[i + 1];
        }
        if ((free >> LW_DIR_DOWN & 1) != 0) {
            touches += cover->path[i] == cover->path[i + cover->width];
        }
    }
    return touches;
}

uint32_t lw_flow_cover_border(const struct flow_cover *cover) {
    uint32_t n = 0;
    for (uint32_t k = 0; k < cover->n_paths; k++) {
        n += (cover->inner[cover->ends[k][0]] != 15) +
             (cover->inner[cover->ends[k][1]] != 15);
    }
    return n;
}

static double dislike(const struct flow_cover *cover,
                      const struct flow_cover_wish *wish) {
    uint32_t turns = lw_flow_cover_turns(cover);
    uint32_t border = lw_flow_cover_border(cover);
    double excess = turns > wish->turns ? turns - wish->turns : 0;
    double missing = border < wish->border ? wish->border - border : 0;
    return excess + missing + 2.0 * lw_flow_cover_touches(cover);
}

static void keep_old(struct flow_cover *cover) {
    memcpy(cover->old_links, cover->links, cover->n_cells);
    memcpy(cover->old_path, cover->path, cover->n_cells);
    memcpy(cover->old_ends, cover->ends, sizeof cover->ends);
}

static void go_back(struct flow_cover *cover) {
    memcpy(cover->links, cover->old_links, cover->n_cells);
    memcpy(cover->path, cover->old_path, cover->n_cells);
    memcpy(cover->ends, cover->old_ends, sizeof cover->ends);
    for (uint32_t k = 0; k < cover->n_paths; k++) {
        cover->len[k] = 0;
    }
    for (uint32_t i = 0; i < cover->n_cells; i++) {
        cover->len[cover->path[i]]++;
    }
}

void lw_flow_cover_anneal(struct flow_cover *cover, const struct flow_cover_wish *wish,
                          uint32_t n, double heat, const uint8_t *near_cells,
                          struct lw_rng *rng) {
    double now = dislike(cover, wish);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t number = lw_rng_below(rng, cover->n_paths);
        uint32_t which = lw_rng_below(rng, 2);
        if (near_cells != NULL && near_cells[cover->ends[number][which]] == 0) {
            continue;
        }
        keep_old(cover);
        double warmth = heat * (1.0 - (double)i / n) + 1e-9;
        bool allowed = change(cover, number, which, wish->min_len, rng);
        double then = allowed ? dislike(cover, wish) : 0;
        if (allowed && (then <= now || lw_rng_unit(rng) < exp((now - then) / warmth))) {
            now = then;
        } else {
            go_back(cover);
        }
    }
}

/* Cuts behind a square; the new path is the last one. */
static void cut(struct flow_cover *cover, uint32_t cell, uint32_t dir) {
    uint32_t number = cover->path[cell], end = cover->ends[number][0];
    uint32_t far = cover->ends[number][1];
    unlink_cells(cover, cell, dir);
    name_path(cover, number, end);
    name_path(cover, cover->n_paths++, far);
}

/* Squares on the way from one end to (and with) a square, before the edge in dir. */
static bool cut_leaves(const struct flow_cover *cover, uint32_t cell, uint32_t dir,
                       uint32_t min_len) {
    uint32_t number = cover->path[cell], at = cell, came = dir, len = 1;
    for (;;) {
        uint32_t dirs = cover->links[at] & ~(1U << came);
        if (dirs == 0) {
            break;
        }
        uint32_t next = flow_first_dir(dirs);
        at = beside(cover, at, next);
        came = flow_opposite(next);
        len++;
    }
    return len >= min_len && cover->len[number] - len >= min_len;
}

bool lw_flow_cover_cut(struct flow_cover *cover, const uint8_t *other, uint32_t min_len,
                       struct lw_rng *rng) {
    uint32_t chosen = 0, chosen_dir = 0, n = 0;
    for (uint32_t i = 0; i < cover->n_cells; i++) {
        for (uint32_t dir = LW_DIR_RIGHT; dir <= LW_DIR_DOWN; dir++) {
            bool differs = (cover->links[i] >> dir & 1) != 0 &&
                           (other == NULL || (other[i] >> dir & 1) == 0);
            if (differs && cut_leaves(cover, i, dir, min_len) &&
                lw_rng_below(rng, ++n) == 0) {
                chosen = i;
                chosen_dir = dir;
            }
        }
    }
    if (n == 0 || cover->n_paths == LW_FLOW_MAX_COLOURS) {
        return false;
    }
    cut(cover, chosen, chosen_dir);
    return true;
}

bool lw_flow_cover_begin(struct flow_cover *cover, uint32_t width, uint32_t height,
                         uint32_t n_paths, uint32_t min_len, struct lw_rng *rng) {
    prepare(cover, width, height);
    lay_snake(cover);
    for (uint32_t i = 0; i < 4 * cover->n_cells; i++) {
        (void)change(cover, 0, lw_rng_below(rng, 2), 0, rng);
    }
    while (cover->n_paths < n_paths) {
        if (!lw_flow_cover_cut(cover, NULL, min_len, rng)) {
            return false;
        }
    }
    return true;
}
