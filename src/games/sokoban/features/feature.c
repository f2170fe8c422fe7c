/* Features: the table, and those that need no solution.
 *
 * Where Kartal et al. leave a definition open, the one that fits their published scores
 * is taken (weights 1, rectangles with both ends, share of tiles for the 3x3 blocks); a
 * box's goal is the one of the least matching. */
#include "features/feature_internal.h"

#include <math.h>

static const struct lw_feature features[N_FEATURES] = {SOKOBAN_FEATURES(LW_FEATURE_ROW)};

/* Larger tables of distances are not worth a feature. */
#define MAX_TABLE ((size_t)16 << 20)

struct frame {
    uint32_t left, top, width, height;
};

static bool is_open(const struct measuring *m, uint32_t cell) {
    return m->board->square_of[cell] != LW_SOKOBAN_NO_SQUARE;
}

static uint32_t cell_x(const struct measuring *m, uint32_t square) {
    return m->board->cell_of[square] % m->board->width;
}

static uint32_t cell_y(const struct measuring *m, uint32_t square) {
    return m->board->cell_of[square] / m->board->width;
}

static struct frame find_frame(const struct measuring *m) {
    uint32_t left = UINT32_MAX, right = 0, n = m->board->n_squares;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t x = cell_x(m, i);
        left = x < left ? x : left;
        right = x > right ? x : right;
    }
    uint32_t top = cell_y(m, 0), bottom = cell_y(m, n - 1);
    return (struct frame){left, top, right - left + 1, bottom - top + 1};
}

static uint32_t frame_cell(const struct measuring *m, const struct frame *frame,
                           uint32_t x, uint32_t y) {
    return (frame->top + y) * m->board->width + frame->left + x;
}

static bool mixes(const struct measuring *m, const struct frame *frame, uint32_t x,
                  uint32_t y) {
    uint32_t cell = frame_cell(m, frame, x, y), stride = m->board->width;
    bool open = is_open(m, cell);
    return (x > 0 && is_open(m, cell - 1) != open) ||
           (x + 1 < frame->width && is_open(m, cell + 1) != open) ||
           (y > 0 && is_open(m, cell - stride) != open) ||
           (y + 1 < frame->height && is_open(m, cell + stride) != open);
}

/* Is the 3x3 block with this upper left corner of one kind? */
static bool is_block(const struct measuring *m, const struct frame *frame, uint32_t x,
                     uint32_t y) {
    bool open = is_open(m, frame_cell(m, frame, x, y));
    for (uint32_t i = 1; i < 9; i++) {
        if (is_open(m, frame_cell(m, frame, x + i % 3, y + i / 3)) != open) {
            return false;
        }
    }
    return true;
}

static bool in_block(const struct measuring *m, const struct frame *frame, uint32_t x,
                     uint32_t y) {
    for (uint32_t top = y < 2 ? 0 : y - 2; top <= y && top + 3 <= frame->height; top++) {
        for (uint32_t left = x < 2 ? 0 : x - 2; left <= x && left + 3 <= frame->width;
             left++) {
            if (is_block(m, frame, left, top)) {
                return true;
            }
        }
    }
    return false;
}

static void measure_layout(struct measuring *m) {
    double *value = m->values->value;
    struct frame frame = find_frame(m);
    double n = m->board->n_squares, area = (double)frame.width * frame.height;
    uint32_t mixing = 0, mixed = 0;
    for (uint32_t i = 0; i < frame.width * frame.height; i++) {
        mixing += mixes(m, &frame, i % frame.width, i / frame.width);
        mixed += !in_block(m, &frame, i % frame.width, i / frame.width);
    }
    uint32_t corridors = 0, dead_ends = 0;
    for (uint32_t i = 0; i < m->board->n_squares; i++) {
        unsigned walls = 0;
        for (unsigned dir = 0; dir < LW_N_DIRS; dir++) {
            walls |= (m->board->next[i][dir] == LW_SOKOBAN_NO_SQUARE ? 1u : 0u) << dir;
        }
        corridors += (walls & 5) == 5 || (walls & 10) == 10;
        dead_ends += walls == 7 || walls == 11 || walls == 13 || walls == 14;
    }
    value[FEATURE_WIDTH] = frame.width;
    value[FEATURE_HEIGHT] = frame.height;
    value[FEATURE_FLOOR] = n;
    value[FEATURE_OPEN_SHARE] = n / area;
    value[FEATURE_TILE_MIXING] = mixing;
    value[FEATURE_BLOCKS_3X3] = mixed / area;
    value[FEATURE_CORRIDORS] = corridors / n;
    value[FEATURE_DEAD_ENDS] = dead_ends;
}

