/* Rooms grown from examples: the overlapping-pattern model (wave function collapse, Gumin
 * 2016) on walls and floor.
 *
 * A pattern is a 3x3 window, nine bits, so that the possibilities of one place are a set
 * of 512 bits and everything two neighbouring windows must agree on is a six-bit
 * signature. Patterns count in all eight orientations. The output is solved with its
 * border of wall: windows begin one square outside the room. */
#include <assert.h>
#include <string.h>

#include "make/rooms/rooms.h"

#define N_PATTERNS 512
#define N_WORDS (N_PATTERNS / 64)
#define MAX_WINDOWS (ROOM_MAX_SIDE * ROOM_MAX_SIDE)

struct room_patterns {
    const struct lw_alloc *alloc;
    uint32_t weight[N_PATTERNS]; /* how often seen; 0: never */
    uint64_t seen[N_WORDS];
    /* What the window shares with the one to its right (six bits), seen from both
     * sides; likewise below. */
    uint8_t right[N_PATTERNS], left[N_PATTERNS], down[N_PATTERNS], up[N_PATTERNS];
};

static bool bit_at(uint32_t pattern, uint32_t x, uint32_t y) {
    return (pattern >> (y * 3 + x) & 1) != 0;
}

static void make_signatures(struct room_patterns *model) {
    for (uint32_t p = 0; p < N_PATTERNS; p++) {
        uint32_t right = 0, left = 0, down = 0, up = 0;
        for (uint32_t i = 0; i < 6; i++) {
            uint32_t a = i % 2, b = i / 2; /* along the overlap, across it */
            right |= (uint32_t)bit_at(p, a + 1, b) << i;
            left |= (uint32_t)bit_at(p, a, b) << i;
            down |= (uint32_t)bit_at(p, b, a + 1) << i;
            up |= (uint32_t)bit_at(p, b, a) << i;
        }
        model->right[p] = (uint8_t)right;
        model->left[p] = (uint8_t)left;
        model->down[p] = (uint8_t)down;
        model->up[p] = (uint8_t)up;
    }
}

static uint32_t pattern_at(const struct room *room, int64_t x, int64_t y, int sym) {
    uint32_t pattern = 0;
    for (uint32_t i = 0; i < 9; i++) {
        struct lw_grid_cell to =
            lw_sym_cell(sym, 3, 3, (struct lw_grid_cell){i % 3, i / 3});
        uint32_t wall = room_at(room, x + i % 3, y + i / 3) == ROOM_WALL;
        pattern |= wall << (to.y * 3 + to.x);
    }
    return pattern;
}

static void learn_room(struct room_patterns *model, const struct room *room) {
    for (int64_t y = -1; y + 1 < (int64_t)room->height; y++) {
        for (int64_t x = -1; x + 1 < (int64_t)room->width; x++) {
            for (int sym = 0; sym < LW_N_SYMMETRIES; sym++) {
                uint32_t pattern = pattern_at(room, x, y, sym);
                model->weight[pattern]++;
                model->seen[pattern / 64] |= (uint64_t)1 << pattern % 64;
            }
        }
    }
}

lw_status lw_sok_room_patterns_learn(const struct lw_collection *examples,
                                     const struct lw_alloc *alloc,
                                     struct room_patterns **out, struct lw_error *err) {
    struct room_patterns *model = lw_alloc_zero(alloc, 1, sizeof *model);
    if (model == NULL) {
        return lw_fail_memory(err);
    }
    model->alloc = alloc;
    make_signatures(model);
    size_t n_rooms = 0;
    for (size_t i = 0; i < examples->n_entries; i++) {
        struct room room;
        if (lw_sok_room_of_level(examples->entries[i].level, &room)) {
            learn_room(model, &room);
            n_rooms++;
        }
    }
    if (n_rooms == 0) {
        lw_sok_room_patterns_destroy(model);
        return lw_fail(err, LW_BAD_INPUT, 0, 0,
                       "none of the %zu example levels has a closed room of at most %d "
                       "squares a side to learn from",
                       examples->n_entries, ROOM_MAX_SIDE);
    }
    *out = model;
    return LW_OK;
}

