/* What is done to levels once they are chosen: the fewest moves are proved by a
 * breadth-first search, and objects that do not matter to that solution are dropped. */
#include <string.h>

#include "make/generate_internal.h"

/* Breadth-first; *out stays empty when the states do not suffice. */
static lw_status find_shortest(const struct lw_ps_rater *rater,
                               const struct lw_ps_level *level,
                               const struct lw_runtime *runtime,
                               const struct lw_budget *budget, struct lw_buffer *out,
                               struct lw_error *err) {
    struct lw_budget own = budget == NULL ? (struct lw_budget){.nodes = 0} : *budget;
    struct lw_meter meter;
    struct lw_ps_playout playout;
    lw_buffer_clear(out);
    if (rater->proof_states == 0) {
        return LW_OK;
    }
    own.nodes = rater->proof_states + 1;
    lw_meter_start(&meter, runtime, &own);
    lw_status status = lw_ps_play_level(
        &(struct lw_ps_playing){.level = &level->base, .strategy = LW_PS_BREADTH},
        runtime->alloc, &meter, &playout, err);
    if (status == LW_OK && playout.outcome == LW_OUTCOME_SOLVED) {
        lw_buffer_puts(out, lw_buffer_text(&playout.moves));
        status = lw_buffer_ok(out) ? LW_OK : lw_fail_memory(err);
    }
    lw_buffer_free(&playout.moves);
    return status;
}

lw_status lw_ps_prove(const struct lw_ps_rater *rater, struct lw_ps_best *best,
                      size_t which, const struct lw_runtime *runtime,
                      const struct lw_budget *budget, struct lw_error *err) {
    return find_shortest(rater, best->levels[which], runtime, budget,
                         &best->shortest[which], err);
}

struct pruner {
    const struct lw_ps_rater *rater;
    struct lw_ps_level *level;
    struct lw_ps_rating *rating;
    const struct lw_buffer *shortest; /* empty: not proved */
    struct lw_buffer *other;          /* the shortest without some object */
    const struct lw_runtime *runtime;
    const struct lw_budget *budget;
    const struct lw_alloc *alloc;
    struct lw_error *err;
};

/* The solution that decides what matters. */
static const struct lw_buffer *solution_of(const struct pruner *p) {
    return p->shortest->len > 0 ? p->shortest : &p->rating->playout.moves;
}

/* With a proof: does the level still need as many moves? */
static lw_status stays_as_long(struct pruner *p, bool *good) {
    *good = true;
    if (p->shortest->len == 0) {
        return LW_OK;
    }
    lw_status status =
        find_shortest(p->rater, p->level, p->runtime, p->budget, p->other, p->err);
    *good = p->other->len == p->shortest->len;
    return status;
}

/* Does the level without the object still want the same solution? Takes the new rating
 * when it does. */
static lw_status try_without(struct pruner *p, bool *good) {
    const struct lw_buffer *moves = solution_of(p);
    const struct lw_solve_ops *ops = lw_puzzlescript_kind.solve;
    struct lw_ps_rating rating;
    *good = false;
    if (ops->measure(&p->level->base, lw_buffer_text(moves), moves->len, NULL, NULL) !=
        LW_OK) {
        return LW_OK;
    }
    lw_status status =
        lw_ps_rate(p->rater, &p->level->base, p->runtime, p->budget, &rating, p->err);
    *good = status == LW_OK && rating.playout.outcome == LW_OUTCOME_SOLVED &&
            rating.playout.moves.len >= moves->len && rating.scores[LW_PS_SCORE_PLAY] > 0;
    if (*good) {
        status = stays_as_long(p, good);
    }
    if (status == LW_OK && *good) {
        struct lw_ps_rating old = *p->rating;
        status = lw_ps_rating_copy(p->alloc, &rating, p->rating);
        lw_buffer_free(&old.playout.moves);
    }
    lw_buffer_free(&rating.playout.moves);
    return status;
}

static bool may_go(const struct lw_ps_analysis *a, uint32_t id) {
    return !lw_ps_is_fixed(a, id) && (a->roles[id].types & LW_PS_PLAYER_OBJECT) == 0;
}

static lw_status prune_all(struct pruner *p, uint32_t *n_dropped) {
    const struct lw_ps_game *game = p->rater->analysis->game;
    lw_status status = LW_OK;
    for (uint32_t cell = 0; cell < p->level->width * p->level->height; cell++) {
        for (uint32_t id = 0; id < game->n_objects && status == LW_OK; id++) {
            uint64_t *word = &p->level->cells[(size_t)cell * game->obj_words + (id >> 6)];
            uint64_t bit = 1ULL << (id & 63);
            if ((*word & bit) == 0 || !may_go(p->rater->analysis, id)) {
                continue;
            }
            bool good;
            *word &= ~bit;
            status = try_without(p, &good);
            *word |= good ? 0 : bit;
            *n_dropped += good;
        }
    }
    return status;
}

lw_status lw_ps_prune(const struct lw_ps_rater *rater, struct lw_ps_best *best,
                      const struct lw_ps_pruning *pruning, uint32_t *n_dropped,
                      struct lw_error *err) {
    struct lw_buffer other;
    size_t which = pruning->which;
    struct pruner p = {.rater = rater,
                       .level = best->levels[which],
                       .rating = &best->ratings[which],
                       .shortest = &best->shortest[which],
                       .other = &other,
                       .runtime = pruning->runtime,
                       .budget = pruning->budget,
                       .alloc = best->alloc,
                       .err = err};
    *n_dropped = 0;
    if (p.rating->playout.outcome != LW_OUTCOME_SOLVED) {
        return LW_OK;
    }
    lw_buffer_init(&other, best->alloc);
    lw_status status;
    uint32_t before;
    /* What is gone may have been all that others were needed for. */
    do {
        before = *n_dropped;
        status = prune_all(&p, n_dropped);
    } while (status == LW_OK && *n_dropped > before);
    lw_buffer_free(&other);
    return status;
}
