/* Searches of one goal placement without the graph. */
#include "make/farthest/farthest_plain.h"

#include <string.h>

void lw_sok_far_plain_init(struct far_plain *plain, const struct far_setting *setting,
                           uint64_t max_states, const struct lw_alloc *alloc,
                           const struct lw_meter *meter) {
    *plain = (struct far_plain){.alloc = alloc,
                                .map = setting->map,
                                .n_boxes = setting->n_boxes,
                                .whole_lines = setting->metric == FAR_LINES,
                                .skip_slippery = setting->skip_slippery,
                                .max_states = max_states,
                                .meter = meter};
    lw_state_set_init(&plain->seen, alloc, setting->n_boxes + 1);
}

/* Enough for a start worth giving out; some milliseconds. */
#define STATES_AT_LEAST 4096u

static bool is_enough(const struct far_plain *plain, uint64_t n_states,
                      uint64_t max_states) {
    return n_states >= max_states ||
           (n_states >= STATES_AT_LEAST && lw_meter_is_over(plain->meter));
}

void lw_sok_far_plain_free(struct far_plain *plain) {
    lw_state_set_free(&plain->seen);
    lw_alloc_free(plain->alloc, plain->parent, plain->parent_cap * sizeof *plain->parent);
    plain->parent = NULL;
    plain->parent_cap = 0;
}

/* States. */

/* part gets FAR_NONE at boxes, 1 where the player can walk from `from`, else 0; returns
 * the least square of that region. */
static uint8_t flood(const struct far_map *map, uint32_t n_boxes, const uint8_t *boxes,
                     uint8_t from, uint8_t *part) {
    uint8_t stack[FAR_MAX_FLOORS], least = from;
    uint32_t n = 0;
    memset(part, 0, map->n_floors);
    for (uint32_t i = 0; i < n_boxes; i++) {
        part[boxes[i]] = FAR_NONE;
    }
    stack[n++] = from;
    part[from] = 1;
    while (n > 0) {
        const uint8_t *next = map->next[stack[--n]];
        for (uint32_t dir = 0; dir < LW_N_DIRS; dir++) {
            if (next[dir] != FAR_NONE && part[next[dir]] == 0) {
                part[next[dir]] = 1;
                least = next[dir] < least ? next[dir] : least;
                stack[n++] = next[dir];
            }
        }
    }
    return least;
}

/* The state with box i on `to` and the player on `player`. */
static void make_state(const struct far_plain *plain, const uint8_t *boxes, uint32_t i,
                       uint8_t to, uint8_t player, uint8_t *out) {
    uint8_t part[FAR_MAX_FLOORS];
    memcpy(out, boxes, plain->n_boxes);
    out[i] = to;
    for (; i > 0 && out[i - 1] > to; i--) {
        out[i] = out[i - 1];
        out[i - 1] = to;
    }
    for (; i + 1 < plain->n_boxes && out[i + 1] < to; i++) {
        out[i] = out[i + 1];
        out[i + 1] = to;
    }
    out[plain->n_boxes] = flood(plain->map, plain->n_boxes, out, player, part);
}

typedef bool (*visit_fn)(void *ctx, const uint8_t *state);

/* ADVANCE for one state: calls visit for every state one step farther. */
static bool expand(const struct far_plain *plain, const uint8_t *state, visit_fn visit,
                   void *ctx) {
    const struct far_map *map = plain->map;
    uint8_t part[FAR_MAX_FLOORS];
    far_state next;
    (void)flood(map, plain->n_boxes, state, state[plain->n_boxes], part);
    for (uint32_t i = 0; i < plain->n_boxes; i++) {
        for (uint32_t dir = 0; dir < LW_N_DIRS; dir++) {
            uint8_t to = map->next[state[i]][dir];
            if (to == FAR_NONE || part[to] != 1) {
                continue;
            }
            uint8_t player = map->next[to][dir];
            while (player != FAR_NONE && part[player] != FAR_NONE) {
                if (!plain->skip_slippery || !map->slippery[to]) {
                    make_state(plain, state, i, to, player, next);
                    if (!visit(ctx, next)) {
                        return false;
                    }
                }
                if (!plain->whole_lines) {
                    break;
                }
                to = player;
                player = map->next[to][dir];
            }
        }
    }
    return true;
}

/* One state for every region the player may end in. */
static bool visit_ends(const struct far_plain *plain, const uint8_t *goals,
                       visit_fn visit, void *ctx) {
    uint8_t part[FAR_MAX_FLOORS];
    bool done[FAR_MAX_FLOORS] = {false};
    far_state state;
    for (uint32_t i = 0; i < plain->n_boxes; i++) {
        done[goals[i]] = true;
    }
    for (uint32_t square = 0; square < plain->map->n_floors; square++) {
        if (done[square]) {
            continue;
        }
        memcpy(state, goals, plain->n_boxes);
        state[plain->n_boxes] =
            flood(plain->map, plain->n_boxes, goals, (uint8_t)square, part);
        for (uint32_t i = square; i < plain->map->n_floors; i++) {
            done[i] = done[i] || part[i] == 1;
        }
        if (!visit(ctx, state)) {
            return false;
        }
    }
    return true;
}

