/* A walker's chance where the graph cannot be enumerated: importance sampling.
 *
 * Free walks almost never reach the end of a large level, so walks are guided: a step is
 * drawn by its appeal times what is expected of the position it leads to, and the walk
 * carries the quotient of both chances as its weight. The mean weight of the walks that
 * arrive is the walker's chance whatever the guide is; the better the guide, the smaller
 * the error. The guide is learned on the way: positions met are kept with their steps and
 * their values swept as in people_walker.c, positions not yet met count by their bound,
 * and a short search tells for positions met first whether they are lost. */
#include "people/people_field.h"

#include <math.h>

#include "lw/base/rng.h"

#define MAX_STEPS 400 /* of a walk; the discount leaves 5e-6 of what comes after */
#define MAX_WALKS 4000u
#define MIN_WON 30u /* before a small error is believed */
#define GOOD_ERROR 0.03
#define MIN_WALKS 200u
#define FREE_STEPS 0.1 /* share of steps drawn as the walker itself would */
#define OPTIMISM 0.8   /* of the price of a unit of the bound, where nobody was yet */
#define ASK_NODES 400  /* of the search whether a position is lost */
#define ASK_PRICE 8    /* one of them takes as long as so many steps */
#define WAY_CAP 4096
/* Where between sure and hoped for ln(chance) lies when no walk arrives, and the spread:
 * Microban levels of up to 200,000 positions. */
#define HOPE 0.8
#define HOPE_ERROR 0.15
#define BLIND 12 /* times what is hoped for, where no solution is known */

struct sampler {
    struct people_field field;
    const struct lw_alloc *alloc;
    struct lw_rng rng;
    double *chance; /* [n_spreads * n_boxes], by box pushed last */
    size_t chance_cap;
    double *any; /* [n_spreads]: when none was */
    size_t any_cap;
    double per_bound; /* what a unit of the bound costs, in ln(chance) */
    double trust;     /* share of new positions that are not lost */
    double frontier;  /* 1: positions not met count by their bound; 0: not at all */
    uint32_t n_asked, n_lost;
    uint64_t asked_nodes, ask_budget;
    uint32_t way[WAY_CAP]; /* of the solution known at first */
    size_t n_way;
};

/* What is expected of a position. */

static double outlook(const struct sampler *s, const struct sok_node *node) {
    if (node->cost2 & (FIELD_SOLVED | FIELD_DEAD)) {
        return node->cost2 & FIELD_SOLVED ? 1 : 0;
    }
    double trust = node->cost2 & FIELD_ALIVE ? 1 : s->trust;
    return s->frontier * trust * exp(-OPTIMISM * s->per_bound * (double)node->bound);
}

static double value_of(const struct sampler *s, const struct field_step *step) {
    const struct sok_node *node = field_node(&s->field, step->to);
    if (node->cost == 0 || (node->cost2 & FIELD_DEAD)) {
        return outlook(s, node);
    }
    size_t spread = node->cost - 1;
    return s->field.rules->runs ? s->chance[spread * s->field.n_boxes + step->rank]
                                : s->any[spread];
}

/* As sweep_position of people_walker.c. */
static void value_spread(struct sampler *s, size_t spread) {
    const struct people_field *f = &s->field;
    uint32_t k = f->n_boxes;
    size_t slot = spread * k;
    double all_value = 0, all_weight = 0, patience = f->rules->patience;
    double *chance = s->chance + slot;
    for (uint32_t b = 0; b < k; b++) {
        double value = 0;
        for (size_t i = f->first[slot + b]; i < f->first[slot + b + 1]; i++) {
            value += f->steps[i].weight * value_of(s, &f->steps[i]);
        }
        chance[b] = value;
        all_value += value;
        all_weight += f->weight[slot + b];
    }
    for (uint32_t b = 0; b < k; b++) {
        double weight = all_weight - f->weight[slot + b], value = all_value - chance[b];
        chance[b] =
            weight > 1e-12 * all_weight && value > 0 ? patience * value / weight : 0;
    }
    s->any[spread] = all_weight > 0 ? patience * all_value / all_weight : 0;
}

