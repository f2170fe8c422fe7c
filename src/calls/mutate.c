/* mutate: a small change that makes a level harder or easier.
 *
 * Each try has its own random stream and makes one or two changes; what can be solved
 * within the budget, and only in one way where that was so before, is rated, and the one
 * that goes about one step is the answer. Games whose difficulty has been learned from
 * people are compared by their rating, others by a measure of the solution. */
#include <math.h>
#include <string.h>

#include "calls_internal.h"
#include "lw/grid.h"
#include "lw/lazors.h"
#include "lw/puzzlescript.h"
#include "lw/sokoban.h"

#define TRIES 100
#define SOLVE_NODES 100000u
#define SECONDS 20
#define MEMORY_BYTES ((size_t)512 << 20)
/* Of rating one level; as generators have it. */
#define MAX_TRIES 10000u
#define CLOSE_ENOUGH 0.15 /* of a step */

/* A level and what is known of it. */
struct judged {
    struct lw_level *level; /* owned */
    struct lw_buffer solution;
    double measures[LW_MAX_MEASURES];
    double rating; /* NaN: not known */
    bool unique;   /* proved to have one solution */
};

struct mutate {
    struct calls_request *rq;
    struct calls_subject subject;
    struct lw_rater rater;
    struct lw_grader grader;
    struct lw_budget budget; /* of solving one level */
    struct lw_meter meter;   /* of the whole call */
    bool harder;
    uint64_t seed, n_tries, n_tried;
    size_t measure; /* to compare by, when ratings are not known */
    bool by_rating;
    struct calls_extras extras;
    struct judged before, best;
    double distance; /* of the best */
};

static void judged_free(struct judged *j) {
    lw_level_destroy(j->level);
    j->level = NULL;
    lw_buffer_free(&j->solution);
}

/* Judging. */

/* NaN when some feature of the model is unknown within the budget. */
static double rate(const struct mutate *m, const struct lw_level *level) {
    struct lw_feature_values values;
    enum lw_feature_cost measured;
    struct lw_verdict verdict;
    bool good = lw_grader_judge(&m->grader, &m->rq->calls->runtime, level, &values,
                                &measured, &verdict);
    return good && verdict.n_missing == 0 ? verdict.rating : (double)NAN;
}

/* False when it cannot be played or is not solved within the budget. */
static bool judge(struct mutate *m, struct judged *j) {
    const struct lw_game_kind *kind = m->subject.kind;
    struct lw_solve_request request = {.budget = m->budget, .count_up_to = 2};
    struct lw_solve_result result;
    if (kind->level->validate(j->level, NULL) != LW_OK) {
        return false;
    }
    lw_solve_result_init(&result, m->rq->calls->alloc);
    bool solved = kind->solve->solve(j->level, &request, &m->rq->calls->runtime, &result,
                                     NULL) == LW_OK &&
                  result.outcome == LW_OUTCOME_SOLVED && result.solution.len > 0;
    if (solved) {
        lw_buffer_clear(&j->solution);
        lw_buffer_add(&j->solution, result.solution.data, result.solution.len);
        solved = lw_buffer_ok(&j->solution) &&
                 kind->solve->measure(j->level, j->solution.data, j->solution.len,
                                      j->measures, NULL) == LW_OK;
    }
    j->unique = result.counted && result.count_complete && result.n_solutions == 1;
    lw_solve_result_free(&result);
    j->rating = solved && m->rater.calibrated ? rate(m, j->level) : (double)NAN;
    return solved;
}

static double value_of(const struct mutate *m, const struct judged *j) {
    return m->by_rating ? j->rating : j->measures[m->measure];
}

/* How far a level is from a step in the direction asked for: one point, or a sixth of the
 * measure, because the change shall be felt and still be small. Infinite when it goes the
 * other way. */
static double distance_of(const struct mutate *m, const struct judged *j) {
    double before = value_of(m, &m->before), value = value_of(m, j);
    double step = m->by_rating || before < 6 ? 1 : before / 6;
    double wanted = m->harder ? before + step : before - step;
    bool right_way = m->harder ? value > before : value < before;
    return right_way ? fabs(value - wanted) / step : (double)INFINITY;
}

static void choose_measure(struct mutate *m) {
    static const char *const names[] = {"lines", "pushes", "turns", "reflections",
                                        "moves"};
    const struct lw_solve_ops *ops = m->subject.kind->solve;
    for (size_t k = sizeof names / sizeof *names; k-- > 0;) {
        for (size_t i = 0; i < ops->n_measures; i++) {
            if (strcmp(ops->measures[i].name, names[k]) == 0) {
                m->measure = i;
            }
        }
    }
}

