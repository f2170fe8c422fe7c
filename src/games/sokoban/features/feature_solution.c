/* Features of the best solutions: each metric minimised by itself, and what the
 * push-optimal solution looks like. Where an optimum is not proved within the budget, a
 * solution found in a hurry stands in: it is longer by about the same factor wherever
 * both are known, so its measures are divided by that factor and carry its spread as
 * their error. */
#include <math.h>

#include "features/feature_internal.h"

/* Of the time left, for each solution: what comes after keeps a quarter of it all. */
#define SHARE_OF_TIME 0.3

/* Of the nodes, for one metric. Levels like those that the models learned from need less
 * than a tenth of 60,000 for every metric but moves; where pushes fail the others nearly
 * always do. */
#define SHARE_FIRST 0.25
#define SHARE_OTHER 0.12
#define SHARE_MOVES 0.5
#define SHARE_HOPELESS 0.1
#define SHARE_HURRY 0.5
#define SHARE_BLIND 0.02 /* where not even a hurried solution was found */

/* ln(hurried / optimal) over 111 levels of six and more boxes of Microban 1 and 2 and
 * SokEvo whose optima are known: mean and standard deviation. */
struct excess {
    double mean, sd;
};
static const struct excess hurried[LW_SOKOBAN_N_MEASURES] = {
    [LW_SOKOBAN_MOVES] = {0.40, 0.24},    [LW_SOKOBAN_PUSHES] = {0.15, 0.15},
    [LW_SOKOBAN_LINES] = {0.28, 0.20},    [LW_SOKOBAN_CHANGES] = {0.40, 0.27},
    [LW_SOKOBAN_SESSIONS] = {0.15, 0.20}, [LW_SOKOBAN_PLAYER_LINES] = {0.11, 0.21}};
/* The same for the push-optimal solution where another metric is not proved. */
static const struct excess push_optimal[LW_SOKOBAN_N_MEASURES] = {
    [LW_SOKOBAN_MOVES] = {0.19, 0.17},
    [LW_SOKOBAN_LINES] = {0.10, 0.12},
    [LW_SOKOBAN_CHANGES] = {0.25, 0.22}};
#define CUT_SHORT 3
#define COUNT_ERROR 0.3 /* of counts along a hurried solution, as share */

static struct lw_budget budget_for(const struct measuring *m, double share_of_nodes) {
    struct lw_budget budget = lw_sokoban_budget_share(m, SHARE_OF_TIME);
    if (budget.nodes != 0) {
        budget.nodes = (uint64_t)((double)budget.nodes * share_of_nodes) + 1;
    }
    return budget;
}

static lw_status solve_for(struct measuring *m, enum lw_sokoban_metric metric,
                           double share_of_nodes, struct lw_solve_result *result,
                           struct lw_error *err) {
    struct lw_solve_request request = {.metric = metric,
                                       .budget = budget_for(m, share_of_nodes)};
    lw_solve_result_init(result, m->runtime->alloc);
    return lw_sokoban_solve_ops.solve(m->base, &request, m->runtime, result, err);
}

static void put_estimate(struct measuring *m, size_t feature, double found,
                         struct excess excess) {
    double value = found * exp(-excess.mean);
    m->values->value[feature] = value;
    m->values->error[feature] = value * excess.sd;
}

