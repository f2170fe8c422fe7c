/* The walls of a composed level, and which of its squares are goals. */
#include <string.h>

#include "make/compose/compose_internal.h"

#define ROOM_TRIES 200
#define MAX_ROOMS 64

/* Rooms. */

struct part {
    uint32_t x, y, width, height;
};

struct plan {
    uint32_t n_cols, n_rows;
    struct part parts[MAX_ROOMS]; /* row by row */
};

static uint32_t count_rooms(uint32_t squares, uint32_t side) {
    uint32_t n = (squares + 1 + side / 2) / (side + 1);
    return n < 1 ? 1 : n > 8 ? 8 : n;
}

/* The squares of room `i` of `n` on a line, one square of wall between neighbours. */
static uint32_t begin_of(uint32_t squares, uint32_t n, uint32_t i) {
    return i * (squares + 1) / n;
}

static void divide(const struct compose_task *task, struct plan *plan) {
    plan->n_cols = count_rooms(task->width, task->room_side);
    plan->n_rows = count_rooms(task->height, task->room_side);
    for (uint32_t row = 0; row < plan->n_rows; row++) {
        for (uint32_t col = 0; col < plan->n_cols; col++) {
            struct part *part = &plan->parts[row * plan->n_cols + col];
            part->x = begin_of(task->width, plan->n_cols, col);
            part->y = begin_of(task->height, plan->n_rows, row);
            part->width = begin_of(task->width, plan->n_cols, col + 1) - part->x - 1;
            part->height = begin_of(task->height, plan->n_rows, row + 1) - part->y - 1;
        }
    }
}

static uint32_t up_to_templates(uint32_t squares) {
    return (squares + ROOM_TEMPLATE_SIDE - 1) / ROOM_TEMPLATE_SIDE * ROOM_TEMPLATE_SIDE;
}

/* Templates cover a little more than the room; what stands over is cut off. */
static bool fill_part(const struct room_templates *templates, struct lw_rng *rng,
                      const struct part *part, struct room *out) {
    const struct room_checks checks = {
        .min_floors = part->width * part->height / 2, .max_walls = 1, .max_narrow = 0.5};
    struct room all = {.width = up_to_templates(part->width),
                       .height = up_to_templates(part->height)};
    out->width = part->width;
    out->height = part->height;
    for (uint32_t tries = 0; tries < ROOM_TRIES; tries++) {
        if (!lw_sok_room_fill_templates(templates, rng, &all)) {
            continue;
        }
        for (uint32_t i = 0; i < out->width * out->height; i++) {
            out->cells[i] = all.cells[i / out->width * all.width + i % out->width];
        }
        if (lw_sok_room_check(out, &checks) == ROOM_GOOD) {
            return true;
        }
    }
    memset(out->cells, ROOM_FLOOR, sizeof out->cells);
    return false;
}

static void fill_parts(const struct plan *plan, const struct room_templates *templates,
                       struct lw_rng *rng, struct compose_board *board) {
    struct room *all = &board->room;
    for (uint32_t k = 0; k < board->n_rooms; k++) {
        const struct part *part = &plan->parts[k];
        struct room one;
        (void)fill_part(templates, rng, part, &one);
        for (uint32_t i = 0; i < one.width * one.height; i++) {
            uint32_t cell =
                (part->y + i / one.width) * all->width + part->x + i % one.width;
            if (one.cells[i] != ROOM_WALL) {
                all->cells[cell] = ROOM_FLOOR;
                board->room_of[cell] = (uint8_t)k;
            }
        }
    }
}

/* Doors. */

struct wall_between {
    uint32_t a, b;          /* rooms */
    uint32_t first, n;      /* squares of the wall */
    uint32_t along, across; /* steps from square to square, and through the wall */
    uint32_t depth[2];      /* of the rooms behind it */
};