/* Changes of Sokoban levels: a thing goes elsewhere, a wall comes or goes. They are made
 * on a board with a wall of its own around it and the void filled, so that a room can
 * grow; afterwards what was void and still is no room's wall becomes void again. */

enum change { MOVE_BOX, MOVE_GOAL, MOVE_PLAYER, ADD_WALL, TAKE_WALL, N_CHANGES };

struct board {
    uint32_t width, height;
    uint8_t *cells, *was_void, *reached;
    uint32_t *stack;
};

static bool board_open(struct board *board, const struct lw_sokoban_level *level,
                       struct lw_arena *arena) {
    uint32_t width = level->width + 2, height = level->height + 2;
    size_t n = (size_t)width * height;
    *board = (struct board){.width = width,
                            .height = height,
                            .cells = lw_arena_zero(arena, n, 1),
                            .was_void = lw_arena_zero(arena, n, 1),
                            .reached = lw_arena_zero(arena, n, 1),
                            .stack = lw_arena_get(arena, n * sizeof *board->stack)};
    if (board->cells == NULL || board->was_void == NULL || board->reached == NULL ||
        board->stack == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < level->width * level->height; i++) {
        board->cells[(i / level->width + 1) * width + i % level->width + 1] =
            level->cells[i];
    }
    uint32_t player =
        (level->player / level->width + 1) * width + level->player % level->width + 1;
    (void)lw_grid_flood(width, height, board->cells, LW_SOKOBAN_WALL, player,
                        board->reached, board->stack);
    for (uint32_t i = 0; i < n; i++) {
        if (board->cells[i] == 0 && !board->reached[i]) {
            board->cells[i] = LW_SOKOBAN_WALL;
            board->was_void[i] = 1;
        }
    }
    return true;
}

/* Is there floor among the neighbours? With corners: among all eight. */
static bool has_floor_beside(const struct board *board, uint32_t cell, bool corners) {
    for (uint32_t k = 0; k < 9; k++) {
        bool corner = k % 2 == 0;
        int64_t x = (int64_t)(cell % board->width) + k % 3 - 1;
        int64_t y = (int64_t)(cell / board->width) + k / 3 - 1;
        if (k != 4 && (corners || !corner) && x >= 0 && y >= 0 && x < board->width &&
            y < board->height &&
            (board->cells[y * board->width + x] & LW_SOKOBAN_WALL) == 0) {
            return true;
        }
    }
    return false;
}

/* A random inner cell for which (cell & mask) == value; a wall must have floor beside it.
 * CALLS_NO_CELL: there is none. */
static uint32_t pick(const struct board *board, struct lw_rng *rng, uint8_t mask,
                     uint8_t value) {
    uint32_t found = CALLS_NO_CELL, n = 0;
    for (uint32_t y = 1; y + 1 < board->height; y++) {
        for (uint32_t x = 1; x + 1 < board->width; x++) {
            uint32_t cell = y * board->width + x;
            if ((board->cells[cell] & mask) == value &&
                (value != LW_SOKOBAN_WALL || has_floor_beside(board, cell, false)) &&
                lw_rng_below(rng, ++n) == 0) {
                found = cell;
            }
        }
    }
    return found;
}

static void move_bit(struct board *board, struct lw_rng *rng, uint8_t bit,
                     uint8_t not_on) {
    uint32_t from = pick(board, rng, bit, bit);
    uint32_t to = pick(board, rng, not_on | bit | LW_SOKOBAN_WALL, 0);
    if (from != CALLS_NO_CELL && to != CALLS_NO_CELL) {
        board->cells[from] &= (uint8_t)~bit;
        board->cells[to] |= bit;
    }
}

static void change_wall(struct board *board, struct lw_rng *rng, bool add) {
    uint32_t cell = add ? pick(board, rng, 0xff, 0)
                        : pick(board, rng, LW_SOKOBAN_WALL, LW_SOKOBAN_WALL);
    if (cell != CALLS_NO_CELL) {
        board->cells[cell] = add ? LW_SOKOBAN_WALL : 0;
    }
}

