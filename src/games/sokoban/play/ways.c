/* Ways in Sokoban: the player's to a square, and a box's to a square.
 *
 * A box is pushed by the fewest pushes and among those by the fewest moves. What matters
 * between two pushes is where the box is and on which side of it the player stands, so
 * the search goes over those pairs, one layer a push; walks between are breadth-first. */
#include <string.h>

#include "sokoban_internal.h"

#define NO_CELL UINT32_MAX
#define FAR UINT32_MAX
/* Squares looked at in all; far beyond any board that a person plays. */
#define MAX_WORK 200000000u

struct ways {
    const struct lw_alloc *alloc;
    uint32_t width, height, n;
    uint8_t *cells;
    uint32_t player;
    uint32_t *distance; /* [n]: of the last flood */
    uint32_t *queue;    /* [n] */
    /* Of a box: one entry a cell and direction it was last pushed in. */
    uint32_t *pushes, *moves, *parent; /* [4 n] */
    uint64_t work;
};

static bool ways_open(struct ways *w, struct lw_play *play, const void *state) {
    const struct lw_sokoban_level *level = lw_sokoban_level_of(play->level);
    *w = (struct ways){.alloc = play->level->game->alloc,
                       .width = level->width,
                       .height = level->height,
                       .n = level->width * level->height};
    w->cells = lw_alloc_get(w->alloc, w->n);
    w->distance = lw_alloc_get(w->alloc, w->n * sizeof *w->distance);
    w->queue = lw_alloc_get(w->alloc, w->n * sizeof *w->queue);
    w->pushes = lw_alloc_get(w->alloc, (size_t)w->n * 12 * sizeof *w->pushes);
    if (w->cells == NULL || w->distance == NULL || w->queue == NULL ||
        w->pushes == NULL) {
        return false;
    }
    w->moves = w->pushes + (size_t)w->n * 4;
    w->parent = w->moves + (size_t)w->n * 4;
    lw_sokoban_play_cells(play, state, w->cells);
    for (uint32_t i = 0; i < w->n; i++) {
        if (w->cells[i] & LW_SOKOBAN_PLAYER) {
            w->player = i;
        }
    }
    return true;
}

static void ways_close(struct ways *w) {
    lw_alloc_free(w->alloc, w->cells, w->n);
    lw_alloc_free(w->alloc, w->distance, w->n * sizeof *w->distance);
    lw_alloc_free(w->alloc, w->queue, w->n * sizeof *w->queue);
    lw_alloc_free(w->alloc, w->pushes, (size_t)w->n * 12 * sizeof *w->pushes);
}

/* NO_CELL at the edge. */
static uint32_t beside(const struct ways *w, uint32_t cell, int dir) {
    int64_t x = (int64_t)(cell % w->width) + lw_dir_dx((enum lw_dir)dir);
    int64_t y = (int64_t)(cell / w->width) + lw_dir_dy((enum lw_dir)dir);
    return x < 0 || y < 0 || x >= w->width || y >= w->height
               ? NO_CELL
               : (uint32_t)(y * w->width + x);
}

static bool is_free(const struct ways *w, uint32_t cell) {
    return cell != NO_CELL && (w->cells[cell] & (LW_SOKOBAN_WALL | LW_SOKOBAN_BOX)) == 0;
}

/* Distances of walking from a cell, with a box at `box` (NO_CELL: none). */
static void flood(struct ways *w, uint32_t from, uint32_t box) {
    uint32_t head = 0, tail = 0;
    memset(w->distance, 0xff, w->n * sizeof *w->distance);
    w->distance[from] = 0;
    w->queue[tail++] = from;
    while (head < tail) {
        uint32_t at = w->queue[head++];
        for (int dir = 0; dir < LW_N_DIRS; dir++) {
            uint32_t next = beside(w, at, dir);
            if (is_free(w, next) && next != box && w->distance[next] == FAR) {
                w->distance[next] = w->distance[at] + 1;
                w->queue[tail++] = next;
            }
        }
    }
    w->work += tail;
}

