/* A relaxed view of a game on one board, shared by the files that make and read it.
 *
 * What never changes on the board says where each object can go at all: a crate moves
 * only where the rule that moves it fits between the walls. From that come distances per
 * object, and ways: cells of a rule that must hold certain objects so that another is
 * made or destroyed. */
#ifndef RELAX_INTERNAL_H
#define RELAX_INTERNAL_H

#include "analyse/analyse_internal.h"

#define PS_FAR UINT8_MAX /* of a distance: no way */
#define PS_FIXED UINT16_MAX
#define PS_NO_WAY UINT16_MAX
#define PS_MAX_WAY_NEEDS 6

static const int ps_step_x[] = {0, 0, -1, 1}; /* by enum lw_ps_dir */
static const int ps_step_y[] = {-1, 1, 0, 0};

/* One object of the set must be dx, dy away. */
struct ps_need {
    int16_t dx, dy;
    const uint64_t *set;
};

/* One row of a rule that makes or destroys an object. */
struct ps_way {
    uint32_t first_need;
    uint16_t n_needs;
    uint16_t next; /* way of the same object and sort, PS_NO_WAY at the end */
};

struct ps_relaxed {
    const struct lw_ps_game *game;
    uint32_t width, height, n_cells;
    const uint64_t *fixed; /* [n_cells][obj_words]: objects that never change */
    uint16_t *moving;      /* [n_objects] number among what can move, or PS_FIXED */
    uint32_t n_moving;
    uint8_t *edges;      /* [n_moving][n_cells]: bit a direction */
    uint8_t *distances;  /* [n_moving][from][to] */
    uint64_t *stops;     /* [n_objects][obj_words]: rules keep it out of their cells */
    uint16_t *made_by;   /* [n_objects] first way */
    uint16_t *broken_by; /* likewise */
    uint16_t won_by;     /* first way of the win command */
    struct ps_way *ways;
    uint32_t n_ways;
    struct ps_need *needs;
    uint32_t n_needs;
};

/* NULL in *out when the board or the rules are too large for it. */
lw_status lw_ps_relaxed_create(const struct lw_ps_game *game,
                               const struct lw_ps_level *level, struct lw_arena *arena,
                               struct ps_relaxed **out,
                               struct lw_error *err) LW_MUST_CHECK;

/* The next member of the set from *bit on. */
static inline bool ps_next_bit(const uint64_t *set, uint32_t words, uint32_t *bit) {
    for (uint32_t w = *bit >> 6; w < words; w++) {
        uint64_t rest = w == *bit >> 6 ? set[w] >> (*bit & 63) << (*bit & 63) : set[w];
        if (rest != 0) {
            *bit = 64 * w + lw_bits_first(rest);
            return true;
        }
    }
    return false;
}

/* False beyond the board. */
static inline bool ps_relaxed_step(const struct ps_relaxed *r, uint32_t cell, int dx,
                                   int dy, uint32_t *to) {
    int x = (int)(cell / r->height) + dx, y = (int)(cell % r->height) + dy;
    *to = (uint32_t)(x * (int)r->height + y);
    return x >= 0 && y >= 0 && x < (int)r->width && y < (int)r->height;
}

static inline uint8_t ps_relaxed_distance(const struct ps_relaxed *r, uint32_t id,
                                          uint32_t from, uint32_t to) {
    return r->distances[((size_t)r->moving[id] * r->n_cells + from) * r->n_cells + to];
}

#endif