static bool wall_of(const struct plan *plan, uint32_t width, uint32_t room, bool right,
                    struct wall_between *wall) {
    uint32_t col = room % plan->n_cols, row = room / plan->n_cols;
    const struct part *part = &plan->parts[room];
    if (right ? col + 1 == plan->n_cols : row + 1 == plan->n_rows) {
        return false;
    }
    const struct part *other = &plan->parts[right ? room + 1 : room + plan->n_cols];
    *wall = (struct wall_between){.a = room,
                                  .b = right ? room + 1 : room + plan->n_cols,
                                  .n = right ? part->height : part->width,
                                  .along = right ? width : 1,
                                  .across = right ? 1 : width};
    wall->first = right ? part->y * width + part->x + part->width
                        : (part->y + part->height) * width + part->x;
    wall->depth[0] = right ? part->width : part->height;
    wall->depth[1] = right ? other->width : other->height;
    return true;
}

/* Opens the wall where a box can be pushed straight through if there is such a place. */
static void open_door(const struct wall_between *wall, struct lw_rng *rng,
                      struct compose_board *board) {
    uint8_t *cells = board->room.cells;
    uint32_t from = lw_rng_below(rng, wall->n), best = wall->first, best_value = 0;
    for (uint32_t i = 0; i < wall->n; i++) {
        uint32_t at = wall->first + (from + i) % wall->n * wall->along;
        uint32_t near = (cells[at - wall->across] == ROOM_FLOOR) +
                        (cells[at + wall->across] == ROOM_FLOOR);
        uint32_t far = (cells[at - 2 * wall->across] == ROOM_FLOOR) +
                       (cells[at + 2 * wall->across] == ROOM_FLOOR);
        uint32_t value = 1 + 4 * near + far;
        if (value > best_value) {
            best_value = value;
            best = at;
        }
    }
    cells[best] = ROOM_FLOOR;
    /* Where a side is wall the way is dug until it meets floor of the room. */
    for (uint32_t side = 0; side < 2; side++) {
        uint32_t at = best, room = side == 0 ? wall->a : wall->b;
        for (uint32_t i = 0; i < wall->depth[side]; i++) {
            at = side == 0 ? at - wall->across : at + wall->across;
            if (cells[at] == ROOM_FLOOR) {
                break;
            }
            cells[at] = ROOM_FLOOR;
            board->room_of[at] = (uint8_t)room;
        }
    }
}

static uint32_t group_of(uint32_t *group, uint32_t room) {
    while (group[room] != room) {
        room = group[room];
    }
    return room;
}

/* All walls in random order: those that join what was apart get a door, others sometimes.
 */
static void open_doors(const struct compose_task *task, const struct plan *plan,
                       struct lw_rng *rng, struct compose_board *board) {
    struct wall_between walls[2 * MAX_ROOMS];
    uint32_t group[MAX_ROOMS], n = 0;
    for (uint32_t room = 0; room < board->n_rooms; room++) {
        group[room] = room;
        n += wall_of(plan, task->width, room, true, &walls[n]);
        n += wall_of(plan, task->width, room, false, &walls[n]);
    }
    lw_rng_shuffle(rng, walls, n, sizeof *walls);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t a = group_of(group, walls[i].a), b = group_of(group, walls[i].b);
        if (a != b || lw_rng_chance(rng, task->extra_doors)) {
            group[a] = b;
            open_door(&walls[i], rng, board);
        }
    }
}

/* Steps from every square of a room to its nearest door. */
static void measure_inward(struct compose_board *board) {
    uint16_t queue[COMPOSE_MAX_CELLS];
    const struct room *room = &board->room;
    uint32_t n = 0, n_cells = room->width * room->height;
    for (uint32_t i = 0; i < n_cells; i++) {
        bool door = room->cells[i] == ROOM_FLOOR && board->room_of[i] == COMPOSE_NO_ROOM;
        board->inward[i] = door ? 0 : UINT16_MAX;
        if (door) {
            queue[n++] = (uint16_t)i;
        }
    }
    if (n == 0) { /* one room alone: in from its first square */
        while (room->cells[queue[0] = (uint16_t)n] != ROOM_FLOOR) {
            n++;
        }
        board->inward[queue[0]] = 0;
        n = 1;
    }
    for (uint32_t i = 0; i < n; i++) {
        for (enum lw_dir dir = 0; dir < LW_N_DIRS; dir++) {
            int64_t x = queue[i] % room->width + lw_dir_dx(dir);
            int64_t y = queue[i] / room->width + lw_dir_dy(dir);
            uint32_t to = (uint32_t)(y * (int64_t)room->width + x);
            if (room_at(room, x, y) == ROOM_FLOOR && board->inward[to] == UINT16_MAX) {
                board->inward[to] = (uint16_t)(board->inward[queue[i]] + 1);
                queue[n++] = (uint16_t)to;
            }
        }
    }
}