/* The way to a cell of the last flood, as moves; of several the one that turns late. */
static bool put_walk(const struct ways *w, uint32_t to, struct lw_buffer *out) {
    uint32_t len = w->distance[to];
    size_t begin = out->len;
    int last = 0;
    lw_buffer_repeat(out, ' ', len);
    for (uint32_t left = len; lw_buffer_ok(out) && left > 0; left--) {
        for (int turn = 0; turn < LW_N_DIRS; turn++) {
            int dir = (last + turn) % LW_N_DIRS;
            uint32_t before = beside(w, to, (dir + 2) % LW_N_DIRS);
            if (before != NO_CELL && w->distance[before] == left - 1) {
                out->data[begin + left - 1] = "urdl"[dir];
                to = before;
                last = dir;
                break;
            }
        }
    }
    return lw_buffer_ok(out);
}

static lw_status walk(struct lw_play *play, const void *state, uint32_t to,
                      struct lw_buffer *out, struct lw_error *err) {
    struct ways w;
    lw_status status = LW_OK;
    if (!ways_open(&w, play, state)) {
        status = lw_fail_memory(err);
    } else if (to >= w.n) {
        status =
            lw_fail(err, LW_USAGE, 0, 0,
                    "there is no cell %u; the board has %u, counted from 0", to, w.n);
    } else {
        flood(&w, w.player, NO_CELL);
        if (w.distance[to] == FAR) {
            status = lw_fail(err, LW_IMPOSSIBLE, 0, 0,
                             "the player cannot walk there without pushing");
        } else if (!put_walk(&w, to, out)) {
            status = lw_fail_memory(err);
        }
    }
    ways_close(&w);
    return status;
}

/* Where a box and the player are, and what it took to get there. */
struct spot {
    uint32_t state; /* FAR: where they began */
    uint32_t box, player;
    uint32_t n_pushes, n_moves;
};

/* Pushes the box every way that can be pushed; what is new or nearer joins the layer. */
static uint32_t push_all(struct ways *w, const struct spot *from, uint32_t *layer,
                         uint32_t n_layer) {
    uint32_t box = from->box, n_pushes = from->n_pushes;
    flood(w, from->player, box);
    for (int dir = 0; dir < LW_N_DIRS; dir++) {
        uint32_t stand = beside(w, box, (dir + 2) % LW_N_DIRS);
        uint32_t to = beside(w, box, dir);
        if (stand == NO_CELL || w->distance[stand] == FAR || !is_free(w, to)) {
            continue;
        }
        uint32_t next = to * 4 + (uint32_t)dir;
        uint32_t moves = from->n_moves + w->distance[stand] + 1;
        if (w->pushes[next] == FAR) {
            layer[n_layer++] = next;
        } else if (w->pushes[next] != n_pushes + 1 || w->moves[next] <= moves) {
            continue;
        }
        w->pushes[next] = n_pushes + 1;
        w->moves[next] = moves;
        w->parent[next] = from->state;
    }
    return n_layer;
}

/* Where the player stands after the push that led to a state. */
static uint32_t stand_of(const struct ways *w, uint32_t state) {
    return beside(w, state / 4, (int)(state % 4 + 2) % LW_N_DIRS);
}

/* Fills pushes, moves and parents, as far as `to` or everywhere. */
static lw_status search_box(struct ways *w, uint32_t from, uint32_t to,
                            struct lw_error *err) {
    size_t n_states = (size_t)w->n * 4;
    uint32_t *layers = lw_alloc_get(w->alloc, n_states * 2 * sizeof *layers);
    if (layers == NULL) {
        return lw_fail_memory(err);
    }
    uint32_t *now = layers, *next = layers + n_states;
    memset(w->pushes, 0xff, n_states * sizeof *w->pushes);
    w->cells[from] &= (uint8_t)~LW_SOKOBAN_BOX;
    const struct spot first = {.state = FAR, .box = from, .player = w->player};
    uint32_t n_now = push_all(w, &first, now, 0);
    bool found = false;
    for (uint32_t depth = 1; n_now > 0 && !found && w->work < MAX_WORK; depth++) {
        uint32_t n_next = 0;
        for (uint32_t i = 0; i < n_now; i++) {
            found = found || now[i] / 4 == to;
        }
        for (uint32_t i = 0; i < n_now && !found; i++) {
            const struct spot at = {.state = now[i],
                                    .box = now[i] / 4,
                                    .player = stand_of(w, now[i]),
                                    .n_pushes = depth,
                                    .n_moves = w->moves[now[i]]};
            n_next = push_all(w, &at, next, n_next);
        }
        uint32_t *swap = now;
        now = next;
        next = swap;
        n_now = n_next;
    }
    lw_alloc_free(w->alloc, layers, n_states * 2 * sizeof *layers);
    return w->work < MAX_WORK
               ? LW_OK
               : lw_fail(err, LW_LIMIT, 0, 0, "the board is too large to find a way");
}