/* Boxes and goals. */

static bool has_bit(const struct measuring *m, uint32_t square, uint8_t bit) {
    return m->level->cells[m->board->cell_of[square]] & bit;
}

/* Groups of squares with that bit that touch side by side. Every square points to one
 * that is not larger; roots point to themselves. */
static uint32_t count_groups(const struct measuring *m, uint8_t bit, uint16_t *root) {
    uint32_t n_groups = 0;
    for (uint32_t i = 0; i < m->board->n_squares; i++) {
        root[i] = (uint16_t)i;
        n_groups += has_bit(m, i, bit);
        for (int dir = 0; dir < LW_N_DIRS && has_bit(m, i, bit); dir++) {
            uint16_t a = m->board->next[i][dir], b = (uint16_t)i;
            if (a == LW_SOKOBAN_NO_SQUARE || a > i || !has_bit(m, a, bit)) {
                continue;
            }
            while (root[a] != a) {
                a = root[a];
            }
            while (root[b] != b) {
                b = root[b];
            }
            if (a != b) {
                root[a > b ? a : b] = a < b ? a : b;
                n_groups--;
            }
        }
    }
    return n_groups;
}

/* What the player reaches at the start, and the pushes from there. */
static void measure_start(struct measuring *m, uint16_t *queue) {
    const struct lw_sokoban_board *board = m->board;
    uint32_t head = 0, tail = 0, pushes = 0;
    uint8_t *reached = (uint8_t *)(queue + board->n_squares);
    memset(reached, 0, board->n_squares);
    reached[board->player] = 1;
    queue[tail++] = board->player;
    while (head < tail) {
        uint16_t at = queue[head++];
        for (int dir = 0; dir < LW_N_DIRS; dir++) {
            uint16_t to = board->next[at][dir];
            if (to == LW_SOKOBAN_NO_SQUARE || reached[to]) {
                continue;
            }
            if (!has_bit(m, to, LW_SOKOBAN_BOX)) {
                reached[to] = 1;
                queue[tail++] = to;
                continue;
            }
            uint16_t beyond = board->next[to][dir];
            pushes +=
                beyond != LW_SOKOBAN_NO_SQUARE && !has_bit(m, beyond, LW_SOKOBAN_BOX);
        }
    }
    m->values->value[FEATURE_START_REACH] = (double)tail / board->n_squares;
    m->values->value[FEATURE_START_PUSHES] = pushes;
}

static double apart(uint32_t a, uint32_t b) {
    return a > b ? a - b : b - a;
}

static void measure_boxes(struct measuring *m) {
    const struct lw_sokoban_board *board = m->board;
    double *value = m->values->value, sum = 0;
    uint32_t off_goal = 0;
    for (uint32_t i = 0; i < board->n_boxes; i++) {
        off_goal += !has_bit(m, board->boxes[i], LW_SOKOBAN_GOAL);
        for (uint32_t k = 0; k < board->n_boxes; k++) {
            sum += apart(cell_x(m, board->boxes[i]), cell_x(m, board->goals[k])) +
                   apart(cell_y(m, board->boxes[i]), cell_y(m, board->goals[k]));
        }
    }
    double n = board->n_boxes;
    value[FEATURE_BOXES] = n;
    value[FEATURE_BOXES_OFF_GOAL] = off_goal;
    value[FEATURE_BOX_DENSITY] = n / board->n_squares;
    value[FEATURE_GOAL_DISTANCE] = sum / (n * n);
}

/* Matching and congestion. */

