/* The list of records, and local search around its last one.
 *
 * A playout fixes every choice of the levels above it; annealing over the whole draft
 * (squares, boxes, pushes) undoes early choices that a tree is locked into. A changed
 * draft is replayed from its start: pushes that have become impossible drop out. */
#include <math.h>
#include <string.h>

#include "make/mcts/mcts_internal.h"

void lw_sok_mcts_records_free(struct mcts_records *records) {
    lw_alloc_free(records->alloc, records->list, records->cap * sizeof *records->list);
    records->list = NULL;
    records->n = records->cap = 0;
}

void lw_sok_mcts_records_offer(const struct mcts_settings *settings,
                               struct mcts_records *records, const struct draft *draft,
                               uint64_t playout) {
    struct draft_level level;
    lw_sok_draft_finish(&settings->frame, &settings->weights, draft, &level);
    lw_sok_draft_close_off(&settings->frame, &level);
    double score = lw_sok_draft_score(&settings->frame, &settings->weights, &level);
    if (level.n_boxes == 0 ||
        (records->n > 0 && score <= records->list[records->n - 1].score)) {
        return;
    }
    if (!lw_grow(records->alloc, &records->list, &records->cap, records->n + 1,
                 sizeof *records->list)) {
        records->failed = true;
        return;
    }
    records->list[records->n++] = (struct mcts_record){.score = score,
                                                       .playout = playout,
                                                       .n_pushes = draft->n_pushes,
                                                       .draft = *draft,
                                                       .level = level};
}

#define MOST_PULLS 6u

/* The part of a draft that determines the rest. */
struct plan {
    uint64_t open, starts;
    uint32_t player;
    uint32_t n_pushes;
    uint16_t pushes[DRAFT_MAX_PUSHES];
};

static void plan_of(const struct draft *draft, struct plan *plan) {
    plan->open = draft->open;
    plan->starts = draft->starts;
    plan->player = draft->player_start;
    plan->n_pushes = draft->n_pushes;
    memcpy(plan->pushes, draft->pushes, draft->n_pushes * sizeof *plan->pushes);
}

static void replay_start(const struct draft_frame *frame, const struct plan *plan,
                         struct draft *draft) {
    lw_sok_draft_init(draft, plan->player);
    draft->open = lw_sok_draft_flood(frame, draft_bit(plan->player), plan->open);
    for (uint64_t left = plan->starts & draft->open; left != 0; left &= left - 1) {
        lw_sok_draft_place(draft, lw_bits_first(left));
    }
    lw_sok_draft_freeze(draft);
}

/* Replays pushes [from, to) of the plan; impossible ones drop out. */
static void replay(const struct draft_frame *frame, const struct plan *plan,
                   uint32_t from, uint32_t to, struct draft *draft) {
    for (uint32_t i = from; i < to; i++) {
        (void)lw_sok_draft_try_push(frame, draft, plan->pushes[i] >> 2,
                                    plan->pushes[i] & 3u);
    }
}

static uint32_t random_member(struct lw_rng *rng, uint64_t set) {
    return lw_sok_draft_nth(set, lw_rng_below(rng, draft_count(set)));
}

static void toggle_square(const struct mcts_settings *settings, struct lw_rng *rng,
                          struct plan *plan) {
    uint64_t bit = draft_bit(lw_rng_below(rng, settings->frame.n_squares));
    if (((draft_bit(plan->player) | plan->starts) & bit) == 0) {
        plan->open ^= bit;
    }
}

/* Adds, takes away or moves a box. */
static void change_box(const struct mcts_settings *settings, struct lw_rng *rng,
                       struct plan *plan) {
    uint64_t room = plan->open & ~plan->starts & ~draft_bit(plan->player);
    uint32_t n_boxes = draft_count(plan->starts), draw = lw_rng_below(rng, 3);
    if (draw != 0 && n_boxes > 1) {
        plan->starts &= ~draft_bit(random_member(rng, plan->starts));
        n_boxes--;
    }
    if (draw != 1 && n_boxes < settings->max_boxes && room != 0) {
        plan->starts |= draft_bit(random_member(rng, room));
    }
}

static void insert_pushes(const struct draft_frame *frame, struct lw_rng *rng,
                          struct draft *draft) {
    uint32_t count = 1 + lw_rng_below(rng, 3);
    for (uint32_t i = 0; i < count && draft->n_pushes < DRAFT_MAX_PUSHES; i++) {
        uint64_t sets[LW_N_DIRS];
        uint32_t n = lw_sok_draft_pushable(frame, draft, sets), dir = 0;
        if (n == 0) {
            return;
        }
        uint32_t nth = lw_rng_below(rng, n);
        while (nth >= draft_count(sets[dir])) {
            nth -= draft_count(sets[dir++]);
        }
        lw_sok_draft_push(frame, draft, lw_sok_draft_nth(sets[dir], nth), dir);
    }
}

/* One random change, replayed into draft. */
static void vary(const struct mcts_settings *settings, struct lw_rng *rng,
                 struct plan *plan, struct draft *draft) {
    const struct draft_frame *frame = &settings->frame;
    uint32_t draw = lw_rng_below(rng, 10);
    uint32_t cut = lw_rng_below(rng, plan->n_pushes + 1);
    if (draw < 3) {
        toggle_square(settings, rng, plan);
    } else if (draw < 5) {
        change_box(settings, rng, plan);
    } else if (draw == 5) {
        plan->n_pushes = cut;
    }
    replay_start(frame, plan, draft);
    replay(frame, plan, 0, cut < plan->n_pushes ? cut : plan->n_pushes, draft);
    if (draw >= 6 && draw < 9) {
        insert_pushes(frame, rng, draft);
    }
    /* draw 9 leaves out the push at the cut. */
    replay(frame, plan, draw == 9 ? cut + 1 : cut, plan->n_pushes, draft);
}