static lw_status check_box(const struct ways *w, uint32_t from, uint32_t to,
                           struct lw_error *err) {
    if (from >= w->n || to >= w->n) {
        return lw_fail(err, LW_USAGE, 0, 0,
                       "there is no cell %u; the board has %u, counted from 0",
                       from >= w->n ? from : to, w->n);
    }
    return w->cells[from] & LW_SOKOBAN_BOX
               ? LW_OK
               : lw_fail(err, LW_USAGE, 0, 0, "there is no box on cell %u", from);
}

/* From the end back to the start, then forwards as text. */
static lw_status put_pushes(struct ways *w, uint32_t from, uint32_t state,
                            struct lw_buffer *out, struct lw_error *err) {
    uint32_t n = w->pushes[state], box = from, player = w->player;
    uint32_t *line = lw_alloc_get(w->alloc, n * sizeof *line);
    if (line == NULL) {
        return lw_fail_memory(err);
    }
    for (uint32_t i = n; i > 0; i--) {
        line[i - 1] = state;
        state = w->parent[state];
    }
    bool good = true;
    for (uint32_t i = 0; good && i < n; i++) {
        uint32_t dir = line[i] % 4;
        flood(w, player, box);
        good = put_walk(w, beside(w, box, (int)(dir + 2) % LW_N_DIRS), out);
        lw_buffer_putc(out, "URDL"[dir]);
        box = line[i] / 4;
        player = stand_of(w, line[i]);
    }
    lw_alloc_free(w->alloc, line, n * sizeof *line);
    return good && lw_buffer_ok(out) ? LW_OK : lw_fail_memory(err);
}

static lw_status drag(struct lw_play *play, const void *state, uint32_t from, uint32_t to,
                      struct lw_buffer *out, struct lw_error *err) {
    struct ways w;
    lw_status status = ways_open(&w, play, state) ? LW_OK : lw_fail_memory(err);
    if (status == LW_OK) {
        status = check_box(&w, from, to, err);
    }
    if (status == LW_OK && from != to) {
        uint32_t best = FAR;
        status = search_box(&w, from, to, err);
        for (uint32_t end = to * 4; status == LW_OK && end < to * 4 + 4; end++) {
            if (w.pushes[end] != FAR &&
                (best == FAR || w.pushes[end] < w.pushes[best] ||
                 (w.pushes[end] == w.pushes[best] && w.moves[end] < w.moves[best]))) {
                best = end;
            }
        }
        if (status == LW_OK) {
            status = best != FAR ? put_pushes(&w, from, best, out, err)
                                 : lw_fail(err, LW_IMPOSSIBLE, 0, 0,
                                           "the box cannot be pushed there without "
                                           "moving another");
        }
    }
    ways_close(&w);
    return status;
}

static lw_status targets(struct lw_play *play, const void *state, uint32_t from,
                         struct lw_arena *arena, struct lw_cell_list *out,
                         struct lw_error *err) {
    struct ways w;
    *out = (struct lw_cell_list){NULL, 0};
    lw_status status = ways_open(&w, play, state) ? LW_OK : lw_fail_memory(err);
    if (status == LW_OK) {
        status = check_box(&w, from, from, err);
    }
    if (status == LW_OK) {
        status = search_box(&w, from, NO_CELL, err);
    }
    if (status == LW_OK) {
        out->cells = lw_arena_get(arena, w.n * sizeof *out->cells);
        status = out->cells == NULL ? lw_fail_memory(err) : LW_OK;
    }
    for (uint32_t cell = 0; status == LW_OK && cell < w.n; cell++) {
        const uint32_t *sides = &w.pushes[(size_t)cell * 4];
        if (cell != from && (sides[0] & sides[1] & sides[2] & sides[3]) != FAR) {
            out->cells[out->n++] = cell;
        }
    }
    ways_close(&w);
    return status;
}

const struct lw_pointing_ops lw_sokoban_pointing_ops = {.how = LW_POINTING_WALK,
                                                        .held = "$*",
                                                        .walk = walk,
                                                        .drag = drag,
                                                        .targets = targets};
