/* Features of the best solutions: each metric minimised by itself, and what the
 * push-optimal solution looks like. Only proved optima count; the rest stays undefined.
 */
#include <math.h>

#include "feature_internal.h"

/* Of the time left, for each solution: what comes after keeps a quarter of it all. */
#define SHARE_OF_TIME 0.3

/* Solves for one metric; *solved only with a proved optimum. */
static lw_status solve_for(struct measuring *m, enum lw_sokoban_metric metric,
                           struct lw_solve_result *result, bool *solved,
                           struct lw_error *err) {
    struct lw_solve_request request = {
        .metric = metric, .budget = lw_sokoban_budget_share(m, SHARE_OF_TIME)};
    lw_solve_result_init(result, m->runtime->alloc);
    lw_status status =
        lw_sokoban_solve_ops.solve(m->base, &request, m->runtime, result, err);
    *solved = status == LW_OK && result->outcome == LW_OUTCOME_SOLVED && result->optimal;
    return status;
}

static lw_status minimise(struct measuring *m, enum lw_sokoban_metric metric,
                          size_t measure, size_t feature, struct lw_error *err) {
    struct lw_solve_result result;
    bool solved;
    lw_status status = solve_for(m, metric, &result, &solved, err);
    if (solved) {
        m->values->value[feature] = result.measures[measure];
    }
    m->values->seconds[feature] = result.seconds;
    lw_solve_result_free(&result);
    return status;
}

/* The push-optimal solution, followed box by box. */
struct walk {
    uint16_t player;
    uint16_t *boxes; /* [n_boxes] squares; box i keeps its index */
    uint8_t *moved;  /* [n_boxes] */
    uint32_t counterintuitive, off_goal, n_moved;
};

static uint32_t box_at(const struct measuring *m, const struct walk *walk,
                       uint16_t square) {
    uint32_t i = 0;
    while (i < m->board->n_boxes && walk->boxes[i] != square) {
        i++;
    }
    return i;
}

static void follow(struct measuring *m, struct walk *walk, const char *moves) {
    double before = m->matched ? m->values->value[FEATURE_MATCHING] : (double)NAN;
    for (; *moves != '\0'; moves++) {
        enum lw_dir dir = lw_sokoban_lurd_dir(*moves);
        walk->player = m->board->next[walk->player][dir];
        uint32_t box = box_at(m, walk, walk->player);
        if (box == m->board->n_boxes) {
            continue;
        }
        uint32_t cell = m->board->cell_of[walk->player];
        walk->off_goal += (m->level->cells[cell] & LW_SOKOBAN_GOAL) != 0;
        walk->boxes[box] = m->board->next[walk->player][dir];
        walk->n_moved += !walk->moved[box];
        walk->moved[box] = 1;
        if (m->matched) {
            double after = lw_sokoban_matching(m, walk->boxes, walk->player);
            walk->counterintuitive += after > before;
            before = after;
        }
    }
}

static lw_status describe(struct measuring *m, const struct lw_solve_result *result,
                          struct lw_error *err) {
    double *value = m->values->value;
    size_t n = m->board->n_boxes, bytes = n * (sizeof(uint16_t) + 1);
    uint16_t *block = lw_alloc_zero(m->runtime->alloc, bytes, 1);
    if (block == NULL) {
        return lw_fail_memory(err);
    }
    struct walk walk = {
        .player = m->board->player, .boxes = block, .moved = (uint8_t *)(block + n)};
    memcpy(walk.boxes, m->board->boxes, n * sizeof *walk.boxes);
    follow(m, &walk, lw_buffer_text(&result->solution));
    double pushes = result->measures[LW_SOKOBAN_PUSHES];
    double moves = result->measures[LW_SOKOBAN_MOVES];
    value[FEATURE_COUNTERINTUITIVE] = m->matched ? walk.counterintuitive : (double)NAN;
    value[FEATURE_OFF_GOAL] = walk.off_goal;
    value[FEATURE_BOXES_MOVED] = walk.n_moved / (double)n;
    value[FEATURE_SOLUTION_MOVES] = moves;
    value[FEATURE_WALK_SHARE] = 1 - pushes / moves;
    value[FEATURE_SESSIONS] = result->measures[LW_SOKOBAN_SESSIONS];
    value[FEATURE_PLAYER_LINES] = result->measures[LW_SOKOBAN_PLAYER_LINES];
    value[FEATURE_PUSHES] = pushes;
    value[FEATURE_PUSHES_PER_BOX] = pushes / (double)n;
    value[FEATURE_GAP] = pushes - value[FEATURE_MATCHING];
    value[FEATURE_SEARCH_EXPANDED] = (double)result->expanded;
    value[FEATURE_SEARCH_GENERATED] = (double)result->generated;
    value[FEATURE_SEARCH_CLOSED] = (double)result->closed;
    lw_alloc_free(m->runtime->alloc, block, bytes);
    return LW_OK;
}

lw_status lw_sokoban_solution_features(struct measuring *m, struct lw_error *err) {
    struct lw_solve_result result;
    bool solved;
    lw_status status = solve_for(m, LW_SOKOBAN_METRIC_PUSHES, &result, &solved, err);
    bool unsolvable = status == LW_OK && result.outcome == LW_OUTCOME_UNSOLVABLE;
    if (solved) {
        status = describe(m, &result, err);
    }
    m->values->seconds[FEATURE_PUSHES] = result.seconds;
    lw_solve_result_free(&result);
    if (status != LW_OK || unsolvable) {
        return status;
    }
    static const struct {
        enum lw_sokoban_metric metric;
        size_t measure, feature;
    } others[] = {
        {LW_SOKOBAN_METRIC_MOVES, LW_SOKOBAN_MOVES, FEATURE_MOVES},
        {LW_SOKOBAN_METRIC_LINES, LW_SOKOBAN_LINES, FEATURE_LINES},
        {LW_SOKOBAN_METRIC_CHANGES, LW_SOKOBAN_CHANGES, FEATURE_CHANGES},
    };
    for (size_t i = 0; status == LW_OK && i < sizeof others / sizeof *others; i++) {
        status = minimise(m, others[i].metric, others[i].measure, others[i].feature, err);
    }
    double *value = m->values->value;
    value[FEATURE_EXTRA_CHANGES] = value[FEATURE_CHANGES] - value[FEATURE_BOXES_OFF_GOAL];
    return status;
}
