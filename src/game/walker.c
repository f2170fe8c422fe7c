/* The walker on the play interface.
 *
 * Sampling is guided as for Sokoban (people_sample.c there): a step is drawn by what is
 * expected of where it leads, and the walk carries the quotient of chances as its weight,
 * so that the mean weight of walks that arrive is the chance whatever the guide. What is
 * expected of a position not yet met falls with the number of bytes in which it differs
 * from the end of a known solution. */
#include "lw/walker.h"

#include <math.h>
#include <string.h>

#include "lw/base/rng.h"

#define PATIENCE 0.99
#define DEFAULT_NODES 60000u
#define MAX_SWEEPS 4000
#define MAX_STEPS 2000 /* of a walk */
#define MAX_WALKS 2000u
#define MIN_WALKS 200u
#define FREE_STEPS 0.1 /* share of steps drawn as the walker would */
#define GOOD_ERROR 0.03
#define NOT_SPREAD UINT32_MAX
#define BOUND_SWEEPS 30
#define RIM 0.3       /* where between its bounds ln(chance) is taken to lie */
#define NO_WIN 1000.0 /* times rarer than the upper bound, where no win was met */

struct place {
    size_t first;  /* into edges */
    uint32_t n;    /* edges, NOT_SPREAD: not made yet */
    uint32_t away; /* bytes that differ from the end */
    bool won;
    double value;
};

struct walk {
    const struct lw_play_ops *ops;
    struct lw_play *play;
    const struct lw_alloc *alloc;
    struct lw_meter meter;
    struct lw_rng rng;
    struct lw_state_set states;
    struct place *places; /* by number of the state */
    size_t places_cap;
    uint32_t *edges;
    size_t n_edges, edges_cap;
    uint8_t *here, *next; /* one state each */
    uint8_t *end;         /* of a known solution */
    bool has_end;
    lw_step_move *moves; /* [LW_MAX_MOVES] */
    double per_byte;
    bool hopes; /* positions not met count by their distance; otherwise as below */
    double beyond;
    uint32_t *way;
    size_t n_way, way_cap;
    bool out_of_memory;
};

static uint32_t add_state(struct walk *w, const uint8_t *state, bool won) {
    bool added;
    uint32_t id = lw_state_set_add(&w->states, state, &added);
    if (id == LW_STATE_NONE || !lw_grow(w->alloc, &w->places, &w->places_cap,
                                        (size_t)id + 1, sizeof *w->places)) {
        w->out_of_memory = true;
        return LW_STATE_NONE;
    }
    if (added) {
        struct place place = {.n = NOT_SPREAD, .won = won, .value = won ? 1 : 0};
        for (size_t i = 0; w->has_end && i < w->play->state_bytes; i++) {
            place.away += state[i] != w->end[i];
        }
        w->places[id] = place;
    }
    return id;
}

/* Makes the steps from a position; false: the budget or memory is out. */
static bool spread(struct walk *w, uint32_t id) {
    if (w->places[id].n != NOT_SPREAD || w->places[id].won) {
        return true;
    }
    memcpy(w->here, lw_state_set_get(&w->states, id), w->play->state_bytes);
    size_t n_moves = w->ops->moves(w->play, w->here, w->moves), first = w->n_edges;
    for (size_t i = 0; i < n_moves; i++) {
        enum lw_step step = w->ops->step(w->play, w->here, w->moves[i], w->next);
        if (step != LW_STEP_CHANGED && step != LW_STEP_WON) {
            continue;
        }
        uint32_t to = add_state(w, w->next, step == LW_STEP_WON);
        if (to == LW_STATE_NONE || !lw_grow(w->alloc, &w->edges, &w->edges_cap,
                                            w->n_edges + 1, sizeof *w->edges)) {
            w->out_of_memory = true;
            return false;
        }
        w->edges[w->n_edges++] = to;
    }
    w->places[id].first = first;
    w->places[id].n = (uint32_t)(w->n_edges - first);
    return lw_meter_tick(&w->meter, n_moves + 1) == LW_STOP_NONE;
}

static double value_of(const struct walk *w, uint32_t id) {
    const struct place *place = &w->places[id];
    if (place->won || place->n != NOT_SPREAD) {
        return place->value;
    }
    return w->hopes ? exp(-w->per_byte * (double)place->away) : w->beyond;
}

static void value_place(struct walk *w, uint32_t id) {
    struct place *place = &w->places[id];
    double sum = 0;
    if (place->won || place->n == NOT_SPREAD) {
        return;
    }
    for (uint32_t i = 0; i < place->n; i++) {
        sum += value_of(w, w->edges[place->first + i]);
    }
    place->value = place->n == 0 ? 0 : PATIENCE * sum / place->n;
}

