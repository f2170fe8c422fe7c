/* From the solved position backwards: every box is pulled out of its goal and away, one
 * after another. The order found is an order in which the goals can be filled, so the
 * level is solvable by construction, and every box has to move. */
#include <string.h>

#include "make/compose/compose_internal.h"

#define NOWHERE UINT16_MAX
#define MANY_WAYS 4
#define N_CHOICES 12
#define N_STATES (COMPOSE_MAX_CELLS * LW_N_DIRS)

struct pull {
    uint16_t to; /* where the box is after it */
    uint8_t dir;
};

/* One box pulled about while all others stand still: a state is the box's square and the
 * side on which the player stands. */
struct trip {
    uint16_t queue[N_STATES];
    uint16_t from[N_STATES]; /* state before the pull, or NOWHERE */
    uint16_t depth[N_STATES];
    uint32_t n;
};

struct unpack {
    struct compose_board *board;
    struct lw_rng *rng;
    const struct room *room;
    uint32_t n_cells;
    bool box[COMPOSE_MAX_CELLS];
    bool reached[COMPOSE_MAX_CELLS]; /* by the player */
    uint16_t queue[COMPOSE_MAX_CELLS];
    uint32_t player, before; /* and before the last box moved */
    bool anywhere; /* the player may still be anywhere: nothing was pulled yet */
    uint32_t in_room[256];
    uint8_t ways[COMPOSE_MAX_CELLS]; /* pulls over a square so far */
    struct pull *pulls;
    size_t n_pulls, cap;
    struct lw_buffer *out;
    struct trip trip;
};

/* The neighbour in a direction, NOWHERE at walls. */
static uint32_t step(const struct unpack *u, uint32_t cell, uint32_t dir) {
    int64_t x = cell % u->room->width + lw_dir_dx((enum lw_dir)dir);
    int64_t y = cell / u->room->width + lw_dir_dy((enum lw_dir)dir);
    return room_at(u->room, x, y) == ROOM_WALL
               ? NOWHERE
               : (uint32_t)(y * (int64_t)u->room->width + x);
}

static bool is_free(const struct unpack *u, uint32_t cell) {
    return cell != NOWHERE && !u->box[cell];
}

static void walk_from(struct unpack *u, uint32_t from) {
    uint32_t n = 0;
    memset(u->reached, 0, sizeof u->reached);
    u->queue[n++] = (uint16_t)from;
    u->reached[from] = true;
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t dir = 0; dir < LW_N_DIRS; dir++) {
            uint32_t to = step(u, u->queue[i], dir);
            if (is_free(u, to) && !u->reached[to]) {
                u->reached[to] = true;
                u->queue[n++] = (uint16_t)to;
            }
        }
    }
}

static void see(struct unpack *u, uint32_t cell, uint32_t side, uint32_t from) {
    struct trip *trip = &u->trip;
    uint32_t state = cell * LW_N_DIRS + side;
    if (trip->depth[state] == NOWHERE) {
        trip->depth[state] = from == NOWHERE ? 0 : (uint16_t)(trip->depth[from] + 1);
        trip->from[state] = (uint16_t)from;
        trip->queue[trip->n++] = (uint16_t)state;
    }
}

/* Every side of the box that the player reaches. */
static void see_sides(struct unpack *u, uint32_t cell, uint32_t from) {
    for (uint32_t side = 0; side < LW_N_DIRS; side++) {
        uint32_t player = step(u, cell, side);
        if (player != NOWHERE && u->reached[player]) {
            see(u, cell, side, from);
        }
    }
}

/* All places that the box on `home` can be pulled to. */
static void travel(struct unpack *u, uint32_t home) {
    struct trip *trip = &u->trip;
    memset(trip->depth, 0xff, sizeof trip->depth);
    trip->n = 0;
    if (u->anywhere) {
        for (uint32_t side = 0; side < LW_N_DIRS; side++) {
            if (is_free(u, step(u, home, side))) {
                see(u, home, side, NOWHERE);
            }
        }
    } else {
        walk_from(u, u->player);
        see_sides(u, home, NOWHERE);
    }
    for (uint32_t i = 0; i < trip->n; i++) {
        uint32_t state = trip->queue[i], cell = state / LW_N_DIRS;
        uint32_t side = state % LW_N_DIRS, to = step(u, cell, side);
        uint32_t player = step(u, to, side);
        u->box[home] = false;
        if (is_free(u, player)) {
            u->box[to] = true;
            walk_from(u, player);
            u->box[to] = false;
            see_sides(u, to, state);
        }
        u->box[home] = true;
    }
}