bool lw_sok_compose_lay_out(const struct compose_task *task,
                            const struct room_templates *templates, struct lw_rng *rng,
                            struct compose_board *board) {
    struct plan plan;
    memset(board, 0, sizeof *board);
    memset(board->room.cells, ROOM_WALL, sizeof board->room.cells);
    memset(board->room_of, COMPOSE_NO_ROOM, sizeof board->room_of);
    board->room.width = task->width;
    board->room.height = task->height;
    divide(task, &plan);
    board->n_rooms = plan.n_cols * plan.n_rows;
    fill_parts(&plan, templates, rng, board);
    open_doors(task, &plan, rng, board);
    measure_inward(board);
    const struct room_checks joined = {
        .max_walls = 1, .max_narrow = 1, .allow_dead_ends = true};
    return lw_sok_room_check(&board->room, &joined) == ROOM_GOOD;
}

/* Goals. */

static bool touches(const struct compose_board *board, uint32_t cell) {
    const struct room *room = &board->room;
    for (enum lw_dir dir = 0; dir < LW_N_DIRS; dir++) {
        int64_t x = cell % room->width + lw_dir_dx(dir);
        int64_t y = cell / room->width + lw_dir_dy(dir);
        if (room_at(room, x, y) == ROOM_FLOOR &&
            (board->contents[y * (int64_t)room->width + x] & LW_SOKOBAN_GOAL) != 0) {
            return true;
        }
    }
    return false;
}

/* The next goal of a room: side by side with the others and as far in as may be. */
static bool add_goal(struct compose_board *board, uint8_t room, bool first,
                     struct lw_rng *rng) {
    uint32_t n_cells = board->room.width * board->room.height, best = n_cells;
    uint32_t best_value = 0;
    for (uint32_t i = 0; i < n_cells; i++) {
        if (board->room_of[i] != room || board->contents[i] != 0 ||
            board->inward[i] < 2 || (!first && !touches(board, i))) {
            continue;
        }
        uint32_t value = 4u * board->inward[i] + lw_rng_below(rng, 6);
        if (value > best_value) {
            best_value = value;
            best = i;
        }
    }
    if (best == n_cells) {
        return false;
    }
    board->contents[best] = LW_SOKOBAN_GOAL;
    return true;
}

bool lw_sok_compose_place_goals(const struct compose_task *task, struct lw_rng *rng,
                                struct compose_board *board) {
    uint8_t order[MAX_ROOMS];
    uint32_t n_floors[MAX_ROOMS] = {0}, n = 0;
    memset(board->contents, 0, sizeof board->contents);
    for (uint32_t i = 0; i < task->width * task->height; i++) {
        if (board->room_of[i] != COMPOSE_NO_ROOM) {
            n_floors[board->room_of[i]]++;
        }
    }
    for (uint32_t i = 0; i < board->n_rooms; i++) {
        order[i] = (uint8_t)i;
    }
    lw_rng_shuffle(rng, order, board->n_rooms, 1);
    uint32_t n_used = 0, capacity = 0;
    while (n_used < board->n_rooms && capacity < task->n_boxes) {
        capacity += n_floors[order[n_used++]] * 2 / 5;
    }
    /* The same share for each of them, and what does not fit there where it does. */
    uint32_t share = (task->n_boxes + n_used - 1) / n_used;
    for (uint32_t k = 0; k < board->n_rooms && n < task->n_boxes; k++) {
        uint32_t most = n_floors[order[k]] * 2 / 5, in_room = 0;
        most = most < share ? most : share;
        while (n < task->n_boxes && in_room < most &&
               add_goal(board, order[k], in_room == 0, rng)) {
            in_room++;
            n++;
        }
    }
    return n == task->n_boxes;
}