double lw_sokoban_matching(struct measuring *m, const uint16_t *boxes, uint16_t player) {
    const struct sok_walls *walls = m->map.base;
    for (uint32_t i = 0; i < m->board->n_boxes; i++) {
        unsigned side = sok_walls_side(&m->map, walls, boxes[i], player);
        m->match.row[i] = sok_walls_row(walls, boxes[i], side);
    }
    uint32_t total = lw_sok_match_solve(&m->match, m->board->n_boxes);
    return total == SOK_NO_MATCH ? (double)NAN : total;
}

static void measure_congestion(struct measuring *m) {
    const struct lw_sokoban_board *board = m->board;
    double *value = m->values->value, first = 0, second = 0, boxes = 0;
    for (uint32_t i = 0; i < board->n_boxes; i++) {
        uint32_t from = board->boxes[i], to = board->goals[m->match.goal_of[i]];
        uint32_t x0 = cell_x(m, from), x1 = cell_x(m, to);
        uint32_t y0 = cell_y(m, from), y1 = cell_y(m, to);
        uint32_t things = 0, pushed = 0, open = 0, walls = 0;
        for (uint32_t y = y0 < y1 ? y0 : y1; y <= (y0 < y1 ? y1 : y0); y++) {
            for (uint32_t x = x0 < x1 ? x0 : x1; x <= (x0 < x1 ? x1 : x0); x++) {
                uint32_t cell = y * board->width + x;
                if (is_open(m, cell)) {
                    uint8_t bits = m->level->cells[cell];
                    open++;
                    pushed += (bits & LW_SOKOBAN_BOX) != 0;
                    things +=
                        ((bits & LW_SOKOBAN_BOX) != 0) + ((bits & LW_SOKOBAN_GOAL) != 0);
                } else {
                    walls++;
                }
            }
        }
        first += things + walls;
        second += (double)things / open;
        boxes += (double)pushed / open;
    }
    value[FEATURE_CONGESTION_1] = first;
    value[FEATURE_CONGESTION_2] = second;
    value[FEATURE_CONGESTION_BOXES] = boxes;
    value[FEATURE_KARTAL_SCORE] =
        (5 * value[FEATURE_BLOCKS_3X3] + 10 * second + board->n_boxes) / 50;
}

static lw_status measure_matching(struct measuring *m, struct lw_error *err) {
    size_t n = m->board->n_squares;
    if (n * m->board->n_boxes * SOK_N_SIDES > MAX_TABLE || n >= SOK_MAX_SQUARES) {
        return LW_OK;
    }
    m->matched = true;
    if (!lw_sok_map_init(&m->map, m->board, SOK_UNIT_PUSHES, m->runtime->alloc) ||
        !lw_sok_match_init(&m->match, m->board->n_boxes, m->runtime->alloc)) {
        return lw_fail_memory(err);
    }
    double *value = m->values->value;
    value[FEATURE_MATCHING] = lw_sokoban_matching(m, m->board->boxes, m->board->player);
    uint32_t dead = 0;
    for (uint32_t i = 0; i < n; i++) {
        dead += m->map.dead[i] != 0;
    }
    value[FEATURE_DEAD_SHARE] = dead / (double)n;
    if (!isnan(value[FEATURE_MATCHING])) {
        measure_congestion(m);
    }
    return LW_OK;
}

/* All together. */

static lw_status measure_initial(struct measuring *m, struct lw_error *err) {
    size_t bytes = m->board->n_squares * (sizeof(uint16_t) + 1);
    uint16_t *scratch = lw_alloc_get(m->runtime->alloc, bytes);
    if (scratch == NULL) {
        return lw_fail_memory(err);
    }
    measure_layout(m);
    measure_boxes(m);
    measure_start(m, scratch);
    m->values->value[FEATURE_GOAL_GROUPS] = count_groups(m, LW_SOKOBAN_GOAL, scratch);
    m->values->value[FEATURE_BOX_GROUPS] = count_groups(m, LW_SOKOBAN_BOX, scratch);
    lw_alloc_free(m->runtime->alloc, scratch, bytes);
    return measure_matching(m, err);
}