/* To and fro, since neither order is that of the ways. */
static void sweep(struct sampler *s, int most) {
    double before = -1;
    size_t n = s->field.n_spreads;
    for (int i = 0; i < most; i++) {
        for (size_t at = 0; at < n; at++) {
            value_spread(s, i % 2 == 0 ? n - 1 - at : at);
        }
        if (s->any[0] > 0 && fabs(s->any[0] - before) <= 1e-4 * s->any[0]) {
            break;
        }
        before = s->any[0];
    }
}

/* Fits the price of a unit of the bound to what the known way is worth. */
static void fit_outlook(struct sampler *s) {
    double up = 0, down = 0;
    for (size_t i = 0; i < s->n_way; i++) {
        const struct sok_node *node = field_node(&s->field, s->way[i]);
        double value = node->cost == 0 ? 0 : s->any[node->cost - 1], h = node->bound;
        if (value > 0 && h > 0) {
            up += h * -log(value);
            down += h * h;
        }
    }
    if (down > 0 && up > 0) {
        s->per_bound = fmin(fmax(up / down, 0.02), 3);
    }
    s->trust = (s->n_asked - s->n_lost + 2.0) / (s->n_asked + 3.0);
}

/* Going somewhere. */

static enum people_end spread_out(struct sampler *s, uint32_t id) {
    uint32_t before = s->field.n_spreads;
    enum people_end end = lw_sok_people_field_spread(&s->field, id);
    if (end != PEOPLE_OK || s->field.n_spreads == before) {
        return end;
    }
    size_t slots = (size_t)s->field.n_spreads * s->field.n_boxes;
    if (!lw_grow(s->alloc, &s->chance, &s->chance_cap, slots, sizeof *s->chance) ||
        !lw_grow(s->alloc, &s->any, &s->any_cap, s->field.n_spreads, sizeof *s->any)) {
        return PEOPLE_MEMORY;
    }
    value_spread(s, before);
    return PEOPLE_OK;
}

/* A short search from there: is it lost? */
static enum people_end ask(struct sampler *s, uint32_t id) {
    struct sok_node *node = field_node(&s->field, id);
    const unsigned known = FIELD_SOLVED | FIELD_DEAD | FIELD_ALIVE | FIELD_ASKED;
    if ((node->cost2 & known) != 0 || s->asked_nodes >= s->ask_budget) {
        return PEOPLE_OK;
    }
    struct lw_meter meter;
    struct lw_buffer moves;
    struct lw_budget budget = field_budget(s->field.meter, ASK_NODES);
    struct sok_task task = {.board = s->field.map->board,
                            .alloc = s->alloc,
                            .meter = &meter,
                            .boxes = sok_node_boxes(node),
                            .player = node->player};
    lw_meter_start(&meter, s->field.meter->runtime, &budget);
    lw_buffer_init(&moves, s->alloc);
    struct sok_outcome out = lw_sok_portfolio(&task, &moves);
    node->cost2 |= FIELD_ASKED;
    enum people_end end = out.end == SOK_END_MEMORY ? PEOPLE_MEMORY : PEOPLE_OK;
    if (out.end == SOK_END_EXHAUSTED) {
        node->cost2 |= FIELD_DEAD;
    } else if (out.end == SOK_END_SOLVED &&
               lw_sok_people_field_follow(&s->field, id, node->player,
                                          lw_buffer_text(&moves), NULL, 0) == SIZE_MAX) {
        end = PEOPLE_MEMORY;
    }
    s->n_asked += out.end == SOK_END_EXHAUSTED || out.end == SOK_END_SOLVED;
    s->n_lost += out.end == SOK_END_EXHAUSTED;
    s->asked_nodes += meter.nodes + 1;
    (void)lw_meter_tick(s->field.meter, (meter.nodes + 1) * ASK_PRICE);
    lw_buffer_free(&moves);
    return end;
}

/* The step drawn from a position, NULL when there is none; factor is what it does to the
 * weight of the walk. */
