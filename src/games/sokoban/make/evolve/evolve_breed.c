/* The operators of Schaa (2021), section 4.2.3: individuals of one pair to begin with,
 * crossover that moves pairs along their routes until nothing collides and the level is
 * solvable, inversion of a pair, another place for the player. */
#include <string.h>

#include "make/evolve/evolve_internal.h"

#define SHIFT_MOST 3u /* a colliding box or goal is shifted by 1 to 3 squares */

bool lw_sok_evolve_seed(struct evolve_run *run, uint32_t ground_number,
                        struct lw_rng *rng, struct evolve_level *level) {
    struct evolve_ground *ground = &run->grounds[ground_number];
    size_t bytes = (size_t)ground->n * LW_N_DIRS * 2 * sizeof(uint32_t);
    uint32_t *scratch = lw_alloc_get(run->runtime->alloc, bytes);
    bool found = false;
    if (scratch == NULL) {
        run->failed = true;
        return false;
    }
    memset(level, 0, sizeof *level);
    level->ground = (uint16_t)ground_number;
    /* As many goals as there are squares are tried; a room that offers none by then has
     * hardly any. */
    for (uint32_t i = 0; i < ground->n && !found; i++) {
        found = lw_sok_evolve_goal_range(
            ground,
            (struct evolve_wanted){lw_rng_below(rng, ground->n), run->settings->min_route,
                                   scratch},
            rng, &level->pairs[0], &level->player);
    }
    level->n_pairs = 1;
    lw_alloc_free(run->runtime->alloc, scratch, bytes);
    return found;
}

static bool box_collides(const struct evolve_level *level, uint32_t square) {
    bool hit = level->player == square;
    for (uint32_t i = 0; i < level->n_pairs; i++) {
        hit = hit || level->pairs[i].route[level->pairs[i].box] == square;
    }
    return hit;
}

static bool goal_collides(const struct evolve_level *level, uint32_t square) {
    bool hit = false;
    for (uint32_t i = 0; i < level->n_pairs; i++) {
        hit = hit || level->pairs[i].route[level->pairs[i].goal] == square;
    }
    return hit;
}

/* Shifts the pair's ends towards each other until they stand free; false when they have
 * met. */
static bool settle(const struct evolve_level *level, struct lw_rng *rng,
                   struct evolve_pair *pair) {
    for (;;) {
        if (pair->box + EVOLVE_MIN_APART > pair->goal) {
            return false;
        }
        uint16_t shift = (uint16_t)(1 + lw_rng_below(rng, SHIFT_MOST));
        if (box_collides(level, pair->route[pair->box])) {
            pair->box = (uint16_t)(pair->box + shift);
        } else if (goal_collides(level, pair->route[pair->goal])) {
            pair->goal = (uint16_t)(pair->goal > shift ? pair->goal - shift : 0);
        } else {
            return true;
        }
    }
}

/* Adds the pair to the level if some place on its route leaves it solvable. */
static bool try_pair(struct evolve_run *run, struct lw_rng *rng,
                     struct evolve_level *level, const struct evolve_pair *candidate) {
    struct evolve_pair pair = *candidate;
    if (level->n_pairs >= run->settings->max_boxes) {
        return false;
    }
    while (settle(level, rng, &pair) && lw_meter_check(&run->meter) == LW_STOP_NONE) {
        level->pairs[level->n_pairs++] = pair;
        if (lw_sok_evolve_solvable(run, level)) {
            run->counts[EVOLVE_PAIR_DONE]++;
            return true;
        }
        level->n_pairs--;
        pair.box = (uint16_t)(pair.box + 1 + lw_rng_below(rng, SHIFT_MOST));
    }
    run->counts[EVOLVE_PAIR_REJECTED]++;
    return false;
}

static void remove_pair(struct evolve_level *level, const struct evolve_pair *pair) {
    for (uint32_t i = 0; i < level->n_pairs; i++) {
        if (memcmp(&level->pairs[i], pair, sizeof *pair) == 0) {
            level->pairs[i] = level->pairs[--level->n_pairs];
            return;
        }
    }
}