static void sweep(struct walk *w, int most, double settled) {
    double before = -1;
    int still = 0;
    uint32_t n = w->states.n_states;
    for (int i = 0; i < most && still < 3; i++) {
        for (uint32_t at = 0; at < n; at++) {
            value_place(w, i % 2 == 0 ? n - 1 - at : at);
        }
        double start = w->places[0].value;
        still = start > 0 && fabs(start - before) <= settled * start ? still + 1 : 0;
        before = start;
    }
}

/* Exact. */

/* true: all positions are known. */
static bool enumerate(struct walk *w) {
    for (uint32_t id = 0; id < w->states.n_states; id++) {
        if (!spread(w, id)) {
            return false;
        }
    }
    return true;
}

static bool any_won(const struct walk *w) {
    for (uint32_t id = 0; id < w->states.n_states; id++) {
        if (w->places[id].won) {
            return true;
        }
    }
    return false;
}

/* Between what the positions met give when nothing beyond them is won and when all is. */

struct bounds {
    double least, most;
};

static double bound(struct walk *w, double beyond) {
    w->hopes = false;
    w->beyond = beyond;
    for (uint32_t id = 0; id < w->states.n_states; id++) {
        w->places[id].value = w->places[id].won ? 1 : 0;
    }
    sweep(w, beyond > 0 || any_won(w) ? BOUND_SWEEPS : 0, 1e-3);
    w->beyond = 0;
    return w->places[0].value;
}

/* Where no walk showed more. Positions at the rim are nearly always hopeless too. */
static void guess(const struct bounds *bounds, struct lw_walker *out) {
    double most = fmin(fmax(bounds->most, bounds->least), 1);
    double chance, error;
    if (!(most > 0)) {
        return;
    }
    if (bounds->least > 0) {
        double range = log(most / bounds->least);
        chance = bounds->least * exp(RIM * range);
        error = fmax(RIM * range, RIM);
    } else {
        chance = most / NO_WIN;
        error = log(NO_WIN);
    }
    double scale = 1 - log10(chance);
    out->value = log(scale);
    out->error = error / (log(10) * scale);
}

/* A known solution. */

static lw_status solve(const struct lw_level *level, const struct lw_budget *budget,
                       const struct lw_runtime *runtime, struct lw_solve_result *result) {
    const struct lw_solve_ops *ops = level->game->kind->solve;
    struct lw_solve_request request = {.budget = *budget};
    if (ops == NULL) {
        return LW_UNSUPPORTED;
    }
    for (size_t i = 0; i < ops->n_metrics; i++) {
        request.metric = strcmp(ops->metrics[i].name, "any") == 0 ? i : request.metric;
    }
    return ops->solve(level, &request, runtime, result, NULL);
}

/* Replays the solution into w->end. */
static bool find_end(struct walk *w, const struct lw_solve_result *result) {
    const char *at = lw_buffer_text(&result->solution);
    size_t left = result->solution.len;
    w->ops->start(w->play, w->end);
    while (left > 0) {
        size_t used = 0;
        enum lw_step step = w->ops->step_text(
            w->play, w->end, (struct lw_step_text){at, left}, &used, w->next, NULL);
        if (used == 0 || step == LW_STEP_ILLEGAL) {
            break;
        }
        if (step != LW_STEP_SAME) {
            memcpy(w->end, w->next, w->play->state_bytes);
        }
        at += used;
        left -= used;
        size_t gap = strspn(at, " \n\t");
        size_t separator = strlen(w->ops->move_separator);
        gap = gap == 0 && separator <= left &&
                      strncmp(at, w->ops->move_separator, separator) == 0
                  ? separator
                  : gap;
        at += gap < left ? gap : left;
        left -= gap < left ? gap : left;
    }
    return w->ops->won(w->play, w->end);
}

static bool keep_on_way(struct walk *w, uint32_t id) {
    if (!lw_grow(w->alloc, &w->way, &w->way_cap, w->n_way + 1, sizeof *w->way)) {
        w->out_of_memory = true;
        return false;
    }
    w->way[w->n_way++] = id;
    return true;
}

/* From the start always to what looks most like the end, never twice to the same place:
 * where the search draws one line after the other this is the solution itself. */
static void find_way(struct walk *w) {
    uint32_t id = 0;
    for (int i = 0; i < MAX_STEPS && keep_on_way(w, id) && spread(w, id); i++) {
        const struct place *place = &w->places[id];
        uint32_t best = LW_STATE_NONE;
        for (uint32_t k = 0; k < place->n; k++) {
            uint32_t to = w->edges[place->first + k];
            const struct place *other = &w->places[to];
            if (other->won) {
                return;
            }
            bool better = best == LW_STATE_NONE || other->away < w->places[best].away;
            if (other->n == NOT_SPREAD && better) {
                best = to;
            }
        }
        if (best == LW_STATE_NONE) {
            return;
        }
        id = best;
    }
}

