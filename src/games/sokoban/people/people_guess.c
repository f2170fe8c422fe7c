/* What the ways and the positions of a level look like, from a part of them: steps of one
 * good solution, spread evenly over it, and positions where random pushes lead. A short
 * search from a position tells whether it is lost and how far the end is. */
#include "people/people_field.h"

#include <math.h>

#include "lw/base/rng.h"

#define ASK_NODES 200
#define ASK_PRICE 8 /* a node of that search, in steps */
#define MAX_LOOKS 400
#define MAX_WAY 20000
#define UNSURE 0.5        /* standard error of log10 of a search that was cut short */
#define STRAY_PER_BOX 2.0 /* pushes a box, on average */
/* Random pushes meet lost positions more often than there are such positions. */
#define HIDDEN_ERROR 0.17
/* Of all shortest solutions the one with the fewest traps counts, here it is any one: by
 * so much larger, and so unsure. */
#define TRAPS_TOO_MANY 1.4
#define TRAPS_ERROR 0.3
#define COST_ERROR 0.2
#define GOLDEN 0.6180339887498949

struct guesser {
    struct people_field field;
    struct lw_meter meter;
    struct lw_rng rng;
    const struct lw_alloc *alloc;
    uint32_t *way; /* positions of the solution from which a push is made */
    size_t n_way;
};

/* Means and spreads. */
struct mean {
    double sum, squares;
    uint32_t n;
};

static void add(struct mean *mean, double value) {
    mean->sum += value;
    mean->squares += value * value;
    mean->n++;
}

static double mean_of(const struct mean *mean) {
    return mean->n == 0 ? NAN : mean->sum / mean->n;
}

/* Standard error; never quite nothing, since a sample without spread may be luck. */
static double error_of(const struct mean *mean, double least_variance) {
    double m = mean_of(mean), variance = mean->squares / mean->n - m * m;
    return sqrt(fmax(variance, least_variance / mean->n) / mean->n);
}

/* How far the end is from a position: PEOPLE_FAR when lost, or a number of pushes with
 * *sure set; otherwise the search was too short. */
static bool ask(struct guesser *g, uint32_t id, uint32_t *away, bool *sure) {
    static const struct sok_front_options options = {.unit = SOK_UNIT_PUSHES,
                                                     .bound = true,
                                                     .freeze = true,
                                                     .corral = true,
                                                     .tunnels = true,
                                                     .learn = true,
                                                     .weight = 1};
    struct sok_node *node = field_node(&g->field, id);
    *sure = true;
    *away = 0;
    if (node->cost2 & FIELD_SOLVED) {
        return true;
    }
    struct lw_meter meter;
    struct lw_budget budget = field_budget(&g->meter, ASK_NODES);
    struct sok_task task = {.board = g->field.map->board,
                            .alloc = g->alloc,
                            .meter = &meter,
                            .boxes = sok_node_boxes(node),
                            .player = node->player};
    lw_meter_start(&meter, g->meter.runtime, &budget);
    struct sok_front *front = lw_sok_front_create(&task, &options);
    struct lw_buffer moves;
    lw_buffer_init(&moves, g->alloc);
    enum sok_end end =
        front == NULL ? SOK_END_MEMORY : lw_sok_front_run(front, ASK_NODES);
    bool good = end != SOK_END_MEMORY;
    if (end == SOK_END_SOLVED) {
        good = lw_sok_front_moves(front, &moves);
        for (const char *at = lw_buffer_text(&moves); *at != '\0'; at++) {
            *away += *at >= 'A' && *at <= 'Z';
        }
    } else if (end == SOK_END_EXHAUSTED) {
        *away = PEOPLE_FAR;
    } else {
        *sure = false;
    }
    lw_sok_front_destroy(front);
    lw_buffer_free(&moves);
    (void)lw_meter_tick(&g->meter, (meter.nodes + 4) * ASK_PRICE);
    return good;
}

/* Starts a count of its own for the next part. */
static void start_part(struct guesser *g, uint64_t nodes, const struct lw_budget *rest,
                       const struct lw_runtime *runtime) {
    struct lw_budget budget = *rest;
    budget.nodes = nodes;
    lw_meter_start(&g->meter, runtime, &budget);
}

/* The pushes from one position of the solution. */
struct look {
    double trap, cost, single;
};

