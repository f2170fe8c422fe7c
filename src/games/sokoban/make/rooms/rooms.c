/* Rooms: the plan, the checks every room must pass, and rooms to and from levels. */
#include "make/rooms/rooms.h"

#include <string.h>

static const char *fault_text(enum room_fault fault) {
    static const char *const texts[ROOM_N_FAULTS] = {
        [ROOM_GOOD] = "nothing",
        [ROOM_FEW_FLOORS] = "too few floor squares",
        [ROOM_MANY_FLOORS] = "too many floor squares",
        [ROOM_SPLIT] = "floor in separate parts",
        [ROOM_OPEN] = "a large open rectangle",
        [ROOM_DEAD_END] = "a floor square walled on three sides",
        [ROOM_WALLS] = "too many walls",
        [ROOM_NARROW] = "too many corridors",
        [ROOM_SMALL] = "no floor along a side",
        [ROOM_STUCK] = "squares that nothing fits",
    };
    return texts[fault];
}

/* Checks. */

uint32_t lw_sok_room_count_floors(const struct room *room) {
    uint32_t n = 0;
    for (size_t i = 0; i < (size_t)room->width * room->height; i++) {
        n += room->cells[i] != ROOM_WALL;
    }
    return n;
}

/* Floor is one region even when marked squares are taken as walls. */
static bool is_contiguous(const struct room *room) {
    uint8_t reached[ROOM_MAX_CELLS];
    uint32_t stack[ROOM_MAX_CELLS];
    size_t n_cells = (size_t)room->width * room->height, n_plain = 0, start = 0;
    for (size_t i = 0; i < n_cells; i++) {
        if (room->cells[i] == ROOM_FLOOR) {
            start = i;
            n_plain++;
        }
    }
    return n_plain > 0 &&
           lw_grid_flood(&(struct lw_flood){.width = room->width,
                                            .height = room->height,
                                            .cells = room->cells,
                                            .blocked_bits = ROOM_WALL | ROOM_MARKED,
                                            .reached = reached,
                                            .stack = stack},
                         start) == n_plain;
}

/* Floor on two sides at a right angle and nothing but wall else. */
static bool is_bend(const struct room *room, int64_t x, int64_t y) {
    for (enum lw_dir dir = 0; dir < LW_N_DIRS; dir++) {
        enum lw_dir next = (enum lw_dir)((dir + 1) % LW_N_DIRS);
        int64_t ax = x + lw_dir_dx(dir), ay = y + lw_dir_dy(dir);
        int64_t bx = x + lw_dir_dx(next), by = y + lw_dir_dy(next);
        if (room_at(room, ax, ay) != ROOM_WALL && room_at(room, bx, by) != ROOM_WALL) {
            return room_at(room, 2 * x - ax, 2 * y - ay) == ROOM_WALL &&
                   room_at(room, 2 * x - bx, 2 * y - by) == ROOM_WALL &&
                   room_at(room, ax + bx - x, ay + by - y) == ROOM_WALL;
        }
    }
    return false;
}

static bool is_contiguous_past_bends(const struct room *room) {
    struct room marked = *room;
    for (uint32_t i = 0; i < room->width * room->height; i++) {
        if (room->cells[i] == ROOM_FLOOR &&
            is_bend(room, i % room->width, i / room->width)) {
            marked.cells[i] = ROOM_MARKED;
        }
    }
    return is_contiguous(&marked);
}

static bool touches_all_sides(const struct room *room) {
    bool left = false, right = false, top = false, bottom = false;
    for (uint32_t i = 0; i < room->width * room->height; i++) {
        bool floor = room->cells[i] != ROOM_WALL;
        uint32_t x = i % room->width, y = i / room->width;
        left = left || (floor && x == 0);
        right = right || (floor && x + 1 == room->width);
        top = top || (floor && y == 0);
        bottom = bottom || (floor && y + 1 == room->height);
    }
    return left && right && top && bottom;
}

/* Is there a rectangle of floor, w by h? Column by column the height of floor above each
 * square; h squares high over w columns in a row. */
static bool has_open(const struct room *room, uint32_t w, uint32_t h) {
    uint32_t above[ROOM_MAX_SIDE] = {0};
    for (uint32_t y = 0; y < room->height; y++) {
        uint32_t run = 0;
        for (uint32_t x = 0; x < room->width; x++) {
            bool floor = room_at(room, x, y) != ROOM_WALL;
            above[x] = floor ? above[x] + 1 : 0;
            run = above[x] >= h ? run + 1 : 0;
            if (run >= w) {
                return true;
            }
        }
    }
    return false;
}