/* Guided walks. */

static void fit_outlook(struct walk *w) {
    double up = 0, down = 0;
    for (size_t i = 0; i < w->n_way; i++) {
        const struct place *place = &w->places[w->way[i]];
        double d = place->away;
        if (place->n != NOT_SPREAD && place->value > 0 && d > 0) {
            up += d * -log(place->value);
            down += d * d;
        }
    }
    if (down > 0 && up > 0) {
        w->per_byte = fmin(fmax(0.8 * up / down, 0.01), 5);
    }
}

static uint32_t draw(struct walk *w, uint32_t id, double *factor) {
    const struct place *place = &w->places[id];
    double total = 0, n = place->n;
    for (uint32_t i = 0; i < place->n; i++) {
        total += value_of(w, w->edges[place->first + i]);
    }
    if (total <= 0) {
        return LW_STATE_NONE;
    }
    double pick = lw_rng_unit(&w->rng), sum = 0, part = 0;
    uint32_t to = LW_STATE_NONE;
    for (uint32_t i = 0; i < place->n && sum <= pick; i++) {
        to = w->edges[place->first + i];
        part = (1 - FREE_STEPS) * value_of(w, to) / total + FREE_STEPS / n;
        sum += part;
    }
    *factor = PATIENCE / n / part;
    return to;
}

/* false: the budget is out. */
static bool walk_once(struct walk *w, double *weight) {
    uint32_t trail[MAX_STEPS], id = 0;
    int n = 0;
    double product = 1;
    bool going = true;
    *weight = 0;
    while (n < MAX_STEPS && going && !w->places[id].won) {
        double factor = 0;
        going = spread(w, id);
        trail[n++] = id;
        id = going ? draw(w, id, &factor) : id;
        if (!going || id == LW_STATE_NONE) {
            break;
        }
        product *= factor;
        *weight = w->places[id].won ? product : 0;
    }
    for (int i = n; i-- > 0;) {
        value_place(w, trail[i]);
    }
    return going && lw_meter_tick(&w->meter, (uint64_t)n + 1) == LW_STOP_NONE;
}

struct tally {
    double sum, squares;
    uint32_t n, won;
};

static double relative_error(const struct tally *t) {
    double mean = t->sum / t->n, square = t->squares / t->n;
    return t->won < 2 ? INFINITY
                      : sqrt(fmax(square - mean * mean, 0) / (t->n - 1)) / mean;
}

static void walks(struct walk *w, uint64_t until, struct tally *t) {
    bool going = true;
    uint32_t swept = w->states.n_states;
    while (going && t->n < MAX_WALKS && w->meter.nodes < until) {
        double weight;
        going = walk_once(w, &weight);
        t->n++;
        t->won += weight > 0;
        t->sum += weight;
        t->squares += weight * weight;
        if (t->n >= MIN_WALKS && relative_error(t) < GOOD_ERROR) {
            break;
        }
        if (w->states.n_states > swept + swept / 4) {
            swept = w->states.n_states;
            sweep(w, 6, 1e-3);
            fit_outlook(w);
        }
    }
}

/* Sets value and error from guided walks; never below what the known positions alone
 * give. */
static void sample(struct walk *w, uint64_t nodes, const struct bounds *bounds,
                   struct lw_walker *out) {
    struct tally t = {0}, counted = {0};
    w->hopes = true;
    find_way(w);
    for (int i = 0; i < 5; i++) {
        sweep(w, 40, 1e-3);
        fit_outlook(w);
    }
    walks(w, w->meter.nodes + (nodes - w->meter.nodes) / 2, &t);
    sweep(w, 60, 1e-4);
    walks(w, nodes, &counted);
    double high = fmin(w->places[0].value, 0.9);
    double least = fmax(bound(w, 0), bounds->least);
    double chance = fmax(counted.n > 0 ? counted.sum / counted.n : 0, least);
    double error = counted.n > 0 ? relative_error(&counted) : INFINITY;
    if (!(error < 1) && least > 0) {
        double range = fmax(log(fmax(high, least)) - log(least), 0);
        chance = exp(log(least) + RIM * range);
        error = fmax(RIM * range, 1);
    }
    if (chance > 0 && error < INFINITY) {
        double scale = 1 - log10(chance);
        out->value = log(scale);
        out->error = error / (log(10) * scale) + 1e-9;
    }
}

/* All together. */