/* The start moves away from the goals: a box is pulled, and the push that undoes it comes
 * first. What was solvable stays so, and never gets nearer by accident. False: no box can
 * be pulled. */
static bool pull_start(const struct draft_frame *frame, struct lw_rng *rng,
                       struct plan *plan) {
    uint64_t free = plan->open & ~plan->starts, sets[LW_N_DIRS];
    uint64_t reach = lw_sok_draft_flood(frame, draft_bit(plan->player), free);
    uint32_t count = 0, dir = 0;
    if (plan->n_pushes == DRAFT_MAX_PUSHES) {
        return false;
    }
    /* Squares the player can stand on, beside a box, with room to step back. */
    for (uint32_t i = 0; i < LW_N_DIRS; i++) {
        sets[i] = reach & draft_shift(frame, plan->starts, (i + 2) % LW_N_DIRS) &
                  draft_shift(frame, free, i);
        count += draft_count(sets[i]);
    }
    if (count == 0) {
        return false;
    }
    uint32_t nth = lw_rng_below(rng, count);
    while (nth >= draft_count(sets[dir])) {
        nth -= draft_count(sets[dir++]);
    }
    uint32_t square = lw_sok_draft_nth(sets[dir], nth);
    plan->starts ^= draft_bit(square) | draft_shift(frame, draft_bit(square), dir);
    plan->player =
        lw_bits_first(draft_shift(frame, draft_bit(square), (dir + 2) % LW_N_DIRS));
    memmove(plan->pushes + 1, plan->pushes, plan->n_pushes * sizeof *plan->pushes);
    plan->pushes[0] = (uint16_t)(square << 2 | dir);
    plan->n_pushes++;
    return true;
}

void lw_sok_mcts_vary(const struct mcts_settings *settings, struct lw_rng *rng,
                      const struct draft *from, struct draft *to) {
    const struct draft_frame *frame = &settings->frame;
    struct plan plan;
    plan_of(from, &plan);
    if (lw_rng_below(rng, 3) > 0) {
        vary(settings, rng, &plan, to);
        return;
    }
    for (uint32_t n = 1 + lw_rng_below(rng, MOST_PULLS); n > 0; n--) {
        if (!pull_start(frame, rng, &plan)) {
            break;
        }
    }
    replay_start(frame, &plan, to);
    replay(frame, &plan, 0, plan.n_pushes, to);
}

struct shorter {
    struct draft draft;
    struct draft_level level;
};

/* The plan without pushes i and j, replayed; true when the same level comes out with
 * fewer pushes. */
static bool same_without(const struct mcts_settings *settings, const struct plan *plan,
                         uint32_t i, uint32_t j, const struct draft_level *wanted,
                         struct shorter *out) {
    const struct draft_frame *frame = &settings->frame;
    struct draft *draft = &out->draft;
    struct draft_level *level = &out->level;
    replay_start(frame, plan, draft);
    replay(frame, plan, 0, i, draft);
    replay(frame, plan, i + 1, j, draft);
    replay(frame, plan, j + 1, plan->n_pushes, draft);
    lw_sok_draft_finish(frame, &settings->weights, draft, level);
    lw_sok_draft_close_off(frame, level);
    return level->open == wanted->open && level->boxes == wanted->boxes &&
           level->goals == wanted->goals;
}

void lw_sok_mcts_shorten(const struct mcts_settings *settings,
                         struct mcts_record *record) {
    struct plan plan;
    struct shorter tried;
    plan_of(&record->draft, &plan);
    for (uint32_t i = 0; i < plan.n_pushes; i++) {
        /* j == i leaves out one push, j > i a push and the one that undoes it. */
        for (uint32_t j = i; j < plan.n_pushes;) {
            if (!same_without(settings, &plan, i, j, &record->level, &tried)) {
                j++;
                continue;
            }
            record->draft = tried.draft;
            record->level = tried.level;
            record->n_pushes = tried.draft.n_pushes;
            plan_of(&tried.draft, &plan);
            j = i;
        }
    }
}

static double value_of(const struct mcts_settings *settings, const struct draft *draft) {
    struct draft_level level;
    lw_sok_draft_finish(&settings->frame, &settings->weights, draft, &level);
    return lw_sok_draft_score(&settings->frame, &settings->weights, &level);
}

void lw_sok_mcts_refine(const struct mcts_settings *settings, struct lw_rng *rng,
                        struct lw_meter *meter, struct mcts_records *records,
                        uint64_t playout) {
    const double hot = 0.03, cold = 0.001;
    struct plan now, tried;
    struct draft draft;
    plan_of(&records->list[records->n - 1].draft, &now);
    double value = records->list[records->n - 1].score;
    for (uint32_t i = 0; i < settings->refine; i++) {
        if (i % 64 == 0 && lw_meter_check(meter) != LW_STOP_NONE) {
            return;
        }
        double share = (double)i / (double)settings->refine;
        double heat = hot + (cold - hot) * share;
        tried = now;
        vary(settings, rng, &tried, &draft);
        double next = value_of(settings, &draft);
        if (next < value && lw_rng_unit(rng) >= exp((next - value) / heat)) {
            continue;
        }
        plan_of(&draft, &now);
        value = next;
        if (value > records->list[records->n - 1].score) {
            lw_sok_mcts_records_offer(settings, records, &draft, playout);
            if (value >= settings->tree.stop_at || records->failed) {
                return;
            }
        }
    }
}