static enum people_end look_at(struct guesser *g, size_t at, struct look *out) {
    uint32_t id = g->way[at], left = (uint32_t)(g->n_way - at);
    enum people_end end = lw_sok_people_field_spread(&g->field, id);
    if (end != PEOPLE_OK) {
        return end;
    }
    const struct people_field *f = &g->field;
    size_t spread = field_node(f, id)->cost - 1, k = f->n_boxes;
    size_t first = f->first[spread * k], last = f->first[(spread + 1) * k];
    double n_good = 0, n_all = (double)(last - first) + f->lost[spread];
    bool trap = f->lost[spread] > 0;
    uint32_t next = at + 1 < g->n_way ? g->way[at + 1] : UINT32_MAX;
    for (size_t i = first; i < last; i++) {
        uint32_t to = f->steps[i].to, away = 0;
        const struct sok_node *node = field_node(f, to);
        bool sure = true, may_be_good = node->bound + 1u <= left;
        bool known = to == next || (node->cost2 & FIELD_SOLVED);
        if (!known && (may_be_good || !trap) && !ask(g, to, &away, &sure)) {
            return PEOPLE_MEMORY;
        }
        trap = trap || (!known && sure && away == PEOPLE_FAR);
        n_good += known ? 1 : !may_be_good || !left ? 0 : sure ? away + 1u <= left : 0.5;
    }
    *out = (struct look){.trap = trap,
                         .cost = n_good > 0 ? log(n_all / n_good) : 0,
                         .single = n_good < 1.25};
    return g->meter.stop == LW_STOP_NONE ? PEOPLE_OK : PEOPLE_STOPPED;
}

static enum people_end guess_ways(struct guesser *g, double pushes,
                                  struct people_guess *out) {
    struct mean traps = {0}, costs = {0}, singles = {0};
    enum people_end end = PEOPLE_OK;
    double n = (double)g->n_way;
    size_t looks = g->n_way < MAX_LOOKS ? g->n_way : MAX_LOOKS;
    for (size_t i = 0; i < looks && end == PEOPLE_OK; i++) {
        struct look look;
        double part = (double)(i + 1) * GOLDEN;
        size_t at = (size_t)((part - floor(part)) * n);
        end = look_at(g, at < g->n_way ? at : g->n_way - 1, &look);
        if (end == PEOPLE_OK) {
            add(&traps, look.trap);
            add(&costs, look.cost);
            add(&singles, look.single);
        }
    }
    if (end == PEOPLE_MEMORY || traps.n == 0) {
        return end;
    }
    out->trap_steps = pushes * mean_of(&traps) / TRAPS_TOO_MANY;
    out->trap_error =
        hypot(pushes * error_of(&traps, 0.25), TRAPS_ERROR * out->trap_steps);
    out->choice_cost = pushes * mean_of(&costs);
    out->choice_error =
        hypot(pushes * error_of(&costs, 0.1), COST_ERROR * out->choice_cost);
    out->narrowness = mean_of(&singles);
    out->narrow_error = error_of(&singles, 0.25);
    return PEOPLE_OK;
}

/* A position that random pushes lead to; SOK_NO_NODE: one where a box lost its goal. */
static enum people_end stray(struct guesser *g, uint32_t *out) {
    const struct people_field *f = &g->field;
    uint32_t id = 0, k = f->n_boxes;
    double stop = 1.0 / (2 + STRAY_PER_BOX * k);
    do {
        enum people_end end = lw_sok_people_field_spread(&g->field, id);
        const struct sok_node *node = field_node(f, id);
        if (end != PEOPLE_OK) {
            return end;
        }
        if (node->cost == 0) {
            break;
        }
        size_t spread = node->cost - 1, first = f->first[spread * k];
        uint32_t n = (uint32_t)(f->first[(spread + 1) * k] - first);
        uint32_t all = n + f->lost[spread];
        if (all == 0) {
            break;
        }
        uint32_t pick = lw_rng_below(&g->rng, all);
        if (pick >= n) {
            *out = SOK_NO_NODE;
            return PEOPLE_OK;
        }
        id = f->steps[first + pick].to;
    } while (!lw_rng_chance(&g->rng, stop));
    *out = id;
    return PEOPLE_OK;
}