void lw_sok_room_patterns_destroy(struct room_patterns *patterns) {
    if (patterns != NULL) {
        lw_alloc_free(patterns->alloc, patterns, sizeof *patterns);
    }
}

/* Growing. */

struct wave {
    const struct room_patterns *model;
    uint32_t width, height; /* windows */
    uint64_t (*may)[N_WORDS];
    uint16_t queue[MAX_WINDOWS];
    bool queued[MAX_WINDOWS];
    uint32_t n_queued;
};

static uint32_t count_bits(const uint64_t set[N_WORDS]) {
    uint32_t n = 0;
    for (size_t i = 0; i < N_WORDS; i++) {
        for (uint64_t word = set[i]; word != 0; word &= word - 1) {
            n++;
        }
    }
    return n;
}

static void enqueue(struct wave *wave, uint32_t window) {
    if (!wave->queued[window]) {
        wave->queued[window] = true;
        wave->queue[wave->n_queued++] = (uint16_t)window;
    }
}

/* The six-bit signatures that the window's possibilities show in one direction. */
static uint64_t shown(const uint64_t set[N_WORDS], const uint8_t *signature) {
    uint64_t out = 0;
    for (uint32_t p = 0; p < N_PATTERNS; p++) {
        if ((set[p / 64] >> p % 64 & 1) != 0) {
            out |= (uint64_t)1 << signature[p];
        }
    }
    return out;
}

/* Keeps of the window what agrees; false when nothing is left. */
static bool restrict_to(struct wave *wave, uint32_t window, const uint8_t *signature,
                        uint64_t allowed) {
    uint64_t *set = wave->may[window];
    bool changed = false, any = false;
    for (uint32_t p = 0; p < N_PATTERNS; p++) {
        uint64_t bit = (uint64_t)1 << p % 64;
        if ((set[p / 64] & bit) == 0) {
            continue;
        }
        if ((allowed >> signature[p] & 1) == 0) {
            set[p / 64] &= ~bit;
            changed = true;
        } else {
            any = true;
        }
    }
    if (changed) {
        enqueue(wave, window);
    }
    return any;
}

static bool propagate(struct wave *wave) {
    const struct room_patterns *m = wave->model;
    while (wave->n_queued > 0) {
        uint32_t i = wave->queue[--wave->n_queued];
        wave->queued[i] = false;
        uint32_t x = i % wave->width, y = i / wave->width;
        const uint64_t *set = wave->may[i];
        if ((x + 1 < wave->width &&
             !restrict_to(wave, i + 1, m->left, shown(set, m->right))) ||
            (x > 0 && !restrict_to(wave, i - 1, m->right, shown(set, m->left))) ||
            (y + 1 < wave->height &&
             !restrict_to(wave, i + wave->width, m->up, shown(set, m->down))) ||
            (y > 0 && !restrict_to(wave, i - wave->width, m->down, shown(set, m->up)))) {
            return false;
        }
    }
    return true;
}

/* Windows on the rim show the outer wall. */
static bool wave_begin(struct wave *wave) {
    for (uint32_t i = 0; i < wave->width * wave->height; i++) {
        uint32_t x = i % wave->width, y = i / wave->width;
        uint32_t wall = (x == 0 ? 0111u : 0u) | (x + 1 == wave->width ? 0444u : 0u) |
                        (y == 0 ? 0007u : 0u) | (y + 1 == wave->height ? 0700u : 0u);
        memset(wave->may[i], 0, sizeof wave->may[i]);
        for (uint32_t p = 0; p < N_PATTERNS; p++) {
            if (wave->model->weight[p] != 0 && (p & wall) == wall) {
                wave->may[i][p / 64] |= (uint64_t)1 << p % 64;
            }
        }
        enqueue(wave, i);
    }
    return propagate(wave);
}

/* The undecided window with the fewest possibilities, ties at random; UINT32_MAX: none.
 */