static const struct field_step *draw(struct sampler *s, size_t spread, uint32_t last,
                                     double *factor) {
    const struct people_field *f = &s->field;
    uint32_t k = f->n_boxes;
    size_t slot = spread * k;
    double total = 0, allowed = 0;
    for (uint32_t b = 0; b < k; b++) {
        if (b == last) {
            continue;
        }
        allowed += f->weight[slot + b];
        for (size_t i = f->first[slot + b]; i < f->first[slot + b + 1]; i++) {
            total += f->steps[i].weight * value_of(s, &f->steps[i]);
        }
    }
    if (total <= 0) {
        return NULL;
    }
    double guided = (1 - FREE_STEPS) / total, plain = FREE_STEPS / allowed;
    double pick = lw_rng_unit(&s->rng), sum = 0, part = 0;
    const struct field_step *found = NULL;
    for (uint32_t b = 0; b < k && sum <= pick; b++) {
        if (b == last) {
            continue;
        }
        for (size_t i = f->first[slot + b]; i < f->first[slot + b + 1] && sum <= pick;
             i++) {
            found = &f->steps[i];
            part = found->weight * (guided * value_of(s, found) + plain);
            sum += part;
        }
    }
    *factor = f->rules->patience * (found->weight / allowed) / part;
    return found;
}

/* One guided walk; *weight stays 0 unless it arrives. */
static enum people_end walk(struct sampler *s, double *weight) {
    uint32_t trail[MAX_STEPS], id = 0, last = s->field.n_boxes;
    int n = 0;
    double product = 1;
    enum people_end end = PEOPLE_OK;
    *weight = 0;
    for (; n < MAX_STEPS; n++) {
        struct sok_node *node = field_node(&s->field, id);
        if (node->cost == 0) {
            end = ask(s, id);
        }
        if (node->cost2 & (FIELD_SOLVED | FIELD_DEAD)) {
            *weight = node->cost2 & FIELD_SOLVED ? product : 0;
            break;
        }
        end = end == PEOPLE_OK ? spread_out(s, id) : end;
        if (end != PEOPLE_OK) {
            break;
        }
        double factor = 0;
        const struct field_step *step = draw(s, node->cost - 1, last, &factor);
        trail[n] = node->cost - 1;
        if (step == NULL) {
            n++;
            break;
        }
        product *= factor;
        id = step->to;
        last = s->field.rules->runs ? step->rank : s->field.n_boxes;
    }
    (void)lw_meter_tick(s->field.meter, (uint64_t)n + 20);
    while (n-- > 0) {
        value_spread(s, trail[n]);
    }
    return end;
}

struct tally {
    double sum, squares;
    uint32_t n, won;
};

static double relative_error(const struct tally *t) {
    if (t->won < 2) {
        return INFINITY;
    }
    double mean = t->sum / t->n, square = t->squares / t->n;
    return sqrt(fmax(square - mean * mean, 0) / (t->n - 1)) / mean;
}

static enum people_end walks(struct sampler *s, uint64_t until, uint32_t most,
                             bool until_good, struct tally *t) {
    enum people_end end = PEOPLE_OK;
    uint32_t swept = s->field.n_spreads;
    for (uint32_t i = 0; i < most && s->field.meter->nodes < until; i++) {
        double weight = 0;
        end = walk(s, &weight);
        t->n++;
        t->won += weight > 0;
        t->sum += weight;
        t->squares += weight * weight;
        if (end != PEOPLE_OK || (until_good && t->n >= MIN_WALKS && t->won >= MIN_WON &&
                                 relative_error(t) < GOOD_ERROR)) {
            break;
        }
        if (s->field.n_spreads > swept + swept / 8 + 16) {
            swept = s->field.n_spreads;
            sweep(s, 10);
            fit_outlook(s);
        }
    }
    return end;
}

/* The largest leap of ln(chance) along the likeliest way. */
static double largest_leap(const struct sampler *s) {
    const struct people_field *f = &s->field;
    uint32_t k = f->n_boxes, id = 0, last = k;
    double chance = s->any[0], leap = 0;
    for (int n = 0; n < MAX_STEPS && chance > 0; n++) {
        const struct sok_node *node = field_node(f, id);
        const struct field_step *best = NULL;
        double most = 0;
        if (node->cost == 0) {
            break;
        }
        size_t slot = (size_t)(node->cost - 1) * k;
        for (uint32_t b = 0; b < k; b++) {
            for (size_t i = f->first[slot + b]; i < f->first[slot + b + 1] && b != last;
                 i++) {
                double value = f->steps[i].weight * value_of(s, &f->steps[i]);
                best = value > most ? &f->steps[i] : best;
                most = fmax(most, value);
            }
        }
        if (best == NULL) {
            break;
        }
        leap = fmax(leap, log(value_of(s, best)) - log(chance));
        chance = value_of(s, best);
        id = best->to;
        last = f->rules->runs ? best->rank : k;
    }
    return leap;
}