static void change_board(struct board *board, struct lw_rng *rng) {
    switch ((enum change)lw_rng_below(rng, N_CHANGES)) {
    case MOVE_BOX:
        move_bit(board, rng, LW_SOKOBAN_BOX, LW_SOKOBAN_PLAYER);
        break;
    case MOVE_GOAL:
        move_bit(board, rng, LW_SOKOBAN_GOAL, 0);
        break;
    case MOVE_PLAYER:
        move_bit(board, rng, LW_SOKOBAN_PLAYER, LW_SOKOBAN_BOX);
        break;
    case ADD_WALL:
        change_wall(board, rng, true);
        break;
    default:
        change_wall(board, rng, false);
        break;
    }
}

static lw_status change_sokoban(struct mutate *m, struct lw_rng *rng,
                                struct lw_level **out) {
    struct lw_arena arena;
    struct lw_buffer text;
    struct board board;
    struct lw_sokoban_level *level = NULL;
    lw_arena_init(&arena, m->rq->calls->alloc);
    lw_buffer_init(&text, m->rq->calls->alloc);
    lw_status status = LW_NO_MEMORY;
    if (board_open(&board, lw_sokoban_level_of(m->before.level), &arena)) {
        for (uint32_t left = 1 + lw_rng_below(rng, 2); left > 0; left--) {
            change_board(&board, rng);
        }
        for (uint32_t i = 0; i < board.width * board.height; i++) {
            if (board.was_void[i] && board.cells[i] == LW_SOKOBAN_WALL &&
                !has_floor_beside(&board, i, true)) {
                board.reached[i] = 2;
            }
        }
        for (uint32_t i = 0; i < board.width * board.height; i++) {
            board.cells[i] = board.reached[i] == 2 ? 0 : board.cells[i];
        }
        status = lw_sokoban_level_create(m->subject.game, board.width, board.height,
                                         board.cells, &level, NULL);
    }
    if (status == LW_OK) {
        /* Reading drops the void around. */
        status = lw_calls_level_text(&level->level, &text, NULL);
        lw_level_destroy(&level->level);
    }
    if (status == LW_OK) {
        status = lw_calls_level_read(m->subject.game, &text, out, NULL);
    }
    lw_buffer_free(&text);
    lw_arena_free(&arena);
    return status;
}

/* Changes of other games: two cells of the text change places, neighbours as often as
 * not. A PuzzleScript board keeps its frame. */

#define PICKS 100 /* pairs drawn until their cells differ */

static void swap_once(const struct calls_grid *grid, uint32_t margin,
                      struct lw_rng *rng) {
    uint32_t width = grid->width - 2 * margin, height = grid->height - 2 * margin;
    for (int i = 0; i < PICKS; i++) {
        uint32_t x = lw_rng_below(rng, width), y = lw_rng_below(rng, height);
        uint32_t to_x = lw_rng_below(rng, width), to_y = lw_rng_below(rng, height);
        if (lw_rng_below(rng, 2) == 0) {
            bool across = lw_rng_below(rng, 2) == 0;
            to_x = across ? x + 1 : x;
            to_y = across ? y : y + 1;
        }
        if (to_x >= width || to_y >= height) {
            continue;
        }
        const char **a = &grid->cells[(y + margin) * grid->width + x + margin];
        const char **b = &grid->cells[(to_y + margin) * grid->width + to_x + margin];
        if (strcmp(*a, *b) != 0) {
            const char *first = *a;
            *a = *b;
            *b = first;
            return;
        }
    }
}

static lw_status swap_cells(struct mutate *m, struct lw_rng *rng, struct lw_level **out) {
    struct lw_arena arena;
    struct calls_grid grid;
    struct lw_buffer text;
    lw_arena_init(&arena, m->rq->calls->alloc);
    lw_buffer_init(&text, m->rq->calls->alloc);
    lw_status status = lw_calls_grid_of(m->before.level, &arena, &grid, NULL);
    if (status == LW_OK) {
        bool framed =
            m->subject.kind == &lw_puzzlescript_kind && grid.width > 2 && grid.height > 2;
        for (uint32_t left = 1 + lw_rng_below(rng, 2); left > 0; left--) {
            swap_once(&grid, framed ? 1 : 0, rng);
        }
        lw_calls_grid_text(&grid, &text);
        status = lw_calls_level_read(m->subject.game, &text, out, NULL);
    }
    lw_buffer_free(&text);
    lw_arena_free(&arena);
    return status;
}