static void count_shapes(const struct room *room, uint32_t *dead_ends, uint32_t *narrow) {
    *dead_ends = *narrow = 0;
    for (int64_t y = 0; y < (int64_t)room->height; y++) {
        for (int64_t x = 0; x < (int64_t)room->width; x++) {
            if (room_at(room, x, y) == ROOM_WALL) {
                continue;
            }
            bool wall[LW_N_DIRS];
            uint32_t n_walls = 0;
            for (enum lw_dir dir = 0; dir < LW_N_DIRS; dir++) {
                wall[dir] =
                    room_at(room, x + lw_dir_dx(dir), y + lw_dir_dy(dir)) == ROOM_WALL;
                n_walls += wall[dir];
            }
            *dead_ends += n_walls >= 3;
            *narrow += (wall[LW_DIR_UP] && wall[LW_DIR_DOWN]) ||
                       (wall[LW_DIR_LEFT] && wall[LW_DIR_RIGHT]);
        }
    }
}

enum room_fault lw_sok_room_check(const struct room *room,
                                  const struct room_checks *checks) {
    uint32_t n_floors = lw_sok_room_count_floors(room), dead_ends, narrow;
    double n_cells = (double)room->width * room->height;
    if (n_floors < checks->min_floors || n_floors == 0) {
        return ROOM_FEW_FLOORS;
    }
    if (checks->max_floors != 0 && n_floors > checks->max_floors) {
        return ROOM_MANY_FLOORS;
    }
    if (!is_contiguous(room) || (checks->bends_part && !is_contiguous_past_bends(room))) {
        return ROOM_SPLIT;
    }
    if (checks->open_long != 0 && checks->open_short != 0 &&
        (has_open(room, checks->open_long, checks->open_short) ||
         has_open(room, checks->open_short, checks->open_long))) {
        return ROOM_OPEN;
    }
    count_shapes(room, &dead_ends, &narrow);
    if (!checks->allow_dead_ends && dead_ends > 0) {
        return ROOM_DEAD_END;
    }
    if (n_cells - n_floors > checks->max_walls * n_cells) {
        return ROOM_WALLS;
    }
    return narrow > checks->max_narrow * n_floors ? ROOM_NARROW : ROOM_GOOD;
}

/* Making. */

static bool fill(const struct room_plan *plan, struct lw_rng *rng, struct room *room) {
    if (plan->source == ROOM_GIVEN) {
        *room = plan->given[lw_rng_below(rng, (uint32_t)plan->n_given)];
        return true;
    }
    room->width = plan->width;
    room->height = plan->height;
    if (plan->sides_random) {
        room->width = ROOM_TEMPLATE_SIDE * (2 + lw_rng_below(rng, 4));
        room->height = ROOM_TEMPLATE_SIDE * (2 + lw_rng_below(rng, 4));
    }
    switch (plan->source) {
    case ROOM_TEMPLATES:
        return lw_sok_room_fill_templates(&plan->templates, rng, room);
    case ROOM_CANDIDATES:
        return lw_sok_room_fill_candidates(&plan->templates, rng, room);
    default:
        return lw_sok_room_fill_patterns(plan->patterns, rng, room);
    }
}

lw_status lw_sok_room_make(const struct room_plan *plan, struct lw_rng *rng,
                           struct room *out, uint32_t *tries, struct lw_error *err) {
    uint32_t faults[ROOM_N_FAULTS] = {0};
    for (uint32_t i = 1; i <= plan->max_tries; i++) {
        enum room_fault fault =
            fill(plan, rng, out) ? lw_sok_room_check(out, &plan->checks) : ROOM_STUCK;
        /* The border of a room of patterns may come out as wall, which leaves a smaller
         * room than was asked for. */
        if (fault == ROOM_GOOD && plan->source == ROOM_EXAMPLES &&
            !touches_all_sides(out)) {
            fault = ROOM_SMALL;
        }
        faults[fault]++;
        if (fault == ROOM_GOOD) {
            if (tries != NULL) {
                *tries = i;
            }
            return LW_OK;
        }
    }
    enum room_fault most = ROOM_FEW_FLOORS;
    for (enum room_fault fault = most; fault < ROOM_N_FAULTS; fault++) {
        most = faults[fault] > faults[most] ? fault : most;
    }
    return lw_fail(err, LW_LIMIT, 0, 0,
                   "none of %u rooms passed the checks, most (%u) had %s; choose another "
                   "size, loosen the check or raise --room-tries",
                   plan->max_tries, faults[most], fault_text(most));
}

/* The plan. */