static enum people_end sample(struct sampler *s, const char *moves,
                              struct people_sampled *out) {
    struct lw_meter *meter = s->field.meter;
    uint64_t budget = meter->budget.nodes != 0 ? meter->budget.nodes : 400000;
    uint64_t first = meter->nodes, learn = first + (budget - first) * 6 / 10;
    struct tally t = {0}, counted = {0};
    enum people_end end = PEOPLE_OK;
    s->ask_budget = (budget - first) / 3 / ASK_PRICE;
    if (moves != NULL) {
        s->n_way = lw_sok_people_field_follow(&s->field, 0, s->field.map->board->player,
                                              moves, s->way, WAY_CAP);
        if (s->n_way == SIZE_MAX) {
            return PEOPLE_MEMORY;
        }
    }
    end = spread_out(s, 0);
    for (size_t i = s->n_way; end == PEOPLE_OK && i-- > 0;) {
        end = spread_out(s, s->way[i]);
    }
    for (int i = 0; i < 5 && end == PEOPLE_OK; i++) {
        sweep(s, 40);
        fit_outlook(s);
    }
    if (end == PEOPLE_OK) {
        end = walks(s, learn, 2000, true, &t);
    }
    if (end == PEOPLE_OK) {
        sweep(s, 100);
        fit_outlook(s);
        end = walks(s, budget, MAX_WALKS, true, &counted);
    }
    if (end == PEOPLE_MEMORY || s->field.n_spreads == 0) {
        return end;
    }
    out->n_walks = counted.n;
    out->n_won = counted.won;
    sweep(s, 30);
    out->leap = largest_leap(s);
    double guess = s->any[0];
    s->frontier = 0;
    memset(s->chance, 0,
           (size_t)s->field.n_spreads * s->field.n_boxes * sizeof *s->chance);
    memset(s->any, 0, s->field.n_spreads * sizeof *s->any);
    sweep(s, 200);
    out->least = s->any[0];
    double mean = counted.n > 0 ? counted.sum / counted.n : 0;
    out->chance = fmax(mean, out->least);
    out->error = relative_error(&counted);
    if (!(out->error < 1)) {
        /* Too few walks arrived to tell: between what is sure and what is hoped for. */
        double high = log(fmin(fmax(guess, out->chance), 0.9));
        double low = out->least > 0 ? log(out->least) : BLIND * high;
        out->chance = exp(low + HOPE * (high - low));
        out->error = fmax((high - low) * HOPE_ERROR, 1);
    }
    return PEOPLE_OK;
}

enum people_end lw_sok_people_sample(const struct people_board *board,
                                     const struct people_walk_rules *rules,
                                     struct lw_meter *meter, const struct lw_alloc *alloc,
                                     struct people_sampled *out) {
    struct sampler *s = lw_alloc_zero(alloc, 1, sizeof *s);
    *out = (struct people_sampled){0};
    if (s == NULL) {
        return PEOPLE_MEMORY;
    }
    *s = (struct sampler){.alloc = alloc,
                          .rng = lw_rng_make(board->seed, 1),
                          .per_bound = 0.35,
                          .trust = 0.7,
                          .frontier = 1};
    enum people_end end = PEOPLE_MEMORY;
    if (lw_sok_people_field_init(&s->field, board->map, board->match, rules, meter,
                                 alloc)) {
        end = sample(s, board->moves, out);
    }
    lw_sok_people_field_free(&s->field);
    lw_alloc_free(alloc, s->chance, s->chance_cap * sizeof *s->chance);
    lw_alloc_free(alloc, s->any, s->any_cap * sizeof *s->any);
    lw_alloc_free(alloc, s, sizeof *s);
    return end;
}