/* A target of a Lazors level goes to another side of a cell; or cells change places. */
static lw_status change_lazors(struct mutate *m, struct lw_rng *rng,
                               struct lw_level **out) {
    const struct lw_lazors_level *from = lw_lazors_level_of(m->before.level);
    const struct lw_alloc *alloc = m->rq->calls->alloc;
    size_t bytes = from->n_targets * sizeof *from->targets;
    if (lw_rng_below(rng, 3) == 0) {
        return swap_cells(m, rng, out);
    }
    struct lw_lazors_target *targets = lw_alloc_get(alloc, bytes);
    struct lw_lazors_level *level = NULL;
    if (targets == NULL) {
        return LW_NO_MEMORY;
    }
    memcpy(targets, from->targets, bytes);
    struct lw_lazors_target *target = &targets[lw_rng_below(rng, from->n_targets)];
    target->x = (int16_t)lw_rng_below(rng, 2 * from->width + 1);
    target->y = (int16_t)(2 * lw_rng_below(rng, from->height) + (target->x % 2 == 0));
    struct lw_lazors_parts parts = {.width = from->width,
                                    .height = from->height,
                                    .cells = from->cells,
                                    .lasers = from->lasers,
                                    .n_lasers = from->n_lasers,
                                    .targets = targets,
                                    .n_targets = from->n_targets};
    memcpy(parts.stock, from->stock, sizeof parts.stock);
    lw_status status = lw_lazors_level_create(m->subject.game, &parts, &level, NULL);
    *out = status == LW_OK ? &level->level : NULL;
    lw_alloc_free(alloc, targets, bytes);
    return status;
}

/* Tries. */

static bool is_new(const struct mutate *m, const struct lw_level *level) {
    const struct lw_level_ops *ops = m->subject.kind->level;
    struct lw_id128 a, b;
    return ops->validate(level, NULL) == LW_OK &&
           ops->canonical(level, &a, NULL) == LW_OK &&
           ops->canonical(m->before.level, &b, NULL) == LW_OK && !lw_id128_equal(a, b);
}

static void try_one(struct mutate *m, uint64_t number) {
    struct lw_rng rng = lw_rng_make(m->seed, number);
    struct judged j = {.level = NULL};
    lw_buffer_init(&j.solution, m->rq->calls->alloc);
    lw_status status =
        m->subject.kind == &lw_sokoban_kind  ? change_sokoban(m, &rng, &j.level)
        : m->subject.kind == &lw_lazors_kind ? change_lazors(m, &rng, &j.level)
                                             : swap_cells(m, &rng, &j.level);
    if (status == LW_OK && is_new(m, j.level) && judge(m, &j) &&
        (j.unique || !m->before.unique) && distance_of(m, &j) < m->distance) {
        judged_free(&m->best);
        m->best = j;
        m->distance = distance_of(m, &j);
    } else {
        judged_free(&j);
    }
}

static void describe(void *ctx, struct lw_json_writer *json) {
    const struct mutate *m = ctx;
    lw_json_text(json, "phase", "changing");
    lw_json_uint(json, "done", m->n_tried);
    lw_json_uint(json, "total", m->n_tries);
    lw_json_real(json, "fraction", (double)m->n_tried / (double)m->n_tries);
}

/* The request and the answer. */

static lw_status get_request(struct mutate *m) {
    struct calls_request *rq = m->rq;
    struct lw_budget budget;
    const char *direction;
    lw_status status = lw_calls_subject_level(rq, &m->subject);
    if (status == LW_OK) {
        status = lw_calls_get_name(rq, "direction", &direction);
    }
    if (status == LW_OK && (direction == NULL || (strcmp(direction, "harder") != 0 &&
                                                  strcmp(direction, "easier") != 0))) {
        lw_calls_point(rq, NULL, "direction");
        status = lw_fail(rq->err, LW_USAGE, 0, 0,
                         "the member 'direction' is harder or easier");
    }
    if (status == LW_OK) {
        m->harder = strcmp(direction, "harder") == 0;
        status = lw_calls_get_whole(rq, "seed", 0, 0, (uint64_t)1 << 53, &m->seed);
    }
    if (status == LW_OK) {
        status = lw_calls_get_whole(rq, "tries", TRIES, 1, MAX_TRIES, &m->n_tries);
    }
    if (status == LW_OK) {
        status = lw_calls_get_budget(rq, SOLVE_NODES, SECONDS, MEMORY_BYTES, &budget);
    }
    if (status == LW_OK) {
        status = lw_calls_get_extras(rq, &m->extras);
    }
    if (status != LW_OK) {
        return status;
    }
    /* Solving one level has nodes and no time in it: the same request, the same level. */
    m->budget = (struct lw_budget){.nodes = budget.nodes,
                                   .memory_bytes = budget.memory_bytes,
                                   .cancel = budget.cancel};
    budget.nodes = 0;
    lw_meter_start(&m->meter, &rq->calls->runtime, &budget);
    return m->subject.kind->level->dup(m->subject.entry->level, &m->before.level);
}