/* The solution. */

void lw_sok_far_write_step(const struct far_map *map, uint32_t n_boxes,
                           const uint8_t *from, const uint8_t *to, uint8_t *player,
                           struct lw_buffer *out) {
    static const char letters[] = "URDL";
    uint8_t part[FAR_MAX_FLOORS], box = FAR_NONE, target = FAR_NONE;
    for (uint32_t i = 0; i < n_boxes; i++) {
        if (memchr(to, from[i], n_boxes) == NULL) {
            box = from[i];
        }
        if (memchr(from, to[i], n_boxes) == NULL) {
            target = to[i];
        }
    }
    (void)flood(map, n_boxes, from, *player, part);
    for (uint32_t dir = 0; dir < LW_N_DIRS; dir++) {
        uint32_t n = 0;
        uint8_t at = box;
        while (at != FAR_NONE && at != target && (n == 0 || part[at] != FAR_NONE)) {
            at = map->next[at][dir];
            n++;
        }
        uint8_t behind = map->next[box][(dir + 2) % LW_N_DIRS];
        if (at != target || behind == FAR_NONE || part[behind] != 1) {
            continue;
        }
        lw_sok_far_walk(map, part, *player, behind, out);
        for (at = box; at != target; at = map->next[at][dir]) {
            lw_buffer_putc(out, letters[dir]);
            *player = at;
        }
        return;
    }
}

/* Breadth first. */

struct growth {
    struct far_plain *plain;
    uint32_t from;
    bool no_memory;
};

static bool grow(void *ctx, const uint8_t *state) {
    struct growth *g = ctx;
    struct far_plain *plain = g->plain;
    bool added;
    uint32_t number = lw_state_set_add(&plain->seen, state, &added);
    if (number == LW_STATE_NONE ||
        !lw_grow(plain->alloc, &plain->parent, &plain->parent_cap, (size_t)number + 1,
                 sizeof *plain->parent)) {
        g->no_memory = true;
        return false;
    }
    if (added) {
        plain->parent[number] = g->from;
    }
    return true;
}

lw_status lw_sok_far_plain_search(struct far_plain *plain, const uint8_t *goals,
                                  struct lw_rng *rng, struct far_plain_result *result,
                                  struct lw_buffer *solution, struct lw_error *err) {
    struct growth g = {.plain = plain, .from = LW_STATE_NONE};
    *result = (struct far_plain_result){.length = 0};
    lw_state_set_clear(&plain->seen);
    bool good = visit_ends(plain, goals, grow, &g);
    uint32_t begin = 0, end = plain->seen.n_states;
    while (good) {
        for (uint32_t i = begin; i < end && good && !result->cut; i++) {
            far_state state;
            memcpy(state, lw_state_set_get(&plain->seen, i), plain->n_boxes + 1);
            g.from = i;
            good = expand(plain, state, grow, &g);
            result->cut =
                i % 64 == 0 && is_enough(plain, plain->seen.n_states, plain->max_states);
        }
        if (plain->seen.n_states == end) {
            break;
        }
        begin = end;
        end = plain->seen.n_states;
        result->length++;
        if (result->cut) {
            break;
        }
    }
    if (g.no_memory) {
        return lw_fail_memory(err);
    }
    uint32_t at = begin + lw_rng_below(rng, end - begin);
    result->n_states = plain->seen.n_states;
    memcpy(result->farthest, lw_state_set_get(&plain->seen, at), plain->n_boxes + 1);
    result->player = result->farthest[plain->n_boxes];
    uint8_t now = result->player;
    for (; solution != NULL && plain->parent[at] != LW_STATE_NONE;
         at = plain->parent[at]) {
        far_state from, to;
        memcpy(from, lw_state_set_get(&plain->seen, at), plain->n_boxes + 1);
        memcpy(to, lw_state_set_get(&plain->seen, plain->parent[at]), plain->n_boxes + 1);
        lw_sok_far_write_step(plain->map, plain->n_boxes, from, to, &now, solution);
    }
    return LW_OK;
}

/* Three frontiers. */

struct frontiers {
    struct far_plain *plain;
    struct lw_state_set main, second, work;
    const uint8_t *goals;
    uint64_t n_states; /* advanced in all */
    bool no_memory;
};

struct target {
    struct lw_state_set *set;
    const struct lw_state_set *without; /* states not to add; may be NULL */
    bool no_memory;
};

static bool add_to(void *ctx, const uint8_t *state) {
    struct target *target = ctx;
    bool added;
    if (target->without != NULL &&
        lw_state_set_find(target->without, state) != LW_STATE_NONE) {
        return true;
    }
    target->no_memory |= lw_state_set_add(target->set, state, &added) == LW_STATE_NONE;
    return !target->no_memory;
}

static void swap_sets(struct lw_state_set *a, struct lw_state_set *b) {
    struct lw_state_set set = *a;
    *a = *b;
    *b = set;
}