static bool open_walk(struct walk *w, const struct lw_level *level, struct lw_error *err,
                      lw_status *status) {
    *status = w->ops->open(level, w->alloc, &w->play, err);
    if (*status != LW_OK) {
        return false;
    }
    size_t bytes = w->play->state_bytes;
    lw_state_set_init(&w->states, w->alloc, bytes);
    w->here = lw_alloc_zero(w->alloc, 3, bytes);
    w->moves = lw_alloc_get(w->alloc, LW_MAX_MOVES * sizeof *w->moves);
    if (w->here == NULL || w->moves == NULL) {
        *status = lw_fail_memory(err);
        return false;
    }
    w->next = w->here + bytes;
    w->end = w->next + bytes;
    return true;
}

static void close_walk(struct walk *w) {
    if (w->play == NULL) {
        return;
    }
    lw_alloc_free(w->alloc, w->here, 3 * w->play->state_bytes);
    lw_alloc_free(w->alloc, w->moves, LW_MAX_MOVES * sizeof *w->moves);
    lw_alloc_free(w->alloc, w->places, w->places_cap * sizeof *w->places);
    lw_alloc_free(w->alloc, w->edges, w->edges_cap * sizeof *w->edges);
    lw_alloc_free(w->alloc, w->way, w->way_cap * sizeof *w->way);
    lw_state_set_free(&w->states);
    w->ops->close(w->play);
}

static void add_start(struct walk *w) {
    w->ops->start(w->play, w->here);
    memcpy(w->next, w->here, w->play->state_bytes);
    (void)add_state(w, w->next, w->ops->won(w->play, w->here));
}

/* Starts anew with the end known, so that distances are. */
static void sample_anew(struct walk *w, const struct lw_level *level,
                        const struct lw_budget *budget, const struct lw_runtime *runtime,
                        struct lw_walker *out) {
    struct lw_solve_result result;
    struct lw_id128 id = {0, 1};
    struct bounds bounds = {.least = bound(w, 0), .most = bound(w, PATIENCE)};
    lw_solve_result_init(&result, runtime->alloc);
    lw_status ignored = level->game->kind->level->canonical(level, &id, NULL);
    (void)ignored;
    lw_status status = solve(level, budget, runtime, &result);
    if (status == LW_OK && result.outcome == LW_OUTCOME_SOLVED && find_end(w, &result)) {
        lw_state_set_clear(&w->states);
        w->n_edges = 0;
        w->has_end = true;
        w->per_byte = 1;
        w->rng = lw_rng_make(id.lo, 3);
        lw_meter_start(&w->meter, runtime, budget);
        add_start(w);
        if (!w->out_of_memory) {
            sample(w, budget->nodes, &bounds, out);
        }
    }
    if (isnan(out->value) &&
        (status != LW_OK || result.outcome != LW_OUTCOME_UNSOLVABLE)) {
        guess(&bounds, out);
    }
    lw_solve_result_free(&result);
}

lw_status lw_walker_measure(const struct lw_level *level, const struct lw_budget *budget,
                            const struct lw_runtime *runtime, struct lw_walker *out,
                            struct lw_error *err) {
    struct walk w = {.ops = level->game->kind->play, .alloc = runtime->alloc};
    struct lw_budget own = budget != NULL ? *budget : (struct lw_budget){0};
    lw_status status = LW_OK;
    *out = (struct lw_walker){.value = (double)NAN};
    if (w.ops == NULL || w.ops->open == NULL) {
        return lw_fail(err, LW_UNSUPPORTED, 0, 0, "%s cannot be played",
                       level->game->kind->title);
    }
    own.nodes = own.nodes == 0 ? DEFAULT_NODES : own.nodes;
    if (open_walk(&w, level, err, &status)) {
        lw_meter_start(&w.meter, runtime, &own);
        add_start(&w);
        if (!w.out_of_memory && enumerate(&w)) {
            out->exact = true;
            sweep(&w, any_won(&w) ? MAX_SWEEPS : 0, 1e-7);
            out->value =
                w.places[0].value > 0 ? log(1 - log10(w.places[0].value)) : (double)NAN;
        } else if (!w.out_of_memory) {
            sample_anew(&w, level, &own, runtime, out);
        }
        out->n_states = w.states.n_states;
        status = w.out_of_memory ? lw_fail_memory(err) : LW_OK;
    }
    close_walk(&w);
    return status;
}

lw_status lw_walker_feature(const struct lw_level *level, const struct lw_budget *budget,
                            const struct lw_runtime *runtime,
                            struct lw_feature_values *values, size_t feature,
                            struct lw_error *err) {
    struct lw_walker walker;
    uint64_t start_ns = lw_runtime_now_ns(runtime);
    lw_status status = lw_walker_measure(level, budget, runtime, &walker, err);
    if (status == LW_OK) {
        values->value[feature] = walker.value;
        values->error[feature] = walker.error;
        values->seconds[feature] = (double)(lw_runtime_now_ns(runtime) - start_ns) * 1e-9;
    }
    return status == LW_NO_MEMORY ? status : LW_OK;
}