static lw_status judge_first(struct mutate *m) {
    struct calls_request *rq = m->rq;
    struct lw_error why;
    if (lw_rater_open(&m->rater, m->subject.kind, NULL, 0, rq->calls->alloc, &why) ==
        LW_OK) {
        m->grader =
            lw_grader_make(&m->rater, 1, 10, rq->calls->cancel, &rq->calls->runtime);
    }
    choose_measure(m);
    if (!judge(m, &m->before)) {
        return lw_fail(rq->err, LW_LIMIT, 0, 0,
                       "the level itself was not solved within the budget, so nothing "
                       "can be compared with it");
    }
    m->by_rating = !isnan(m->before.rating);
    return LW_OK;
}

static lw_status put_changed(struct mutate *m) {
    struct calls_request *rq = m->rq;
    struct calls_grid a, b;
    lw_status status = lw_calls_grid_of(m->before.level, rq->arena, &a, rq->err);
    if (status == LW_OK) {
        status = lw_calls_grid_of(m->best.level, rq->arena, &b, rq->err);
    }
    if (status != LW_OK) {
        return status;
    }
    lw_json_array(rq->out, "changed");
    for (uint32_t i = 0;
         a.width == b.width && a.height == b.height && i < a.width * a.height; i++) {
        if (strcmp(a.cells[i], b.cells[i]) != 0) {
            lw_json_uint(rq->out, NULL, i);
        }
    }
    lw_json_array_end(rq->out);
    return LW_OK;
}

static lw_status put_answer(struct mutate *m) {
    struct calls_request *rq = m->rq;
    const struct lw_game_kind *kind = m->subject.kind;
    struct lw_buffer text;
    lw_buffer_init(&text, rq->calls->alloc);
    lw_status status = lw_calls_level_text(m->best.level, &text, rq->err);
    if (status == LW_OK) {
        lw_json_text_len(rq->out, "text", lw_buffer_text(&text), text.len);
        lw_json_object(rq->out, "level");
        status =
            lw_calls_put_level(rq->calls, rq->out, m->best.level, &m->extras, rq->err);
        lw_json_object_end(rq->out);
    }
    lw_buffer_free(&text);
    if (status != LW_OK) {
        return status;
    }
    lw_json_text(rq->out, "solution", lw_buffer_text(&m->best.solution));
    lw_calls_put_measures(rq->out, kind, m->best.measures);
    lw_json_real(rq->out, "rating", value_of(m, &m->best));
    lw_json_real(rq->out, "before", value_of(m, &m->before));
    lw_json_text(rq->out, "by",
                 m->by_rating ? "rating" : kind->solve->measures[m->measure].name);
    lw_json_uint(rq->out, "tried", m->n_tried);
    lw_json_bool(rq->out, "repeatable", m->meter.stop == LW_STOP_NONE);
    return put_changed(m);
}

static lw_status run(struct mutate *m) {
    struct calls_request *rq = m->rq;
    lw_status status = get_request(m);
    if (status != LW_OK || rq->check_only) {
        return status;
    }
    status = judge_first(m);
    if (status != LW_OK) {
        return status;
    }
    rq->calls->describe = describe;
    rq->calls->describe_ctx = m;
    while (m->n_tried < m->n_tries && m->distance > CLOSE_ENOUGH &&
           lw_meter_check(&m->meter) == LW_STOP_NONE) {
        try_one(m, m->n_tried++);
        lw_calls_tell(rq->calls);
    }
    rq->calls->describe = NULL;
    if (m->best.level == NULL) {
        return lw_fail(rq->err, m->meter.stop == LW_STOP_CANCEL ? LW_CANCELLED : LW_LIMIT,
                       0, 0,
                       "none of %llu small changes made the level %s; try another seed",
                       (unsigned long long)m->n_tried, m->harder ? "harder" : "easier");
    }
    return put_answer(m);
}

lw_status lw_calls_mutate(struct calls_request *rq) {
    struct mutate m = {.rq = rq, .distance = (double)INFINITY};
    lw_buffer_init(&m.before.solution, rq->calls->alloc);
    lw_buffer_init(&m.best.solution, rq->calls->alloc);
    lw_status status = run(&m);
    judged_free(&m.before);
    judged_free(&m.best);
    lw_rater_close(&m.rater);
    lw_calls_subject_close(&m.subject);
    return status;
}
