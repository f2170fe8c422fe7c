/* The Monte-Carlo generator: its options.
 *
 * Kartal, Sohre and Guy, "Data-Driven Sokoban Puzzle Generation with Monte Carlo Tree
 * Search" (AIIDE 2016). Levels are made by simulated play, so every one is solvable. The
 * default search takes a walk and a push as one action and gates the score against what
 * games it (bare rooms, boxes that begin on goals); search=literal is the paper's own. */
#include <math.h>
#include <string.h>

#include "make/generators.h"
#include "make/mcts/mcts_internal.h"

/* Options that have one default for each style stay unset in this table. */
static const struct lw_option options[] = {
    {.name = "board",
     .type = LW_OPTION_SIZE,
     .min = 2,
     .max = DRAFT_MAX_SIDE,
     .help = "squares without the outer wall, at most 64 (7x7 with objective=score, else "
             "each run draws sides of 5 to 8)"},
    {.name = "player",
     .type = LW_OPTION_CHOICE,
     .fallback = "random",
     .choices = "random|centre|corner",
     .help = "where the player starts"},
    {.name = "max-boxes",
     .type = LW_OPTION_INT,
     .min = 1,
     .max = DRAFT_MAX_BOXES,
     .help = "largest number of boxes (10 with objective=score, else one for 8 squares)"},
    {.name = "search",
     .type = LW_OPTION_CHOICE,
     .fallback = "macro",
     .choices = "macro|literal",
     .help = "macro: walk and push are one action; literal: the paper's single steps"},
    {.name = "playouts",
     .type = LW_OPTION_INT,
     .fallback = "20000",
     .min = 1,
     .max = 1e15,
     .help = "playouts of one root"},
    {.name = "target",
     .type = LW_OPTION_REAL,
     .min = 0,
     .max = 1000,
     .help = "stop at a level of this score"},
    {.name = "set",
     .type = LW_OPTION_INT,
     .fallback = "1",
     .min = 1,
     .max = 1000,
     .help = "levels of rising score kept from one run; 1 for only the best"},
    {.name = "roots",
     .type = LW_OPTION_INT,
     .fallback = "1",
     .min = 1,
     .max = 1024,
     .help = "independent trees a run, searched in parallel"},
    {.name = "objective",
     .type = LW_OPTION_CHOICE,
     .choices = "score|pushes|lines|changes|moves",
     .help = "what to maximise: the paper's score, or a measure of the shortest solution "
             "(score with search=literal or a target, else pushes)"},
    {.name = "climb",
     .type = LW_OPTION_INT,
     .fallback = "60",
     .min = 0,
     .max = 1e9,
     .help = "variations of the best level that are solved; none with objective=score "
             "(for a difficulty 300, towards 10 up to 3000)"},
    {.name = "solve-nodes",
     .type = LW_OPTION_INT,
     .fallback = "20000",
     .min = 1,
     .max = 1e12,
     .help = "solver nodes for each of them"},
    {.name = "refine",
     .type = LW_OPTION_INT,
     .min = 0,
     .max = 1e9,
     .help = "steps of local search around each new best level "
             "(0 with search=literal, else 20000)"},
    {.name = "exploration",
     .type = LW_OPTION_REAL,
     .min = 0,
     .max = 100,
     .help = "C of the confidence bound (1.4142 with search=literal, else 0.5)"},
    {.name = "tree-nodes",
     .type = LW_OPTION_INT,
     .fallback = "200000",
     .min = 1000,
     .max = 100000000,
     .help = "nodes of a tree, 24 bytes each; a full tree is started afresh"},
    {.name = "tree-depth",
     .type = LW_OPTION_INT,
     .fallback = "200",
     .min = 1,
     .max = 10000,
     .help = "largest depth of the tree"},
    {.name = "min-open",
     .type = LW_OPTION_INT,
     .min = 0,
     .max = 64,
     .help = "free squares before the board may freeze (5 with search=literal, else 1)"},
    {.name = "min-boxes",
     .type = LW_OPTION_INT,
     .min = 0,
     .max = DRAFT_MAX_BOXES,
     .help = "boxes before the board may freeze (3 with search=literal, else 1)"},
    {.name = "odds-open",
     .type = LW_OPTION_REAL,
     .min = 0,
     .max = 1000,
     .help = "odds of opening a square in a rollout (1 with search=literal, else 3)"},
    {.name = "odds-box",
     .type = LW_OPTION_REAL,
     .min = 0.001,
     .max = 1000,
     .help = "odds of placing a box in a rollout (1 with search=literal, else 1.5)"},
    {.name = "odds-freeze",
     .type = LW_OPTION_REAL,
     .min = 0.001,
     .max = 1000,
     .help = "odds of freezing in a rollout (1 with search=literal, else 0.3)"},
    {.name = "rollout-first",
     .type = LW_OPTION_INT,
     .min = 1,
     .max = DRAFT_MAX_PUSHES,
     .help = "steps of a rollout (15 with search=literal), pushes (30) otherwise"},
    {.name = "rollout-more",
     .type = LW_OPTION_INT,
     .fallback = "10",
     .min = 0,
     .max = DRAFT_MAX_PUSHES,
     .help = "add further ones, each with probability one half"},
    {.name = "push-bias",
     .type = LW_OPTION_REAL,
     .min = 0,
     .max = 1,
     .help = "chance to push rather than walk (0 with search=literal), "
             "to push on the same box (0.5) otherwise"},
    {.name = "weight-blocks",
     .type = LW_OPTION_REAL,
     .fallback = "5",
     .help = "weight of squares outside uniform 3x3 blocks (w_b)"},
    {.name = "weight-congestion",
     .type = LW_OPTION_REAL,
     .help = "weight of congestion, w_c (10 with objective=score, else 0)"},
    {.name = "weight-boxes",
     .type = LW_OPTION_REAL,
     .fallback = "1",
     .help = "weight of the number of boxes (w_n)"},
    {.name = "weight-distance",
     .type = LW_OPTION_REAL,
     .help = "weight of the lower bound on pushes, not in the paper "
             "(0 with objective=score, else 2)"},
    {.name = "scale",
     .type = LW_OPTION_REAL,
     .fallback = "50",
     .min = 0.001,
     .max = 1e6,
     .help = "the score is divided by this (k)"},
    {.name = "alpha",
     .type = LW_OPTION_REAL,
     .fallback = "1",
     .help = "weight of boxes in congestion"},
    {.name = "beta",
     .type = LW_OPTION_REAL,
     .fallback = "1",
     .help = "weight of goals in congestion"},
    {.name = "gamma",
     .type = LW_OPTION_REAL,
     .fallback = "1",
     .min = 0.001,
     .max = 1e6,
     .help = "weight of open squares in congestion"},
    {.name = "min-shift",
     .type = LW_OPTION_INT,
     .fallback = "2",
     .min = 0,
     .max = 20,
     .help = "remove boxes that end closer to their start than this"},
    {.name = "min-pushes",
     .type = LW_OPTION_INT,
     .fallback = "2",
     .min = 1,
     .max = 20,
     .help = "remove boxes that are pushed less often; the paper's rule is 1, with "
             "--min-shift 0"},
    {.name = "max-home",
     .type = LW_OPTION_REAL,
     .min = 0,
     .max = 1,
     .help = "no level with a larger share of boxes that start on goals (1 with "
             "search=literal, else 0.5)"},
    {.name = "gates",
     .type = LW_OPTION_CHOICE,
     .choices = "on|off",
     .help = "lower the score of bare rooms and of boxes that start on goals "
             "(off with search=literal, else on)"},
    {.name = "gate-room",
     .type = LW_OPTION_SIZE,
     .min = 2,
     .max = DRAFT_MAX_SIDE,
     .help = "open rectangles that count as bare room "
             "(3x4 with objective=score, else 3x3)"},
    {.name = "max-open",
     .type = LW_OPTION_REAL,
     .min = 0.05,
     .max = 1,
     .help = "share of open squares above which the gates lower the score "
             "(1 with objective=score, else 0.7)"},
};
#define N_OPTIONS (sizeof options / sizeof *options)