/* Which pairs are offered: one or two of a small level, else two or more. */
static uint32_t choose_pairs(const struct evolve_level *level, struct lw_rng *rng,
                             struct evolve_pair *out) {
    uint32_t order[EVOLVE_MAX_BOXES], n = level->n_pairs;
    for (uint32_t i = 0; i < n; i++) {
        order[i] = i;
    }
    lw_rng_shuffle(rng, order, n, sizeof *order);
    uint32_t count = n <= 2 ? n : 2 + lw_rng_below(rng, n - 1);
    for (uint32_t i = 0; i < count; i++) {
        out[i] = level->pairs[order[i]];
    }
    return count;
}

/* Moves pairs from one level to the other; a level keeps at least one. Taking a box and
 * its goal out of a solvable level leaves it solvable only as a rule, so that is asked
 * too. */
static void offer(struct evolve_run *run, struct lw_rng *rng,
                  const struct evolve_pair *pairs, uint32_t n_pairs,
                  struct evolve_level *from, struct evolve_level *to) {
    for (uint32_t i = 0; i < n_pairs; i++) {
        if (!try_pair(run, rng, to, &pairs[i]) || from->n_pairs < 2) {
            continue;
        }
        struct evolve_level rest = *from;
        remove_pair(&rest, &pairs[i]);
        if (rest.n_pairs < from->n_pairs && lw_sok_evolve_solvable(run, &rest)) {
            *from = rest;
        }
    }
}

void lw_sok_evolve_cross(struct evolve_run *run, struct lw_rng *rng,
                         struct evolve_level *a, struct evolve_level *b) {
    struct evolve_pair from_a[EVOLVE_MAX_BOXES], from_b[EVOLVE_MAX_BOXES];
    uint32_t n_a = choose_pairs(a, rng, from_a), n_b = choose_pairs(b, rng, from_b);
    offer(run, rng, from_a, n_a, a, b);
    offer(run, rng, from_b, n_b, b, a);
}

static void invert(struct evolve_run *run, struct lw_rng *rng,
                   struct evolve_level *level) {
    struct evolve_level tried = *level;
    struct evolve_pair *pair = &tried.pairs[lw_rng_below(rng, tried.n_pairs)];
    struct evolve_pair turned = *pair;
    for (uint32_t i = 0; i < pair->n; i++) {
        turned.route[i] = pair->route[pair->n - 1u - i];
    }
    turned.box = (uint16_t)(pair->n - 1u - pair->goal);
    turned.goal = (uint16_t)(pair->n - 1u - pair->box);
    *pair = turned;
    uint32_t at = pair->route[pair->box];
    /* The old goal may hold another box or the player, the old box another goal. */
    bool free = tried.player != at;
    for (uint32_t i = 0; i < tried.n_pairs; i++) {
        const struct evolve_pair *other = &tried.pairs[i];
        free = free &&
               (other == pair || (other->route[other->box] != at &&
                                  other->route[other->goal] != pair->route[pair->goal]));
    }
    if (free && lw_sok_evolve_solvable(run, &tried)) {
        *level = tried;
        run->counts[EVOLVE_INVERT_DONE]++;
    } else {
        run->counts[EVOLVE_INVERT_REJECTED]++;
    }
}

static void move_player(struct evolve_run *run, struct lw_rng *rng,
                        struct evolve_level *level) {
    uint16_t before = level->player;
    uint16_t after = (uint16_t)lw_rng_below(rng, run->grounds[level->ground].n);
    bool free = !box_collides(level, after);
    level->player = after;
    if (free && lw_sok_evolve_solvable(run, level)) {
        run->counts[EVOLVE_PLAYER_DONE]++;
    } else {
        level->player = before;
        run->counts[EVOLVE_PLAYER_REJECTED]++;
    }
}

void lw_sok_evolve_mutate(struct evolve_run *run, struct lw_rng *rng,
                          struct evolve_level *level) {
    if (lw_rng_chance(rng, run->settings->invert)) {
        invert(run, rng, level);
    }
    if (lw_rng_chance(rng, run->settings->move_player)) {
        move_player(run, rng, level);
    }
}