/* One metric, or its estimate from the solution that is known. */
static lw_status minimise(struct measuring *m, enum lw_sokoban_metric metric,
                          size_t measure, size_t feature, struct lw_error *err) {
    struct lw_solve_result result;
    double share = m->way.len == 0                     ? SHARE_BLIND
                   : !m->way_optimal                   ? SHARE_HOPELESS
                   : metric == LW_SOKOBAN_METRIC_MOVES ? SHARE_MOVES
                                                       : SHARE_OTHER;
    lw_status status = solve_for(m, metric, share, &result, err);
    if (status == LW_OK && result.outcome == LW_OUTCOME_SOLVED && result.optimal) {
        m->values->value[feature] = result.measures[measure];
        m->values->error[feature] = 0;
    } else if (status == LW_OK && m->way.len > 0) {
        put_estimate(m, feature, m->way_measures[measure],
                     m->way_optimal ? push_optimal[measure] : hurried[measure]);
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

static void put_way(struct measuring *m, const struct walk *walk) {
    double *value = m->values->value, *error = m->values->error;
    double n = m->board->n_boxes, pushes = m->way_measures[LW_SOKOBAN_PUSHES];
    double moves = m->way_measures[LW_SOKOBAN_MOVES];
    value[FEATURE_COUNTERINTUITIVE] = m->matched ? walk->counterintuitive : (double)NAN;
    value[FEATURE_OFF_GOAL] = walk->off_goal;
    value[FEATURE_BOXES_MOVED] = walk->n_moved / n;
    value[FEATURE_SOLUTION_MOVES] = moves;
    value[FEATURE_WALK_SHARE] = 1 - pushes / moves;
    value[FEATURE_SESSIONS] = m->way_measures[LW_SOKOBAN_SESSIONS];
    value[FEATURE_PLAYER_LINES] = m->way_measures[LW_SOKOBAN_PLAYER_LINES];
    value[FEATURE_PUSHES] = pushes;
    if (!m->way_optimal) {
        put_estimate(m, FEATURE_PUSHES, pushes, hurried[LW_SOKOBAN_PUSHES]);
        value[FEATURE_PUSHES] = fmax(value[FEATURE_PUSHES], value[FEATURE_MATCHING]);
        put_estimate(m, FEATURE_SOLUTION_MOVES, moves, hurried[LW_SOKOBAN_SESSIONS]);
        put_estimate(m, FEATURE_SESSIONS, value[FEATURE_SESSIONS],
                     hurried[LW_SOKOBAN_SESSIONS]);
        put_estimate(m, FEATURE_PLAYER_LINES, value[FEATURE_PLAYER_LINES],
                     hurried[LW_SOKOBAN_PLAYER_LINES]);
        error[FEATURE_COUNTERINTUITIVE] = 1 + COUNT_ERROR * walk->counterintuitive;
        error[FEATURE_OFF_GOAL] = 1 + COUNT_ERROR * walk->off_goal;
        error[FEATURE_WALK_SHARE] = 0.05;
        error[FEATURE_GAP] = error[FEATURE_PUSHES];
        error[FEATURE_PUSHES_PER_BOX] = error[FEATURE_PUSHES] / n;
    }
    value[FEATURE_PUSHES_PER_BOX] = value[FEATURE_PUSHES] / n;
    value[FEATURE_GAP] = value[FEATURE_PUSHES] - value[FEATURE_MATCHING];
}

/* Keeps the solution for what comes after and describes it. */
static lw_status describe(struct measuring *m, const struct lw_solve_result *result,
                          struct lw_error *err) {
    size_t n = m->board->n_boxes, bytes = n * (sizeof(uint16_t) + 1);
    uint16_t *block = lw_alloc_zero(m->runtime->alloc, bytes, 1);
    if (block == NULL) {
        return lw_fail_memory(err);
    }
    struct walk walk = {
        .player = m->board->player, .boxes = block, .moved = (uint8_t *)(block + n)};
    memcpy(walk.boxes, m->board->boxes, n * sizeof *walk.boxes);
    follow(m, &walk, lw_buffer_text(&result->solution));
    memcpy(m->way_measures, result->measures, sizeof m->way_measures);
    put_way(m, &walk);
    lw_buffer_clear(&m->way);
    lw_buffer_puts(&m->way, lw_buffer_text(&result->solution));
    lw_alloc_free(m->runtime->alloc, block, bytes);
    return m->way.failed ? lw_fail_memory(err) : LW_OK;
}

/* What the search for the fewest pushes cost. A search that was cut short would have gone
 * on for nobody knows how long: a guess, as unsure as it is large. */
static void put_effort(struct measuring *m, const struct lw_solve_result *result) {
    const struct {
        size_t feature;
        double count;
    } counts[] = {
        {FEATURE_SEARCH_EXPANDED, (double)result->expanded},
        {FEATURE_SEARCH_GENERATED, (double)result->generated},
        {FEATURE_SEARCH_CLOSED, (double)result->closed},
        {FEATURE_SEARCH_OPEN, (double)result->closed - (double)result->expanded},
    };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        double count = fmax(counts[i].count, 0);
        m->values->value[counts[i].feature] = m->way_optimal ? count : CUT_SHORT * count;
        m->values->error[counts[i].feature] = m->way_optimal ? 0 : CUT_SHORT * count + 1;
    }
}

/* Any solution, where the fewest pushes were not to be had. */
static lw_status hurry(struct measuring *m, struct lw_error *err) {
    struct lw_solve_result result;
    lw_status status = solve_for(m, LW_SOKOBAN_METRIC_ANY, SHARE_HURRY, &result, err);
    if (status == LW_OK && result.outcome == LW_OUTCOME_SOLVED) {
        status = describe(m, &result, err);
    }
    m->values->seconds[FEATURE_PUSHES] += result.seconds;
    lw_solve_result_free(&result);
    return status;
}

/* Where no solution is known: read off the least matching. Over 58 levels of nine and
 * more boxes of the shared collections whose solutions are known, ln(pushes / matching)
 * is 0.60 with deviation 0.46, ln(moves / pushes) 1.50 (0.35) and so on; levels that
 * could not be solved are larger, so the deviations are taken wider. */
static void guess_solution(struct measuring *m) {
    double *value = m->values->value, *error = m->values->error;
    double n = m->board->n_boxes, pushes = value[FEATURE_MATCHING] * exp(0.6);
    double lines = pushes * exp(-0.36), moves = pushes * exp(1.5);
    const struct {
        size_t feature;
        double value, spread; /* as share, */
        double apart;         /* or as it is */
    } guesses[] = {
        {FEATURE_PUSHES, pushes, 0.6, 0},
        {FEATURE_MOVES, moves, 0.8, 0},
        {FEATURE_LINES, lines, 0.7, 0},
        {FEATURE_CHANGES, lines * exp(-0.26), 0.7, 0},
        {FEATURE_SESSIONS, lines, 0.7, 0},
        {FEATURE_PLAYER_LINES, moves * exp(-0.3), 0.8, 0},
        {FEATURE_SOLUTION_MOVES, moves * exp(0.24), 0.8, 0},
        {FEATURE_PUSHES_PER_BOX, pushes / n, 0.6, 0},
        {FEATURE_GAP, pushes - value[FEATURE_MATCHING], 1, 0},
        {FEATURE_COUNTERINTUITIVE, 0.23 * pushes, 0.8, 0},
        {FEATURE_OFF_GOAL, 0.26 * pushes, 0.8, 0},
        {FEATURE_BOXES_MOVED, 0.94, 0, 0.11},
        {FEATURE_WALK_SHARE, 0.82, 0, 0.06},
    };
    for (size_t i = 0; i < sizeof guesses / sizeof *guesses; i++) {
        value[guesses[i].feature] = guesses[i].value;
        error[guesses[i].feature] =
            guesses[i].spread * guesses[i].value + guesses[i].apart;
    }
}

lw_status lw_sokoban_solution_features(struct measuring *m, struct lw_error *err) {
    struct lw_solve_result result;
    lw_status status = solve_for(m, LW_SOKOBAN_METRIC_PUSHES, SHARE_FIRST, &result, err);
    bool good = status == LW_OK, limit = good && result.outcome == LW_OUTCOME_LIMIT;
    m->unsolvable = good && result.outcome == LW_OUTCOME_UNSOLVABLE;
    m->way_optimal = good && result.outcome == LW_OUTCOME_SOLVED && result.optimal;
    if (m->way_optimal) {
        status = describe(m, &result, err);
    }
    if (m->way_optimal || limit) {
        put_effort(m, &result);
    }
    m->values->seconds[FEATURE_PUSHES] = result.seconds;
    lw_solve_result_free(&result);
    if (status == LW_OK && limit) {
        status = hurry(m, err);
    }
    if (status != LW_OK || m->unsolvable) {
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
    if (m->way.len == 0 && m->matched && !isnan(m->values->value[FEATURE_MATCHING])) {
        guess_solution(m);
    }
    for (size_t i = 0; status == LW_OK && i < sizeof others / sizeof *others; i++) {
        status = minimise(m, others[i].metric, others[i].measure, others[i].feature, err);
    }
    double *value = m->values->value;
    value[FEATURE_EXTRA_CHANGES] = value[FEATURE_CHANGES] - value[FEATURE_BOXES_OFF_GOAL];
    m->values->error[FEATURE_EXTRA_CHANGES] = m->values->error[FEATURE_CHANGES];
    return status;
}