/* The way there, as pulls. */
static bool note_pulls(struct unpack *u, uint32_t state) {
    const struct lw_alloc *alloc = u->out->alloc;
    uint32_t n = u->trip.depth[state];
    if (!lw_grow(alloc, &u->pulls, &u->cap, u->n_pulls + n, sizeof *u->pulls)) {
        return false;
    }
    for (uint32_t i = n; i > 0; i--) {
        uint32_t cell = state / LW_N_DIRS;
        u->ways[cell] =
            u->ways[cell] < MANY_WAYS ? (uint8_t)(u->ways[cell] + 1) : MANY_WAYS;
        uint32_t before = u->trip.from[state];
        u->pulls[u->n_pulls + i - 1] =
            (struct pull){.to = (uint16_t)cell, .dir = (uint8_t)(before % LW_N_DIRS)};
        state = before;
    }
    u->n_pulls += n;
    return true;
}

/* Far away, in a room with few boxes, in the way of those pulled out before, which will
 * be pushed in after it; never on a goal. */
static uint32_t worth(const struct unpack *u, uint32_t home, uint32_t state) {
    uint32_t cell = state / LW_N_DIRS, depth = u->trip.depth[state];
    if ((u->board->contents[cell] & LW_SOKOBAN_GOAL) != 0 || depth == 0) {
        return 0;
    }
    uint8_t room = u->board->room_of[cell];
    uint32_t value = 100 + (depth < 40 ? depth : 40);
    value += room != u->board->room_of[home] && room != COMPOSE_NO_ROOM ? 15 : 0;
    value += 8u * u->ways[cell];
    uint32_t crowd = 8 * u->in_room[room];
    return value - (crowd < 90 ? crowd : 90) + lw_rng_below(u->rng, 16);
}

struct choice {
    uint32_t home, state, value;
};

/* Best first. */
static void note_choice(struct choice *choices, struct choice choice) {
    uint32_t at = N_CHOICES;
    while (at > 0 && choice.value > choices[at - 1].value) {
        if (at < N_CHOICES) {
            choices[at] = choices[at - 1];
        }
        at--;
    }
    if (at < N_CHOICES) {
        choices[at] = choice;
    }
}

static bool can_pull_one(struct unpack *u, const uint32_t *homes, uint32_t n_homes,
                         uint32_t but) {
    walk_from(u, u->player);
    for (uint32_t i = 0; i < n_homes; i++) {
        for (uint32_t dir = 0; dir < LW_N_DIRS && homes[i] != but; dir++) {
            uint32_t to = step(u, homes[i], dir);
            uint32_t player = to == NOWHERE ? NOWHERE : step(u, to, dir);
            if (player != NOWHERE && u->reached[to] && is_free(u, player)) {
                return true;
            }
        }
    }
    return n_homes == 1;
}

/* Can the player pull any box that is still at home, and do those moved away leave a way
 * to all the others? */
static bool can_go_on(struct unpack *u, const uint32_t *homes, uint32_t n_homes,
                      uint32_t but) {
    if (!can_pull_one(u, homes, n_homes, but)) {
        return false;
    }
    for (uint32_t i = 0; i < n_homes; i++) {
        u->box[homes[i]] = false;
    }
    walk_from(u, u->player);
    bool all = true;
    for (uint32_t i = 0; i < n_homes; i++) {
        all = all && u->reached[homes[i]];
        u->box[homes[i]] = homes[i] != but;
    }
    return all;
}

/* Moves the box if the others can then go on; else all stays as it is. */
static bool try_choice(struct unpack *u, const struct choice *choice,
                       const uint32_t *homes, uint32_t n_homes) {
    uint32_t cell = choice->state / LW_N_DIRS, player = u->player;
    u->box[choice->home] = false;
    u->box[cell] = true;
    u->player = step(u, cell, choice->state % LW_N_DIRS);
    if (!can_go_on(u, homes, n_homes, choice->home)) {
        u->box[cell] = false;
        u->box[choice->home] = true;
        u->player = player;
        return false;
    }
    u->in_room[u->board->room_of[cell]]++;
    return true;
}

/* The best places for the boxes at home, of three that can leave. */
static void list_choices(struct unpack *u, const uint32_t *homes, uint32_t n_homes,
                         struct choice *choices) {
    uint32_t from = lw_rng_below(u->rng, n_homes), n_movable = 0;
    memset(choices, 0, N_CHOICES * sizeof *choices);
    for (uint32_t k = 0; k < n_homes && n_movable < 3; k++) {
        uint32_t home = homes[(from + k) % n_homes];
        bool movable = false;
        travel(u, home);
        for (uint32_t i = 0; i < u->trip.n; i++) {
            uint32_t state = u->trip.queue[i], value = worth(u, home, state);
            movable = movable || value > 0;
            note_choice(choices, (struct choice){home, state, value});
        }
        n_movable += movable;
    }
}