static const struct lw_option_value *value_of(const struct lw_generate_request *request,
                                              const char *name) {
    return lw_option_get(options, N_OPTIONS, request->values, name);
}

static double real_or(const struct lw_generate_request *request, const char *name,
                      double fallback) {
    const struct lw_option_value *value = value_of(request, name);
    return value->set ? value->real : fallback;
}

static uint32_t int_or(const struct lw_generate_request *request, const char *name,
                       uint32_t fallback) {
    const struct lw_option_value *value = value_of(request, name);
    return value->set ? (uint32_t)value->i : fallback;
}

static void read_weights(const struct lw_generate_request *request, bool literal,
                         bool plain, struct draft_weights *weights) {
    const struct lw_option_value *gates = value_of(request, "gates");
    const struct lw_option_value *room = value_of(request, "gate-room");
    *weights = (struct draft_weights){
        .blocks = value_of(request, "weight-blocks")->real,
        .congestion = real_or(request, "weight-congestion", plain ? 10 : 0),
        .boxes = value_of(request, "weight-boxes")->real,
        .distance = real_or(request, "weight-distance", plain ? 0 : 2),
        .scale = value_of(request, "scale")->real,
        .alpha = value_of(request, "alpha")->real,
        .beta = value_of(request, "beta")->real,
        .gamma = value_of(request, "gamma")->real,
        .min_shift = (uint32_t)value_of(request, "min-shift")->i,
        .min_pushes = (uint32_t)value_of(request, "min-pushes")->i,
        .max_home = real_or(request, "max-home", literal ? 1 : 0.5),
        .gates = gates->set ? gates->i == 0 : !literal,
        .max_open = real_or(request, "max-open", plain ? 1 : 0.7),
        .room_wide = room->set ? (uint32_t)room->i : 3,
        .room_high = room->set ? (uint32_t)room->i2
                     : plain   ? 4
                               : 3};
}