static lw_status take_given(struct room_plan *plan, const struct lw_collection *examples,
                            struct lw_error *err) {
    plan->given = lw_alloc_zero(plan->alloc, examples->n_entries, sizeof *plan->given);
    if (plan->given == NULL) {
        return lw_fail_memory(err);
    }
    plan->n_given = 0;
    size_t n_read = 0;
    enum room_fault fault = ROOM_GOOD;
    for (size_t i = 0; i < examples->n_entries; i++) {
        struct room *room = &plan->given[plan->n_given];
        if (!lw_sok_room_of_level(examples->entries[i].level, room)) {
            continue;
        }
        n_read++;
        enum room_fault now = lw_sok_room_check(room, &plan->checks);
        fault = now == ROOM_GOOD ? fault : now;
        plan->n_given += now == ROOM_GOOD;
    }
    plan->given = lw_alloc_resize(plan->alloc, plan->given,
                                  examples->n_entries * sizeof *plan->given,
                                  plan->n_given * sizeof *plan->given);
    if (plan->n_given == 0) {
        return lw_fail_option(
            err, LW_IMPOSSIBLE, "examples",
            "none of the %zu given rooms passes the checks (one has %s); "
            "loosen them or give other rooms",
            n_read, fault_text(fault));
    }
    return LW_OK;
}

static lw_status prepare_source(struct room_plan *plan,
                                const struct lw_generate_request *request,
                                struct lw_error *err) {
    bool wants_examples = plan->source == ROOM_EXAMPLES || plan->source == ROOM_GIVEN;
    if (wants_examples &&
        (request->examples == NULL || request->examples->n_entries == 0)) {
        return lw_fail_option(
            err, LW_USAGE, "examples",
            "rooms from examples need levels to take them from; give a level "
            "file with --examples");
    }
    if (plan->source == ROOM_EXAMPLES) {
        return lw_sok_room_patterns_learn(request->examples, plan->alloc, &plan->patterns,
                                          err);
    }
    if (plan->source == ROOM_GIVEN) {
        return take_given(plan, request->examples, err);
    }
    return lw_sok_room_templates_read(&plan->templates, plan->alloc, request->aux_text,
                                      request->aux_len, err);
}

static void read_options(struct room_plan *plan, struct room_options options,
                         const struct lw_option_value *values) {
#define VALUE(name) lw_option_get(options.options, options.n_options, values, name)
    const struct lw_option_value *size = VALUE("size"), *squares = VALUE("squares");
    plan->source = (enum room_source)VALUE("rooms")->i;
    bool of_templates = plan->source == ROOM_TEMPLATES || plan->source == ROOM_CANDIDATES;
    plan->sides_random =
        plan->source == ROOM_CANDIDATES && !size->given && !squares->given;
    plan->width =
        squares->set ? (uint32_t)squares->i : (uint32_t)size->i * ROOM_TEMPLATE_SIDE;
    plan->height =
        squares->set ? (uint32_t)squares->i2 : (uint32_t)size->i2 * ROOM_TEMPLATE_SIDE;
    plan->max_tries = (uint32_t)VALUE("room-tries")->i;
    const struct lw_option_value *max_floor = VALUE("max-floor");
    plan->checks = (struct room_checks){
        .min_floors = options.n_boxes * (uint32_t)VALUE("floor-per-box")->i,
        .max_floors = max_floor->set ? (uint32_t)max_floor->i : 0,
        .open_long = (uint32_t)VALUE("open")->i2,
        .open_short = (uint32_t)VALUE("open")->i,
        .bends_part = VALUE("bends")->flag,
        .allow_dead_ends = VALUE("dead-ends")->flag,
        .max_walls =
            of_templates || VALUE("max-walls")->given ? VALUE("max-walls")->real : 1,
        .max_narrow = VALUE("max-narrow")->real,
    };
#undef VALUE
}

lw_status lw_sok_room_plan_init(struct room_plan *plan,
                                const struct lw_generate_request *request,
                                struct room_options options, const struct lw_alloc *alloc,
                                struct lw_error *err) {
    uint32_t n_boxes = options.n_boxes;
    *plan = (struct room_plan){.alloc = alloc};
    read_options(plan, options, request->values);
    const struct room_checks *checks = &plan->checks;
    uint32_t most = plan->sides_random ? 15 * 15 : plan->width * plan->height;
    if (plan->source != ROOM_GIVEN && checks->min_floors > most) {
        return lw_fail_option(
            err, LW_IMPOSSIBLE, "boxes",
            "%u boxes need %u floor squares, but a room of %ux%u squares has "
            "only %u; choose a larger size or fewer boxes",
            n_boxes, checks->min_floors, plan->width, plan->height, most);
    }
    if (checks->max_floors != 0 && checks->max_floors < checks->min_floors) {
        return lw_fail_option(
            err, LW_IMPOSSIBLE, "max-floor",
            "%u boxes need %u floor squares, but --max-floor allows %u; raise "
            "it or ask for fewer boxes",
            n_boxes, checks->min_floors, checks->max_floors);
    }
    return prepare_source(plan, request, err);
}

void lw_sok_room_plan_free(struct room_plan *plan) {
    lw_sok_room_templates_free(&plan->templates);
    lw_sok_room_patterns_destroy(plan->patterns);
    if (plan->alloc != NULL) {
        lw_alloc_free(plan->alloc, plan->given, plan->n_given * sizeof *plan->given);
    }
    *plan = (struct room_plan){.alloc = NULL};
}