struct lw_budget lw_sokoban_budget_share(const struct measuring *m, double share) {
    struct lw_budget budget = m->budget != NULL ? *m->budget : (struct lw_budget){0};
    if (budget.time_ns != 0) {
        uint64_t used = lw_runtime_now_ns(m->runtime) - m->start_ns;
        uint64_t left = used < budget.time_ns ? budget.time_ns - used : 0;
        budget.time_ns = (uint64_t)((double)left * share) + 1;
    }
    return budget;
}

/* A node of the search and a step of a simulated player take the longer the more boxes
 * and squares there are. Levels like those that the models learned from get all the
 * nodes; larger ones fewer, so that each takes about a second with 60,000. */
#define LARGE_LEVEL 700.0 /* boxes times squares */
#define LEAST_NODES 250u  /* fewer say nothing */
#define DEARER 1.3        /* how fast a node's price grows with that */

static struct lw_budget fit_budget(const struct lw_budget *budget,
                                   const struct lw_sokoban_board *board) {
    struct lw_budget fit = *budget;
    double size = (double)board->n_boxes * board->n_squares;
    if (size > LARGE_LEVEL) {
        fit.nodes = (uint64_t)((double)fit.nodes * pow(LARGE_LEVEL / size, DEARER));
        uint64_t least = budget->nodes < LEAST_NODES ? budget->nodes : LEAST_NODES;
        fit.nodes = fit.nodes < least ? least : fit.nodes;
    }
    return fit;
}

static lw_status compute(const struct lw_level *level, enum lw_feature_cost up_to,
                         const struct lw_budget *budget, const struct lw_runtime *runtime,
                         struct lw_feature_values *values, struct lw_error *err) {
    struct measuring m = {.base = level,
                          .level = lw_sokoban_level_of(level),
                          .runtime = runtime,
                          .budget = budget,
                          .values = values};
    for (size_t i = 0; i < N_FEATURES; i++) {
        values->value[i] = (double)NAN;
        values->error[i] = values->seconds[i] = 0;
    }
    values->asked = LW_ASKED_NOT;
    uint64_t start_ns = m.start_ns = lw_runtime_now_ns(runtime);
    lw_status status = lw_sokoban_board_create(level, runtime->alloc, &m.board, err);
    if (status != LW_OK) {
        return status;
    }
    struct lw_budget fit = {0};
    if (budget != NULL) {
        fit = fit_budget(budget, m.board);
        m.budget = &fit;
        m.all_nodes = budget->nodes;
    }
    lw_buffer_init(&m.way, runtime->alloc);
    status = measure_initial(&m, err);
    values->seconds[0] = (double)(lw_runtime_now_ns(runtime) - start_ns) * 1e-9;
    if (status == LW_OK && up_to >= LW_COST_SOLVE) {
        status = lw_sokoban_solution_features(&m, err);
    }
    if (status == LW_OK && up_to >= LW_COST_SOLVE) {
        status = lw_sokoban_parts_features(&m, err);
    }
    if (status == LW_OK && up_to >= LW_COST_ENUMERATE) {
        status = lw_sokoban_people_features(&m, err);
    }
    if (status == LW_OK && up_to >= LW_COST_SOLVE) {
        values->asked = m.unsolvable    ? LW_ASKED_UNSOLVABLE
                        : m.way.len > 0 ? LW_ASKED_SOLVED
                                        : LW_ASKED_LIMIT;
    }
    if (m.matched) {
        lw_sok_match_free(&m.match);
        lw_sok_map_free(&m.map);
    }
    lw_buffer_free(&m.way);
    lw_sokoban_board_destroy(m.board);
    return status;
}

const struct lw_feature_ops lw_sokoban_feature_ops = {.features = features,
                                                      .n_features = N_FEATURES,
                                                      .words = lw_sokoban_feature_words,
                                                      .line = "floor,boxes,moves,lines,"
                                                              "counterintuitive",
                                                      .pieces = "boxes",
                                                      .to_do = "boxes_off_goal",
                                                      .compute = compute};