static uint32_t choose_window(const struct wave *wave, struct lw_rng *rng) {
    uint32_t best = UINT32_MAX, best_count = UINT32_MAX, n_ties = 0;
    for (uint32_t i = 0; i < wave->width * wave->height; i++) {
        uint32_t count = count_bits(wave->may[i]);
        if (count < 2 || count > best_count) {
            continue;
        }
        n_ties = count < best_count ? 1 : n_ties + 1;
        best_count = count;
        if (lw_rng_below(rng, n_ties) == 0) {
            best = i;
        }
    }
    return best;
}

static void collapse(struct wave *wave, uint32_t window, struct lw_rng *rng) {
    uint64_t *set = wave->may[window];
    uint32_t total = 0, chosen = 0;
    for (uint32_t p = 0; p < N_PATTERNS; p++) {
        total += (set[p / 64] >> p % 64 & 1) != 0 ? wave->model->weight[p] : 0;
    }
    uint32_t left = lw_rng_below(rng, total);
    for (uint32_t p = 0; p < N_PATTERNS; p++) {
        uint32_t weight = (set[p / 64] >> p % 64 & 1) != 0 ? wave->model->weight[p] : 0;
        if (left < weight) {
            chosen = p;
            break;
        }
        left -= weight;
    }
    memset(set, 0, sizeof wave->may[window]);
    set[chosen / 64] = (uint64_t)1 << chosen % 64;
    enqueue(wave, window);
}

static void write_room(const struct wave *wave, struct room *room) {
    for (uint32_t y = 0; y < room->height; y++) {
        for (uint32_t x = 0; x < room->width; x++) {
            const uint64_t *set = wave->may[y * wave->width + x];
            uint32_t p = 0;
            while ((set[p / 64] >> p % 64 & 1) == 0) {
                p++;
            }
            /* The window at (x, y) has the room's square (x, y) in its centre. */
            room->cells[y * room->width + x] = bit_at(p, 1, 1) ? ROOM_WALL : ROOM_FLOOR;
        }
    }
}

/* Flood from a random floor square, and only the largest part stays floor: patterns are
 * local and cannot see that the room is one. */
static void keep_largest_part(struct room *room) {
    uint8_t reached[ROOM_MAX_CELLS], best[ROOM_MAX_CELLS], rest[ROOM_MAX_CELLS];
    uint32_t stack[ROOM_MAX_CELLS];
    size_t n_cells = (size_t)room->width * room->height, best_count = 0;
    memcpy(rest, room->cells, n_cells);
    memset(best, 0, n_cells);
    for (size_t i = 0; i < n_cells; i++) {
        size_t count = lw_grid_flood(&(struct lw_flood){.width = room->width,
                                                        .height = room->height,
                                                        .cells = rest,
                                                        .blocked_bits = ROOM_WALL,
                                                        .reached = reached,
                                                        .stack = stack},
                                     i);
        for (size_t j = 0; count > 0 && j < n_cells; j++) {
            rest[j] = reached[j] != 0 ? ROOM_WALL : rest[j];
        }
        if (count > best_count) {
            best_count = count;
            memcpy(best, reached, n_cells);
        }
    }
    for (size_t i = 0; i < n_cells; i++) {
        room->cells[i] = best[i] != 0 ? ROOM_FLOOR : ROOM_WALL;
    }
}

bool lw_sok_room_fill_patterns(const struct room_patterns *patterns, struct lw_rng *rng,
                               struct room *room) {
    size_t n_windows = (size_t)room->width * room->height;
    struct wave wave = {.model = patterns, .width = room->width, .height = room->height};
    wave.may = lw_alloc_zero(patterns->alloc, n_windows, sizeof *wave.may);
    if (wave.may == NULL) {
        return false;
    }
    bool good = wave_begin(&wave);
    while (good) {
        uint32_t window = choose_window(&wave, rng);
        if (window == UINT32_MAX) {
            break;
        }
        collapse(&wave, window, rng);
        good = propagate(&wave);
    }
    if (good) {
        write_room(&wave, room);
        keep_largest_part(room);
    }
    lw_alloc_free(patterns->alloc, wave.may, n_windows * sizeof *wave.may);
    return good;
}