/* For a bound objective: what the usual level gets, and how much more the hardest tenth.
 * With the usual 40 candidates gave no level of 9..10; docs/generating.md has figures. */
#define USUAL_CLIMB 300
#define MORE_CLIMB 2700
#define MOST_STARTS 8

static void read_settings(const struct lw_generate_request *request,
                          struct mcts_settings *settings) {
    bool literal = value_of(request, "search")->i == MCTS_LITERAL;
    const struct lw_option_value *target = value_of(request, "target");
    settings->style = literal ? MCTS_LITERAL : MCTS_MACRO;
    settings->place = (enum mcts_place)value_of(request, "player")->i;
    settings->min_boxes = int_or(request, "min-boxes", literal ? 3 : 1);
    settings->min_open = int_or(request, "min-open", literal ? 5 : 1);
    settings->odds_open = real_or(request, "odds-open", literal ? 1 : 3);
    settings->odds_box = real_or(request, "odds-box", literal ? 1 : 1.5);
    settings->odds_freeze = real_or(request, "odds-freeze", literal ? 1 : 0.3);
    settings->first = int_or(request, "rollout-first", literal ? 15 : 30);
    settings->more = (uint32_t)value_of(request, "rollout-more")->i;
    settings->push_bias = real_or(request, "push-bias", literal ? 0 : 0.5);
    settings->refine = int_or(request, "refine", literal ? 0 : 20000);
    settings->roots = (uint32_t)value_of(request, "roots")->i;
    settings->set = (uint32_t)value_of(request, "set")->i;
    settings->tree = (struct lw_mcts_params){
        .exploration =
            real_or(request, "exploration", literal ? 1.4142135623730951 : 0.5),
        .unvisited = HUGE_VAL,
        .max_nodes = (uint32_t)value_of(request, "tree-nodes")->i,
        .max_depth = (uint32_t)value_of(request, "tree-depth")->i,
        .restart = true,
        .max_playouts = (uint64_t)value_of(request, "playouts")->i,
        .stop_at = target->set ? target->real : (double)NAN};
    const struct lw_option_value *objective = value_of(request, "objective");
    settings->objective = objective->set           ? (enum mcts_objective)objective->i
                          : literal || target->set ? MCTS_SCORE
                                                   : MCTS_PUSHES;
    bool plain = settings->objective == MCTS_SCORE && request->objective.score == NULL;
    /* A bound objective looks at the whole play of a level: small ones, varied longer. */
    bool bound = request->objective.score != NULL;
    const struct lw_option_value *climb = value_of(request, "climb");
    settings->boxes_by_size = !plain && !bound && !value_of(request, "max-boxes")->set;
    settings->max_boxes = int_or(request, "max-boxes", bound ? 4 : 10);
    settings->any_board = !plain && !bound && !value_of(request, "board")->set;
    double hard = bound ? fmin(fmax((request->objective.lean - 0.6) / 1.05, 0), 1) : 0;
    settings->starts = (uint32_t)lround(MOST_STARTS * hard);
    settings->climb = plain ? 0
                      : bound && !climb->given
                          ? USUAL_CLIMB + (uint32_t)(MORE_CLIMB * hard)
                          : (uint32_t)climb->i;
    settings->solve_nodes = (uint64_t)value_of(request, "solve-nodes")->i;
    read_weights(request, literal, plain, &settings->weights);
}

