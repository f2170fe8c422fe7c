/* Tree search over drafts: the actions, the rollouts and the rising best-so-far list.
 *
 * In the literal style the tree and the rollouts take the paper's actions one by one. In
 * the macro style a walk and a push are one action, and the best prefix of a playout is
 * its value; rollouts open more squares and place fewer boxes than a uniform choice
 * would. Both spend most of their time in lw_sok_draft_pushable and lw_sok_draft_score.
 */
#include <math.h>
#include <string.h>

#include "make/mcts/mcts_internal.h"

/* An action is its kind in the upper bits and a square (and direction) in the lower. */
enum { ACT_OPEN, ACT_BOX, ACT_FREEZE, ACT_PUSH, ACT_STEP, ACT_END };
#define ACT_SHIFT 16
#define MAX_ACTIONS (2 * DRAFT_MAX_SQUARES + LW_N_DIRS * DRAFT_MAX_SQUARES + 2)

struct search {
    const struct mcts_settings *settings;
    struct mcts_records *records;
    struct lw_meter *meter;
    struct lw_rng *rng;
    uint64_t n_playouts;
    uint32_t player; /* where this root puts the player */
    struct draft now;
};

static uint32_t action_of(uint32_t kind, uint32_t detail) {
    return kind << ACT_SHIFT | detail;
}

static size_t list_set(uint64_t set, uint32_t kind, uint32_t dir, uint32_t *actions) {
    size_t count = 0;
    for (; set != 0; set &= set - 1) {
        uint32_t square = lw_bits_first(set);
        actions[count++] = action_of(kind, square << 2 | dir);
    }
    return count;
}

static bool may_freeze(const struct search *search) {
    const struct draft *now = &search->now;
    return now->n_boxes > 0 && now->n_boxes >= search->settings->min_boxes &&
           draft_count(now->open & ~now->boxes) >= search->settings->min_open;
}

static bool may_place(const struct search *search) {
    return search->now.n_boxes < search->settings->max_boxes &&
           draft_placeable(&search->now) != 0;
}

static size_t list_actions(void *ctx, uint32_t *actions) {
    struct search *search = ctx;
    const struct draft_frame *frame = &search->settings->frame;
    struct draft *now = &search->now;
    size_t n = 0;
    if (now->ended) {
        return 0;
    }
    if (!now->frozen) {
        n += list_set(lw_sok_draft_deletable(frame, now), ACT_OPEN, 0, actions);
        if (may_place(search)) {
            n += list_set(draft_placeable(now), ACT_BOX, 0, actions + n);
        }
        if (may_freeze(search)) {
            actions[n++] = action_of(ACT_FREEZE, 0);
        }
        return n;
    }
    if (search->settings->style == MCTS_MACRO) {
        uint64_t sets[LW_N_DIRS];
        (void)lw_sok_draft_pushable(frame, now, sets);
        for (uint32_t dir = 0; dir < LW_N_DIRS && now->n_pushes < DRAFT_MAX_PUSHES;
             dir++) {
            n += list_set(sets[dir], ACT_PUSH, dir, actions + n);
        }
    } else {
        for (uint32_t dir = 0; dir < LW_N_DIRS; dir++) {
            struct draft tried = *now;
            if (lw_sok_draft_step(frame, &tried, dir)) {
                actions[n++] = action_of(ACT_STEP, dir);
            }
        }
    }
    actions[n++] = action_of(ACT_END, 0);
    return n;
}

static void apply(void *ctx, uint32_t action) {
    struct search *search = ctx;
    const struct draft_frame *frame = &search->settings->frame;
    struct draft *now = &search->now;
    uint32_t detail = action & ((1u << ACT_SHIFT) - 1);
    switch (action >> ACT_SHIFT) {
    case ACT_OPEN:
        now->open |= draft_bit(detail >> 2);
        break;
    case ACT_BOX:
        lw_sok_draft_place(now, detail >> 2);
        break;
    case ACT_FREEZE:
        lw_sok_draft_freeze(now);
        break;
    case ACT_PUSH:
        lw_sok_draft_push(frame, now, detail >> 2, detail & 3u);
        break;
    case ACT_STEP:
        (void)lw_sok_draft_step(frame, now, detail);
        break;
    default:
        now->ended = true;
    }
}

static void reset(void *ctx) {
    struct search *search = ctx;
    lw_sok_draft_init(&search->now, search->player);
}

static uint32_t random_member(struct lw_rng *rng, uint64_t set) {
    return lw_sok_draft_nth(set, lw_rng_below(rng, draft_count(set)));
}

/* Sets up at random until frozen. */
static void roll_setup(struct search *search, struct lw_rng *rng) {
    const struct mcts_settings *settings = search->settings;
    struct draft *now = &search->now;
    while (!now->frozen) {
        uint64_t closed = lw_sok_draft_deletable(&settings->frame, now);
        double open_odds = closed != 0 ? settings->odds_open : 0;
        double box_odds = may_place(search) ? settings->odds_box : 0;
        double freeze_odds = may_freeze(search) ? settings->odds_freeze : 0;
        double draw = lw_rng_unit(rng) * (open_odds + box_odds + freeze_odds);
        if (draw < open_odds) {
            now->open |= draft_bit(random_member(rng, closed));
        } else if (draw < open_odds + box_odds) {
            lw_sok_draft_place(now, random_member(rng, draft_placeable(now)));
        } else {
            lw_sok_draft_freeze(now);
        }
    }
}

static double value_now(const struct search *search) {
    struct draft_level level;
    lw_sok_draft_finish(&search->settings->frame, &search->settings->weights,
                        &search->now, &level);
    return lw_sok_draft_score(&search->settings->frame, &search->settings->weights,
                              &level);
}