static enum people_end guess_dead(struct guesser *g, struct people_guess *out) {
    struct mean dead = {0};
    enum people_end end = PEOPLE_OK;
    for (int i = 0; i < MAX_LOOKS && end == PEOPLE_OK; i++) {
        uint32_t id = 0, away = PEOPLE_FAR;
        bool sure = true;
        end = stray(g, &id);
        if (end == PEOPLE_OK && id != SOK_NO_NODE && !ask(g, id, &away, &sure)) {
            end = PEOPLE_MEMORY;
        }
        if (end == PEOPLE_OK) {
            add(&dead, sure ? away == PEOPLE_FAR : 0.5);
        }
    }
    if (dead.n > 0) {
        out->hidden_dead = mean_of(&dead);
        out->hidden_error = hypot(error_of(&dead, 0.25), HIDDEN_ERROR);
    }
    return end == PEOPLE_MEMORY ? end : PEOPLE_OK;
}

/* As greedy() of people_paths.c. */
static enum people_end guess_greedy(struct guesser *g, struct people_guess *out) {
    struct people_field *f = &g->field;
    struct sok_queue queue;
    uint32_t opened = 0, k = f->n_boxes;
    bool good, won = false;
    enum people_end end = PEOPLE_OK;
    lw_sok_queue_init(&queue, g->alloc);
    good = lw_sok_queue_push(&queue, field_node(f, 0)->bound, 0);
    field_node(f, 0)->parent = 0;
    while (good && end == PEOPLE_OK && !won) {
        size_t priority;
        uint32_t at = lw_sok_queue_pop(&queue, &priority);
        if (at == SOK_NO_NODE) {
            break;
        }
        opened++;
        won = (field_node(f, at)->cost2 & FIELD_SOLVED) != 0;
        end = lw_sok_people_field_spread(f, at);
        if (won || end != PEOPLE_OK) {
            break;
        }
        size_t spread = field_node(f, at)->cost - 1;
        for (size_t i = f->first[spread * k]; good && i < f->first[(spread + 1) * k];
             i++) {
            struct sok_node *node = field_node(f, f->steps[i].to);
            if (node->parent == SOK_NO_NODE) {
                node->parent = at;
                queue.first = node->bound < queue.first ? node->bound : queue.first;
                good = lw_sok_queue_push(&queue, node->bound, f->steps[i].to);
            }
        }
    }
    lw_sok_queue_free(&queue);
    if (!good || end == PEOPLE_MEMORY) {
        return PEOPLE_MEMORY;
    }
    out->greedy = log10((double)(opened == 0 ? 1 : opened)) + (won ? 0 : UNSURE);
    out->greedy_error = won ? 0 : UNSURE;
    return PEOPLE_OK;
}

static enum people_end guess_all(struct guesser *g, const struct people_board *board,
                                 uint64_t nodes, const struct lw_budget *rest,
                                 const struct lw_runtime *runtime,
                                 struct people_guess *out) {
    if (board->moves != NULL) {
        g->way[0] = 0;
        size_t n = lw_sok_people_field_follow(&g->field, 0, g->field.map->board->player,
                                              board->moves, g->way + 1, MAX_WAY - 1);
        if (n == SIZE_MAX) {
            return PEOPLE_MEMORY;
        }
        g->n_way = n + 1;
    }
    enum people_end end = guess_greedy(g, out);
    start_part(g, nodes, rest, runtime);
    if (end == PEOPLE_OK && g->n_way > 0) {
        end = guess_ways(g, board->pushes, out);
    }
    start_part(g, nodes, rest, runtime);
    return end == PEOPLE_OK ? guess_dead(g, out) : end;
}

enum people_end lw_sok_people_guess(const struct people_board *board, uint64_t nodes,
                                    const struct lw_runtime *runtime,
                                    const struct lw_budget *rest,
                                    struct people_guess *out) {
    static const struct people_walk_rules single = {.per_bound = 0.5, .patience = 0.99};
    struct guesser g = {.alloc = runtime->alloc, .rng = lw_rng_make(board->seed, 2)};
    enum people_end end = PEOPLE_MEMORY;
    *out = (struct people_guess){NAN, 0, NAN, 0, NAN, 0, NAN, 0, NAN, 0};
    start_part(&g, nodes, rest, runtime);
    g.way = lw_alloc_get(g.alloc, MAX_WAY * sizeof *g.way);
    if (lw_sok_people_field_init(&g.field, board->map, board->match, &single, &g.meter,
                                 g.alloc) &&
        g.way != NULL) {
        end = guess_all(&g, board, nodes, rest, runtime, out);
    }
    lw_sok_people_field_free(&g.field);
    lw_alloc_free(g.alloc, g.way, MAX_WAY * sizeof *g.way);
    return end;
}