/* One box of those still at home; false when none can leave. */
static bool unpack_one(struct unpack *u, uint32_t *homes, uint32_t *n_homes) {
    struct choice choices[N_CHOICES];
    list_choices(u, homes, *n_homes, choices);
    for (uint32_t i = 0; i < N_CHOICES && choices[i].value > 0; i++) {
        uint32_t home = choices[i].home;
        if (!try_choice(u, &choices[i], homes, *n_homes)) {
            continue;
        }
        /* The way is found anew, from where the player was. */
        uint32_t cell = choices[i].state / LW_N_DIRS, player = u->player;
        u->box[cell] = false;
        u->box[home] = true;
        u->player = u->before;
        travel(u, home);
        bool noted = note_pulls(u, choices[i].state);
        u->box[home] = false;
        u->box[cell] = true;
        u->player = u->before = player;
        u->anywhere = false;
        for (uint32_t k = 0; k < *n_homes; k++) {
            if (homes[k] == home) {
                homes[k] = homes[--*n_homes];
                break;
            }
        }
        return noted;
    }
    return false;
}

/* The solution. */

static bool walk_to(struct unpack *u, uint32_t goal) {
    static const char letters[] = "urdl";
    uint16_t *from = u->trip.from; /* [cell]: direction towards the goal */
    uint32_t n = 0;
    memset(u->reached, 0, sizeof u->reached);
    u->queue[n++] = (uint16_t)goal;
    u->reached[goal] = true;
    for (uint32_t i = 0; i < n && !u->reached[u->player]; i++) {
        for (uint32_t dir = 0; dir < LW_N_DIRS; dir++) {
            uint32_t to = step(u, u->queue[i], dir);
            if (is_free(u, to) && !u->reached[to]) {
                u->reached[to] = true;
                from[to] = (uint16_t)((dir + 2) % LW_N_DIRS);
                u->queue[n++] = (uint16_t)to;
            }
        }
    }
    if (!u->reached[u->player]) {
        return false;
    }
    while (u->player != goal) {
        lw_buffer_putc(u->out, letters[from[u->player]]);
        u->player = step(u, u->player, from[u->player]);
    }
    return true;
}

/* The pulls in reverse are the pushes. */
static bool write_solution(struct unpack *u, uint32_t *n_lines) {
    static const char letters[] = "URDL";
    uint32_t last = NOWHERE, last_dir = LW_N_DIRS;
    *n_lines = 0;
    for (size_t i = u->n_pulls; i-- > 0;) {
        uint32_t box = u->pulls[i].to, dir = (u->pulls[i].dir + 2u) % LW_N_DIRS;
        if (!walk_to(u, step(u, box, u->pulls[i].dir))) {
            return false;
        }
        lw_buffer_putc(u->out, letters[dir]);
        uint32_t to = step(u, box, dir);
        u->box[box] = false;
        u->box[to] = true;
        u->player = box;
        *n_lines += box != last || dir != last_dir;
        last = to;
        last_dir = dir;
    }
    return lw_buffer_ok(u->out);
}

static bool run(struct unpack *u, uint32_t *n_lines) {
    uint32_t homes[COMPOSE_MAX_BOXES], n_homes = 0;
    struct compose_board *board = u->board;
    for (uint32_t i = 0; i < u->n_cells; i++) {
        u->box[i] = (board->contents[i] & LW_SOKOBAN_GOAL) != 0;
        if (u->box[i]) {
            homes[n_homes++] = i;
        }
    }
    while (n_homes > 0) {
        if (!unpack_one(u, homes, &n_homes)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < u->n_cells; i++) {
        board->contents[i] |= u->box[i] ? LW_SOKOBAN_BOX : 0;
    }
    board->contents[u->player] |= LW_SOKOBAN_PLAYER;
    return write_solution(u, n_lines);
}

bool lw_sok_compose_unpack(struct lw_rng *rng, struct compose_board *board,
                           uint32_t *n_lines, struct lw_buffer *out) {
    const struct lw_alloc *alloc = out->alloc;
    struct unpack *u = lw_alloc_zero(alloc, 1, sizeof *u);
    if (u == NULL) {
        return false;
    }
    u->board = board;
    u->rng = rng;
    u->room = &board->room;
    u->n_cells = board->room.width * board->room.height;
    u->anywhere = true;
    u->out = out;
    bool good = run(u, n_lines);
    lw_alloc_free(alloc, u->pulls, u->cap * sizeof *u->pulls);
    lw_alloc_free(alloc, u, sizeof *u);
    return good;
}