/* ADVANCE: the frontier becomes everything one step farther. */
static void advance(struct frontiers *f, struct lw_state_set *frontier) {
    struct target target = {.set = &f->work};
    lw_state_set_clear(&f->work);
    for (uint32_t i = 0; i < frontier->n_states && !target.no_memory; i++) {
        (void)expand(f->plain, lw_state_set_get(frontier, i), add_to, &target);
    }
    f->n_states += f->work.n_states;
    f->no_memory |= target.no_memory;
    swap_sets(frontier, &f->work);
}

/* frontier becomes frontier minus other. */
static void subtract(struct frontiers *f, struct lw_state_set *frontier,
                     const struct lw_state_set *other) {
    struct target target = {.set = &f->work, .without = other};
    lw_state_set_clear(&f->work);
    for (uint32_t i = 0; i < frontier->n_states; i++) {
        (void)add_to(&target, lw_state_set_get(frontier, i));
    }
    f->no_memory |= target.no_memory;
    swap_sets(frontier, &f->work);
}

static void begin_second(struct frontiers *f, uint32_t n_steps) {
    struct target target = {.set = &f->second};
    lw_state_set_clear(&f->second);
    (void)visit_ends(f->plain, f->goals, add_to, &target);
    f->no_memory |= target.no_memory;
    for (uint32_t i = 0; i < n_steps && !f->no_memory; i++) {
        advance(f, &f->second);
    }
}

struct finder {
    const uint8_t *wanted;
    size_t bytes;
    bool found;
};

static bool find_state(void *ctx, const uint8_t *state) {
    struct finder *finder = ctx;
    finder->found = finder->found || memcmp(state, finder->wanted, finder->bytes) == 0;
    return !finder->found;
}

/* Steps back layer by layer, each layer searched for anew. */
static void write_back(struct frontiers *f, const struct far_plain_result *result,
                       struct lw_buffer *solution) {
    const struct far_plain *plain = f->plain;
    far_state now;
    memcpy(now, result->farthest, plain->n_boxes + 1);
    uint8_t player = now[plain->n_boxes];
    for (uint32_t layer = result->length; layer-- > 0 && !f->no_memory;) {
        struct finder finder = {.wanted = now, .bytes = plain->n_boxes + 1};
        begin_second(f, layer);
        for (uint32_t i = 0; i < f->second.n_states && !finder.found; i++) {
            far_state before;
            memcpy(before, lw_state_set_get(&f->second, i), plain->n_boxes + 1);
            (void)expand(plain, before, find_state, &finder);
            if (finder.found) {
                lw_sok_far_write_step(plain->map, plain->n_boxes, now, before, &player,
                                      solution);
                memcpy(now, before, plain->n_boxes + 1);
            }
        }
    }
}

lw_status lw_sok_far_plain_frontiers(struct far_plain *plain, const uint8_t *goals,
                                     struct lw_rng *rng, struct far_plain_result *result,
                                     struct lw_buffer *solution, struct lw_error *err) {
    struct frontiers f = {.plain = plain, .goals = goals};
    struct lw_state_set last; /* the deepest frontier that had states */
    struct target copy = {.set = &last};
    size_t bytes = plain->n_boxes + 1;
    *result = (struct far_plain_result){.length = 0};
    lw_state_set_init(&f.main, plain->alloc, bytes);
    lw_state_set_init(&f.second, plain->alloc, bytes);
    lw_state_set_init(&f.work, plain->alloc, bytes);
    lw_state_set_init(&last, plain->alloc, bytes);
    struct target start = {.set = &f.main};
    (void)visit_ends(plain, goals, add_to, &start);
    for (uint32_t layer = 0; f.main.n_states > 0 && !f.no_memory; layer++) {
        result->length = layer;
        lw_state_set_clear(&last);
        for (uint32_t i = 0; i < f.main.n_states; i++) {
            (void)add_to(&copy, lw_state_set_get(&f.main, i));
        }
        result->cut = is_enough(plain, f.n_states, plain->max_states);
        if (result->cut) {
            break;
        }
        advance(&f, &f.main);
        begin_second(&f, 0);
        subtract(&f, &f.main, &f.second);
        for (uint32_t i = 0; i < layer && !f.no_memory && !result->cut; i++) {
            advance(&f, &f.second);
            subtract(&f, &f.main, &f.second);
            result->cut = is_enough(plain, f.n_states, UINT64_MAX);
        }
        if (result->cut) {
            break;
        }
    }
    if (!f.no_memory && last.n_states > 0) {
        uint32_t at = lw_rng_below(rng, last.n_states);
        memcpy(result->farthest, lw_state_set_get(&last, at), bytes);
        result->player = result->farthest[plain->n_boxes];
        result->n_states = f.n_states;
        if (solution != NULL) {
            write_back(&f, result, solution);
        }
    }
    lw_state_set_free(&f.main);
    lw_state_set_free(&f.second);
    lw_state_set_free(&f.work);
    lw_state_set_free(&last);
    return f.no_memory || start.no_memory || copy.no_memory ? lw_fail_memory(err) : LW_OK;
}