/* Values the draft as it stands and keeps it when it is the best. */
static double consider(struct search *search) {
    struct mcts_records *records = search->records;
    double value = value_now(search);
    if (records->n == 0 || value > records->list[records->n - 1].score) {
        size_t before = records->n;
        lw_sok_mcts_records_offer(search->settings, records, &search->now,
                                  search->n_playouts);
        if (records->n > before && search->settings->refine > 0) {
            lw_sok_mcts_refine(search->settings, search->rng, search->meter, records,
                               search->n_playouts);
        }
    }
    return value;
}

/* A random push, biased to push on the box that was pushed last. False: none is left. */
static bool roll_push(struct search *search, struct lw_rng *rng) {
    const struct draft_frame *frame = &search->settings->frame;
    struct draft *now = &search->now;
    if (now->n_pushes == DRAFT_MAX_PUSHES) {
        return false;
    }
    if (now->n_pushes > 0 && lw_rng_chance(rng, search->settings->push_bias)) {
        uint32_t dir = now->pushes[now->n_pushes - 1] & 3u;
        if (lw_sok_draft_step(frame, now, dir)) {
            return true;
        }
    }
    uint64_t sets[LW_N_DIRS];
    uint32_t count = lw_sok_draft_pushable(frame, now, sets);
    if (count == 0) {
        return false;
    }
    uint32_t nth = lw_rng_below(rng, count), dir = 0;
    while (nth >= draft_count(sets[dir])) {
        nth -= draft_count(sets[dir++]);
    }
    lw_sok_draft_push(frame, now, lw_sok_draft_nth(sets[dir], nth), dir);
    return true;
}

static double roll_macro(struct search *search, struct lw_rng *rng) {
    const struct mcts_settings *settings = search->settings;
    double best = consider(search);
    for (uint32_t left = settings->first; left > 0; left--) {
        if (!roll_push(search, rng)) {
            break;
        }
        double value = consider(search);
        best = value > best ? value : best;
        if (left == 1 && settings->more > 0 && lw_rng_chance(rng, 0.5)) {
            left += settings->more;
        }
    }
    return best;
}

/* A random step of the player, with the bias one that pushes where there is one. */
static void roll_step(struct search *search, struct lw_rng *rng) {
    const struct draft_frame *frame = &search->settings->frame;
    struct draft *now = &search->now;
    uint32_t first = lw_rng_below(rng, LW_N_DIRS);
    if (search->settings->push_bias > 0 &&
        lw_rng_chance(rng, search->settings->push_bias)) {
        for (uint32_t i = 0; i < LW_N_DIRS; i++) {
            uint32_t dir = (first + i) % LW_N_DIRS;
            uint64_t to = draft_shift(frame, draft_bit(now->player), dir);
            if ((to & now->boxes) != 0 && lw_sok_draft_step(frame, now, dir)) {
                return;
            }
        }
    }
    for (uint32_t i = 0; i < LW_N_DIRS; i++) {
        if (lw_sok_draft_step(frame, now, (first + i) % LW_N_DIRS)) {
            return;
        }
    }
}

static double roll_literal(struct search *search, struct lw_rng *rng) {
    const struct mcts_settings *settings = search->settings;
    for (uint32_t i = 0; i < settings->first; i++) {
        roll_step(search, rng);
    }
    while (settings->more > 0 && search->now.n_pushes < DRAFT_MAX_PUSHES &&
           lw_rng_chance(rng, 0.5)) {
        for (uint32_t i = 0; i < settings->more; i++) {
            roll_step(search, rng);
        }
    }
    return consider(search);
}

static double rollout(void *ctx, struct lw_rng *rng) {
    struct search *search = ctx;
    const struct mcts_records *records = search->records;
    double value;
    search->n_playouts++;
    if (search->now.ended) {
        value = consider(search);
    } else {
        roll_setup(search, rng);
        value = search->settings->style == MCTS_MACRO ? roll_macro(search, rng)
                                                      : roll_literal(search, rng);
    }
    /* Only a record reaches the target: local search may have found it from here, and a
     * playout's value may fall once unreachable floor is walled up. */
    double best = records->n == 0 ? 0 : records->list[records->n - 1].score;
    double target = search->settings->tree.stop_at;
    if (best >= target) {
        return best;
    }
    return value >= target ? best : value;
}

static uint32_t choose_player(const struct mcts_settings *settings, struct lw_rng *rng) {
    const struct draft_frame *frame = &settings->frame;
    switch (settings->place) {
    case MCTS_PLACE_CENTRE:
        return frame->height / 2 * frame->width + frame->width / 2;
    case MCTS_PLACE_CORNER:
        return 0;
    default:
        return lw_rng_below(rng, frame->n_squares);
    }
}

lw_status lw_sok_mcts_search(const struct mcts_settings *settings, struct lw_rng *rng,
                             const struct lw_alloc *alloc, struct lw_meter *meter,
                             struct mcts_records *records, struct lw_mcts_stats *stats) {
    struct search search = {
        .settings = settings, .records = records, .meter = meter, .rng = rng};
    struct lw_mcts_problem problem = {.ctx = &search,
                                      .reset = reset,
                                      .actions = list_actions,
                                      .apply = apply,
                                      .rollout = rollout,
                                      .max_actions = MAX_ACTIONS};
    search.player = choose_player(settings, rng);
    lw_status status = lw_mcts_run(&problem, &settings->tree, rng, alloc, meter, stats);
    if (records->n > 0 && records->list[records->n - 1].score > stats->best) {
        stats->best = records->list[records->n - 1].score;
    }
    return records->failed ? LW_NO_MEMORY : status;
}