static lw_status prepare(const struct lw_generate_request *request,
                         const struct lw_runtime *runtime, void **shared,
                         struct lw_error *err) {
    (void)runtime;
    const struct lw_alloc *alloc = request->game->alloc;
    const struct lw_option_value *given = value_of(request, "board");
    struct lw_option_value usual = {.i = 7, .i2 = 7};
    struct lw_option_value small = {.i = request->objective.lean > 1.1 ? 7 : 6, .i2 = 5};
    const struct lw_option_value *board = given->set                         ? given
                                          : request->objective.score != NULL ? &small
                                                                             : &usual;
    if (board->i * board->i2 > DRAFT_MAX_SQUARES) {
        return lw_fail_option(
            err, LW_USAGE, "board",
            "a board of %dx%d has %d squares; this method takes at most %d, "
            "such as 8x8",
            (int)board->i, (int)board->i2, (int)(board->i * board->i2),
            DRAFT_MAX_SQUARES);
    }
    if (board->i < 4 && board->i2 < 4 && (board->i < 3 || board->i2 < 3)) {
        return lw_fail_option(err, LW_IMPOSSIBLE, "board",
                              "a board of %dx%d has no room to push a box two squares; "
                              "take at least 3x3 or 4x2",
                              (int)board->i, (int)board->i2);
    }
    struct mcts_settings *settings = lw_alloc_zero(alloc, 1, sizeof *settings);
    if (settings == NULL) {
        return lw_fail_memory(err);
    }
    read_settings(request, settings);
    lw_sok_mcts_set_board(settings, (uint32_t)board->i, (uint32_t)board->i2);
    if (settings->min_boxes > settings->max_boxes ||
        settings->min_boxes + settings->min_open + 1 > settings->frame.n_squares) {
        lw_status status = lw_fail_option(
            err, LW_USAGE, "min-boxes",
            "--min-boxes %u and --min-open %u do not fit --max-boxes %u and a board "
            "of %u squares; lower them",
            settings->min_boxes, settings->min_open, settings->max_boxes,
            settings->frame.n_squares);
        lw_alloc_free(alloc, settings, sizeof *settings);
        return status;
    }
    *shared = settings;
    return LW_OK;
}

static void release(const struct lw_generate_request *request, void *shared) {
    lw_alloc_free(request->game->alloc, shared, sizeof(struct mcts_settings));
}

const struct lw_generator lw_sokoban_mcts = {
    .name = "mcts",
    .summary = "Monte-Carlo tree search through simulated play (Kartal, Sohre, Guy 2016)",
    .options = options,
    .main_options = "board max-boxes objective",
    .objective_option = "objective",
    .n_options = N_OPTIONS,
    .prepare = prepare,
    .make = lw_sok_mcts_make,
    .release = release,
};
